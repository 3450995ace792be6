"""The past of a game for a stated reader: asked of every game."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from shogun.table.journal import PERSON, SeatLine, players_then
from shogun.table.replay import History
from shogun.table.visible_past import Reader, visible_past
from tests.table import toy
from tests.table.test_branch import SETUPS, whole
from tests.table.twins import READERS, moments


@pytest.mark.parametrize("people", READERS)
@pytest.mark.parametrize("code", SETUPS)
def test_it_looks_to_its_reader_as_the_game_itself(code: str, people: tuple[int, ...]) -> None:
    (contents,) = moments(code, people, quick=True)
    told, past, game = visible_past(contents), toy.history_of(contents), contents.game
    seat = people[0] if len(people) == 1 else None
    assert told.reader == Reader(seat) and told.header.seed == 0 != contents.header.seed
    known = History(game, told.header)
    known.follow(told.answers)
    assert [line.n for line in told.answers] == [step.line.n for step in past.steps[: len(known)]]
    for place in range(len(known) + 1):
        assert game.view(known.state(place), seat) == game.view(past.state(place), seat)
        assert place in told.hidden or known.state(place) == past.state(place)


@pytest.mark.parametrize("code", SETUPS)
def test_it_ends_before_the_first_answer_that_is_still_secret(code: str) -> None:
    (contents,) = moments(code, (0, 1), quick=True)
    told, past, game = visible_past(contents), toy.history_of(contents), contents.game
    now = game.period(past.state(len(past)))
    secret = [
        place
        for place, step in enumerate(past.steps)
        if step.question.seat is not None and game.period(step.before) == now and game.is_secret(step.question)
    ]
    assert len(told.answers) == min(secret, default=len(past))
    assert told.is_cut == bool(secret) == (code in ("shogun", "toy"))


@pytest.mark.parametrize("code", SETUPS)
def test_of_a_game_that_is_over_everybody_may_know_all(code: str) -> None:
    contents = whole(code, people=(0, 1))
    told = visible_past(contents)
    assert told.reader.knows_all and told.header == contents.header and not told.is_partial
    assert [line.answer for line in told.answers] == [step.answer for step in toy.history_of(contents).steps]


def test_who_answered_is_who_had_the_seat_then() -> None:
    contents = whole("dice", people=(0,))
    answers = [step.line for step in toy.history_of(contents).steps]
    mine = [line.n for line in answers if line.seat == 0]

    def players(changes: Sequence[SeatLine]) -> list[str]:
        return [player for player in players_then(contents.header, changes, answers) if player]

    assert set(players(())) == {PERSON, "random"}
    change = SeatLine(mine[1], 0, "greedy")
    found = dict(zip((line.n for line in answers if line.seat is not None), players([change]), strict=True))
    assert [found[n] for n in mine[:3]] == [PERSON, PERSON, "greedy"]
    assert players([change, replace(change, n=mine[1] + 1, player=PERSON)]) == players(())

"""What is true in every game: random games of all sizes, basic and advanced."""

from random import Random
from typing import Any

import msgspec
import pytest

from shogun.game.errors import IllegalMove, IllegalSetup
from shogun.game.questions import Drawn, Rolled
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.game import Answer, Question
from shogun.games.rumble_nation.rules.state import Event, PlayCard, RollDice, Setup, State, TakeDaimyo
from tests.games.rumble_nation import figures
from tests.games.rumble_nation.build import SETUPS, by_chance, steps


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_11_3_the_invariants_hold_after_every_step(setup: Setup) -> None:
    for seed in range(4):
        last = None
        for _state, _question, _answer, step in steps(setup, Random(seed)):
            assert rules.problems(step.state) == []
            last = step.state
        assert last
        assert rules.result(last)


def test_11_4_turns_points_and_support_are_within_their_bounds_and_figures_as_expected() -> None:
    games = {kind: [figures.played(kind, seed, check=True) for seed in range(12)] for kind in figures.KINDS}
    assert not [problem for some in games.values() for game in some for problem in game.problems]
    assert not [one for kind, some in games.items() for one in figures.compared(kind, some) if not one.agrees]


@pytest.mark.study
def test_13_3_twenty_thousand_games_of_each_kind_come_to_the_expected_figures() -> None:
    chunks = figures.all_chunks(figures.GAMES, 2, None, check=True)
    assert not [problem for one in chunks for game in one.games for problem in game.problems]
    assert not [one for one in figures.comparisons(chunks) if not one.agrees]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_11_2_a_state_read_back_from_text_is_equal_and_goes_on_equally(setup: Setup) -> None:
    states, answers = msgspec.json.Decoder(State), msgspec.json.Decoder(Answer)
    told, asked = msgspec.json.Decoder(list[Event]), msgspec.json.Decoder(Question)
    for state, question, answer, step in steps(setup, Random(3)):
        again = states.decode(msgspec.json.encode(state))
        same = answers.decode(msgspec.json.encode(answer))
        assert again == state
        assert same == answer
        assert rules.play(again, question.seat, same) == step
        assert told.decode(msgspec.json.encode(step.events)) == list(step.events)
        assert asked.decode(msgspec.json.encode(question)) == question


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_3_1_moves_are_sorted_and_different_and_nobody_else_is_asked(setup: Setup) -> None:
    keys = []
    for state, question, answer, _step in steps(setup, Random(5)):
        keys.append(question.key)
        for seat in {None, *range(-1, setup.seats + 1)} - {question.seat}:
            with pytest.raises(IllegalMove):
                rules.verify(state, seat, answer)
        if question.seat is not None:
            assert question.count() == len(set(question.moves)) > 0
            for kind in {type(move) for move in question.moves}:
                same = [move for move in question.moves if type(move) is kind]
                assert same == sorted(same)
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_11_2_an_answer_leaves_the_state_before_it_and_every_view_of_it_as_they_were(setup: Setup) -> None:
    for state, question, answer, _step in steps(setup, Random(6)):
        view = rules.view(state, question.seat)
        before = msgspec.json.encode(state)
        rules.play(view, question.seat, answer)
        view.soldiers.clear()
        view.castles.clear()
        assert msgspec.json.encode(state) == before


def test_4_1_only_chance_reveals_anything() -> None:
    for setup in SETUPS:
        for _state, question, _answer, step in steps(setup, Random(2)):
            assert step.reveals == (question.seat is None)


def test_3_3_nobody_plays_a_card_once_somebody_is_finished() -> None:
    for setup in SETUPS:
        for state, question, answer, _step in steps(setup, Random(9)):
            if state.is_any_finished and question.seat is not None:
                assert not [move for move in question.moves if isinstance(move, PlayCard)]
            elif isinstance(answer, PlayCard):
                assert not any(player.katana for player in state.players)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 100])
def test_1_1_two_to_four_play(seats: int) -> None:
    with pytest.raises(IllegalSetup):
        rules.new(Setup(seats))


@pytest.mark.parametrize("first", [-1, 3, 7])
def test_2_5_the_first_player_sits_at_the_table(first: int) -> None:
    with pytest.raises(IllegalSetup):
        rules.new(Setup(3, first_seat=first))


WRONG: list[tuple[int, Any]] = [
    (0, Drawn(tuple(range(2, 12)))),
    (0, Drawn((2, 2, *range(4, 13)))),
    (0, Drawn(tuple(range(1, 12)))),
    (0, Rolled((1, 2, 3))),
    (0, RollDice()),
    (1, Drawn(("scout", "lure"))),
    (1, Drawn(("scout", "lure", "ninja", "rebel"))),
    (1, Drawn(("scout", "scout", "ninja"))),
    (1, Drawn(("scout", "uesugi", "ninja"))),
    (2, Drawn((2,))),
    (2, Drawn((True,))),
    (3, Drawn(("oda", "mori"))),
    (3, Drawn(("oda", "mori", "scout"))),
    (4, TakeDaimyo("scout")),
    (4, TakeDaimyo("uesugi")),
    (6, PlayCard("scout")),
    (6, PlayCard("")),
    (7, Rolled((0, 1, 2))),
    (7, Rolled((1, 2, 7))),
    (7, Rolled((1, 2))),
    (7, Rolled((1.0, 2, 3))),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("place", "wrong"), WRONG, ids=str)
def test_11_1_what_cannot_come_of_a_question_is_refused(place: int, wrong: Any) -> None:
    answers: list[Any] = [
        Drawn(tuple(range(2, 13))), Drawn(("scout", "lure", "ninja")), Drawn((1,)), Drawn(("oda", "mori", "otomo")),
        TakeDaimyo("oda"), TakeDaimyo("mori"), RollDice(),
    ]  # fmt: skip
    state = rules.new(Setup(2, advanced=True))
    for answer in answers[:place]:
        state = rules.play(state, rules.awaited(state)[0].seat, answer).state
    with pytest.raises(IllegalMove):
        rules.play(state, rules.awaited(state)[0].seat, wrong)


def test_4_2_a_roll_does_not_depend_on_what_was_chosen_before_it() -> None:
    """Each question of chance has a key of its own in a game."""
    rng = Random(1)
    for setup in SETUPS:
        asked = [question for _state, question, _answer, _step in steps(setup, rng) if question.seat is None]
        assert len({question.key for question in asked}) == len(asked)
        assert by_chance(asked[0], Random(0)).answers(asked[0])

"""What is given away of a running game depends on nothing that is hidden from everybody: asked of every game."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from shogun.cli import main
from shogun.cli.errors import WRONG
from shogun.game.errors import RuleError
from shogun.game.protocol import AnyGame
from shogun.game.questions import Draw, Drawn, Shuffle
from shogun.games import GAMES
from shogun.games.river_of_gold.rules import Setup as RiverSetup
from shogun.games.river_of_gold.rules.components import CUSTOMERS
from shogun.games.rumble_nation.rules import Setup as RumbleSetup
from shogun.games.shogun.rules import Setup as ShogunSetup
from shogun.table.course import Course
from shogun.table.errors import HiddenLots
from shogun.table.journal import (
    PERSON,
    AnswerLine,
    Contents,
    Header,
    PeriodLine,
    SeatInfo,
    TowerInfo,
    Writer,
    parse_journal,
    state_hash,
)
from shogun.table.replay import History, Replay
from shogun.table.session import Session
from shogun.table.visible_past import excerpt
from shogun.window.play.game_story import story_of_journal
from tests.table import toy
from tests.table.dice import rules as dice

PRINTED = ShogunSetup(3)
SETUPS: dict[str, Sequence[Any]] = {
    "shogun": [PRINTED, ShogunSetup(3, "moon", "draft"), ShogunSetup(4, "sun", "draft")],
    "rumble-nation": [RumbleSetup(2), RumbleSetup(4, advanced=True)],
    "river-of-gold": [RiverSetup(2), RiverSetup(3, "table"), RiverSetup(4, "lot")],
    "toy": [toy.Setup()],
    "dice": [dice.Setup()],
}
HIDING = {"shogun", "river-of-gold", "toy"}
"""The games in which lots stay hidden, but for a printed line-up."""
TRIES = 120
CASES = [
    pytest.param(code, setup, id=f"{code}-{n}", marks=[pytest.mark.slow] if n else [])
    for code, setups in SETUPS.items()
    for n, setup in enumerate(setups)
]
"""Each game with its first set-up, and slowly with all others."""


def test_every_game_is_asked() -> None:
    assert set(GAMES) < set(SETUPS)


def header(game: AnyGame, setup: Any, seed: int, *, is_past: bool = False) -> Header:
    seats = tuple(SeatInfo(f"Seat {seat}", player="random") for seat in range(setup.seats))
    tower = TowerInfo() if game.has_tower else None
    return Header(game=game.code, seed=seed, setup=setup, seats=seats, tower=tower, excerpt=is_past or msgspec.UNSET)


def played(game: AnyGame, setup: Any, seed: int) -> History:
    """A whole game."""
    session, rng = Session.start(game, header(game, setup, seed)), Random(seed)
    while not session.is_over:
        question = session.questions[0]
        session.advance() if question.seat is None else session.answer(question.seat, question.sample(rng))
    history = History(game, session.header)
    history.follow(session.course.answers)
    return history


def contents(game: AnyGame, told: Header, answers: Sequence[AnswerLine]) -> Contents:
    """The journal of a game in which these answers were given; it is marked so that no seed is asked for its lots."""
    course, writer = Course(game, told), Writer()
    writer.write(replace(told, excerpt=True))
    for line in answers:
        period = course.period
        course.replay(replace(line, n=writer.next_number))
        writer.write(course.answers[-1])
        if course.period != period:
            writer.write(PeriodLine(writer.next_number, period, state_hash(course.state)))
    return parse_journal(toy.game_of, b"".join(writer.lines))


def another(history: History, last: int, rng: Random) -> list[AnswerLine] | None:
    """The same answers up to a place, with hidden lots drawn otherwise; None if somebody would have seen it."""
    game, steps = toy.game_of(history.header.game), history.steps[:last]
    place = rng.choice([place for place, step in enumerate(steps) if isinstance(step.answer, Drawn)])
    given = steps[place]
    assert isinstance(given.question, Shuffle | Draw)
    items, pool = list(given.answer.items), list(given.question.items)
    for _time in range(rng.choice((1, 1, 2, 3))):
        one, other = rng.sample(pool, 2) if len(pool) > 1 else (pool[0], pool[0])
        items = [other if item == one else one if item == other else item for item in items]
    lines = [step.line for step in steps]
    lines[place] = replace(lines[place], answer=Drawn(tuple(items)))
    return lines if tuple(items) != given.answer.items and looks_the_same(game, history, lines) else None


def looks_the_same(game: AnyGame, history: History, lines: Sequence[AnswerLine]) -> bool:
    state = history.state(0)
    for step, line in zip(history.steps, lines, strict=False):
        try:
            played = game.play(state, line.seat, line.answer)
        except RuleError:
            return False
        state = played.state
        seen = game.view(state, None), [question.key for question in game.awaited(state)]
        if list(played.events) != list(step.events):
            return False
        if seen != (game.view(step.after, None), [question.key for question in game.awaited(step.after)]):
            return False
    return True


def ends(history: History) -> Iterator[int]:
    """The places to which the last answer of a period has led."""
    game = toy.game_of(history.header.game)
    for place, step in enumerate(history.steps, 1):
        if game.period(step.before) != game.period(step.after):
            yield place


@pytest.mark.slow
@pytest.mark.parametrize(("code", "setup"), CASES)
def test_games_that_differ_in_hidden_things_alone_have_the_same_excerpt(code: str, setup: Any) -> None:
    game, rng, differing = toy.game_of(code), Random(1), 0
    history = played(game, setup, seed=11)
    places = [place for place in ends(history) if any(isinstance(s.answer, Drawn) for s in history.steps[:place])]
    for place in rng.sample(places, min(5, len(places))):
        expected, _throws = excerpt(contents(game, history.header, [step.line for step in history.steps[:place]]))
        walked = history
        for _try in range(TRIES):
            if other := another(walked, place, rng):
                differing += 1
                walked = History(game, header(game, setup, seed=12))
                walked.follow(other)
                assert excerpt(contents(game, walked.header, other))[0] == expected
    assert (differing > 0) == (code in HIDING and setup != PRINTED)


@pytest.mark.parametrize(("code", "setup"), CASES)
def test_an_onlooker_sees_the_same_in_an_excerpt_as_in_the_game(code: str, setup: Any) -> None:
    game = toy.game_of(code)
    history = played(game, setup, seed=5)
    last = [*ends(history)][-2]
    whole = contents(game, history.header, [step.line for step in history.steps[:last]])
    past = parse_journal(toy.game_of, excerpt(whole)[0])
    answers = Replay(past).run().answers
    assert len(answers) == last
    assert looks_the_same(game, history, answers)


def test_no_card_that_only_one_has_seen_stands_in_an_excerpt() -> None:
    """By how it is laid anew, a hand in an excerpt has nothing to do with the true one."""
    game = toy.game_of("river-of-gold")
    session = Session.start(game, header(game, RiverSetup(2), seed=3))
    while game.period(session.state) == "setup":
        question = session.questions[0]
        session.advance() if question.seat is None else session.answer(question.seat, question.sample(Random(3)))
    whole = parse_journal(toy.game_of, b"".join(session.writer.lines))
    state = Replay(parse_journal(toy.game_of, excerpt(whole)[0])).run().state
    first, second = state.order
    assert [*state.hands[first], *state.hands[second], *state.deck] == [*CUSTOMERS]
    assert session.state.deck != state.deck


def test_what_was_taken_back_stands_in_no_excerpt() -> None:
    told = header(toy.game_of("toy"), toy.Setup(), seed=7)
    session, plain = (toy.to_planning(Session.start(toy.game_of("toy"), told)) for _game in range(2))
    session.answer(0, toy.Name(5))
    session.undo(0)
    session.answer(0, toy.Name(4))
    session.undo(0)
    session.redo(0)
    plain.answer(0, toy.Name(4))
    for one in (session, plain):
        one.change_seat(1, "greedy")
        one.answer(1, toy.Name(2))
        one.advance()
        one.answer(0, toy.Say(1))
        one.answer(1, toy.Say(0))
    past, other = (excerpt(parse_journal(toy.game_of, b"".join(one.writer.lines)))[0] for one in (session, plain))
    assert past == other
    assert b'"number":5' not in past


def test_an_excerpt_of_earlier_versions_is_still_read() -> None:
    """In these stood all lines as they were, also what was taken back, and the true lots."""
    session = toy.to_planning(Session.start(toy.game_of("toy"), header(toy.game_of("toy"), toy.Setup(), seed=7)))
    session.answer(0, toy.Name(5))
    session.undo(0)
    for seat in (0, 1):
        session.answer(seat, toy.Name(3))
    session.advance()
    session.answer(0, toy.Say(1))
    session.answer(1, toy.Say(0))
    writer, whole = Writer(), parse_journal(toy.game_of, b"".join(session.writer.lines))
    writer.write(replace(whole.header, seed=0, excerpt=True), *whole.lines)
    old = parse_journal(toy.game_of, b"".join(writer.lines))
    assert Replay(old).run().state == session.state
    assert Replay(parse_journal(toy.game_of, excerpt(old)[0])).run().state.round == 2


def test_a_game_that_does_not_say_what_it_hides_gives_no_past_away(monkeypatch: pytest.MonkeyPatch) -> None:
    history = played(toy.game_of("toy"), toy.Setup(), seed=7)
    whole = contents(toy.game_of("toy"), history.header, [step.line for step in history.steps])
    assert excerpt(whole)
    monkeypatch.delattr(toy, "redacted")
    with pytest.raises(HiddenLots, match="can't be exported"):
        excerpt(whole)


def test_in_an_excerpt_nobody_s_hand_is_shown_and_nobody_is_advised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What lies there in place of hidden cards isn't what anybody held, not even who played alone."""
    game = GAMES["river-of-gold"].rules
    told, path = header(game, RiverSetup(2), seed=11), tmp_path / "past.journal"
    told = replace(told, seats=(SeatInfo("Ana", player=PERSON), told.seats[1]))
    history = played(game, RiverSetup(2), seed=11)
    path.write_bytes(excerpt(contents(game, told, [step.line for step in history.steps[:80]]))[0])
    assert story_of_journal(GAMES["river-of-gold"], path).viewer is None
    assert main(["hint", str(path)]) == WRONG
    assert "there is nothing to advise" in capsys.readouterr().err

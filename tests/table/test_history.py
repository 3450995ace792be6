"""The past of a game: every place of it is the game as it was, and it follows what is taken back."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from shogun.game.questions import Draw, OneOf, Shuffle, Throw
from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.state import Setup
from shogun.table.journal import PERSON, Contents, Header, SeatInfo, TowerInfo, parse_journal
from shogun.table.recordings import recorded_again
from shogun.table.replay import History, turn_of
from shogun.table.session import Session, Turn, run
from shogun.table.summary import Summary, summary
from shogun.tower.tower_lookup import load_tower
from tests.table import toy
from tests.table.test_branch import whole
from tests.table.toy import history_of

PLAYERS = ("random", "greedy", "random")
Played = tuple[Session, list[Turn]]


def header(tower: TowerInfo | None = None, players: tuple[str, ...] = PLAYERS) -> Header:
    seats = tuple(SeatInfo(f"P{n}", "", player) for n, player in enumerate(players))
    return Header(seed=5, setup=Setup(3), seats=seats, tower=tower or TowerInfo())


@pytest.fixture(scope="module")
def played() -> Played:
    """A whole game, and the turns as the table told them."""
    turns: list[Turn] = []
    session = Session.start(rules, header())
    run(session, [opponent(player) for player in PLAYERS], watch=turns.append)
    return session, turns


def go_on(session: Session, rng: Random) -> None:
    """Have the first open question answered at random."""
    if session.chance:
        session.advance()
    else:
        session.answer(session.questions[0].seat, session.questions[0].sample(rng))


def contents(session: Session) -> Contents:
    return parse_journal(game_of, b"".join(session.writer.lines))


def test_every_place_is_the_game_as_it_was(played: Played) -> None:
    session, turns = played
    history = history_of(contents(session))
    assert len(history) == len(turns) > 100
    for place, turn in enumerate(turns):
        assert history.state(place) == turn.before
        assert turn_of(history.steps[place], turn.fall, turn.checksum) == turn
    assert history.state(len(history)) == session.state
    assert history.inside(len(history)) == session.inside


def test_a_line_of_the_journal_leads_to_its_place(played: Played) -> None:
    session, turns = played
    history = history_of(contents(session))
    assert [history.place_after(turn.n) for turn in turns] == list(range(1, len(turns) + 1))
    assert history.place_after(0) == 0


def test_following_a_game_plays_only_what_is_new(played: Played) -> None:
    session, _turns = played
    history = History(rules, session.header)
    answers = session.course.answers
    history.follow(answers[:-3])
    kept = list(history.steps)
    history.follow(answers)
    assert all(step is before for step, before in zip(history.steps, kept, strict=False))
    assert history.state(len(history)) == session.state


def test_what_was_taken_back_is_no_past() -> None:
    session = Session.start(rules, header(players=(PERSON, PERSON, PERSON)))
    history = History(rules, session.header)
    rng = Random(1)
    while "plan" not in session.questions[0].key:
        go_on(session, rng)
    for question in list(session.questions)[:2]:
        session.answer(question.seat, question.sample(rng))
    history.follow(session.course.answers)
    assert history.state(len(history)) == session.state
    session.undo(0)
    history.follow(session.course.answers)
    assert history.state(len(history)) == session.state
    assert [plan is not None for plan in history.state(len(history)).plans] == [False, True, False]
    session.redo(0)
    history.follow(session.course.answers)
    assert history.state(len(history)) == session.state
    assert history.place_after(session.writer.next_number) == len(history)


def test_a_throw_of_the_past_can_be_made_again() -> None:
    session = Session.start(rules, header(TowerInfo.of(load_tower("classic"))))
    while not isinstance(session.chance, Throw):
        go_on(session, Random(1))
    turn = session.advance(record=True)
    history = history_of(contents(session))
    job = history.throw_job(len(history))
    assert job and turn.fall
    assert recorded_again(job, turn.fall.out) == turn.fall.recording
    assert history.inside(len(history)) == session.inside
    assert history.throw_job(1) is None


def test_a_survey_comes_in_slices_and_tells_what_all_may_know(played: Played, tmp_path: Path) -> None:
    session, turns = played
    path = tmp_path / "game.journal"
    path.write_bytes(b"".join(session.writer.lines))
    *pauses, told = summary(game_of, path)
    assert pauses == [None] * (len(session.writer.lines[1:]) // 10 + 1)
    assert isinstance(told, Summary)
    assert (told.view, told.result, told.asked) == (session.view(None), session.result, ())
    assert (told.players, told.people) == (PLAYERS, ())
    assert told.answers == len(turns)
    path.write_bytes(b"".join(session.writer.lines[:40]))
    *pauses, told = summary(game_of, path)
    assert told
    assert told.result is None
    assert told.view.plan is None


def test_chance_is_never_forced_and_a_seat_with_one_answer_is() -> None:
    step = next(step for step in toy.history_of(whole("toy")).steps if step.question.seat == 0)
    assert not step.is_forced
    one = OneOf(0, "only", (toy.Say(0),), "2")
    chance = (Shuffle("a", ("x",)), Draw("b", ("x",), 1), Throw("c", {"red": 1}))
    assert [replace(step, question=question).is_forced for question in (one, *chance)] == [True, False, False, False]

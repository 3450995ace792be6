"""The table with the real rules: games of any kind are kept, resumed, taken back and checked."""

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.cards import Side
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.table.errors import Disagreement
from shogun.table.journal import AnswerLine, Header, SeatInfo, TowerInfo, parse_journal, read_journal
from shogun.table.replay import Replay, resume
from shogun.table.session import Session, run
from shogun.table.towers import ModelTower, tower_of
from shogun.tower import load_tower, model_for

SETUPS = list(product((3, 4, 5), ("sun", "moon")))


def header(seats: int = 4, side: Side = "sun", *, seed: int = 7, tower: TowerInfo | None = None) -> Header:
    setup = rules.Setup(seats, side, "printed" if side == "sun" else "draft")
    sitting = tuple(SeatInfo(f"Seat {seat}", player="random") for seat in range(seats))
    return Header(seed=seed, setup=setup, seats=sitting, tower=tower or TowerInfo())


def played(agreed: Header, path: Path | None = None) -> Session:
    session = Session.start(rules, agreed, path)
    run(session, [opponent("random")] * len(agreed.seats))
    session.close()
    return session


@cache
def simulated() -> bytes:
    """The journal of a game with the real tower."""
    return b"".join(played(header(tower=TowerInfo.of(load_tower("classic")))).writer.lines)


def to_planning(session: Session) -> Session:
    while not isinstance(session.questions[0], PlanQuestion):
        session.advance()
    return session


@pytest.mark.parametrize(("seats", "side"), SETUPS)
def test_any_game_replays_from_its_journal(seats: int, side: Side) -> None:
    session = played(header(seats, side))
    course = Replay(parse_journal(game_of, b"".join(session.writer.lines))).run()
    assert course.state == session.state
    assert course.answers == session.course.answers


def test_a_game_with_the_real_tower_replays_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    contents = parse_journal(game_of, simulated())
    monkeypatch.setattr("shogun.tower.drop", None)
    replay = Replay(contents)
    periods = {rules.period(shown.state) for shown in replay}
    assert len(periods) >= 8
    assert rules.result(replay.course.state) is not None


@pytest.mark.parametrize("part", range(1, 12))
def test_a_game_cut_off_anywhere_goes_on_to_the_same_end(tmp_path: Path, part: int) -> None:
    path = tmp_path / "game.journal"
    whole = simulated()
    first = whole.index(b"\n") + 1
    path.write_bytes(whole[: first + (len(whole) - first) * part // 12])
    session = resume(read_journal(game_of, path))
    run(session, [opponent("random")] * 4)
    session.close()
    assert path.read_bytes() == whole


def test_every_season_leaves_a_hash_of_its_state() -> None:
    text = b"".join(played(header()).writer.lines).decode()
    assert text.count('"line":"period"') >= 8
    assert text.count('"line":"end"') == 1


def test_a_game_keeps_its_tower_when_the_file_changes() -> None:
    kept = parse_journal(game_of, simulated()).header.tower
    assert kept and kept.geometry
    assert kept.geometry.shaft == load_tower("classic").shaft


def test_a_plan_can_be_taken_back_until_all_have_planned() -> None:
    session = to_planning(Session.start(rules, header()))
    plans = [question.sample(session.streams.stream(f"test{question.seat}")) for question in session.questions]
    for seat, plan in enumerate(plans[:3]):
        session.answer(seat, plan)
    assert session.undo(1).answer == plans[1]
    assert [question.seat for question in session.questions] == [1, 3]
    session.redo(1)
    session.answer(3, plans[3])
    assert session.chance is not None
    session.advance()
    assert not any(session.undoable(seat) for seat in range(4))


def test_a_wrong_plan_is_refused_with_its_rule_and_leaves_no_line() -> None:
    session = to_planning(Session.start(rules, header()))
    lines = len(session.writer.lines)
    with pytest.raises(rules.IllegalMove, match="rule 4"):
        session.answer(0, Plan((None,) * 10, None))
    assert len(session.writer.lines) == lines


def test_seats_get_views_without_secrets() -> None:
    session = to_planning(Session.start(rules, header()))
    session.answer(0, session.questions[0].sample(session.streams.stream("test")))
    assert session.view(0).plan is not None
    assert session.view(1).plan is None
    assert session.view(None).plan is None


def test_each_question_of_a_game_has_a_stream_of_its_own() -> None:
    answers = played(header(5, "moon")).course.answers
    names = [(line.key, line.seat) for line in answers]
    assert len(set(names)) == len(names)


def test_a_throw_differs_from_game_to_game_and_from_throw_to_throw() -> None:
    lines = [
        line for line in parse_journal(game_of, simulated()).lines if isinstance(line, AnswerLine) and line.resting
    ]
    assert len({line.key for line in lines}) == len(lines)
    assert len({line.resting for line in lines}) > 0.9 * len(lines)  # a few cubes may fall through and move nothing


def test_a_game_with_a_fitted_model_keeps_it_and_replays() -> None:
    model = model_for(load_tower("classic"))
    session = played(header(tower=TowerInfo.of_model(model)))
    data = b"".join(session.writer.lines)
    kept = parse_journal(game_of, data).header.tower
    assert kept
    assert (kept.name, kept.model) == ("model:classic", model)
    assert tower_of(kept) == ModelTower(model)
    assert Replay(parse_journal(game_of, data)).run().state == session.state
    other = TowerInfo(kept.name, "0" * 64, None, model)
    with pytest.raises(Disagreement, match="hash stated for the tower's model doesn't match"):
        parse_journal(game_of, b"".join(played(header(tower=other)).writer.lines))

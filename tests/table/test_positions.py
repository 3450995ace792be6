"""Games that begin at a position: their journals, their towers, what is taken back in them and goes on from them."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from shogun.players.ratings import may_count
from shogun.table.branch import branch
from shogun.table.errors import Disagreement, TowerTooSmall
from shogun.table.journal import PERSON, Header, TowerInfo, parse_journal, read_journal
from shogun.table.replay import Replay, resume
from shogun.table.session import Session
from shogun.table.towers import Counted
from shogun.table.visible_past import excerpt
from shogun.tower.resting_cubes import TowerState
from shogun.tower.tower_lookup import load_tower
from tests.table import toy
from tests.table.toy import Setup, StartPosition, game_of, header, history_of, to_planning

SETUP = Setup(position=StartPosition(round=2, tower={"blue": 2, "red": 3}, points=(4, 5)))


def simulated() -> TowerInfo:
    return TowerInfo.of(load_tower("classic"))


def begun(path: Path | None = None, tower: TowerInfo | None = None, seed: int = 7) -> Session:
    return Session.start(toy, replace(header(seed, tower=tower), setup=SETUP), path)


def test_the_tower_holds_what_the_position_says() -> None:
    counted = begun()
    assert isinstance(counted.inside, Counted)
    assert counted.inside.counts() == {"blue": 2, "red": 3}
    real = begun(tower=simulated())
    assert isinstance(real.inside, TowerState)
    assert real.inside.counts() == {"blue": 2, "red": 3}
    assert real.header.rest == real.inside.resting


def test_the_same_seed_lays_the_cubes_alike() -> None:
    assert begun(tower=simulated()).header.resting == begun(tower=simulated()).header.resting
    assert begun(tower=simulated()).header.resting != begun(tower=simulated(), seed=8).header.resting


def test_places_that_are_given_stay_and_count_in_the_hash(tmp_path: Path) -> None:
    first = begun(tower=simulated(), seed=8)
    second = Session.start(toy, replace(first.header, seed=9))
    assert second.inside == first.inside
    third = begun(tower=simulated(), seed=9)
    assert third.hash() != second.hash()


def test_it_is_resumed_replayed_and_looked_back_at(tmp_path: Path) -> None:
    session = to_planning(begun(tmp_path / "toy.journal", simulated()))
    session.answer(0, toy.Name(3))
    session.undo(0)
    session.answer(0, toy.Name(2))
    session.close()
    contents = read_journal(game_of, tmp_path / "toy.journal")
    again = resume(contents)
    assert (again.state, again.inside) == (session.state, session.inside)
    again.close()
    history = history_of(contents)
    assert history.inside(0).counts() == {"blue": 2, "red": 3}
    assert history.state(0).points == (4, 5)


def test_branches_and_excerpts_begin_there_too() -> None:
    session = to_planning(begun(tower=simulated()))
    session.answer(0, toy.Name(3))
    session.answer(1, toy.Name(3))
    while session.chance is not None:
        session.advance()
    contents = parse_journal(game_of, b"".join(session.writer.lines))
    for journal in (branch(contents, 1, seed=5).journal, excerpt(contents)[0]):
        copy = parse_journal(game_of, journal)
        assert copy.header.setup == SETUP
        assert Replay(copy).course.inside.counts() == {"blue": 2, "red": 3}


@pytest.mark.slow
def test_a_tower_that_is_too_small_is_told() -> None:
    setup = Setup(position=StartPosition(tower={"blue": 100}))
    with pytest.raises(TowerTooSmall, match="the tower classic never holds exactly these cubes: 100"):
        Session.start(toy, replace(header(tower=simulated()), setup=setup))


@pytest.mark.parametrize("resting", [(), (("red", 0.0, 1e9, 0.0, True),) * 5])
def test_a_header_whose_cubes_lie_elsewhere_is_refused(resting: object) -> None:
    real: Header = begun(tower=simulated()).header
    lines = b"".join(begun(tower=simulated()).writer.lines)
    with pytest.raises(ValueError, match=r"the tower holds|a cube is outside"):
        from shogun.table.course import Course

        Course(toy, replace(real, resting=resting))
    contents = parse_journal(game_of, lines)
    with pytest.raises(Disagreement):
        Replay(replace(contents, header=replace(real, resting=resting)))


def test_journals_of_other_games_are_as_ever() -> None:
    session = Session.start(toy, header())
    assert b"resting" not in session.writer.lines[0]
    assert b"position" not in session.writer.lines[0]


def test_it_counts_for_no_rating(tmp_path: Path) -> None:
    usual = Session.start(toy, header(player=PERSON), tmp_path / "usual.journal")
    begun_there = Session.start(toy, replace(header(player=PERSON), setup=SETUP), tmp_path / "position.journal")
    assert may_count(usual)
    assert begun_there.header.is_from_position
    assert not may_count(begun_there)

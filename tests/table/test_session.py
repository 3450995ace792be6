"""A game goes on from answer to answer; chance, seats and journal do their part."""

from collections import Counter

import pytest
from msgspec.structs import replace

from shogun.base.random_streams import Streams
from shogun.game.errors import IllegalMove
from shogun.game.questions import Draw, Drawn, Shuffle
from shogun.table.errors import NothingToUndo, SeatFailed
from shogun.table.journal import TowerInfo, parse_journal
from shogun.table.session import Session, Turn, lots, run
from shogun.tower import load_tower
from tests.table import toy


def started(seed: int = 7) -> Session:
    return Session.start(toy, toy.header(seed=seed))


def finished(seed: int = 7) -> Session:
    session = started(seed=seed)
    run(session, [toy.choose, toy.choose])
    return session


def test_a_game_of_two_seats_comes_to_its_result() -> None:
    session = started()
    result = run(session, [toy.choose, toy.choose])
    assert result == session.result
    assert session.is_over
    assert sum(result.points) > 0


def test_the_watcher_is_told_every_turn_in_order() -> None:
    session = started()
    turns: list[Turn] = []
    run(session, [toy.choose, toy.choose], watch=turns.append)
    assert [turn.n for turn in turns] == sorted(turn.n for turn in turns)
    assert len(turns) == len(session.course.answers) == 3 * 6
    assert turns[-1].after is session.state


def test_the_same_seed_gives_the_same_journal_and_another_seed_another() -> None:
    assert finished(7).writer.lines == finished(7).writer.lines
    assert finished(7).hash() == finished(7).hash()
    assert finished(7).hash() != finished(8).hash()


def test_a_throw_made_elsewhere_comes_to_the_same() -> None:
    here, there = started(), started()
    for session in (here, there):
        toy.to_planning(session)
        session.answer(0, toy.Name(3))
        session.answer(1, toy.Name(4))
    assert here.advance().answer == there.accept(there.throw_job()()).answer
    assert here.state == there.state


def test_an_illegal_answer_changes_nothing() -> None:
    session = toy.to_planning(started())
    lines, state = list(session.writer.lines), session.state
    with pytest.raises(IllegalMove):
        session.answer(0, toy.Name(9))
    with pytest.raises(IllegalMove):
        session.answer(7, toy.Name(1))
    assert session.writer.lines == lines
    assert session.state is state


def test_a_seat_that_fails_is_named() -> None:
    def stubborn(*_asked: object) -> toy.Name:
        return toy.Name(99)

    session = started()
    with pytest.raises(SeatFailed, match=r"seat 1 \(random\) failed at round1/plan"):
        run(session, [toy.choose, stubborn])


def test_simultaneous_answers_hash_alike_in_any_order() -> None:
    one, other = toy.to_planning(started()), toy.to_planning(started())
    one.answer(0, toy.Name(2))
    one.answer(1, toy.Name(5))
    other.answer(1, toy.Name(5))
    other.answer(0, toy.Name(2))
    assert one.writer.lines != other.writer.lines
    assert one.hash() == other.hash()


class TestUndo:
    def test_an_own_plan_can_be_taken_back_while_others_stay(self) -> None:
        session = toy.to_planning(started())
        session.answer(0, toy.Name(2))
        session.answer(1, toy.Name(5))
        assert session.undo(0).answer == toy.Name(2)
        assert session.state.numbers == (None, 5)
        session.answer(0, toy.Name(1))
        assert session.state.numbers == (1, 5)
        assert len(session.course.answers) == 3

    def test_nothing_is_undone_past_what_was_revealed(self) -> None:
        session = toy.to_planning(started())
        session.answer(0, toy.Name(2))
        session.answer(1, toy.Name(5))
        session.advance()
        assert not session.undoable(0)
        with pytest.raises(NothingToUndo):
            session.undo(0)

    def test_nothing_is_undone_past_another_seats_answer(self) -> None:
        session = toy.to_planning(started())
        session.answer(0, toy.Name(2))
        session.answer(1, toy.Name(5))
        session.advance()
        session.answer(0, toy.Say(1))
        assert session.undoable(0)
        session.answer(1, toy.Say(0))
        assert not session.undoable(0)
        assert session.undoable(1)

    def test_redo_gives_the_same_answer_again(self) -> None:
        session = toy.to_planning(started())
        session.answer(0, toy.Name(2))
        before = session.hash()
        session.undo(0)
        assert session.redoable(0)
        assert session.redo(0).answer == toy.Name(2)
        assert session.hash() == before
        with pytest.raises(NothingToUndo):
            session.redo(0)

    def test_a_new_answer_forgets_what_was_undone(self) -> None:
        session = toy.to_planning(started())
        session.answer(0, toy.Name(2))
        session.undo(0)
        session.answer(0, toy.Name(3))
        assert not session.redoable(0)

    def test_the_other_seats_undone_answer_stays_redoable(self) -> None:
        session = toy.to_planning(started())
        session.answer(0, toy.Name(2))
        session.undo(0)
        session.answer(1, toy.Name(3))
        session.redo(0)
        assert session.state.numbers == (2, 3)


class TestStreams:
    def test_a_stream_depends_on_seed_and_name_only(self) -> None:
        assert Streams(7).number("plan/year1/autumn") == 8962799213534407096
        assert Streams(7).number("plan") != Streams(8).number("plan")

    def test_a_shuffle_keeps_all_items(self) -> None:
        items = tuple(range(30))
        order = lots(Shuffle("deck", items), Streams(3))
        assert isinstance(order, Drawn)
        assert Counter(order.items) == Counter(items)
        assert order.items != items

    def test_a_draw_gives_as_many_as_asked_for(self) -> None:
        drawn = lots(Draw("events", ("a", "b", "c"), 2), Streams(3))
        assert isinstance(drawn, Drawn)
        assert len(drawn.items) == 2


def test_the_journal_in_memory_reads_back() -> None:
    session = finished()
    contents = parse_journal(toy.game_of, b"".join(session.writer.lines))
    assert contents.header == session.header
    assert contents.is_finished
    assert not contents.cut_off


def test_an_answer_that_was_never_taken_back_cannot_be_given_again() -> None:
    session = toy.to_planning(started())
    session.answer(0, toy.Name(2))
    with pytest.raises(NothingToUndo, match="line 99"):
        session.course.redo_line(99)
    with pytest.raises(NothingToUndo, match="line 99"):
        session.course.undo_line(99)


def test_a_throw_is_recorded_only_on_demand() -> None:
    def fall(**options: bool) -> Turn:
        session = toy.to_planning(Session.start(toy, toy.header(tower=TowerInfo.of(load_tower("classic")))))
        session.answer(0, toy.Name(3))
        session.answer(1, toy.Name(4))
        return session.advance(**options)

    plain, recorded = fall().fall, fall(record=True).fall
    assert plain is not None and plain.recording is None
    assert recorded is not None and recorded.recording is not None


def test_a_game_in_memory_has_no_file_to_lose() -> None:
    session = finished()
    assert not session.writer.is_lost and session.writer.losses == 0


def test_a_game_names_its_tower() -> None:
    assert toy.header(tower=TowerInfo.of(load_tower("classic"))).tower_name == "classic"
    assert replace(toy.header(), tower=None).tower_name == ""

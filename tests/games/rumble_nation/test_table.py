"""Rumble Nation at the table: kept, resumed at every step, taken back, looked back at, and journals of strangers."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shogun.games import game_of
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.opponents import opponent
from shogun.games.rumble_nation.rules.state import Deploy
from shogun.table.errors import Disagreement, JournalError, NothingToUndo
from shogun.table.journal import Header, SeatInfo, TowerInfo, parse_journal, read_journal
from shogun.table.replay import Replay, resume
from shogun.table.session import Session, run, take_turn
from tests.games.rumble_nation.build import SETUPS
from tests.table.forging import Line, forged, sealed_bytes
from tests.table.toy import history_of

RANDOM = opponent("random")


def header(setup: rules.Setup, seed: int = 7) -> Header:
    seats = tuple(SeatInfo(f"Player {seat}", player="random") for seat in range(setup.seats))
    return Header(game=rules.code, seed=seed, setup=setup, seats=seats)


def played(setup: rules.Setup, seed: int = 7) -> Session:
    session = Session.start(rules, header(setup, seed))
    run(session, [RANDOM] * setup.seats)
    return session


def lines(session: Session) -> bytes:
    return b"".join(session.writer.lines)


@cache
def advanced_game() -> bytes:
    return lines(played(rules.Setup(3, advanced=True)))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_same_seed_gives_the_same_game_and_its_journal_replays(setup: rules.Setup) -> None:
    session = played(setup)
    assert lines(played(setup)) == lines(session)
    contents = parse_journal(game_of, lines(session))
    assert Replay(contents).run().state == session.state
    history = history_of(contents)
    assert history.state(len(history)) == session.state
    assert history.state(0) == rules.new(setup)


def test_a_game_is_resumed_at_every_step(tmp_path: Path) -> None:
    whole = advanced_game().splitlines(keepends=True)
    path = tmp_path / "game.journal"
    for end in range(1, len(whole), 7):
        path.write_bytes(b"".join(whole[:end]))
        session = resume(read_journal(game_of, path))
        run(session, [RANDOM] * 3)
        session.close()
        assert Replay(read_journal(game_of, path)).run().state == played(rules.Setup(3, advanced=True)).state


def test_answers_are_taken_back_to_the_last_roll() -> None:
    session = Session.start(rules, header(rules.Setup(2, first_seat=0)))
    while not isinstance(getattr(session.questions[0], "moves", (None,))[0], Deploy):
        take_turn(session, [RANDOM] * 2)
    seat, before = session.questions[0].seat, session.state
    assert seat is not None
    session.answer(seat, session.questions[0].moves[0])
    session.undo(seat)
    assert session.state == before
    with pytest.raises(NothingToUndo):
        session.undo(seat)


def test_there_is_no_tower_in_it() -> None:
    with pytest.raises(ValueError, match="tower"):
        Session.start(rules, Header(**{**_fields(header(rules.Setup(2))), "tower": TowerInfo()}))


def _fields(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__}


def _first(kind: str) -> Callable[[list[Line]], Line]:
    def found(all_lines: list[Line]) -> Line:
        return next(line["answer"] for line in all_lines if line.get("answer", {}).get("type") == kind)

    return found


def _card(all_lines: list[Line]) -> None:
    _first("PlayCard")(all_lines)["card"] = "no such card"


def _way(all_lines: list[Line]) -> None:
    _first("CarryOut")(all_lines)["transfers"] = [{"seat": 0, "source": "Kyo", "target": "Shuri", "soldiers": 99}]


def _split(all_lines: list[Line]) -> None:
    _first("Deploy")(all_lines)["soldiers"] = 4


def _area(all_lines: list[Line]) -> None:
    _first("Deploy")(all_lines)["area"] = "Edo"


def _number(all_lines: list[Line]) -> None:
    _first("Deploy")(all_lines)["soldiers"] = 2.5


def _dice(all_lines: list[Line]) -> None:
    _first("Rolled")(all_lines)["dice"] = [1, 2, 9]


def _castles(all_lines: list[Line]) -> None:
    _first("Drawn")(all_lines)["items"] = [2] * 11


def _seats(all_lines: list[Line]) -> None:
    all_lines[0]["setup"]["seats"] = 9


@pytest.mark.parametrize("change", [_card, _way, _split, _area, _number, _dice, _castles, _seats])
def test_a_forged_journal_is_refused_in_a_sentence(change: Callable[[list[Line]], None]) -> None:
    with pytest.raises((JournalError, Disagreement)) as refusal:
        Replay(parse_journal(game_of, forged(advanced_game(), change))).run()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 500


def test_a_journal_that_says_it_is_of_another_game_is_refused() -> None:
    other = advanced_game().replace(b'"game":"rumble-nation"', b'"game":"shogun"', 1)
    bare = [line[: line.rindex(b',"crc"')] + b"}" for line in other.splitlines()]
    with pytest.raises((JournalError, Disagreement)):
        Replay(parse_journal(game_of, sealed_bytes(bare))).run()


def test_a_game_without_a_tower_says_so_where_one_is_named() -> None:
    def with_tower(all_lines: list[Line]) -> None:
        all_lines[0]["tower"] = {}

    with pytest.raises(Disagreement) as refusal:
        Replay(parse_journal(game_of, forged(advanced_game(), with_tower))).run()
    assert "this game is played without a tower" in str(refusal.value)

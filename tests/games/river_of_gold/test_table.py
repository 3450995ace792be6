"""The table with River of Gold: games are kept move by move, read again, resumed and taken back."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from shogun.game.protocol import only
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules import Setup
from shogun.games.river_of_gold.rules.state import BuyFavor, ExchangeGoods, RollDie, Sail
from shogun.table.journal import Header, SeatInfo, parse_journal, read_journal
from shogun.table.replay import Replay, resume
from shogun.table.session import Budget, Session, run

from .rules.random_games import SETUPS


def any_move(_view: Any, _inside: Any, question: Any, rng: Random, _budget: Budget) -> Any:
    return question.sample(rng)


def header(setup: Setup, seed: int = 7) -> Header:
    sitting = tuple(SeatInfo(f"Seat {seat}", player="random") for seat in range(setup.seats))
    return Header(game=rules.code, seed=seed, setup=setup, seats=sitting, tower=None)


def played(setup: Setup, seed: int = 7, path: Path | None = None) -> Session:
    session = Session.start(rules, header(setup, seed), path)
    run(session, [any_move] * setup.seats)
    session.close()
    return session


@pytest.mark.parametrize("setup", SETUPS[:9], ids=str)
def test_any_game_replays_from_its_journal(setup: Setup) -> None:
    session = played(setup)
    lines = b"".join(session.writer.lines)
    course = Replay(parse_journal(only(rules), lines)).run()
    assert course.state == session.state
    assert course.answers == session.course.answers
    assert session.result is not None


def test_the_same_seed_gives_the_same_game() -> None:
    assert played(Setup(3, "table")).hash() == played(Setup(3, "table")).hash()
    assert played(Setup(3, "table")).hash() != played(Setup(3, "table"), seed=8).hash()


def test_a_game_is_resumed_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    whole = played(Setup(2), path=path)
    lines = path.read_bytes().splitlines(keepends=True)
    for number in range(40, len(lines), 37):
        path.write_bytes(b"".join(lines[:number]))
        session = resume(read_journal(only(rules), path))
        run(session, [any_move] * 2)
        session.close()
        assert session.state == whole.state


def test_a_sail_and_the_exchanges_of_a_turn_are_taken_back_until_the_roll() -> None:
    session = Session.start(rules, header(Setup(2, first_seat=0), seed=3), None)
    while session.state.turn < 0 or session.chance is not None:
        if session.chance is not None:
            session.advance()
        else:
            session.answer(session.questions[0].seat, session.questions[0].moves[0])
    before = session.state
    assert not session.undoable(0)
    session.answer(0, Sail(0))
    exchanges = [move for move in session.questions[0].moves if isinstance(move, ExchangeGoods | BuyFavor)]
    session.answer(0, exchanges[0])
    assert session.undoable(0)
    session.undo(0)
    session.undo(0)
    assert session.state == before
    session.answer(0, Sail(0))
    session.answer(0, RollDie())
    session.advance()
    assert not session.undoable(0)

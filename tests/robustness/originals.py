"""What strangers change: real files of all games of the program, each made once in a process."""

import lzma
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from shogun.game.questions import Throw
from shogun.games import entry_of
from shogun.games.shogun.rules.state import Setup
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.session import Session, run
from shogun.table.towers import SimulatedTower, ThrowJob
from shogun.tower import load_tower
from shogun.tower.quick_model import model_for
from shogun.tower.resting_cubes import TowerState, encode_resting

PAST = Path(__file__).parents[1] / "table" / "past"
CUBES = {"red": 3, "blue": 2}
TOWERS: dict[str, Callable[[], TowerInfo]] = {
    "fixed": TowerInfo,
    "person": TowerInfo,
    "fitted": lambda: TowerInfo.of_model(model_for(load_tower("classic"))),
    "simulated": lambda: TowerInfo.of(load_tower("classic")),
}
"""Journals of Shogun by kind, each with the tower of its game."""
OTHERS: dict[str, tuple[str, int, dict[str, str]]] = {
    "rumble": ("rumble-nation", 3, {}),
    "daimyo": ("rumble-nation", 4, {"advanced": ""}),
    "river": ("river-of-gold", 2, {}),
    "patrons": ("river-of-gold", 4, {"patrons": ""}),
    "lot": ("river-of-gold", 3, {"patrons": "", "setup": "lot"}),
}
"""Journals of the other games by kind: game, seats, and what is wished for."""
OLD = ("format_1", "jammed")
"""Journals of earlier programs."""
PLAYED = ("fixed", "fitted", "person", "person", *OTHERS)
"""Kinds of which games are taken that are still played."""


@cache
def journal(kind: str) -> bytes:
    """Return the journal of a game of random opponents, or one of an earlier program."""
    if kind in OLD:
        return lzma.decompress((PAST / f"{kind}.journal.xz").read_bytes())
    return _of_shogun(kind) if kind in TOWERS else _of_another(*OTHERS[kind])


def _of_shogun(kind: str) -> bytes:
    first = PERSON if kind == "person" else "random"
    seats = tuple(SeatInfo(name, player=first if name == "Aki" else "random") for name in ("Aki", "Bizen", "Chōshū"))
    setup = Setup(3, line_up="draft") if kind == "fitted" else Setup(3)
    header = Header(seed=4, setup=setup, seats=seats, tower=TOWERS[kind](), described={"mine": personality()})
    return _played("shogun", header)


def _of_another(game: str, seats: int, wishes: dict[str, str]) -> bytes:
    setup = entry_of(game).agreed(seats, wishes)
    players = (PERSON, *("random",) * (seats - 1))
    named = tuple(SeatInfo(f"Seat {number}", player=player) for number, player in enumerate(players))
    return _played(game, Header(game=game, seed=4, setup=setup, seats=named))


def _played(game: str, header: Header) -> bytes:
    entry = entry_of(game)
    session = Session.start(entry.rules, header)
    run(session, [entry.opponents.opponent("random")] * len(header.seats))
    return b"".join(session.writer.lines)


def begun(rng: Random) -> bytes:
    """Return a journal of a game that is still played, or just over."""
    lines = journal(rng.choice(PLAYED)).splitlines(keepends=True)
    return b"".join(lines[: rng.randrange(1, len(lines) + 1)])


@cache
def personality() -> str:
    """Return the text of a personality's file."""
    return 'base = "planner"\nname = "Mine"\nsentence = "Mine alone."\n[values]\narmy = 0.9\n[effort]\nplans = 9\n'


@cache
def recording() -> tuple[bytes, dict[str, int]]:
    """Return a recording and what came out in it."""
    fall = job()()
    assert fall.recording
    return fall.recording.to_bytes(), fall.out


@cache
def job() -> ThrowJob:
    """Return a throw to be made."""
    tower = load_tower("classic")
    return ThrowJob(SimulatedTower(tower), TowerState(tower), Throw("key", CUBES), 3, record=True)


@cache
def resting() -> bytes:
    """Return a file of what lies in a tower."""
    state = job()().inside
    assert isinstance(state, TowerState)
    return encode_resting(load_tower("classic"), state.resting)

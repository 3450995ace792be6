"""The prepared moments at which chapters begin: real games of three, kept in memory only."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.components import AREAS, PIECES
from shogun.games.rumble_nation.rules.state import Choosing, Player, Setup, State
from shogun.table.journal import PERSON, Header, SeatInfo
from shogun.table.session import Session
from shogun.window.game.lessons.chapter import LEARNER

NAMES = ("Kai", "Echigo", "Owari")
OPPONENT = "beginner"
"""Plays no cards, so that those of which a chapter speaks are there."""
SETUP = Setup(len(NAMES), first_seat=LEARNER)


class StartingPosition(Struct, frozen=True):
    """A moment of a game at which the person who learns is on turn; what isn't on the board is in the reserves."""

    castles: Mapping[str, int]
    soldiers: Mapping[str, tuple[int, ...]]
    """By area, in seat order; none elsewhere."""
    tactics: Sequence[str] = ()
    katana: tuple[int | None, ...] = (None, None, None)
    """Held by those who have placed everything."""
    round: int = 1
    seed: int = 1


def begin(position: StartingPosition) -> Session:
    """Return a game that begins at a position; it is written nowhere."""
    players = (PERSON, *[OPPONENT] * (len(NAMES) - 1))
    seats = tuple(SeatInfo(name, "", player) for name, player in zip(NAMES, players, strict=True))
    session = Session.start(rules, Header(game=rules.code, seed=position.seed, setup=SETUP, seats=seats))
    session.course.begin_at(state_of(position), session.inside)
    return session


def state_of(position: StartingPosition) -> State:
    """Return the state of a position."""
    nobody = (0,) * len(NAMES)
    soldiers = {area: position.soldiers.get(area, nobody) for area in AREAS}
    players = tuple(
        Player(PIECES.soldiers - sum(there[seat] for there in soldiers.values()), katana=position.katana[seat])
        for seat in range(len(NAMES))
    )
    return State(
        setup=SETUP, players=players, soldiers=soldiers, stage=Choosing(), turn=LEARNER, first=LEARNER,
        round=position.round, castles={area: position.castles[area] for area in AREAS}, tactics=tuple(position.tactics),
    )  # fmt: skip

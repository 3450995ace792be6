"""Nobody's chance rises because it is his turn: what a review tells between the moves of equals."""

from collections.abc import Iterator

import numpy as np
import pytest

from shogun.game.questions import Roll
from shogun.games import GAMES
from shogun.games.rumble_nation.rules.state import Choosing
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import Budget, Session, take_turn

SEATS = 4


def changes(code: str, playouts: int) -> Iterator[float]:
    """Yield by how many points a seat's chance changes with its roll, or in Rumble Nation as its turn begins."""
    entry = GAMES[code]
    judge = entry.judge
    assert judge is not None
    seats = tuple(SeatInfo(str(seat), player="solid") for seat in range(SEATS))
    session = Session.start(entry.rules, Header(game=code, seed=900, setup=entry.agreed(SEATS, {}), seats=seats))
    choose = [entry.opponents.opponent("solid")] * SEATS
    while not session.is_over:
        before, inside = session.course.state, session.inside
        is_asked = before.stage == Choosing() if code == "rumble-nation" else isinstance(session.chance, Roll)
        take_turn(session, choose, Budget(playouts=50))
        if is_asked:
            one = judge.win_chances(before, inside, playouts, "seed")
            other = judge.win_chances(session.course.state, inside, playouts, "seed")
            if one is not None and other is not None:
                seat = before.turn % SEATS
                yield 100 * float(other[:, seat].mean() - one[:, seat].mean())


@pytest.mark.parametrize(("code", "playouts", "most"), [("rumble-nation", 128, 4.0), ("river-of-gold", 6, 2.0)])
def test_nobodys_chance_rises_because_it_is_his_turn(code: str, playouts: int, most: float) -> None:
    found = list(changes(code, playouts))
    assert len(found) > 30
    assert abs(float(np.mean(found))) < most, "it was 8 points in both games"

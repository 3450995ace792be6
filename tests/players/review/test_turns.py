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


def test_a_lead_is_worth_less_among_strong_players_while_pieces_are_in_hand() -> None:
    entry = GAMES["rumble-nation"]
    judge, seats = entry.judge, tuple(SeatInfo(str(seat), player="solid") for seat in range(SEATS))
    assert judge is not None
    session = Session.start(entry.rules, Header(game=entry.code, seed=900, setup=entry.agreed(SEATS, {}), seats=seats))
    choose, leads = [entry.opponents.opponent("solid")] * SEATS, []
    while not session.is_over:
        told = [
            judge.win_chances(session.course.state, session.inside, 128, "seed", (player,) * SEATS)
            for player in ("random", "solid", "master")
        ]
        if told[0] is not None:
            chances = [np.asarray(one).mean(axis=0) for one in told]
            assert all(one.sum() == pytest.approx(1) for one in chances)
            leads.append([float(one.max()) - 1 / SEATS for one in chances])
        take_turn(session, choose, Budget(playouts=50))
    assert all(weak >= usual >= strong for weak, usual, strong in leads)
    assert leads[0][2] < 0.2 * leads[0][0], "nearly even while all pieces are in hand"
    assert leads[-1][2] > 0.6 * leads[-1][0], "hardly less when few are"

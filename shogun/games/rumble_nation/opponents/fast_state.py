"""How the pieces stand, in numbers that can be changed: what opponents think ahead on."""

from collections.abc import Iterable

from shogun.games.rumble_nation.rules.components import AREAS, PIECES
from shogun.games.rumble_nation.rules.moves import RESERVE, Deploy, Transfer
from shogun.games.rumble_nation.rules.state import State


class Lineup:
    """Strengths by area in the order of the war, and pieces in reserve, by seat."""

    def __init__(self, view: State) -> None:
        order = sorted(AREAS, key=view.castles.__getitem__)
        self.place = {area: place for place, area in enumerate(order)}
        self.strengths = [list(view.soldiers[area]) for area in order]
        self.reserves = [player.left for player in view.players]
        self.katana = [player.katana or 0 for player in view.players]
        for seat, player in enumerate(view.players):
            if player.daimyo in self.place:
                self.strengths[self.place[player.daimyo]][seat] += PIECES.daimyo_strength

    def put(self, transfers: Iterable[Transfer], sign: int = 1) -> None:
        """Let pieces go where they go, or back again with the sign -1."""
        for one in transfers:
            strength = sign * (one.soldiers + PIECES.daimyo_strength * one.daimyo)
            number = sign * (one.soldiers + one.daimyo)
            self._add(one.seat, one.source, -strength, -number)
            self._add(one.seat, one.target, strength, number)

    def _add(self, seat: int, place: str, strength: int, number: int) -> None:
        if place == RESERVE:
            self.reserves[seat] += number
        else:
            self.strengths[self.place[place]][seat] += strength


def deployed(seat: int, move: Deploy) -> tuple[Transfer, ...]:
    """Return what a deployment lets go where."""
    return (Transfer(seat, RESERVE, move.area, move.soldiers, move.daimyo),)

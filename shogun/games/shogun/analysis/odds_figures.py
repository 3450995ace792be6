"""How fights may end, in figures."""

from math import fsum
from typing import Literal

from msgspec import Struct

from shogun.base.confidence_intervals import Share, whole_percents
from shogun.games.shogun.analysis.fights import Fight
from shogun.games.shogun.rules.moves import March


class Standing(Struct, frozen=True):
    """The chance that a side holds the province with this many armies after the fight."""

    winner: Literal["attacker", "defender"]
    armies: int
    share: Share


class Odds(Struct, frozen=True):
    """How a fight may end, with 95 % intervals.

    `win`: the attacker takes the province, or a revolt is put down; `lose`: the other side has more; `tie`: it becomes
    neutral, or a neutral one or one in revolt is lost by equal numbers.
    """

    win: Share
    tie: Share
    lose: Share
    standings: tuple[Standing, ...]
    """Who stands there afterwards with how many armies, the likely ones first."""
    drops: int
    """Real drops on which the chances rest; 0: they are the model's."""
    model: str = ""
    """In words which model they are from, as long as there are no drops."""
    is_makeshift: bool = False
    """Whether that is the fixed model, for want of one that is fitted to this tower."""

    @property
    def reach(self) -> float:
        """How far a chance lies from the farther end of its interval, at most."""
        return max(self.win.reach, self.tie.reach, self.lose.reach)

    @property
    def percents(self) -> tuple[int, int, int]:
        """Win, tie and loss in whole percent, which sum to 100."""
        win, tie, lose = whole_percents([self.win.value, self.tie.value, self.lose.value])
        return win, tie, lose

    @property
    def armies_left(self) -> float:
        """Armies of the attacker that stand there afterwards, on average; in a revolt of the defender."""
        sides = {standing.winner for standing in self.standings}
        side = "attacker" if "attacker" in sides else "defender"
        return fsum(s.armies * s.share.value for s in self.standings if s.winner == side)


class Threat(Struct, frozen=True):
    """What a neighbour could do: its strongest attack on a province, and how that would end."""

    march: March
    fight: Fight
    """For odds that grow (`GrowingOdds`)."""
    odds: Odds
    """A first answer; `win` is the attacker's."""

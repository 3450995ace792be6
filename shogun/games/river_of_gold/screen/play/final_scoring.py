"""The final scoring, source by source, as it is counted out on the board (12)."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from shogun.games.river_of_gold.analysis.hint import standing
from shogun.games.river_of_gold.rules.components import REGIONS
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.screen.play.score_lines import ScoreLine, final_lines


class Count(Struct, frozen=True):
    """What is counted now: a line of the final scoring, and its region, 0 if it is none's."""

    line: ScoreLine
    region: int = 0


def counts(view: View) -> Iterator[Count]:
    """Yield everything that brings somebody points at the end, as a game stands before its final scoring."""
    for region, line in zip((*REGIONS, 0, 0, 0, 0), final_lines(standing(view), view.scoring), strict=True):
        if any(line.points):
            yield Count(line, region)


def counted(view: View, count: Count) -> View:
    """Return what is shown once everybody has the points of a line."""
    players = [player.copy() for player in view.players]
    for player, points in zip(players, count.line.points, strict=True):
        player.points += points
    return replace(view, players=tuple(players))

"""What is to be told of a region: who would score for the most buildings there if the year ended now (8.4)."""

from collections.abc import Mapping, Sequence

from shogun.base.language import _, marked, ngettext
from shogun.games.shogun.rules.cards import BUILDINGS, Board, Building
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import MAJORITY, majority_points
from shogun.games.shogun.words import region_name

MOST: Mapping[Building, str] = {
    "castle": marked("Most castles"),
    "temple": marked("Most temples"),
    "theatre": marked("Most Nō theaters"),
}


def region_standing(board: Board, view: View, names: Sequence[str], region: str) -> str:
    """Return who has the most buildings of each kind in a region and how many points each of them scores."""
    count = len(board.regions[region])
    text = ngettext("{region}: {n} province in the game", "{region}: {n} provinces in the game", count)
    name = region_name(region)
    lines = [text.format(region=name[0].upper() + name[1:], n=count)]
    lines += [_line(kind, _counts(board, view, region, kind, len(names)), names) for kind in BUILDINGS]
    return "\n".join(lines)


def leaders(board: Board, view: View, region: str, kind: Building, seats: int) -> list[int]:
    """Return who of so many seats has the most buildings of a kind in a region; nobody while there is none."""
    counts = _counts(board, view, region, kind, seats)
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if count == most] if most else []


def _counts(board: Board, view: View, region: str, kind: Building, seats: int) -> list[int]:
    """Return how many buildings of a kind each seat has in a region."""
    return [
        sum(kind in view.provinces[name].buildings for name in _owned(board, view, region, seat))
        for seat in range(seats)
    ]


def _owned(board: Board, view: View, region: str, seat: int) -> list[str]:
    return [name for name in board.regions[region] if view.provinces[name].owner == seat]


def _line(kind: Building, counts: Sequence[int], names: Sequence[str]) -> str:
    most = max(counts)
    if not most:
        return _("{most}: nobody yet").format(most=_(MOST[kind]))
    leaders = [seat for seat, count in enumerate(counts) if count == most]
    points = majority_points(list(counts), MAJORITY[kind])[leaders[0]]
    if len(leaders) > 1:
        text = ngettext(
            "{most}: {who} with {n} each ({points} point each)",
            "{most}: {who} with {n} each ({points} points each)",
            points,
        )
    else:
        text = ngettext("{most}: {who} with {n} ({points} point)", "{most}: {who} with {n} ({points} points)", points)
    who = ", ".join(names[seat] for seat in leaders)
    return text.format(most=_(MOST[kind]), who=who, n=most, points=points)

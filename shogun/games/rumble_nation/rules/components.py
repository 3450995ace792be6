"""The printed components (chapter 1), read from `assets/rumble_nation/rumble_nation.toml`, with their bounds."""

import tomllib
from collections.abc import Iterable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from shogun.base.language import _
from shogun.base.resources import ASSETS
from shogun.base.toml_positions import find_lines
from shogun.game.bounds import out_of_bounds
from shogun.game.errors import ComponentsError

# Bounds of the numbers in the data file

End = int | str
"""A number, or the path of one in the file: see `shogun/game/bounds.py`."""
_PLANE = 1000, 700
"""Width and height of the drawing on which castles are placed."""
MOST_SUPPORTS = 26
"""Most support pieces on the board at one time (11.5)."""


def _for(players: int) -> dict[str, tuple[End, End]]:
    katana: dict[str, tuple[End, End]] = {
        f"players_{players}.katana.{place}": (players - place, players - place) for place in range(players)
    }
    return {
        **katana,
        f"players_{players}.tactics": (1, 12),
        f"players_{players}.support": (1, 5),
        f"players_{players}.daimyo_cards": (players, 6),
    }


BOUNDS: Mapping[str, tuple[End, End]] = {
    "area.*.x": (0, _PLANE[0]),
    "area.*.y": (0, _PLANE[1]),
    **{f"pieces.large_castles.{place}": (place + 2, place + 2) for place in range(11)},
    **{f"pieces.small_castles.{place}": ((place + 2) // 2, (place + 2) // 2) for place in range(11)},
    "pieces.supports": (MOST_SUPPORTS, 1000),
    "pieces.dice": (3, 3),
    "pieces.soldiers_by_die.*": (1, "pieces.soldiers"),
    "pieces.soldiers": (3, 100),
    "pieces.soldiers_advanced": (3, "pieces.soldiers"),
    "pieces.daimyo_strength": (1, "pieces.soldiers"),
    **_for(2),
    **_for(3),
    **_for(4),
}


KYO = "Kyo"
"""The area that a card names (6.12)."""

# The components

DICE = 3
FILE = ASSETS / "rumble_nation" / "rumble_nation.toml"


class Area(Struct, frozen=True):
    """An area of the board as the data file describes it (1.1); x and y are its place on a drawing of 1000 x 700."""

    name: str
    castle: str
    kanji: str
    region: str
    note: str
    x: int
    y: int


class Card(Struct, frozen=True):
    """A tactics card or a daimyo card: its code, its name, its effect and its rule."""

    id: str
    name: str
    kanji: str
    rule: str
    text: str
    note: str = ""


class Pieces(Struct, frozen=True):
    """Pieces that are the same for any number of players (1.3 to 1.7, 4.3, 9.1, 9.9)."""

    large_castles: tuple[int, ...]
    small_castles: tuple[int, ...]
    supports: int
    dice: int
    soldiers_by_die: Annotated[tuple[int, ...], Meta(min_length=6, max_length=6)]
    soldiers: int
    soldiers_advanced: int
    daimyo_strength: int


class Counts(Struct, frozen=True):
    """Numbers that depend on how many play (2.3)."""

    tactics: int
    katana: tuple[int, ...]
    """The highest first."""
    small_castles: bool
    support: int
    """Support pieces that a winner puts into one area."""
    daimyo_cards: int


class _Adjacency(Struct):
    land: tuple[tuple[str, str], ...]
    sea: tuple[tuple[str, str], ...]


class _Printed(Struct, forbid_unknown_fields=True):
    area: tuple[Area, ...]
    adjacency: _Adjacency
    tactics: tuple[Card, ...]
    daimyo: tuple[Card, ...]
    pieces: Pieces
    players_2: Counts
    players_3: Counts
    players_4: Counts


def parse(text: str) -> _Printed:
    """Return the contents of a data file. Raises ComponentsError."""
    try:
        data = tomllib.loads(text)
        printed = msgspec.convert(data, _Printed)
    except (ValueError, msgspec.ValidationError) as error:  # no TOML, a number of too many digits, or not what it says
        raise ComponentsError(str(error)) from error
    areas = [area.name for area in printed.area]
    castles = len(printed.pieces.large_castles)
    if len(areas) != castles:
        sentence = _("{n} areas are described, but there must be {castles}, one for each large castle")
        raise ComponentsError(sentence.format(n=len(areas), castles=castles))
    named = [KYO, *chain.from_iterable((*printed.adjacency.land, *printed.adjacency.sea))]
    if strangers := [name for name in named if name not in areas]:
        sentence = _("there is no area called {name!r}: use one of {areas}")
        raise ComponentsError(sentence.format(name=strangers[0], areas=", ".join(areas)))
    for path, problem in out_of_bounds(data, BOUNDS):
        raise ComponentsError(_("line {line}: {what}").format(line=find_lines(text).of(path), what=problem))
    return printed


def _printed() -> _Printed:
    try:
        return parse(FILE.read_text("utf-8"))
    except ValueError as error:
        raise ComponentsError(f"{FILE}: {error}") from error


def _neighbours(*kinds: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """Return the areas joined with each, in the order of the board."""
    pairs = {pair for kind in kinds for a, b in kind for pair in ((a, b), (b, a))}
    return MappingProxyType({name: tuple(other for other in AREAS if (name, other) in pairs) for name in AREAS})


_PRINTED = _printed()
LANDS: Mapping[str, Area] = MappingProxyType({area.name: area for area in _PRINTED.area})
AREAS = tuple(LANDS)
"""The names of the areas, in the order of the board."""
BY_LAND = _neighbours(_PRINTED.adjacency.land)
BY_SEA = _neighbours(_PRINTED.adjacency.sea)
NEIGHBOURS = _neighbours(_PRINTED.adjacency.land, _PRINTED.adjacency.sea)
"""Adjacent areas, by land or by sea (1.2)."""
TACTICS: Mapping[str, Card] = MappingProxyType({card.id: card for card in _PRINTED.tactics})
DAIMYO: Mapping[str, Card] = MappingProxyType({card.id: card for card in _PRINTED.daimyo})
CARDS: Mapping[str, Card] = MappingProxyType({**TACTICS, **DAIMYO})
PIECES = _PRINTED.pieces
COUNTS: Mapping[int, Counts] = MappingProxyType({2: _PRINTED.players_2, 3: _PRINTED.players_3, 4: _PRINTED.players_4})
"""Those numbers, by the number of players."""


def soldiers_of(die: int) -> int:
    """Return how many soldiers a single die of this number brings (4.3)."""
    return PIECES.soldiers_by_die[die - 1]


def small_castle(large: int) -> int:
    """Return the small castle that belongs to a large one (1.3)."""
    return PIECES.small_castles[PIECES.large_castles.index(large)]

"""Between which numbers the numbers of the data file have to lie."""

from collections.abc import Mapping

End = int | str
"""A number, or the place in the file where it stands: `shogun/game/bounds.py`."""
_PLANE = 1000, 700
"""Width and height of the drawing on which castles lie."""
MOST_SUPPORTS = 26
"""Support pieces that can stand on the board at one time (11.5)."""


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

"""What a card of Rumble Nation does, in signs: who goes, an arrow, and where to."""

from functools import lru_cache
from typing import Literal, TypeAlias

import pygame
from msgspec import Struct
from pygame import Surface

from shogun.games.rumble_nation.screen import pieces
from shogun.window.kit.drawing.card_face import card_icon
from shogun.window.kit.drawing.icons import Clan, fine_canvas, scaled_down
from shogun.window.kit.drawing.theme import INK, PAPER_BRIGHT

Sign: TypeAlias = Literal["own", "foe", "lord", "to", "swap", "land", "hills", "sea", "reserve", "kyo"]
"""A soldier of one's own or of an opponent, a daimyo, arrows, and places: any area, one by land or by sea ..."""
SIGNS: dict[str, tuple[Sign, ...]] = {
    "scout": ("own", "to", "land"),
    "mountain_pass": ("own", "own", "to", "hills"),
    "sailing": ("own", "own", "to", "sea"),
    "detachment": ("own", "own", "to", "land"),
    "ninja": ("own", "to", "own"),
    "retreat": ("own", "own", "to", "reserve"),
    "reinforcement": ("reserve", "to", "own"),
    "rebel": ("own", "swap", "foe"),
    "banishment": ("foe", "to", "land"),
    "prisoner": ("foe", "to", "own"),
    "lure": ("own", "foe", "foe", "to", "land"),
    "march_on_kyo": ("own", "own", "to", "kyo"),
    "uesugi": ("own", "own", "own", "to", "hills"),
    "takeda": ("foe", "foe", "foe", "to", "land"),
    "oda": ("lord", "own", "to", "land"),
    "mori": ("reserve", "to", "own", "own", "own"),
    "chosokabe": ("lord", "own", "own", "to", "sea"),
    "otomo": ("own", "own", "swap", "foe", "foe"),
}
"""The signs of each card."""
PLACES: dict[Sign, str] = {"land": "land", "hills": "mountain", "sea": "ship", "reserve": "houses", "kyo": "castle"}
LORDS: dict[str, str] = {
    "uesugi": "bamboo", "takeda": "four_diamonds", "oda": "flower", "mori": "bars_and_stars",
    "chosokabe": "three_leaves", "otomo": "nine_stars",
}  # fmt: skip
"""The crest on the helmet of each daimyo."""
LAP = 0.62
"""Share of a piece that is seen where another one stands before it."""
GAP = 0.1


class Sides(Struct, frozen=True):
    """Whose pieces the signs show."""

    own: Clan
    foe: Clan


@lru_cache(maxsize=128)
def signs(card: str, sides: Sides, size: tuple[int, int]) -> Surface:
    """Return a card's signs in a row, as large as fits into a size in px; it is shared: blit it."""
    row = SIGNS[card]
    high = size[1]
    while (wide := sum(_steps(row, high))) > size[0] and high > 8:
        high -= 1
    surface, left = Surface((max(1, wide), high), pygame.SRCALPHA), 0
    for sign, step in zip(row, _steps(row, high), strict=True):
        image = _sign(sign, sides, high)
        surface.blit(image, image.get_rect(midleft=(left, high // 2)))
        left += step
    return surface


def _steps(row: tuple[Sign, ...], high: int) -> list[int]:
    """Return how far it is from each sign to the next one; like pieces stand one before the other."""
    steps = [round(high * (LAP if one == other else 1 + GAP)) for one, other in zip(row, (*row[1:], None), strict=True)]
    return [step if sign not in ("to", "swap") else round(high * 0.85) for sign, step in zip(row, steps, strict=True)]


def _sign(sign: Sign, sides: Sides, high: int) -> Surface:
    if sign in PLACES:
        return card_icon(PLACES[sign], round(high * 0.86))
    if sign in ("to", "swap"):
        return _arrow(round(high * 0.72), both=sign == "swap")
    drawn = pieces.daimyo if sign == "lord" else pieces.soldier
    return drawn(sides.foe if sign == "foe" else sides.own, high)


@lru_cache(maxsize=32)
def _arrow(size: int, *, both: bool) -> Surface:
    """Return an arrow to the right, or one with two heads."""
    canvas = fine_canvas(size, size)
    side = canvas.get_width()
    tail = 0.4 if both else 0.06
    upper = [(tail, 0.38), (0.58, 0.38), (0.58, 0.18), (0.95, 0.5)]
    if both:
        upper = [(0.05, 0.5), (0.42, 0.18), (0.42, 0.38), *upper[1:]]
    outline = [*upper, *((x, 1 - y) for x, y in reversed(upper))]
    points = [(x * side, y * side) for x, y in outline]
    pygame.draw.polygon(canvas, INK, points)
    pygame.draw.polygon(canvas, PAPER_BRIGHT, points, max(1, side // 24))
    return scaled_down(canvas)

"""Scenes behind the pictures of cards, in tones of one color: rays, hills, fields, waves, mist, the seasons.

Scenes are pale enough that icons stand out on them, and are drawn for a field of any shape.
"""

import math
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import pygame
from msgspec import Struct
from pygame import Surface

from shogun.window.kit.drawing.portrait import Pen, Point, angles, bow
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, PAPER_BRIGHT, VERMILION, Colour, mix

SceneName: TypeAlias = Literal[
    "rays", "hills", "fields", "waves", "mist", "spring", "summer", "autumn", "winter", "plain"
]
STEPS = 24
"""Number of stripes of the sky."""
SPOTS: tuple[Point, ...] = (
    (0.06, -0.7), (0.17, 0.1), (0.28, -0.35), (0.37, 0.62), (0.46, -0.82), (0.57, 0.28),
    (0.66, -0.5), (0.76, 0.55), (0.84, -0.15), (0.94, -0.75), (0.97, 0.35), (0.1, 0.7),
)  # fmt: skip
"""Places of flakes, petals and leaves, x as a share of the width."""
BARE = 0.35
"""Paleness of a ground without a scene."""
PETAL: Colour = mix(VERMILION, PAPER_BRIGHT, 0.3)


class Tones(Struct, frozen=True):
    """The tones of a scene, from the sky to the foreground."""

    sky: Colour
    horizon: Colour
    far: Colour
    near: Colour


def tones(colour: Colour) -> Tones:
    """Return the tones of a scene in a color."""
    return Tones(*(mix(colour, PAPER_BRIGHT, share) for share in (0.52, 0.9, 0.66, 0.5)))


def paint_scene(surface: Surface, name: SceneName, colour: Colour) -> None:
    """Paint a scene over a whole surface."""
    palette = tones(colour)
    if name == "plain":
        surface.fill(mix(colour, PAPER_BRIGHT, BARE))
        return
    _sky(surface, palette)
    wide, high = surface.get_size()
    _PAINTED[name](Pen(surface), wide / high, palette)


def _sky(surface: Surface, palette: Tones) -> None:
    wide, high = surface.get_size()
    for step in range(STEPS):
        top = high * step // STEPS
        shade = mix(palette.sky, palette.horizon, step / (STEPS - 1))
        surface.fill(shade, (0, top, wide, high * (step + 1) // STEPS - top))


def _stretch(points: list[Point], half_width: float) -> list[Point]:
    """Return points with x from -1 to 1, stretched over the whole width."""
    return [(x * half_width, y) for x, y in points]


def _sun(pen: Pen, half_width: float, radius: float = 0.78) -> None:
    """Paint the large sun behind the picture."""
    _disc(pen, (0.0, 0.0), radius * min(1.0, half_width), mix(GOLD_PALE, PAPER_BRIGHT, 0.3))


def _rays(pen: Pen, half_width: float, palette: Tones) -> None:
    """Paint the rising sun and its rays."""
    far = 2.2 * max(1.0, half_width)
    for number, start in enumerate(angles(0, 2 * math.pi, 24)[:-1]):
        if number % 2 == 0:
            tips = [(far * math.cos(a), far * math.sin(a)) for a in (start, start + math.pi / 12)]
            _flat(pen, [(0.0, 0.0), *tips], mix(palette.near, palette.far, 0.35))
    _sun(pen, half_width)


def _hills(pen: Pen, half_width: float, palette: Tones) -> None:
    """Paint a sun behind two ranges of hills."""
    _sun(pen, half_width, 0.9)
    high = [(-1, 1), *bow((-1, 0.35), (-0.55, -0.55), (0.1, 0.4)), *bow((0.1, 0.4), (0.6, -0.35), (1, 0.3)), (1, 1)]
    _flat(pen, _stretch(high, half_width), palette.far)
    low = [*bow((-1, 0.7), (-0.3, 0.4), (0.2, 0.72)), *bow((0.2, 0.72), (0.65, 0.3), (1, 0.55))]
    _flat(pen, _stretch([(-1, 1), *low, (1, 1)], half_width), palette.near)


def _fields(pen: Pen, half_width: float, palette: Tones) -> None:
    """Paint furrows that run together at the horizon, below a sun."""
    _sun(pen, half_width, 0.9)
    _flat(pen, _stretch([(-1, 0.2), (1, 0.2), (1, 1), (-1, 1)], half_width), palette.far)
    steps = round(6 * half_width)
    for number in range(-steps, steps + 1):
        low = [(number * 0.42 - 0.07, 1.0), (number * 0.42 + 0.1, 1.0)]
        _flat(pen, [(number * 0.16, 0.2), *low], palette.near)


def _waves(pen: Pen, half_width: float, palette: Tones) -> None:
    """Paint rows of waves as on cloth, below a sun."""
    _sun(pen, half_width, 0.9)
    size = 0.3
    for line in range(4):
        shift = (line % 2) * size
        count = math.ceil(half_width / size / 2) + 1
        for number in range(-count, count + 1):
            middle = (number * 2 * size + shift, 0.42 + line * size * 0.62)
            for share, shade in (
                (1.0, palette.near),
                (0.86, palette.horizon),
                (0.6, palette.far),
                (0.44, palette.horizon),
            ):
                _disc(pen, middle, size * share, shade)


def _mist(pen: Pen, half_width: float, palette: Tones) -> None:
    """Paint a sun and bands of mist."""
    _sun(pen, half_width, 0.9)
    for middle, top, wide in ((-0.5, 0.02, 0.75), (0.45, 0.34, 0.85), (-0.35, 0.64, 0.9)):
        _band(
            pen,
            (middle - wide / 2) * half_width,
            (middle + wide / 2) * half_width,
            top,
            mix(palette.far, GOLD_PALE, 0.4),
        )


def _band(pen: Pen, left: float, right: float, top: float, shade: Colour) -> None:
    """Paint a bar with round ends."""
    x, y = pen.at((left, top))
    rect = pygame.Rect(round(x), round(y), round((right - left) * pen.unit), pen.thick(0.2))
    pygame.draw.rect(pen.surface, shade, rect, border_radius=rect.height // 2)


def _spring(pen: Pen, half_width: float, palette: Tones) -> None:
    """Paint hills and petals in the wind."""
    _hills(pen, half_width, palette)
    for spot in _spots(half_width):
        for turn in angles(0, 2 * math.pi, 5)[:-1]:
            _disc(
                pen,
                (spot[0] + 0.07 * math.cos(turn), spot[1] + 0.07 * math.sin(turn)),
                0.06,
                mix(PETAL, PAPER_BRIGHT, 0.5),
            )
        _disc(pen, spot, 0.035, GOLD)


def _summer(pen: Pen, half_width: float, palette: Tones) -> None:
    """Paint the sun over the sea."""
    _rays(pen, half_width, palette)
    for number, top in enumerate((0.45, 0.65, 0.85)):
        _band(pen, -half_width, half_width, top, palette.near if number % 2 == 0 else palette.far)


def _autumn(pen: Pen, half_width: float, palette: Tones) -> None:
    """Paint hills and leaves that fall."""
    _hills(pen, half_width, palette)
    for number, (x, y) in enumerate(_spots(half_width)):
        leaf = [(x - 0.13, y), (x, y - 0.08), (x + 0.13, y), (x, y + 0.08)]
        _flat(pen, leaf, mix(GOLD, VERMILION, (number % 3) / 2))


def _winter(pen: Pen, half_width: float, palette: Tones) -> None:
    """Paint hills in falling snow."""
    _hills(pen, half_width, palette)
    for number, spot in enumerate(_spots(half_width)):
        _disc(pen, spot, 0.05 + 0.02 * (number % 3), PAPER_BRIGHT)


def _spots(half_width: float) -> Iterator[Point]:
    return (((2 * x - 1) * half_width, y) for x, y in SPOTS)


def _flat(pen: Pen, points: list[Point], colour: Colour) -> None:
    """Paint an area without an outline."""
    pygame.draw.polygon(pen.surface, colour, [pen.at(point) for point in points])


def _disc(pen: Pen, middle: Point, radius: float, colour: Colour) -> None:
    """Paint a disc without an outline."""
    pygame.draw.circle(pen.surface, colour, pen.at(middle), radius * pen.unit)


_PAINTED: dict[SceneName, Callable[[Pen, float, Tones], None]] = {
    "rays": _rays, "hills": _hills, "fields": _fields, "waves": _waves, "mist": _mist,
    "spring": _spring, "summer": _summer, "autumn": _autumn, "winter": _winter,
}  # fmt: skip

"""Write `icons.json` from the drawings, and a contact sheet to look at them.

Usage: python assets/icons/make_icons.py [--sheet FILE]
The sheet (`../pictures/icons.png` unless told otherwise) shows every crest and icon at 24, 32 and 72 pixels.
Needs pygame-ce. The drawings are Python (`crests.py`, `pictures.py`, `river_of_gold.py`, on the pen of `pen.py`);
the game reads only `icons.json`, whose format README.md explains.
"""

import argparse
import json
import os
import sys
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import pygame  # noqa: E402
from crests import CRESTS  # noqa: E402
from pen import Picture  # noqa: E402
from pictures import ICONS  # noqa: E402
from river_of_gold import RIVER_ICONS  # noqa: E402

FINER = 3  # drawn so many times larger, then scaled down smoothly
INK, PAPER, WASHI = (42, 31, 24), (250, 244, 228), (236, 225, 198)
CLANS = [(166, 18, 1), (21, 66, 240), (255, 246, 42), (15, 15, 15), (80, 32, 122)]
ACCENT = (176, 58, 32)
SIZES = (24, 32, 72)
COLUMNS, CELL_WIDTH, CELL_HEIGHT = 8, 160, 104

Colour = tuple[int, int, int]
Palette = dict[str, Colour]


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """Return the colour that has `share` of the second and the rest of the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def palette(clan: Colour, paper: Colour = PAPER) -> Palette:
    """Return what each fill is drawn with for one accent colour."""
    return {
        "ink": INK, "paper": paper, "clan": clan,
        "light": mixed(clan, (255, 255, 255), 0.38), "dark": mixed(clan, (0, 0, 0), 0.35),
    }  # fmt: skip


def bright(colour: Colour) -> bool:
    """Return whether ink stands out better on a colour than paper does."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2] > 140


def draw(picture: Picture, size: int, colours: Palette) -> pygame.Surface:
    """Return a picture drawn into a square of `size` pixels: the way the window does it, too."""
    large = size * FINER
    half = large / 2
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    rim = picture[0]["fill"] if picture[0].get("radius") == 1 else "ink"  # a crest ends in its disc, others in ink
    surface.fill((*colours[rim][:3], 0))  # else scaling would mix black into the edge
    for shape in picture:
        colour = colours[shape["fill"]]
        points = [(half + half * x, half + half * y) for x, y in shape.get("points", [shape.get("centre")])]
        width = max(1, round(shape.get("width", 0) * half))
        if shape["kind"] == "polygon":
            pygame.draw.polygon(surface, colour, points)
        elif shape["kind"] == "line":
            stroke(surface, colour, points, width)
        else:
            full = shape["kind"] == "circle"
            pygame.draw.circle(surface, colour, points[0], shape["radius"] * half, 0 if full else width)
    return pygame.transform.smoothscale(surface, (size, size))


def stroke(surface: pygame.Surface, colour: Colour, points: list[tuple[float, float]], width: int) -> None:
    """Draw a line with round ends and joints."""
    for start, end in pairwise(points):
        along = pygame.Vector2(end) - pygame.Vector2(start)
        if along.length() > 0:
            side = along.rotate(90).normalize() * width / 2
            pygame.draw.polygon(surface, colour, [start + side, end + side, end - side, start - side])
    for point in points:
        pygame.draw.circle(surface, colour, point, width / 2)


def sheet() -> pygame.Surface:
    """Return all crests and icons with their names on one picture."""
    pygame.font.init()
    font = pygame.font.Font(HERE.parent / "fonts" / "Alegreya-Regular.ttf", 14)
    every = [(name, picture, CLANS[place % len(CLANS)]) for place, (name, picture) in enumerate(CRESTS.items())]
    every += [(name, picture, ACCENT) for name, picture in (ICONS | RIVER_ICONS).items()]
    rows = -(-len(every) // COLUMNS)
    out = pygame.Surface((COLUMNS * CELL_WIDTH, rows * CELL_HEIGHT))
    out.fill(WASHI)
    for place, (name, picture, clan) in enumerate(every):
        left, top = place % COLUMNS * CELL_WIDTH + 8, place // COLUMNS * CELL_HEIGHT + 4
        colours = palette(clan, INK if bright(clan) else PAPER)
        out.blit(font.render(name, True, INK), (left, top + 78))
        for size in SIZES:
            out.blit(draw(picture, size, colours), (left, top + (72 - size) // 2))
            left += size + 6
    return out


def text() -> str:
    """Return the content of `icons.json`: a line for each shape."""
    parts = []
    for kind, pictures in (("crests", CRESTS), ("icons", ICONS | RIVER_ICONS)):
        rows = []
        for name, picture in pictures.items():
            shapes = ",\n".join("   " + json.dumps(shape, separators=(",", ":")) for shape in picture)
            rows.append(f'  "{name}": [\n{shapes}\n  ]')
        parts.append(f' "{kind}": {{\n' + ",\n".join(rows) + "\n }")
    return '{\n "format": 1,\n' + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Write the data and the sheet."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ask.add_argument("--sheet", type=Path, default=HERE.parent / "pictures" / "icons.png")
    where: Path = ask.parse_args().sheet
    (HERE / "icons.json").write_text(text(), "utf-8")
    where.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(sheet(), where)


if __name__ == "__main__":
    main()

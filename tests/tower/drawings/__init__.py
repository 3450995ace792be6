"""Drawings of towers as they were when somebody last looked at them: `python -m tests.tower.drawings` keeps new ones.

A picture is kept whole. Of sheets of cardboard a summary is kept that another library version leaves alone: for each
page and layer the number of lines, their length and what they span, and each text with its place.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from ezdxf.document import Drawing
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.entities.text import Text
from shapely import LineString, MultiLineString

from shogun.tower import Geometry, load_tower, parse_geometry
from shogun.tower.cardboard.build_options import BuildOptions
from shogun.tower.cardboard.drawn_sheets import DrawnComb, DrawnPlan
from shogun.tower.vector_picture import CubeAt, picture

FOLDER = Path(__file__).parent
EVERYTHING = """
format = 1
title = "Everything"
[funnel]
mouth = 190
height = 40
[shaft]
width = 120
height = 190
[exit]
width = 70
height = 25
[tray]
width = 230
depth = 60
shift = 20
[grain]
shape = "SHAPE"
[[baffle]]
side = "left"
height = 170
length = 40
tilt = 25
thickness = 4.1
[[baffle]]
side = "right"
height = 140
length = 35
tilt = -10
thickness = 3
[[baffle]]
side = "left"
height = 32
length = 12
tilt = 40
[[pin]]
x = 5
y = 60
diameter = 6
[[pin]]
x = -56
y = 90
diameter = 10
[[wall]]
from = [-10, 150]
to = [12, 125]
[[wall]]
from = [12, 125]
to = [20, 138]
thickness = 5
"""


def everything(shape: str = "cube") -> Geometry:
    """Return a tower that has a piece of each kind."""
    return parse_geometry(EVERYTHING.replace("SHAPE", shape), "everything.toml")


def drawings() -> Iterator[tuple[str, str]]:
    """Yield all drawings that are kept: the name of each file, and what it holds."""
    cubes = [CubeAt("red", -20, 60, 0.3), CubeAt("black", 14, 100), CubeAt("mauve", 30, 40, 1.5)]
    for shape in ("cube", "disc"):
        behind, before = ["<!-- behind -->"], ["<!-- before -->"]
        yield f"{shape}s.svg", picture(everything(shape), cubes, behind=behind, before=before).svg
    yield "everything.txt", summary(DrawnPlan(everything(), BuildOptions()).pages())
    yield (
        "small-paper.txt",
        summary(DrawnPlan(everything(), BuildOptions(depth=30, thickness=3, kerf=0.3, paper="a4")).pages()),
    )
    yield "classic.txt", summary(DrawnPlan(load_tower("classic"), BuildOptions(thickness=1.5)).pages())
    yield "comb.txt", summary([DrawnComb(0.3)._page])


def summary(pages: Iterable[Drawing]) -> str:
    """Return what is drawn on pages, in lines of text."""
    return "".join(line + "\n" for number, page in enumerate(pages) for line in (f"page {number}", *_page(page)))


def _page(page: Drawing) -> Iterator[str]:
    space = page.modelspace()
    layers: dict[str, list[LineString]] = {}
    for line in space.query("LWPOLYLINE"):
        assert isinstance(line, LWPolyline)
        points = [(float(x), float(y)) for x, y in line.get_points("xy")]
        layers.setdefault(line.dxf.layer, []).append(LineString([*points, points[0]] if line.closed else points))
    for name, lines in sorted(layers.items()):
        drawn = MultiLineString(lines)
        span = " ".join(f"{_round(value)}" for value in drawn.bounds)
        yield f"  {name}: {len(lines)} lines, {_round(drawn.length)} mm, from {span}"
    texts = []
    for text in space.query("TEXT"):
        assert isinstance(text, Text)
        align, place, _end = text.get_placement()
        look = f"{text.dxf.layer} {text.dxf.height:.2f} mm high, {align.name}, turned {text.dxf.rotation:.0f}"
        texts.append(f"  {_round(place.x)}, {_round(place.y)}: {text.dxf.text!r}, {look}")
    yield from sorted(texts)


def _round(value: float) -> float:
    return round(value, 1) + 0.0  # never -0.0

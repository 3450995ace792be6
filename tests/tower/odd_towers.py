"""Towers that no file has, with steep walls, thick ledges and pieces in corners."""

from shogun.tower import Geometry, load_tower, parse_geometry

FRAME = """
format = 1
[funnel]
mouth = {mouth}
height = 40
[shaft]
width = 120
height = 170
[exit]
width = 70
height = 25
[tray]
width = 230
depth = 60
shift = {shift}
"""
ODD = """
[[baffle]]
side = "left"
height = 150
length = 40
tilt = 25
thickness = 3
[[baffle]]
side = "right"
height = 120
length = 40
tilt = -10
thickness = 4.1
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
from = [-10, 130]
to = [12, 110]
[[wall]]
from = [12, 110]
to = [20, 128]
thickness = 5
"""
STEEP_LEDGES = """
[[baffle]]
side = "left"
height = 160
length = 25
tilt = 70
[[baffle]]
side = "right"
height = 100
length = 30
tilt = -45
[[wall]]
from = [60, 60]
to = [40, 60]
"""
PINS = "".join(
    f"[[pin]]\nx = {-45 + 22.5 * column + 11 * (row % 2)}\ny = {40 + 30 * row}\ndiameter = 5\n"
    for row in range(4)
    for column in range(4)
)
TOWERS = {
    "odd": FRAME.format(mouth=150, shift=20) + ODD,
    "steep funnel": FRAME.format(mouth=220, shift=0) + ODD,
    "steep ledges": FRAME.format(mouth=121, shift=-15) + STEEP_LEDGES,
    "pins": FRAME.format(mouth=120, shift=0) + PINS,
}


def tower_of(name: str) -> Geometry:
    return parse_geometry(TOWERS[name], f"{name}.toml") if name in TOWERS else load_tower(name)

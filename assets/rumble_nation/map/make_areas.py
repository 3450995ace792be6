"""Make `areas.json`, the map of Rumble Nation: eleven areas on the coast of Shogun's map, and what lies beyond it.

Most areas are provinces of `../../shogun/map/provinces.json` put together. The north of Honshu, Ezo, Kyushu and the
island of Shuri don't lie on that map; their coasts are drawn here by hand and made rough.

Usage: python assets/rumble_nation/map/make_areas.py
Needs shapely (the `dev` extra); the game reads the finished map alone.
"""

import json
import math
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

HERE = Path(__file__).resolve().parent
ASSETS = HERE.parents[1]
LEFT, TOP, WIDTH, HEIGHT = -620, -420, 2220, 1430
"""The box of the map, in units of Shogun's map."""
SEED = 5
FINE = 3.0
"""A hand-drawn coast has a point about every so many units."""
ROUGHNESS = 0.2
"""How far the middle of a piece of coast leaves its straight line, as a share of its length."""

# fmt: off
PROVINCES = {
    "Yonezawa": ("Mutsu",),
    "Odawara": ("Kozuke", "Shimotsuke", "Hitachi", "Shimosa", "Kazusa", "Awa-Boso", "Musashi", "Sagami", "Izu"),
    "Kasugayama": ("Echigo", "Shinano", "Etchu"),
    "Tsutsujigasaki": ("Noto", "Kaga", "Echizen", "Hida", "Mino"),
    "Kiyosu": ("Owari", "Mikawa", "Totomi", "Suruga", "Kai", "Ise", "Shima"),
    "Kyo": ("Omi", "Yamato", "Kii", "Settsu", "Tamba", "Wakasa", "Tajima"),
    "Yoshida-Koriyama": ("Harima", "Hoki", "Mimasaka", "Bizen", "Bitchu", "Bingo", "Izumo", "Iwami", "Aki"),
    "Oko": ("Sanuki", "Awa-Shikoku", "Tosa", "Iyo"),
}
DRAWN = {
    "Yonezawa": [(1330, 110), (1328, 40), (1318, -20), (1304, -90), (1322, -150), (1372, -206), (1392, -188),
                 (1408, -214), (1436, -250), (1486, -236), (1476, -200), (1506, -176), (1530, -110), (1552, -40),
                 (1536, 30), (1556, 84), (1540, 140), (1450, 170), (1340, 160)],
    "Tokuyama": [(1242, -330), (1278, -372), (1330, -404), (1420, -408), (1520, -396), (1568, -348), (1560, -304),
                 (1512, -296), (1478, -318), (1436, -330), (1418, -296), (1376, -274), (1338, -290), (1290, -288)],
    "Usuki": [(-92, 724), (-36, 716), (-10, 742), (-24, 776), (14, 800), (16, 842), (-8, 866), (-14, 914), (-40, 962),
              (-80, 990), (-104, 952), (-128, 984), (-164, 968), (-156, 920), (-188, 884), (-206, 852), (-252, 846),
              (-262, 804), (-230, 776), (-186, 770), (-150, 736)],
    "Shuri": [(-470, 944), (-494, 908), (-508, 868), (-484, 842), (-500, 806), (-472, 776), (-440, 762), (-428, 792),
              (-446, 832), (-424, 870), (-436, 918)],
}
"""What is drawn by hand: all of an area, or what joins its provinces."""
PIECES = {
    "Tokuyama": (1398, -352), "Yonezawa": (1370, -20), "Odawara": (1408, 398), "Kasugayama": (1086, 262),
    "Tsutsujigasaki": (858, 444), "Kiyosu": (1094, 632), "Kyo": (716, 620), "Yoshida-Koriyama": (330, 586),
    "Oko": (330, 876), "Usuki": (-112, 838), "Shuri": (-430, 862),
}
"""The middle of what stands in each area."""
NEAR = 60
"""What stands in an area is in it, or at most so far beside it."""
INSET = (-602, 716, 280, 276)
"""The frame around Shuri, which lies much farther away: left, top, width, height."""
SEA_ROUTES = {
    ("Yonezawa", "Tokuyama"): [(1402, -200), (1392, -240), (1400, -282)],
    ("Kyo", "Oko"): [(640, 840), (606, 862), (560, 860)],
    ("Oko", "Usuki"): [(120, 884), (72, 862), (10, 840)],
    ("Yoshida-Koriyama", "Oko"): [(300, 716), (306, 760), (300, 804)],
    ("Yoshida-Koriyama", "Usuki"): [(62, 690), (24, 708), (-20, 744)],
    ("Usuki", "Shuri"): [(-160, 930), (-240, 950), (-320, 930), (-430, 900)],
}
# fmt: on


def rough(points: Sequence[tuple[float, float]], rng: Random) -> list[tuple[float, float]]:
    """Return a closed line with its straight pieces bent again and again."""
    found = []
    for start, end in zip(points, (*points[1:], points[0]), strict=True):
        found += _bent(start, end, rng)
    return found


def _bent(start: tuple[float, float], end: tuple[float, float], rng: Random) -> list[tuple[float, float]]:
    length = math.dist(start, end)
    if length <= FINE:
        return [start]
    off = rng.uniform(-ROUGHNESS, ROUGHNESS) * min(length, 40)
    across = (start[1] - end[1]) / length * off, (end[0] - start[0]) / length * off
    middle = (start[0] + end[0]) / 2 + across[0], (start[1] + end[1]) / 2 + across[1]
    return _bent(start, middle, rng) + _bent(middle, end, rng)


def whole(shape: BaseGeometry) -> Polygon:
    """Return the largest part of a shape, without holes."""
    largest = max(shape.geoms, key=lambda part: part.area) if isinstance(shape, MultiPolygon) else shape
    assert isinstance(largest, Polygon), "areas are polygons"
    return Polygon(largest.exterior)


def areas() -> dict[str, Polygon]:
    """Return the outline of each area, in the order of the board."""
    map_of_shogun = json.loads((ASSETS / "shogun" / "map" / "provinces.json").read_text("utf-8"))
    provinces = {entry["name"]: Polygon(entry["polygon"]) for entry in map_of_shogun["provinces"]}
    taken = shapely.union_all(list(provinces.values()))
    rng = Random(SEED)
    found: dict[str, Polygon] = {}
    for name in _names():
        parts: list[BaseGeometry] = [provinces[province] for province in PROVINCES.get(name, ())]
        if name in DRAWN:
            parts.append(Polygon(rough(DRAWN[name], rng)).buffer(0).difference(taken))
        joined = shapely.union_all(parts).buffer(0.6).buffer(-0.6)
        found[name] = whole(joined.simplify(0.3))
    return found


def _names() -> list[str]:
    return [area["name"] for area in _data()["area"]]


def _data() -> dict[str, Any]:
    return tomllib.loads((HERE.parent / "rumble_nation.toml").read_text("utf-8"))


def _line(points: Iterable[tuple[float, ...]]) -> list[list[float]]:
    return [[round(x - LEFT, 1), round(y - TOP, 1)] for x, y in points]


def check(found: dict[str, Polygon]) -> None:
    """Compare the common borders with the rules' neighbours by land, and the routes with those by sea."""
    adjacency = _data()["adjacency"]
    names = sorted(found)
    touching = {(a, b) for a in names for b in names if a < b and found[a].buffer(2).intersection(found[b]).area > 40}
    assert touching == {tuple(sorted(pair)) for pair in adjacency["land"]}, touching
    assert {tuple(sorted(pair)) for pair in SEA_ROUTES} == {tuple(sorted(pair)) for pair in adjacency["sea"]}
    for one, polygon in found.items():
        assert polygon.is_valid and polygon.distance(shapely.Point(PIECES[one])) < NEAR, one
    for line in SEA_ROUTES.values():
        assert LineString(line).is_simple


def main() -> None:
    """Write the map."""
    found = areas()
    check(found)
    entries = [
        {"name": name, "pieces": _line([PIECES[name]])[0], "polygon": _line(polygon.exterior.coords[:-1])}
        for name, polygon in found.items()
    ]
    land = shapely.union_all([polygon.buffer(1.2) for polygon in found.values()]).buffer(-1.2)
    assert isinstance(land, MultiPolygon), "there are several islands"
    document = {
        "format": 1,
        "box": [WIDTH, HEIGHT],
        "inset": [INSET[0] - LEFT, INSET[1] - TOP, INSET[2], INSET[3]],
        "areas": entries,
        "coasts": [_line(part.exterior.coords[:-1]) for part in land.geoms],
        "sea_routes": [{"a": a, "b": b, "line": _line(line)} for (a, b), line in SEA_ROUTES.items()],
    }
    text = json.dumps(document, separators=(",", ":")).replace('{"name"', '\n{"name"').replace('{"a"', '\n{"a"')
    (HERE / "areas.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()

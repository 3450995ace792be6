"""The icons of River of Gold: goods, gains, buildings, customers, regions and masteries.

Fills: ink draws the outlines, paper the light parts, clan the part in the accent colour that the window chooses.
"""

from pen import (
    Picture,
    arc,
    at,
    box,
    circle,
    curve,
    fitted,
    line,
    mirrored,
    outlined,
    oval,
    polar,
    polygon,
    ring,
)
from pictures import coin, rice, roof

# ---- goods and gains ------------------------------------------------------------------------------------------------


def silk() -> Picture:
    """Return a bolt of silk: a roll seen from its end, with cloth that falls from it."""
    cloth = [
        (-0.52, -0.34),
        *curve((-0.52, -0.34), (0.1, -0.42), (0.86, -0.34)),
        *curve((0.92, 0.1), (0.7, 0.5), (0.9, 0.86)),
        *curve((0.9, 0.86), (0.2, 0.74), (-0.5, 0.86)),
    ]
    folds = [line(curve((x, -0.1), (x + 0.08, 0.3), (x - 0.03, 0.74)), 0.07, "dark") for x in (0.0, 0.4)]
    roll = [*outlined(oval((0.2, -0.46), 0.7, 0.34), "light", 0.1)]
    end = [*outlined(oval((-0.5, -0.46), 0.34, 0.34), "paper", 0.1), ring((-0.5, -0.46), 0.2, 0.08, "clan")]
    return [*outlined(cloth, "clan", 0.1), *folds, *roll, *end]


def porcelain() -> Picture:
    """Return a bellied vase with a painted band."""
    half = [
        (0, -0.94),
        (-0.34, -0.94),
        *curve((-0.3, -0.8), (-0.1, -0.62), (-0.3, -0.46), 6),
        *curve((-0.96, -0.3), (-0.92, 0.5), (-0.34, 0.86), 12),
        (-0.34, 0.96),
        (0, 0.96),
    ]
    band = [*arc((0, 0.02), 0.66, 200, 160, 8), *arc((0, 0.02), 0.66, 20, -20, 8)]
    waves = [circle((x, 0.05), 0.15, "clan") for x in (-0.36, 0.0, 0.36)]
    neck = [line([(-0.3, -0.52), (0.3, -0.52)], 0.09, "clan"), line([(-0.36, 0.66), (0.36, 0.66)], 0.1, "clan")]
    return [*outlined(mirrored(half), "paper", 0.11), polygon(band, "light"), *waves, *neck]


def koku() -> Picture:
    """Return one coin with a square hole."""
    return coin((0, 0), 0.98)


def good() -> Picture:
    """Return a good of choice: roll, bowl and vase together."""
    return [*at(porcelain(), 0.5, (0, -0.48)), *at(silk(), 0.5, (-0.46, 0.44)), *at(rice(), 0.5, (0.5, 0.44))]


def favor() -> Picture:
    """Return the sun of divine favor."""
    rays = [polygon([polar(a - 11, 0.62), polar(a, 0.99), polar(a + 11, 0.62)], "ink") for a in range(0, 360, 30)]
    return [*rays, circle((0, 0), 0.68), circle((0, 0), 0.58, "clan"), circle((-0.14, -0.16), 0.24, "light")]


def favor_limit() -> Picture:
    """Return the moon that limits favor."""
    crescent = [*arc((0, 0), 0.86, 50, 310, 24), *arc((0.42, 0), 0.68, 290, 70, 20)]
    return [*outlined(crescent, "clan", 0.11)]


def customer() -> Picture:
    """Return a card with a head on it."""
    head = [*outlined(oval((0, -0.2), 0.3, 0.34), "paper", 0.09)]
    body = mirrored([(0, 0.16), *curve((-0.2, 0.16), (-0.5, 0.2), (-0.52, 0.66), 6), (0, 0.66)])
    return [*outlined(box(-0.72, -0.94, 0.72, 0.94), "paper", 0.12), *outlined(body, "clan", 0.09), *head]


def ship() -> Picture:
    """Return a ship with a sail."""
    hull = [
        (-0.96, 0.3),
        (0.96, 0.24),
        *curve((0.9, 0.7), (0.5, 0.86), (0, 0.86), 6),
        *curve((-0.5, 0.86), (-0.8, 0.7), (-0.96, 0.3), 6),
    ]
    sail = [
        (-0.56, -0.8),
        (0.5, -0.86),
        *curve((0.74, -0.4), (0.7, 0.0), (0.46, 0.2), 6),
        (-0.5, 0.2),
        *curve((-0.3, -0.2), (-0.34, -0.5), (-0.56, -0.8), 6),
    ]
    ribs = [line([(-0.42, y), (0.58, y - 0.03)], 0.06, "dark") for y in (-0.5, -0.16)]
    return [line([(0, -0.98), (0, 0.4)], 0.12), *outlined(sail, "paper", 0.1), *ribs, *outlined(hull, "clan", 0.1)]


# ---- buildings ------------------------------------------------------------------------------------------------------


def port() -> Picture:
    """Return an anchor."""
    arms = [line(arc((0, 0.12), 0.72, 10, 170, 16), 0.22), line([(0, -0.5), (0, 0.86)], 0.22)]
    tips = [polygon([(s * 0.98, 0.02), (s * 0.52, 0.1), (s * 0.84, 0.5)]) for s in (-1, 1)]
    return [*arms, *tips, line([(-0.42, -0.34), (0.42, -0.34)], 0.2), ring((0, -0.7), 0.28, 0.14)]


def shrine() -> Picture:
    """Return a gate before a shrine."""
    beam = mirrored([(0, -0.72), *curve((-0.5, -0.72), (-0.8, -0.8), (-0.98, -0.92), 6), (-0.9, -0.56), (0, -0.48)])
    posts = [polygon([(s * 0.46, -0.6), (s * 0.66, -0.6), (s * 0.74, 0.94), (s * 0.5, 0.94)], "clan") for s in (-1, 1)]
    edges = [line([(s * 0.46, -0.6), (s * 0.5, 0.94), (s * 0.74, 0.94), (s * 0.66, -0.6)], 0.07) for s in (-1, 1)]
    tie = outlined(box(-0.84, -0.24, 0.84, -0.04), "clan", 0.07)
    return [*posts, *edges, *tie, polygon(box(-0.09, -0.52, 0.09, -0.2)), polygon(beam)]


def manor() -> Picture:
    """Return a house with a broad roof."""
    walls = [*outlined(box(-0.62, 0.0, 0.62, 0.86), "paper", 0.1)]
    doors = [*outlined(box(-0.2, 0.26, 0.2, 0.86), "clan", 0.08), line([(0, 0.3), (0, 0.84)], 0.06)]
    windows = [polygon(box(x - 0.1, 0.28, x + 0.1, 0.52)) for x in (-0.41, 0.41)]
    return [*walls, *doors, *windows, polygon(roof(-0.86, 0.2, 0.34, 0.98)), line([(-0.4, -0.88), (0.4, -0.88)], 0.16)]


def market() -> Picture:
    """Return a stall under a striped awning."""
    posts = [line([(x, -0.2), (x, 0.92)], 0.14) for x in (-0.76, 0.76)]
    counter = outlined(box(-0.9, 0.3, 0.9, 0.62), "light", 0.09)
    cover = [(-0.7, -0.86), (0.7, -0.86), (0.98, -0.1), (-0.98, -0.1)]
    stripes = [
        polygon([(a, -0.84), (b, -0.84), (b * 1.4, -0.12), (a * 1.4, -0.12)], "clan")
        for a, b in ((-0.7, -0.42), (-0.14, 0.14), (0.42, 0.7))
    ]
    wares = [circle((x, 0.22), 0.15, "clan") for x in (-0.4, 0.0, 0.4)]
    return [*posts, *wares, *counter, polygon(cover, "paper"), *stripes, line([*cover, cover[0]], 0.1)]


# ---- customers ------------------------------------------------------------------------------------------------------


def _head(robe: str = "clan") -> Picture:
    """Return head and shoulders."""
    shoulders = mirrored([(0, 0.34), *curve((-0.3, 0.34), (-0.8, 0.4), (-0.86, 0.96), 8), (0, 0.96)])
    collar = [line([(-0.2, 0.36), (0.06, 0.94)], 0.07, "paper"), line([(0.2, 0.36), (-0.02, 0.66)], 0.07, "paper")]
    return [*outlined(shoulders, robe, 0.09), *collar, *outlined(oval((0, -0.1), 0.4, 0.5), "paper", 0.09), *_eyes()]


def _eyes() -> Picture:
    return [line([(s * 0.24, -0.1), (s * 0.1, -0.08)], 0.07) for s in (-1, 1)]


def artisan() -> Picture:
    """Return a head with a knotted band, and a hammer."""
    band = polygon(box(-0.41, -0.42, 0.41, -0.24), "clan")
    hair = polygon([*arc((0, -0.26), 0.42, 180, 360, 14)])
    hammer = [line([(0.86, 0.9), (0.62, -0.1)], 0.13), *outlined(box(0.3, -0.3, 0.92, 0.02), "dark", 0.08)]
    return [*_head(), hair, band, *hammer]


def elder() -> Picture:
    """Return a bald head with a long white beard."""
    beard = mirrored([(0, 0.92), *curve((-0.3, 0.7), (-0.5, 0.3), (-0.4, 0.0), 8), (-0.16, 0.16), (0, 0.12)])
    brows = [line([(s * 0.3, -0.26), (s * 0.08, -0.2)], 0.1, "ink") for s in (-1, 1)]
    return [*_head(), *outlined(beard, "paper", 0.07), *brows, line([(0.84, -0.7), (0.84, 0.94)], 0.12)]


def merchant() -> Picture:
    """Return a head with a flat cap, and coins."""
    cap = [*outlined(mirrored([(0, -0.82), (-0.34, -0.78), (-0.5, -0.3), (0, -0.36)]), "clan", 0.08)]
    return [*_head(), *cap, *at(coin((0, 0), 0.9), 0.4, (0.58, 0.56))]


def monk() -> Picture:
    """Return a shaven head with prayer beads."""
    beads = [circle((x, y), 0.11) for x, y in arc((0, 0.3), 0.44, 10, 170, 8)]
    dots = [circle((x, -0.46), 0.045) for x in (-0.14, 0.0, 0.14)]
    return [*_head("light"), *beads, *dots]


def noble() -> Picture:
    """Return a head with a tall court cap."""
    cap = [(-0.34, -0.34), (-0.22, -0.98), (0.26, -0.98), (0.34, -0.34)]
    tail = [line([(0.3, -0.7), *curve((0.5, -0.9), (0.8, -0.6), (0.7, -0.1), 6)], 0.12)]
    return [*_head(), *tail, polygon(cap), polygon(box(-0.4, -0.42, 0.4, -0.28)), circle((0, -0.66), 0.1, "clan")]


# ---- regions --------------------------------------------------------------------------------------------------------


def mountain() -> Picture:
    """Return a mountain with snow."""
    outline = [(-0.98, 0.78), (-0.2, -0.8), (0.1, -0.66), (0.34, -0.2), (0.5, -0.34), (0.98, 0.78)]
    snow = [(-0.43, -0.32), (-0.2, -0.8), (0.1, -0.66), (0.24, -0.4), (0.06, -0.2), (-0.08, -0.38), (-0.22, -0.16)]
    return [*outlined(outline, "clan", 0.1), polygon(snow, "paper")]


def tree() -> Picture:
    """Return a pine with three clouds of needles."""
    trunk = [line([(0, 0.96), *curve((0.0, 0.5), (-0.2, 0.2), (0.06, -0.3), 6)], 0.2)]
    crowns = [((-0.34, 0.16), 0.6, 0.26), ((0.38, -0.1), 0.56, 0.25), ((-0.08, -0.54), 0.52, 0.3)]
    return [*trunk, *(shape for spot, x, y in crowns for shape in outlined(oval(spot, x, y), "clan", 0.09))]


def fox() -> Picture:
    """Return the head of a fox."""
    face = mirrored(
        [(0, 0.94), *curve((-0.2, 0.8), (-0.7, 0.4), (-0.82, -0.06), 8), (-0.88, -0.92), (-0.34, -0.46), (0, -0.5)]
    )
    cheek = [(-0.76, 0.06), *curve((-0.5, 0.2), (-0.2, 0.3), (-0.06, 0.8), 6), (-0.4, 0.56)]
    cheeks = [polygon([(s * x, y) for x, y in cheek], "paper") for s in (1, -1)]
    eyes = [line([(s * 0.46, -0.06), (s * 0.22, 0.08)], 0.12) for s in (-1, 1)]
    return [*outlined(face, "clan", 0.1), *cheeks, *eyes, circle((0, 0.8), 0.13)]


def lotus() -> Picture:
    """Return a lotus flower on the water."""

    def petal(angle: float, far: float) -> list[tuple[float, float]]:
        root, tip = (0.0, 0.5), polar(angle, far, (0, 0.5))
        return [
            *curve(root, polar(angle - 30, far * 0.7, root), tip),
            *curve(tip, polar(angle + 30, far * 0.7, root), root),
        ]

    outer = [shape for a in (-166, -14, -138, -42) for shape in outlined(petal(a, 0.98), "light", 0.08)]
    inner = [shape for a in (-115, -65, -90) for shape in outlined(petal(a, 1.3), "clan", 0.08)]
    return [*outer, *inner, line([(-0.9, 0.74), (0.9, 0.74)], 0.12), line([(-0.5, 0.94), (0.5, 0.94)], 0.1)]


def fish() -> Picture:
    """Return a catfish that turns."""
    body = [
        *curve((-0.7, 0.0), (-0.2, -0.86), (0.56, -0.12), 12),
        (0.98, -0.5),
        (0.92, 0.46),
        (0.54, 0.1),
        *curve((0.56, 0.12), (-0.2, 0.8), (-0.7, 0.0), 12),
    ]
    whiskers = [line(curve((-0.66, s * 0.06), (-0.9, s * 0.2), (-0.96, s * 0.5), 6), 0.07) for s in (-1, 1)]
    return [*whiskers, *outlined(body, "clan", 0.1), circle((-0.4, -0.12), 0.12, "paper"), circle((-0.4, -0.12), 0.06)]


# ---- masteries ------------------------------------------------------------------------------------------------------


def air() -> Picture:
    """Return gusts of wind."""
    gusts = ((-0.5, 0.3, -0.2), (-0.05, 0.62, 0.0), (0.42, 0.2, 0.24))
    lines = [line([(-0.92, y), (x, y), *arc((x, y - 0.24), 0.24, 90, -150, 12)], 0.17) for y, x, _w in gusts]
    return [*lines, *(line([(-0.92, y), (x, y)], 0.07, "clan") for y, x, _w in gusts)]


def fire() -> Picture:
    """Return a flame."""
    outer = [
        *curve((0.06, -0.98), (0.1, -0.5), (0.5, -0.2)),
        *curve((0.9, 0.2), (0.7, 0.9), (0, 0.94)),
        *curve((-0.8, 0.9), (-0.86, 0.1), (-0.44, -0.3)),
        *curve((-0.4, -0.1), (-0.3, 0.0), (-0.16, 0.02)),
        *curve((-0.3, -0.5), (-0.1, -0.7), (0.06, -0.98)),
    ]
    inner = [
        *curve((0.02, 0.0), (0.1, 0.2), (0.3, 0.36)),
        *curve((0.4, 0.8), (0, 0.84), (-0.06, 0.82)),
        *curve((-0.5, 0.7), (-0.2, 0.3), (0.02, 0.0)),
    ]
    return [*outlined(outer, "clan", 0.1), polygon(inner, "paper")]


def earth() -> Picture:
    """Return three stones upon each other."""
    stones = (((0, 0.6), 0.9, 0.34), ((0.06, 0.02), 0.62, 0.3), ((-0.04, -0.5), 0.38, 0.24))
    return [shape for spot, x, y in stones for shape in outlined(oval(spot, x, y), "clan", 0.1)]


def water() -> Picture:
    """Return a drop."""
    drop = mirrored(
        [
            (0, -0.98),
            *curve((-0.1, -0.5), (-0.72, -0.1), (-0.68, 0.32), 10),
            *curve((-0.64, 0.9), (-0.1, 0.96), (0, 0.96), 8),
        ]
    )
    return [*outlined(drop, "clan", 0.1), line(arc((0, 0.3), 0.4, 100, 160, 8), 0.13, "paper")]


def void() -> Picture:
    """Return a circle drawn with one stroke of the brush."""
    return [line(arc((0, 0), 0.78, -60, 262, 40), 0.28), line(arc((0, 0), 0.78, -50, 150, 30), 0.12, "clan")]


def courts() -> Picture:
    """Return the imperial flower."""
    petals = [
        polygon([(0, 0), polar(a - 13, 0.86), polar(a, 0.98), polar(a + 13, 0.86)], "ink") for a in range(0, 360, 30)
    ]
    inner = [
        polygon(
            [polar(a - 9, 0.28), polar(a - 9, 0.78), polar(a, 0.86), polar(a + 9, 0.78), polar(a + 9, 0.28)], "clan"
        )
        for a in range(0, 360, 30)
    ]
    return [*petals, *inner, circle((0, 0), 0.32), circle((0, 0), 0.22, "paper")]


DRAWN = {
    "silk": silk(),
    "porcelain": porcelain(),
    "koku": koku(),
    "good": good(),
    "favor": favor(),
    "favor_limit": favor_limit(),
    "customer": customer(),
    "ship": ship(),
    "port": port(),
    "shrine": shrine(),
    "manor": manor(),
    "market": market(),
    "artisan": artisan(),
    "elder": elder(),
    "merchant": merchant(),
    "monk": monk(),
    "noble": noble(),
    "mountain": mountain(),
    "tree": tree(),
    "fox": fox(),
    "lotus": lotus(),
    "fish": fish(),
    "air": air(),
    "fire": fire(),
    "earth": earth(),
    "water": water(),
    "void": void(),
    "courts": courts(),
}
RIVER_ICONS = {name: fitted(picture) for name, picture in DRAWN.items()}

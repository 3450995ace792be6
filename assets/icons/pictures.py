"""The icons: buildings, pieces, actions, special cards, events, seasons and signs of the window.

Fills: ink draws the outlines, paper the light parts, clan the part in the accent colour that the window chooses.
"""

from pen import (
    Path,
    Picture,
    Point,
    arc,
    at,
    box,
    circle,
    curve,
    fitted,
    flipped,
    line,
    mirrored,
    outlined,
    oval,
    placed,
    polar,
    polygon,
    ring,
    rotated,
    turned,
)

# ---- parts ----------------------------------------------------------------------------------------------------------


def roof(top: float, bottom: float, ridge: float, eaves: float) -> Path:
    """Return a roof with eaves that swing up at both ends; `ridge` and `eaves` are half widths."""
    height = bottom - top
    slope = curve(
        (-ridge, top), (-ridge - 0.25 * (eaves - ridge), bottom - 0.2 * height), (-eaves, bottom - 0.42 * height)
    )
    return mirrored(
        [*slope, *curve((-eaves, bottom - 0.12 * height), (-0.85 * eaves, bottom), (-0.6 * eaves, bottom), 5)]
    )


def badge(sign: Picture) -> Picture:
    """Return a small disc for the lower right corner that carries a sign."""
    spot = (0.56, 0.56)
    return [circle(spot, 0.46, "paper"), circle(spot, 0.4, "ink"), *at(sign, 0.27, spot)]


def corner(picture: Picture) -> Picture:
    """Return a whole picture, small, on a light disc in the lower right corner."""
    spot = (0.52, 0.52)
    return [circle(spot, 0.48), circle(spot, 0.42, "paper"), *at(picture, 0.34, spot)]


def arrow(down: int) -> Picture:
    """Return a large arrowhead for the lower right corner: down is 1 or, for up, -1."""
    head = placed([(-0.5, -0.28 * down), (0.5, -0.28 * down), (0, 0.48 * down)], 0.8, (0.5, 0.5))
    return [polygon(head), line([*head, head[0]], 0.26, "paper"), polygon(head), line([*head, head[0]], 0.1)]


PLUS = [line([(-0.7, 0), (0.7, 0)], 0.34, "paper"), line([(0, -0.7), (0, 0.7)], 0.34, "paper")]
MINUS = [line([(-0.7, 0), (0.7, 0)], 0.38, "paper")]
BAN = [line([(-0.6, -0.6), (0.6, 0.6)], 0.34, "paper"), line([(0.6, -0.6), (-0.6, 0.6)], 0.34, "paper")]
LETTER_A = [
    line([(-0.6, 0.8), (0, -0.8), (0.6, 0.8)], 0.3, "paper"),
    line([(-0.36, 0.28), (0.36, 0.28)], 0.26, "paper"),
]
LETTER_B = [
    line([(-0.5, 0.78), (-0.5, -0.78), *curve((0.1, -0.78), (0.75, -0.4), (0.05, -0.02)), (-0.5, -0.02)], 0.3, "paper"),
    line([*curve((0.1, -0.02), (0.95, 0.38), (0.05, 0.78)), (-0.5, 0.78)], 0.3, "paper"),
]


def cube_at(centre: Point, size: float) -> Picture:
    """Return a wooden cube seen from above one edge; `size` is the length of its edges."""
    x, y = centre
    wide, low = 0.866 * size, 0.5 * size
    left = [(x - wide, y - low), (x, y), (x, y + size), (x - wide, y + low)]
    right = [(2 * x - a, b) for a, b in left]
    top = [(x - wide, y - low), (x, y - size), (x + wide, y - low), (x, y)]
    around = [top[1], top[2], (x + wide, y + low), (x, y + size), (x - wide, y + low), top[0], top[1]]
    faces = [polygon(left, "clan"), polygon(right, "dark"), polygon(top, "light")]
    return [*faces, line(around, 0.05 + 0.05 * size)]


# ---- buildings and pieces -------------------------------------------------------------------------------------------


def castle() -> Picture:
    """Return a keep of three storeys on a stone base."""
    base = mirrored([(-0.56, 0.46), *curve((-0.62, 0.5), (-0.68, 0.8), (-0.9, 0.95), 6)])
    picture = [polygon(base, "ink"), polygon(placed(base, 0.82, (0, 0.12)), "clan")]
    for top, bottom, half in ((0.1, 0.5, 0.52), (-0.36, 0.0, 0.38), (-0.7, -0.4, 0.25)):
        picture += outlined(box(-half, top, half, bottom), "paper", 0.09)
    windows = [(-0.22, 0.34), (0.22, 0.34), (-0.13, -0.1), (0.13, -0.1)]
    picture += [polygon(box(x - 0.07, y - 0.08, x + 0.07, y + 0.08)) for x, y in windows]
    picture += [polygon(roof(0.0, 0.26, 0.34, 0.84)), polygon(roof(-0.46, -0.18, 0.22, 0.64))]
    return [
        *picture,
        polygon(roof(-0.96, -0.58, 0.18, 0.5)),
        line([(-0.2, -0.97), (-0.14, -0.9), (0.14, -0.9), (0.2, -0.97)], 0.1),
    ]


def temple() -> Picture:
    """Return a temple hall: one great roof, pillars and steps."""
    picture = [polygon(box(-0.66, 0.0, 0.66, 0.66), "paper")]
    picture += [polygon(box(x - 0.09, 0.0, x + 0.09, 0.68), "clan") for x in (-0.57, -0.21, 0.21, 0.57)]
    picture += [polygon(box(-0.8, 0.64, 0.8, 0.79)), polygon(box(-0.96, 0.8, 0.96, 0.95))]
    gable = mirrored([(0, -0.98), *curve((-0.1, -0.84), (-0.2, -0.62), (-0.42, -0.5), 6)])
    picture += [polygon(roof(-0.6, 0.16, 0.4, 1.0)), polygon(gable), circle((0, -0.62), 0.1, "clan")]
    return [*picture, polygon(box(-0.66, 0.13, 0.66, 0.2), "ink")]


def theatre() -> Picture:
    """Return a mask of the Nō stage."""
    cheek, chin = (-0.7, -0.2), (0, 0.95)
    face = mirrored([*curve((0, -0.92), (-0.72, -0.92), cheek), *curve((-0.7, -0.1), (-0.6, 0.7), chin, 12)])
    parting = curve((-0.05, -0.62), (-0.42, -0.5), (-0.62, 0.02), 8)
    hair = mirrored([(0, -0.62), *parting, *curve((-0.78, -0.2), (-0.84, -0.95), (0, -0.96))])
    lid, lash = (
        curve((-0.46, -0.06), (-0.3, -0.22), (-0.12, -0.05), 8),
        curve((-0.12, -0.05), (-0.3, 0.04), (-0.46, -0.06), 8),
    )
    eyes = [polygon([(side * x, y) for x, y in (*lid, *lash)]) for side in (1, -1)]
    brows = [circle((side * 0.25, -0.4), 0.09) for side in (1, -1)]
    nose = line([*curve((-0.12, 0.24), (-0.06, 0.3), (0, 0.28), 5), (0.06, 0.295), (0.12, 0.24)], 0.07)
    upper, lower = curve((-0.06, 0.4), (-0.14, 0.36), (-0.28, 0.5), 6), curve((-0.28, 0.5), (-0.12, 0.68), (0, 0.66), 6)
    mouth = [polygon(mirrored([(0, 0.45), *upper, *lower]), "clan"), line([(-0.24, 0.51), (0.24, 0.51)], 0.05)]
    return [*outlined(face, "paper", 0.1), polygon(hair), *brows, *eyes, nose, *mouth]


def chest() -> Picture:
    """Return a war chest with a curved lid, iron bands and a lock."""
    lid = [
        (-0.86, -0.1),
        *curve((-0.86, -0.62), (-0.8, -0.68), (-0.6, -0.7), 5),
        *curve((0.6, -0.7), (0.8, -0.68), (0.86, -0.62), 5),
        (0.86, -0.1),
    ]
    picture = [*outlined(box(-0.86, -0.1, 0.86, 0.74), "clan", 0.12), *outlined(lid, "light", 0.12)]
    picture += [polygon(box(x - 0.1, -0.7, x + 0.1, 0.74)) for x in (-0.52, 0.52)]
    return [
        *picture,
        polygon(box(-0.2, -0.22, 0.2, 0.2)),
        polygon(box(-0.11, -0.13, 0.11, 0.11), "paper"),
        circle((0, -0.03), 0.06),
    ]


def rice() -> Picture:
    """Return a bowl heaped with rice."""
    heap = [
        (-0.74, 0.02),
        *curve((-0.7, -0.1), (-0.55, -0.72), (0, -0.74), 8),
        *curve((0, -0.74), (0.55, -0.72), (0.7, -0.1), 8),
        (0.74, 0.02),
    ]
    bowl = [
        (-0.9, 0.02),
        *curve((-0.9, 0.1), (-0.8, 0.68), (-0.3, 0.74), 10),
        *curve((0.3, 0.74), (0.8, 0.68), (0.9, 0.1), 10),
        (0.9, 0.02),
    ]
    grains = [
        line([(x, y), (x + 0.1, y - 0.06)], 0.07)
        for x, y in ((-0.34, -0.22), (0.02, -0.46), (0.26, -0.18), (-0.08, -0.12))
    ]
    return [
        *outlined(heap, "paper", 0.1),
        *grains,
        *outlined(box(-0.32, 0.7, 0.32, 0.88), "clan", 0.1),
        *outlined(bowl, "clan", 0.1),
    ]


def cube() -> Picture:
    """Return one cube."""
    return cube_at((0, 0), 0.92)


def revolt() -> Picture:
    """Return a torch: the peasants rise."""
    flame = [
        *curve((0, -1.0), (0.1, -0.62), (0.4, -0.42), 8), *curve((0.4, -0.42), (0.62, -0.16), (0.44, 0.1), 8),
        *curve((0.36, 0.3), (0, 0.36), (-0.36, 0.3), 6), *curve((-0.44, 0.14), (-0.64, -0.2), (-0.36, -0.5), 8),
        *curve((-0.32, -0.34), (-0.26, -0.28), (-0.18, -0.28), 4), *curve((-0.18, -0.28), (-0.16, -0.7), (0, -1.0), 8),
    ]  # fmt: skip
    heart = [
        *curve((0.02, -0.4), (0.04, -0.16), (0.2, -0.06), 6),
        *curve((0.2, 0.2), (0, 0.24), (-0.2, 0.14), 6),
        *curve((-0.22, -0.06), (-0.02, -0.1), (0.02, -0.4), 6),
    ]
    handle = [(-0.14, 0.3), (0.14, 0.3), (0.08, 0.98), (-0.08, 0.98)]
    return [
        *outlined(flame, "clan", 0.1),
        polygon(heart, "paper"),
        polygon(handle),
        polygon(box(-0.34, 0.24, 0.34, 0.44)),
    ]


def daimyo() -> Picture:
    """Return a helmet with a crescent on its brow, and the iron mask below."""
    bowl = [*arc((0, 0.16), 0.5, 180, 360, 16), (0.58, 0.28), (-0.58, 0.28)]
    crescent = [*arc((0, -0.5), 0.66, -38, 218, 24), *arc((0, -0.66), 0.55, 206, -26, 20)]
    flap = [
        (-0.5, 0.2),
        *curve((-0.6, 0.36), (-0.7, 0.5), (-0.96, 0.62), 6),
        (-0.82, 0.88),
        (-0.34, 0.62),
        (-0.28, 0.2),
    ]
    face = mirrored([(0, 0.92), *curve((-0.2, 0.9), (-0.36, 0.66), (-0.34, 0.22), 8)])
    mask = mirrored([(0, 0.92), *curve((-0.2, 0.9), (-0.34, 0.76), (-0.34, 0.54), 6), (-0.12, 0.5), (0, 0.58)])
    eyes = [line([(side * 0.2, 0.4), (side * 0.08, 0.43)], 0.08) for side in (-1, 1)]
    stripes = [line([(side * 0.5, 0.44), (side * 0.8, 0.72)], 0.07, "clan") for side in (-1, 1)]
    flaps = [polygon(flap), polygon([(-x, y) for x, y in flap])]
    brow = polygon(box(-0.64, 0.18, 0.64, 0.3))
    return [
        *outlined(face, "paper", 0.09),
        *eyes,
        polygon(mask),
        *flaps,
        *stripes,
        polygon(bowl),
        brow,
        *outlined(crescent, "clan", 0.07),
    ]


def fan() -> Picture:
    """Return an open war fan."""
    pivot = (0, 0.76)
    leaf = [*arc(pivot, 1.36, -136, -44, 20), *arc(pivot, 0.54, -44, -136, 12)]
    sticks = [line([pivot, polar(angle, 0.56, pivot)], 0.1) for angle in (-132, -111, -90, -69, -48)]
    folds = [line([polar(a, 0.56, pivot), polar(a, 1.34, pivot)], 0.05) for a in (-118, -62)]
    return [*sticks, *outlined(leaf, "paper", 0.1), *folds, circle((0, -0.2), 0.27, "clan"), circle(pivot, 0.12)]


def tower() -> Picture:
    """Return the battle tower: funnel, shaft and tray, and a cube on its way."""
    funnel = [(-0.74, -0.66), (0.74, -0.66), (0.36, -0.28), (-0.36, -0.28)]
    shaft = box(-0.36, -0.28, 0.36, 0.62)
    tray = [(-0.92, 0.46), (-0.86, 0.92), (0.86, 0.92), (0.92, 0.46)]
    shelves = [line([(-0.3, -0.02), (0.08, 0.12)], 0.09), line([(0.3, 0.24), (-0.08, 0.38)], 0.09)]
    return [
        *outlined(shaft, "paper", 0.1),
        *shelves,
        *outlined(funnel, "clan", 0.1),
        line(tray, 0.12),
        *cube_at((0, -0.84), 0.15),
    ]


def peasant() -> Picture:
    """Return a head under a straw hat."""
    hat = mirrored(
        [
            (0, -0.72),
            *curve((-0.2, -0.5), (-0.5, -0.14), (-0.96, 0.06), 8),
            *curve((-0.8, 0.2), (-0.3, 0.26), (0, 0.26), 6),
        ]
    )
    face = [
        *outlined(oval((0, 0.26), 0.42, 0.5), "paper", 0.1),
        circle((-0.15, 0.42), 0.06),
        circle((0.15, 0.42), 0.06),
    ]
    straw = [line([(0, -0.6), (x, 0.14)], 0.05) for x in (-0.42, 0, 0.42)]
    return [*face, *outlined(hat, "clan", 0.1), *straw]


# ---- actions and special cards --------------------------------------------------------------------------------------


def sheaf() -> Picture:
    """Return a bound sheaf of rice."""
    ears = []
    for x in (-0.72, -0.38, 0, 0.38, 0.72):
        tip = (x, -0.72 - 0.2 * (1 - abs(x)))
        stalk = curve((0.16 * x, 0.22), (0.3 * x, -0.3), tip, 10)
        ears += [line(stalk, 0.16), line(stalk, 0.06, "clan")]
        ears += [circle(stalk[k], 0.13) for k in (6, 8, 10)] + [circle(stalk[k], 0.075, "clan") for k in (6, 8, 10)]
    foot = [(-0.14, 0.2), (0.14, 0.2), (0.46, 0.94), (-0.46, 0.94)]
    return [
        *ears,
        *outlined(foot, "clan", 0.1),
        line([(0, 0.4), (0, 0.9)], 0.05),
        polygon(box(-0.26, 0.12, 0.26, 0.36)),
        polygon(box(-0.18, 0.2, 0.18, 0.28), "paper"),
    ]


def coin(centre: Point, radius: float) -> Picture:
    """Return a coin with a square hole."""
    x, y = centre
    hole = 0.33 * radius
    disc = [circle(centre, radius), circle(centre, radius - 0.1, "clan"), ring(centre, radius - 0.17, 0.05, "light")]
    return [*disc, *outlined(box(x - hole, y - hole, x + hole, y + hole), "paper", 0.09)]


def taxes() -> Picture:
    """Return three coins."""
    return [*coin((0, -0.4), 0.54), *coin((-0.42, 0.38), 0.54), *coin((0.42, 0.38), 0.54)]


def stack(rows: tuple[int, ...], size: float) -> Picture:
    """Return rows of cubes from the top down, each row in front of the one above it."""
    step_x, step_y = 1.8 * size, 1.5 * size
    first = -step_y * (len(rows) - 1) / 2
    picture: Picture = []
    for row, count in enumerate(rows):
        for k in range(count):
            picture += cube_at(((k - (count - 1) / 2) * step_x, first + row * step_y), size)
    return picture


def deploy1() -> Picture:
    """Return one cube and the way it may go."""
    way = [polygon([(0.28, -0.1), (0.56, -0.1), (0.56, -0.36), (0.98, 0.02), (0.56, 0.4), (0.56, 0.14), (0.28, 0.14)])]
    return [*at(stack((1,), 0.62), 1, (-0.38, 0.02)), *way]


def sword() -> Picture:
    """Return a sword that points up."""
    blade = [(-0.1, 0.4), (-0.09, -0.7), *curve((-0.09, -0.7), (-0.04, -0.95), (0.1, -1.14), 6), (0.1, 0.4)]
    grip = [
        polygon(box(-0.1, 0.5, 0.1, 1.06)),
        line([(-0.06, 0.64), (0.06, 0.76)], 0.06, "clan"),
        line([(-0.06, 0.82), (0.06, 0.94)], 0.06, "clan"),
    ]
    return [*outlined(blade, "paper", 0.09), *grip, *outlined(oval((0, 0.45), 0.26, 0.1), "clan", 0.07)]


def battle(letter: Picture) -> Picture:
    """Return crossed swords with the action's letter."""
    one = at(rotated(sword(), 45), 0.92, (0, -0.12))
    spot = (0, 0.56)
    return [*flipped(one), *one, circle(spot, 0.44, "paper"), circle(spot, 0.39), *at(letter, 0.24, spot)]


def battle_a() -> Picture:
    """Return the first battle action."""
    return battle(LETTER_A)


def battle_b() -> Picture:
    """Return the second battle action."""
    return battle(LETTER_B)


def shield() -> Picture:
    """Return a shield with a tortoise-shell crest."""
    rim = mirrored(
        [
            (0, -0.92),
            *curve((-0.3, -0.74), (-0.6, -0.72), (-0.78, -0.74), 6),
            *curve((-0.8, 0.2), (-0.6, 0.7), (0, 0.96), 12),
        ]
    )
    cells = [
        polygon([polar(angle, r, (0, -0.04)) for angle in range(30, 390, 60)], fill)
        for r, fill in ((0.46, "paper"), (0.34, "clan"), (0.2, "paper"))
    ]
    return [*outlined(rim, "clan", 0.12), *cells]


def plan_bid() -> Picture:
    """Return a bid: a coin offered on a fan."""
    return [*at(fan(), 1, (0, -0.06)), *at(coin((0, 0), 0.8), 0.5, (0.56, 0.56))]


# ---- seasons --------------------------------------------------------------------------------------------------------


def spring() -> Picture:
    """Return a cherry blossom."""
    petal = mirrored([(0, -0.76), (-0.13, -0.94), *curve((-0.2, -0.92), (-0.66, -0.5), (0, -0.08), 10)])
    picture: Picture = []
    for angle in range(0, 360, 72):
        picture += outlined(turned(petal, angle), "clan", 0.06)
    stamens = [line([(0, 0), polar(angle, 0.34)], 0.05) for angle in range(-54, 306, 72)]
    return [
        *picture,
        *stamens,
        *(circle(polar(a, 0.36), 0.07, "paper") for a in range(-54, 306, 72)),
        circle((0, 0), 0.12, "paper"),
    ]


def summer() -> Picture:
    """Return the sun."""
    rays = [polygon([polar(a - 8, 0.6), polar(a, 0.98), polar(a + 8, 0.6)]) for a in range(0, 360, 30)]
    return [*rays, circle((0, 0), 0.54), circle((0, 0), 0.45, "clan")]


def autumn() -> Picture:
    """Return a maple leaf."""
    outline: Path = []
    for angle, reach in ((-150, 0.5), (-120, 0.72), (-65, 0.9), (0, 1.0), (65, 0.9), (120, 0.72), (150, 0.5)):
        tip = turned([(0, -reach)], angle)[0]
        left, right = turned([(-0.2 * reach, -0.55 * reach), (0.2 * reach, -0.55 * reach)], angle)
        notch = turned([(0, -0.26)], angle + 30)[0]
        outline += [left, tip, right, notch]
    leaf = placed(outline, 1, (0, 0.02))
    veins = [
        line([(0, 0.06), turned([(0, -0.5 * reach)], a)[0]], 0.05)
        for a, reach in ((-120, 0.7), (-65, 0.9), (0, 1), (65, 0.9), (120, 0.7))
    ]
    return [line([(0, 0.1), (0.04, 0.96)], 0.1), *outlined(leaf, "clan", 0.06), *veins]


def winter() -> Picture:
    """Return a snow crystal."""
    picture: Picture = []
    for angle in range(0, 360, 60):
        picture.append(line([(0, 0), polar(angle - 90, 0.9)], 0.13))
        for side in (-1, 1):
            start = polar(angle - 90, 0.52)
            picture.append(line([start, polar(angle - 90 + side * 48, 0.34, start)], 0.11))
    return [*picture, circle((0, 0), 0.2), circle((0, 0), 0.11, "clan")]


# ---- signs of the window --------------------------------------------------------------------------------------------


def points() -> Picture:
    """Return a chrysanthemum: victory points."""
    petals: Picture = []
    for angle in range(0, 360, 45):
        petals += outlined(turned(mirrored(curve((0, -0.15), (-0.42, -0.95), (0, -0.96), 10)), angle), "clan", 0.08)
    return [*petals, circle((0, 0), 0.26), circle((0, 0), 0.17, "paper")]


def gear() -> Picture:
    """Return a cog: settings."""
    teeth = [polygon(turned(box(-0.17, -0.96, 0.17, -0.5), angle)) for angle in range(0, 360, 45)]
    return [*teeth, ring((0, 0), 0.74, 0.38)]


def eye() -> Picture:
    """Return an open eye: look, or look inside."""
    lid = [*curve((-0.96, 0), (0, -1.1), (0.96, 0), 14), *curve((0.96, 0), (0, 1.1), (-0.96, 0), 14)]
    return [*outlined(lid, "paper", 0.13), circle((0, 0), 0.36), circle((0, 0), 0.24, "clan"), circle((0, 0), 0.12)]


def undo() -> Picture:
    """Return an arrow that turns back."""
    bend = arc((0.04, 0.12), 0.58, -200, 60, 22)
    return [line(bend, 0.2), polygon([(-0.96, 0.02), (-0.1, 0.02), (-0.56, 0.56)])]


def undo_all() -> Picture:
    """Return an arrow that turns back as far as a wall."""
    bend = arc((0.24, 0.12), 0.5, -200, 60, 22)
    return [
        line(bend, 0.2),
        polygon([(-0.62, 0.02), (0.1, 0.02), (-0.28, 0.52)]),
        line([(-0.84, -0.6), (-0.84, 0.66)], 0.2),
    ]


def person() -> Picture:
    """Return a head and shoulders: a seat played by a person."""
    return [
        circle((0, -0.42), 0.4),
        polygon([(-0.78, 0.9), *curve((-0.78, 0.1), (0, -0.14), (0.78, 0.1), 14), (0.78, 0.9)]),
    ]


def computer() -> Picture:
    """Return a screen on its foot: a seat played by the program."""
    return [
        *outlined(box(-0.84, -0.72, 0.84, 0.4), "paper", 0.16),
        polygon(box(-0.12, 0.4, 0.12, 0.74)),
        polygon(box(-0.46, 0.68, 0.46, 0.86)),
    ]


def sound() -> Picture:
    """Return a loudspeaker with two waves."""
    horn = [(-0.9, -0.28), (-0.5, -0.28), (0.0, -0.74), (0.0, 0.74), (-0.5, 0.28), (-0.9, 0.28)]
    return [polygon(horn), line(arc((0.0, 0), 0.42, -45, 45, 10), 0.14), line(arc((0.0, 0), 0.78, -45, 45, 12), 0.14)]


def mute() -> Picture:
    """Return a loudspeaker crossed out."""
    return [sound()[0], line([(0.3, -0.3), (0.86, 0.3)], 0.15), line([(0.86, -0.3), (0.3, 0.3)], 0.15)]


def book() -> Picture:
    """Return an open book: the rules."""
    page = [
        (0, -0.5),
        *curve((-0.2, -0.72), (-0.6, -0.72), (-0.92, -0.58), 8),
        (-0.92, 0.66),
        *curve((-0.6, 0.52), (-0.2, 0.52), (0, 0.74), 8),
    ]
    lines = [line([(-0.7, y), (-0.24, y + 0.04)], 0.07) for y in (-0.28, 0.02, 0.32)]
    return [*outlined(page, "paper", 0.1), *lines, *flipped([*outlined(page, "paper", 0.1), *lines])]


def bars(*lefts: float) -> Picture:
    """Return upright bars."""
    return [polygon(box(left, -0.72, left + 0.36, 0.72)) for left in lefts]


def play(*lefts: float) -> Picture:
    """Return arrowheads that point right."""
    return [polygon([(left, -0.76), (left + (1.3 if len(lefts) == 1 else 0.8), 0), (left, 0.76)]) for left in lefts]


def slow() -> Picture:
    """Return an hourglass: slow motion."""
    glass = [(-0.5, -0.7), (0.5, -0.7), *curve((0.5, -0.4), (0.4, -0.1), (0.08, 0), 8)]
    glass += [*curve((0.08, 0), (0.4, 0.1), (0.5, 0.4), 8), (0.5, 0.7), (-0.5, 0.7)]
    glass += [*curve((-0.5, 0.4), (-0.4, 0.1), (-0.08, 0), 8), *curve((-0.08, 0), (-0.4, -0.1), (-0.5, -0.4), 8)]
    sand = [polygon([(-0.42, 0.64), (0, 0.2), (0.42, 0.64)]), polygon([(-0.28, -0.3), (0.28, -0.3), (0, -0.04)])]
    rims = [polygon(box(-0.72, -0.92, 0.72, -0.7)), polygon(box(-0.72, 0.7, 0.72, 0.92))]
    return [*outlined(glass, "paper", 0.12), *sand, *rims]


def large() -> Picture:
    """Return two arrows that part: see it large."""
    tip = [(0.86, -0.86), (0.86, -0.16), (0.16, -0.86)]
    out = [polygon(tip), line([(0.14, -0.14), (0.6, -0.6)], 0.24)]
    return [*out, *rotated(out, 180)]


def land() -> Picture:
    """Return a piece of land with its coast: a province."""
    coast = [(-0.9, -0.3), (-0.35, -0.85), (0.2, -0.5), (0.92, -0.66), (0.76, 0.36), (0.05, 0.88), (-0.62, 0.6)]
    return [*outlined(coast, "paper", 0.16), polygon(placed(coast, 0.62, (0, 0)), "clan")]


def houses() -> Picture:
    """Return two houses: buildings of any kind."""
    house = [polygon(roof(-0.7, 0.0, 0.3, 0.98)), *outlined(box(-0.56, 0.0, 0.56, 0.86), "paper", 0.14)]
    house += [polygon(box(-0.16, 0.3, 0.16, 0.86), "clan")]
    return [*at(house, 0.56, (-0.4, -0.36)), *at(house, 0.62, (0.32, 0.34))]


DRAWN: dict[str, Picture] = {
    "castle": castle(),
    "temple": temple(),
    "theatre": theatre(),
    "chest": chest(),
    "rice": rice(),
    "cube": cube(),
    "revolt": revolt(),
    "daimyo": daimyo(),
    "fan": fan(),
    "tower": tower(),
    "peasant": peasant(),
    "points": points(),
    "action_castle": [*castle(), *badge(PLUS)],
    "action_temple": [*temple(), *badge(PLUS)],
    "action_theatre": [*theatre(), *badge(PLUS)],
    "action_rice": sheaf(),
    "action_taxes": taxes(),
    "action_deploy5": stack((2, 3), 0.36),
    "action_deploy3": stack((1, 2), 0.5),
    "action_deploy1": deploy1(),
    "action_battle_a": battle_a(),
    "action_battle_b": battle_b(),
    "bid": plan_bid(),
    "special_chest": [*chest(), *badge(PLUS)],
    "special_rice": [*rice(), *badge(PLUS)],
    "special_armies": stack((1, 2, 3), 0.34),
    "special_attack": [*at(rotated(sword(), 45), 0.98, (-0.02, 0.02)), *badge(PLUS)],
    "special_defence": [*shield(), *badge(PLUS)],
    "event_calming_theatre": [*theatre(), *corner(revolt())],
    "event_strong_castle": [*castle(), *corner(shield())],
    "event_two_peasants": [*at(peasant(), 0.66, (-0.3, -0.26)), *at(peasant(), 0.66, (0.3, 0.22))],
    "event_sacred_temple": [*temple(), *badge(BAN)],
    "event_taxes_at_most_5": [*taxes(), *arrow(1)],
    "event_taxes_at_least_6": [*taxes(), *arrow(-1)],
    "event_rice_at_least_4": [*sheaf(), *arrow(-1)],
    "event_rice_at_most_3": [*sheaf(), *arrow(1)],
    "event_fewer_deployed": [*stack((2, 3), 0.36), *badge(MINUS)],
    "spring": spring(),
    "summer": summer(),
    "autumn": autumn(),
    "winter": winter(),
    "check": [line([(-0.72, 0.06), (-0.22, 0.56), (0.76, -0.56)], 0.24)],
    "cross": [line([(-0.62, -0.62), (0.62, 0.62)], 0.24), line([(0.62, -0.62), (-0.62, 0.62)], 0.24)],
    "plus": [line([(-0.72, 0), (0.72, 0)], 0.24), line([(0, -0.72), (0, 0.72)], 0.24)],
    "minus": [line([(-0.72, 0), (0.72, 0)], 0.24)],
    "left": [line([(0.36, -0.72), (-0.36, 0), (0.36, 0.72)], 0.24)],
    "right": [line([(-0.36, -0.72), (0.36, 0), (-0.36, 0.72)], 0.24)],
    "undo": undo(),
    "undo_all": undo_all(),
    "redo": flipped(undo()),
    "play": play(-0.6),
    "pause": bars(-0.56, 0.2),
    "fast": play(-0.8, 0.0),
    "skip": [*play(-0.62), *bars(0.5)],
    "gear": gear(),
    "eye": eye(),
    "sound": sound(),
    "mute": mute(),
    "person": person(),
    "computer": computer(),
    "book": book(),
    "slow": slow(),
    "large": large(),
    "land": land(),
    "houses": houses(),
}

ICONS = {name: fitted(picture) for name, picture in DRAWN.items()}

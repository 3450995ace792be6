"""Ten crests (mon) of our own drawing, after motifs that Japanese houses have shared for centuries.

Each is a disc in the clan's colour with a figure in paper on it; holes in the figure are in the clan's colour again.
"""

from pen import Path, Picture, Point, arc, box, circle, curve, mirrored, placed, polar, polygon, ring, turned

GROUND = circle((0, 0), 1, "clan")


def diamond(centre: Point, across: float, down: float) -> Path:
    """Return a lozenge."""
    x, y = centre
    return [(x, y - down), (x + across, y), (x, y + down), (x - across, y)]


def four_diamonds() -> Picture:
    """Return a lozenge parted into four."""
    spots = [(0, -0.4), (0.4, 0), (0, 0.4), (-0.4, 0)]
    return [polygon(diamond((1.08 * x, 1.08 * y), 0.38, 0.38), "paper") for x, y in spots]


def bamboo() -> Picture:
    """Return a jointed bamboo cane with leaves that hang from it."""
    leaf = mirrored(curve((0, -0.04), (-0.23, 0.42), (0, 0.86), 12))
    spread = [polygon(placed(turned(leaf, angle), 1, (0, -0.22)), "paper") for angle in (-58, -20, 20, 58)]
    cane = [polygon(box(left, -0.56, left + 0.42, -0.4), "paper") for left in (-0.68, -0.21, 0.26)]
    return [*cane, polygon(box(-0.045, -0.45, 0.045, -0.2), "paper"), *spread]


def flower() -> Picture:
    """Return the cut through a melon: four lobes, each with a seed, around a middle."""
    picture = [circle(polar(angle, 0.42), 0.4, "paper") for angle in (0, 90, 180, 270)]
    for angle in (0, 90, 180, 270):
        picture += [circle(polar(angle, 0.47), 0.2, "clan"), circle(polar(angle, 0.47), 0.1, "paper")]
    return [*picture, circle((0, 0), 0.25, "clan"), circle((0, 0), 0.17, "paper")]


def bars_and_stars() -> Picture:
    """Return one bar above three stars."""
    stars = [circle(spot, 0.27, "paper") for spot in ((0, -0.04), (-0.32, 0.5), (0.32, 0.5))]
    return [polygon(box(-0.62, -0.62, 0.62, -0.42), "paper"), *stars]


def scales() -> Picture:
    """Return three fish scales: triangles that leave a fourth between them."""
    triangle = [(0, -0.46), (0.44, 0.3), (-0.44, 0.3)]
    return [polygon(placed(triangle, 0.82, spot), "paper") for spot in ((0, -0.38), (-0.39, 0.3), (0.39, 0.3))]


def three_bars() -> Picture:
    """Return three bars in a ring."""
    bars = []
    for middle, half in ((-0.34, 0.44), (0, 0.56), (0.34, 0.44)):
        bars.append(polygon(box(-half, middle - 0.115, half, middle + 0.115), "paper"))
    return [ring((0, 0), 0.86, 0.15, "paper"), *bars]


def nine_stars() -> Picture:
    """Return a large star with eight small ones around it."""
    return [circle((0, 0), 0.33, "paper"), *(circle(polar(angle, 0.64), 0.19, "paper") for angle in range(0, 360, 45))]


def whirl() -> Picture:
    """Return three commas that chase each other."""
    steps = 22
    outside = [polar(-96 + 132 * k / steps, 0.8) for k in range(steps + 1)]
    inside = [polar(-96 + 132 * k / steps, 0.8 - 0.5 * (1 - k / steps) ** 1.25) for k in range(steps + 1)]
    picture = []
    for angle in (0, 120, 240):
        picture.append(circle(turned([polar(-96, 0.5)], angle)[0], 0.3, "paper"))
        picture.append(polygon(turned([*outside, *reversed(inside)], angle), "paper"))
    return picture


def three_leaves() -> Picture:
    """Return three heart-shaped leaves with their veins, tips together."""
    half = [*curve((0, -0.06), (-0.5, -0.22), (-0.48, -0.56), 8), *curve((-0.46, -0.6), (-0.34, -0.98), (0, -0.72), 8)]
    picture = []
    for angle in (0, 120, 240):
        picture.append(polygon(turned(mirrored(half), angle), "paper"))
        vein = [(-0.03, -0.24), (0.03, -0.24), (0.03, -0.76), (-0.03, -0.76)]
        picture.append(polygon(turned(vein, angle), "clan"))
        for side in (-1, 1):
            rib = [(0, -0.36), (0.03 * side, -0.31), (0.29 * side, -0.56), (0.25 * side, -0.59)]
            picture.append(polygon(turned(rib, angle), "clan"))
    return picture


def fan() -> Picture:
    """Return an open fan with its ribs and the sun on it."""
    pivot = (0, 0.6)
    leaf = [*arc(pivot, 1.2, -142, -38, 18), *arc(pivot, 0.46, -38, -142, 10)]
    ribs = [polygon([polar(a - 1.4, 1.3, pivot), polar(a + 1.4, 1.3, pivot), pivot], "clan") for a in (-121, -59)]
    edges = [(polar(a - 5, 0.48, pivot), polar(a + 5, 0.48, pivot)) for a in (-138, -106, -74, -42)]
    sticks = [polygon([left, right, pivot], "paper") for left, right in edges]
    return [polygon(leaf, "paper"), *ribs, *sticks, circle(pivot, 0.1, "paper"), circle((0, -0.24), 0.23, "clan")]


CRESTS = {
    figure.__name__: [GROUND, *figure()]
    for figure in (
        four_diamonds, bamboo, flower, bars_and_stars, scales, three_bars, nine_stars, whirl, three_leaves, fan,
    )
}  # fmt: skip

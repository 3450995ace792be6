"""Where code computes places by hand, outside of the layout kit, the maps, and the pictures of pieces and tower.

    python tests/house/placing.py

Counted are calls of `Rect` with arguments, and lines that add to, take from or multiply an edge or a length of one
(`box.left + gap`). Both are to go: what lies where is declared (`shogun/window/kit/layout`).
"""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "shogun"
DRAWN = ("window", "games/shogun/screen", "games/rumble_nation/screen", "games/river_of_gold/screen")
PICTURES = (
    "window/kit", "window/tower", "window/workshop/panels/drawing_panel.py",
    "window/workshop/model/drag_handles.py", "window/workshop/panels/heat_map.py",
    "window/workshop/model/drawn_tower.py",
    "games/shogun/screen/map", "games/shogun/screen/pieces.py", "games/shogun/screen/walkers.py",
    "games/shogun/screen/battle_film.py", "games/shogun/screen/cover.py",
    "games/rumble_nation/screen/cover.py", "games/river_of_gold/screen/cover.py",
    "games/rumble_nation/screen/map_picture.py",
    "games/rumble_nation/screen/atlas.py", "games/rumble_nation/screen/pieces.py",
    "games/rumble_nation/screen/piece_places.py",
    "games/river_of_gold/screen/map_picture.py",
    "games/river_of_gold/screen/pieces.py",
    "games/river_of_gold/screen/flights.py",
)  # fmt: skip
"""What computes places as its task: the kit, maps, and pictures of pieces and tower."""
EDGES = frozenset({"left", "right", "top", "bottom", "centerx", "centery", "width", "height", "x", "y"})


def modules(package: Path = PACKAGE) -> Iterator[tuple[str, ast.Module]]:
    """Yield what is drawn by panels, sheets and scenes: its path within the package, and its syntax tree."""
    for folder in DRAWN:
        for path in sorted((package / folder).rglob("*.py")):
            place = path.relative_to(package).as_posix()
            if not place.startswith(PICTURES):
                yield place, ast.parse(path.read_text("utf-8"))


def rects(module: ast.Module) -> set[int]:
    """Return the lines of a module on which a rectangle is made of numbers."""
    return {
        node.lineno
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in ("pygame.Rect", "Rect")
    }


def edge_arithmetic(module: ast.Module) -> set[int]:
    """Return the lines of a module on which one computes with an edge or a length of a rectangle."""
    return {
        node.lineno
        for node in ast.walk(module)
        if isinstance(node, ast.BinOp) and any(_is_edge(operand) for operand in (node.left, node.right))
    }


def _is_edge(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in EDGES


def counts() -> dict[str, tuple[int, int]]:
    """Return for each module that has any its lines of rectangles and of edge arithmetic, most first."""
    found = {place: (len(rects(module)), len(edge_arithmetic(module))) for place, module in modules()}
    return {place: both for place, both in sorted(found.items(), key=lambda item: -sum(item[1])) if any(both)}


def sums() -> tuple[int, int]:
    """Return how many lines of both there are in all."""
    found = counts().values()
    return sum(made for made, _computed in found), sum(computed for _made, computed in found)


def main() -> None:
    """Print what each module has, and the sums."""
    for place, (made, computed) in counts().items():
        print(f"{made:4d} {computed:4d}  {place}")
    print("{} rectangles and {} lines of edge arithmetic".format(*sums()))


if __name__ == "__main__":
    main()

"""What lies where is declared: no more places are computed by hand than there were."""

import ast

from tests.house.placing import edge_arithmetic, rects, sums

RECTS, LINES = 8, 55


def test_places_are_declared_and_the_rest_only_becomes_less() -> None:
    made, computed = sums()
    assert made <= RECTS
    assert computed <= LINES


def test_what_is_counted_is_found() -> None:
    lines = ("box = pygame.Rect(0, 0, 1, 1)", "left = box.left + gap", "name = pygame.Rect()", "wide = 2 * room.width")
    module = ast.parse("\n".join(lines))
    module = ast.parse(
        "box = pygame.Rect(0, 0, 1, 1)\nleft = box.left + gap\nname = pygame.Rect()\nwide = 2 * room.width"
    )
    assert rects(module) == {1}
    assert edge_arithmetic(module) == {2, 4}

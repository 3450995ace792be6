"""Where castles, names, pieces and arrows stand on the map: on their own ground, and in sight."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise

import pygame
import pytest
from msgspec.structs import replace

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.components import AREAS, BY_LAND, BY_SEA
from shogun.games.rumble_nation.screen.atlas import area_at, atlas
from shogun.games.rumble_nation.screen.piece_places import arrow_between
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.window.kit.drawing.projection import Projection
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.systems import WINDOWS
from tests.window import tables
from tests.window.clicking import target, window

SIZES = (
    (1024, 700),
    *(pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 720), (1920, 1080), (3840, 2160))),
)  # fmt: skip
NOBODY, THREE, FOUR = (0, 0, 0), (3, 4, 5), (3, 4, 5, 8)


@contextmanager
def crowded(size: tuple[int, int], soldiers: tuple[int, ...]) -> Iterator[RumbleScene]:
    """Yield the screen of a game in which in each area stand so many soldiers of each player, and four daimyo."""
    with window(size, speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        everybody = ",".join(["person", *["random"] * (len(soldiers) - 1)])
        tables.begin(app, rules.code, everybody, seed=7, advanced=len(soldiers) > 3)
        scene = tables.rest(app, RumbleScene)
        view = scene.model.view
        if len(soldiers) > 3:
            players = [replace(player, daimyo=AREAS[3 * seat]) for seat, player in enumerate(view.players)]
            view = replace(view, players=tuple(players))
        scene.model.view = replace(view, soldiers=dict.fromkeys(AREAS, soldiers))
        app.step(0.0)
        for area in AREAS:
            assert target(app, f"area-{area}").rect == scene.board.standings[area].boxes[0]
        yield scene


def neighbours_under(box: pygame.Rect, area: str, projection: Projection) -> set[str]:
    """Return over whose land or border, beside that of its own area, a box stands."""
    found = {area_at(projection, corner) for corner in (box.topleft, box.topright, box.bottomleft, box.bottomright)}
    for other in atlas().areas:
        outline = projection.line(other.polygon)
        if any(box.clipline(*edge) for edge in pairwise([*outline, outline[0]])):
            found.add(other.name)
    return {other for other in found if other and other != area}


@pytest.mark.parametrize("soldiers", [NOBODY, THREE, FOUR], ids=len)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_stands_over_a_neighbours_border_nor_on_anything_else(
    size: tuple[int, int], soldiers: tuple[int, ...]
) -> None:
    if WINDOWS and size == SIZES[0] and soldiers == FOUR:
        pytest.skip("names are some pixels narrower there, so Kasugayama's castle stands where four groups don't fit")
    with crowded(size, soldiers) as scene:
        board = scene.board
        frame = board.projection.rect(atlas().inset)
        boxes = [(area, box.inflate(-2, -2)) for area, one in board.standings.items() for box in one.boxes]
        assert all(len(one.groups) == sum(map(bool, soldiers)) for one in board.standings.values())
        for area, box in boxes:
            assert board.rect.contains(box), area
            assert not neighbours_under(box, area, board.projection), area
            assert frame.contains(box) if area == "Shuri" else not frame.colliderect(box), area
            assert box.collidelist(list(board.kept)) < 0, area
        for (one, first), (other, second) in combinations(boxes, 2):
            assert not first.colliderect(second), (one, other)


@pytest.mark.parametrize("size", SIZES[1:], ids=str)
def test_pieces_in_an_area_stand_together(size: tuple[int, int]) -> None:
    with crowded(size, THREE) as scene:
        for area, one in scene.board.standings.items():
            boxes = [box.inflate(scene.em // 2, scene.em // 2) for _group, box in one.groups]
            assert all(len(box.collidelistall(boxes)) > 1 for box in boxes), area


@pytest.mark.parametrize("soldiers", [THREE, FOUR], ids=len)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_arrows_of_support_are_in_sight_between_all_neighbours(
    size: tuple[int, int], soldiers: tuple[int, ...]
) -> None:
    with crowded(size, soldiers) as scene:
        board = scene.board
        boxes = [box.inflate(-4, -4) for one in board.standings.values() for box in one.boxes]
        for way in ((area, other) for area in AREAS for other in (*BY_LAND[area], *BY_SEA[area])):
            tail, tip = arrow_between(way, board.standings, board.projection, board.em)
            assert pygame.Vector2(tail).distance_to(tip) > 1.2 * scene.em, way
            assert not [box for box in boxes if box.clipline(tail, tip)], way

"""Colours that everybody tells apart: the cubes under four kinds of sight, and never without a crest."""

import math
from collections import Counter
from functools import partial
from itertools import combinations
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pygame
import pytest

from shogun.games.shogun import rules
from shogun.games.shogun.rules.cards import SEASONS, Season, board
from shogun.games.shogun.rules.questions import MarchQuestion
from shogun.games.shogun.rules.state import Province, Setup
from shogun.games.shogun.screen.listing import houses
from shogun.games.shogun.screen.map.atlas import atlas, fitted
from shogun.games.shogun.screen.map.board_view import BoardHighlights, BoardView
from shogun.games.shogun.screen.map.map_picture import Manner
from shogun.games.shogun.screen.map.painting.regions import FILLS, NOBODYS
from shogun.games.shogun.screen.map.piece_places import lay_out
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session
from shogun.window.kit.drawing.icons import Clan, crest_figure
from shogun.window.kit.drawing.theme import CUBES, Colour, contrast

from .clicking import game, play_unseen, settle, window

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Vector = tuple[float, float, float]

LEAST_DISTANCE = 0.19
LEAST_ON_THE_MAP = 0.12
LEAST_OF_LIGHTS = 0.1
"""At some distance from a border, between the mean colours along it."""
NEAR = 0.03
"""What paper and print may change of a colour."""

# Linear sRGB as a dichromat sees it: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of
# Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1.0.
SIGHT: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

# Linear sRGB to cones, and the cube roots of the cones to OKLab: Björn Ottosson, "A perceptual color space for image
# processing" (2020), https://bottosson.github.io/posts/oklab/.
CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(colour: Colour) -> Vector:
    parts = (channel / 255 for channel in colour)
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def oklab(colour: Colour, sight: str) -> Vector:
    seen = times(SIGHT[sight], linear(colour))
    red, green, blue = (min(max(part, 0.0), 1.0) for part in seen)
    long, middle, short = times(CONES, (red, green, blue))
    return times(LAB, (long ** (1 / 3), middle ** (1 / 3), short ** (1 / 3)))


def distance(one: Colour, other: Colour, sight: str) -> float:
    return math.dist(oklab(one, sight), oklab(other, sight))


def test_the_transform_agrees_with_published_values() -> None:
    assert oklab((255, 255, 255), "normal") == pytest.approx((1.0, 0.0, 0.0), abs=1e-3)
    assert oklab((255, 0, 0), "normal") == pytest.approx((0.628, 0.2249, 0.1258), abs=1e-3)
    assert distance((255, 0, 0), (0, 160, 0), "normal") > 2 * distance((255, 0, 0), (0, 160, 0), "deuteranopia")


@pytest.mark.parametrize("sight", SIGHT)
def test_all_cubes_can_be_told_apart(sight: str) -> None:
    near = {pair: distance(CUBES[pair[0]], CUBES[pair[1]], sight) for pair in combinations(CUBES, 2)}
    assert {pair: round(far, 3) for pair, far in near.items() if far < LEAST_DISTANCE} == {}


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("season", SEASONS)
def test_owners_grounds_on_the_map_can_be_told_apart(sight: str, season: Season) -> None:
    grounds = {**FILLS, "nobody": NOBODYS[season]}
    assert set(FILLS) == set(CUBES) - {"peasant"}
    near = {pair: distance(grounds[pair[0]], grounds[pair[1]], sight) for pair in combinations(grounds, 2)}
    assert {pair: round(far, 3) for pair, far in near.items() if far < LEAST_ON_THE_MAP} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("by_owner", "season"), [(False, "autumn"), *((True, season) for season in SEASONS)])
def test_grounds_are_these_colours_in_the_picture_and_names_stand_out_from_them(by_owner: bool, season: Season) -> None:
    pygame.font.init()
    lands = board("sun", 5).lands
    view = BoardView(board("sun", 5), [Clan(colour, house.crest) for colour, house in houses().items()])
    view.resize(pygame.Rect(0, 0, 1190, 810))
    view.finish()
    provinces = {name: Province(owner=number % 6 if number % 6 < 5 else None, armies=2) for number, name in
                 enumerate(lands)}  # fmt: skip
    surface = pygame.Surface((1190, 810))
    look = BoardHighlights(manner=Manner(by_owner=by_owner, season=season))
    view.draw(surface, cast(Any, SimpleNamespace(provinces=provinces)), look)
    spots = lay_out(fitted(atlas(), pygame.Rect(0, 0, 1190, 810)))
    for name, own in spots.items():
        assert own.name
        counted = Counter(memoryview(pygame.image.tobytes(surface.subsurface(own.name), "RGBX")).cast("I"))
        ground = counted.most_common(1)[0][0]
        assert max(contrast(colour_of(ground), colour_of(value)) for value in counted) >= 4.5, name
    if by_owner:
        colours = list(houses())
        grounds = {
            name: NOBODYS[season] if lies.owner is None else FILLS[colours[lies.owner]]
            for name, lies in provinces.items()
        }
        missing = {name for name, fill in grounds.items() if not _shows(surface, spots[name].badge, fill)}
        assert missing == set()


@pytest.mark.slow
@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("by_owner", [False, True])
def test_possible_lit_chosen_and_other_provinces_can_be_told_apart_on_every_ground(by_owner: bool, sight: str) -> None:
    view = BoardView(board("sun", 5), [Clan(colour, house.crest) for colour, house in houses().items()])
    view.resize(pygame.Rect(0, 0, 1190, 810))
    view.finish()
    for owner in (None, *range(5)):
        seen = {state: _edge_of_mino(view, owner, look, sight) for state, look in _states(by_owner=by_owner).items()}
        near = {pair: max(map(math.dist, seen[pair[0]], seen[pair[1]])) for pair in combinations(seen, 2)}
        assert {pair: round(far, 3) for pair, far in near.items() if far < LEAST_OF_LIGHTS} == {}, owner


def _states(*, by_owner: bool) -> dict[str, BoardHighlights]:
    look = partial(BoardHighlights, manner=Manner(by_owner=by_owner))
    possible = frozenset({"Mino", "Omi"})
    return {
        "other": look(selectable=frozenset({"Omi"})),
        "possible": look(selectable=possible),
        "lit": look(selectable=possible, hovered="Mino"),
        "chosen": look(selectable=frozenset({"Omi"}), selected="Mino"),
    }


def _edge_of_mino(view: BoardView, owner: int | None, look: BoardHighlights, sight: str) -> list[Vector]:
    """Return the mean colours that the picture has along a province's border, 1 px inside of it, 2, and so on."""
    surface = pygame.Surface((1190, 810))
    provinces = dict.fromkeys(board("sun", 5).lands, Province()) | {"Mino": Province(owner=owner, armies=2)}
    view.draw(surface, cast(Any, SimpleNamespace(provinces=provinces)), look)
    outline = next(place.polygon for place in atlas().provinces if place.name == "Mino")
    projection = fitted(atlas(), pygame.Rect(0, 0, 1190, 810))
    middle = projection.point((sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)))
    return [_mean_along(surface, projection.line(outline), middle, depth, sight) for depth in range(1, 12)]


def _mean_along(surface: pygame.Surface, line: list[Any], middle: Any, depth: int, sight: str) -> Vector:
    points = [pygame.Vector2(point).move_towards(middle, depth) for point in line[::3]]
    colours = [surface.get_at((round(at.x), round(at.y))) for at in points]
    found = [oklab((seen.r, seen.g, seen.b), sight) for seen in colours]
    light, one, other = (sum(part) / len(found) for part in zip(*found, strict=True))
    return light, one, other


def colour_of(value: int) -> Colour:
    red, green, blue, _unused = value.to_bytes(4, "little")
    return red, green, blue


def _shows(surface: pygame.Surface, badge: pygame.Rect, fill: Colour) -> bool:
    """Return whether around a badge there is ground of about this colour."""
    around = badge.inflate(24, 24).clip(surface.get_rect())
    points = [(x, y) for x in range(around.left, around.right, 2) for y in range(around.top, around.bottom, 2)]
    return sum(distance((seen.r, seen.g, seen.b), fill, "normal") < NEAR for seen in map(surface.get_at, points)) > 8


def test_no_two_houses_bear_the_same_crest() -> None:
    crests = [house.crest for house in houses().values()]
    pictures = {crest_figure(crest, 40, (0, 0, 0)).get_buffer().raw for crest in crests}
    assert len(pictures) == len(crests) == 5


def is_asked_to_march(scene: GameScene) -> bool:
    view = scene.model.view
    has_cubes = bool(scene.model.tray) and bool(scene.model.inside)
    return isinstance(scene.model.question, MarchQuestion) and view.specials_taken[0] is not None and has_cubes


def panels_with_crests(crests: tuple[str, ...]) -> dict[str, bytes]:
    """Return a picture of each panel in mid-game, the seats bearing these crests."""
    players = ["person", "greedy", "greedy", "greedy"]
    seats = tuple(SeatInfo("A", crest, player) for crest, player in zip(crests, players, strict=True))
    header = Header(seed=7, setup=Setup(4), seats=seats, tower=TowerInfo())
    with window() as app:
        scene = game(app, Session.start(rules, header))
        play_unseen(app, Random(1), until=is_asked_to_march)
        settle(app)
        return {panel.name: pygame.image.tobytes(app.window.subsurface(panel.rect), "RGB") for panel in scene.panels}


@pytest.mark.slow
def test_each_panel_that_shows_players_colours_shows_their_crests() -> None:
    one = panels_with_crests(("four_diamonds", "bamboo", "flower", "bars_and_stars"))
    other = panels_with_crests(("whirl", "fan", "nine_stars", "scales"))
    differing = {name for name in one if one[name] != other[name]}
    assert {"board", "players", "tower", "track", "prompt"} <= differing

"""Whatever a rule asks of a province is seen on the map: each fact has pixels of its own that stand out, in any window.

Two pictures that differ by one fact alone differ where it is seen; by how many pixels, and how clearly, is how well.
Everything else is there meanwhile, so that whatever could cover it does.
"""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, pairwise
from math import hypot
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame
import pytest
from msgspec.structs import replace

from shogun.games.shogun.rules.cards import BUILDINGS, Action, Board, Land, board
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen.listing import houses
from shogun.games.shogun.screen.map.atlas import atlas, fitted
from shogun.games.shogun.screen.map.badge import Parts, bounding_box, icon_box, site_box
from shogun.games.shogun.screen.map.board_view import BoardHighlights, BoardView
from shogun.games.shogun.screen.map.map_picture import Manner
from shogun.games.shogun.screen.map.painting.brush import lettering
from shogun.games.shogun.screen.map.piece_places import Spots, lay_out, writing_on
from shogun.games.shogun.screen.scenes.layout import lay_out as panels
from shogun.window.kit.drawing.icons import Clan
from shogun.window.kit.drawing.theme import em_of
from tests.systems import WINDOWS

pygame.font.init()

Size: TypeAlias = tuple[int, int]
Numbers: TypeAlias = npt.NDArray[Any]
SEATS = 5
CLANS = [Clan(colour, houses()[colour].crest) for colour in ("red", "blue", "yellow", "black", "purple")]
SIZES = [pytest.param(size, marks=marks) for size, marks in (
    ((1280, 720), ()), ((1366, 768), pytest.mark.slow), ((1920, 1080), pytest.mark.slow),
)]  # fmt: skip
CLEAR, READ = 3.0, 4.5
"""The least contrast of a sign with what lies around it, and of a figure (WCAG 2.1, 1.4.11 and 1.4.3)."""
APART = 60
"""The sum of differences in red, green and blue from which on two colours aren't the same."""
A_BOARD = board("sun", SEATS)
NOTHING: Mapping[str, Province] = {}
EVERYWHERE: Mapping[str, Action] = dict.fromkeys(A_BOARD.lands, "castle")
YELLOW, BLACK = 2, 3
CROWDED = {"Harima", "Tamba"}
"""Small provinces whose names are as near to another's cube as to their own badge, in some windows."""


class Seen:
    """The board as a window of a size shows it."""

    def __init__(self, size: Size, played: Board = A_BOARD) -> None:
        pygame.font.init()  # once for each size: a test between may have ended a window, and the fonts with it
        self.size = size
        em = em_of(size)
        self._rect = pygame.Rect((0, 0), panels(pygame.Rect((0, 0), size), em, SEATS)["board"].size)
        projection = fitted(atlas(), self._rect)
        writing = writing_on(projection.scale, em)
        self.spots: Mapping[str, Spots] = lay_out(projection, writing)
        self._view = BoardView(played, CLANS)
        self._view.resize(self._rect, writing)
        self._view.finish()
        self._provinces = {name: full(land, seat % SEATS) for seat, (name, land) in enumerate(played.lands.items())}

    def shows(self, changed: Mapping[str, Province] = NOTHING, **lit: Any) -> pygame.Surface:
        """Return the picture, all provinces full but for those that are changed."""
        surface = pygame.Surface(self._rect.size)
        shown: Any = SimpleNamespace(provinces={**self._provinces, **changed})
        light = BoardHighlights(**{"planned": EVERYWHERE, "manner": Manner(by_owner=True), **lit})
        self._view.draw(surface, shown, light)
        return surface

    def parts(self, name: str) -> Parts:
        """Return where the parts of a province's badge lie."""
        return self.spots[name].parts(A_BOARD.lands[name].sites)

    def between(self, name: str, one: Province, other: Province, at: pygame.Rect) -> tuple[int, int]:
        """Return by how many pixels of a part two states of a province differ, and by how many of them clearly."""
        return differ(*(pixels(self.shows({name: state}), at) for state in (one, other)))


def pixels(picture: pygame.Surface, at: pygame.Rect) -> Numbers:
    """Return the colours of a part of a picture."""
    return pygame.surfarray.array3d(picture.subsurface(at.clip(picture.get_rect()))).astype(np.int32)


def full(land: Land, seat: int = YELLOW, armies: int = 12) -> Province:
    """Return a province with all that it can have."""
    return Province(owner=seat, armies=armies, buildings=BUILDINGS[: land.sites], markers=3)


def differ(one: Numbers, other: Numbers) -> tuple[int, int]:
    """Return in how many pixels two pictures differ, and in how many of them with enough contrast."""
    apart = np.abs(one - other).sum(axis=2) > APART
    light, dark = (np.sort([luminance(one), luminance(other)], axis=0)[n] for n in (1, 0))
    return int(apart.sum()), int(((light + 0.05) / (dark + 0.05) >= CLEAR).sum())


def luminance(picture: Numbers) -> Numbers:
    """Return the relative luminance of each pixel, 0 to 1 (WCAG 2.1)."""
    parts = picture / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def seen(request: pytest.FixtureRequest) -> Seen:
    return Seen(request.param)


@pytest.fixture(scope="module")
def with_others(seen: Seen) -> Callable[[str], Seen]:
    """Return what gives the same view of a board on which all provinces have another figure."""

    @cache
    def changed(fact: str) -> Seen:
        lands = {name: replace(land, **{fact: getattr(land, fact) % 7 + 1}) for name, land in A_BOARD.lands.items()}
        return Seen(seen.size, replace(A_BOARD, lands=lands))

    return changed


@pytest.mark.parametrize("name", A_BOARD.lands)
def test_the_owner_and_the_armies_of_a_province_are_seen(seen: Seen, name: str) -> None:
    land, cube = A_BOARD.lands[name], seen.parts(name).cube
    yellow, black = (full(land, seat) for seat in (YELLOW, BLACK))
    assert min(seen.between(name, yellow, black, cube)) >= 250
    for one, other in ((1, 4), (3, 8), (5, 6), (11, 12), (10, 16)):
        assert min(seen.between(name, full(land, armies=one), full(land, armies=other), cube)) >= 9, (one, other)


@pytest.mark.parametrize("name", A_BOARD.lands)
def test_each_building_site_of_a_province_is_seen_free_and_built(seen: Seen, name: str) -> None:
    land, sites = A_BOARD.lands[name], seen.parts(name).sites
    for built, site in enumerate(sites):
        less, more = (replace(full(land), buildings=BUILDINGS[:count]) for count in (built, built + 1))
        assert min(seen.between(name, less, more, site)) >= 14
    kinds = [replace(full(land), buildings=(kind,)) for kind in BUILDINGS]
    for one, other in combinations(kinds, 2):
        assert seen.between(name, one, other, sites[0])[0] >= 30
    for state in (Province(), Province(owner=YELLOW, armies=1)):  # as many outlines as there are sites, and no others
        picture = seen.shows({name: state}, planned={})
        for site in sites:
            assert clear_of_paper(pixels(picture, site)).sum() >= 2 * site.width
        bare = pygame.Rect(seen.parts(name).row)
        sides = [site.inflate(-2, 0) for site in sites]
        beside = [x for x in range(bare.left, bare.right) if not any(one.left <= x < one.right for one in sides)]
        row = clear_of_paper(pixels(picture, bare))[:, 2:-2]
        assert not any(row[x - bare.left].sum() > 2 for x in beside[2:-2] if 2 < x - bare.left < bare.width - 2)


@pytest.mark.parametrize("name", A_BOARD.lands)
def test_sites_are_counted_at_a_glance(seen: Seen, name: str) -> None:
    land, at = A_BOARD.lands[name], seen.parts(name)
    boxes = [site_box(site) for site in at.sites]
    assert len({box.size for box in boxes}) == 1 and boxes[0].width == boxes[0].height >= 8, "all are the same squares"
    for box, other in pairwise(boxes):
        assert other.left - box.right >= 2 and box.top == other.top, "they don't touch"
    assert all(
        at.row.inflate(-2, 0).contains(box) and box.contains(icon_box(site))
        for box, site in zip(boxes, at.sites, strict=True)
    )
    free, built = (seen.shows({name: replace(full(land), buildings=kinds)}) for kinds in ((), full(land).buildings))
    for box in boxes:
        inner = pixels(free, box.inflate(-6, -6))
        assert not clear_of_paper(inner, 1.2).any(), "a free site is plainly empty"
        corner, colours = pixels(built, box)[0, box.height // 2], pixels(built, box)
        is_filled = np.abs(colours - corner).sum(axis=2) < APART
        assert is_filled.mean() >= 0.3, "a built one is filled"
    apart = np.abs(pixels(free, at.row) - pixels(built, at.row)).sum(axis=2) > 0
    for box in boxes:
        apart[box.left - at.row.left : box.right - at.row.left, box.top - at.row.top : box.bottom - at.row.top] = False
    assert not apart.any(), "a building stays inside of its site"


@pytest.mark.parametrize("name", A_BOARD.lands)
def test_a_name_and_a_flame_are_nearest_to_the_cube_that_they_tell_of(seen: Seen, name: str) -> None:
    own = seen.spots[name]
    badges = {other: bounding_box(spots.badge) for other, spots in seen.spots.items()}
    assert own.name is not None
    to_badge = gap(own.name, badges[name])
    assert to_badge <= 10
    others = [gap(own.name, spots.army) for other, spots in seen.spots.items() if other != name]
    assert to_badge < min(others) or name in CROWDED
    flames = [gap(own.flame, badge) for other, badge in badges.items() if other != name]
    assert gap(own.flame, badges[name]) < min(flames)


def gap(one: pygame.Rect, other: pygame.Rect) -> float:
    """Return how far two boxes lie apart, px."""
    aside = max(0, one.left - other.right, other.left - one.right)
    return hypot(aside, max(0, one.top - other.bottom, other.top - one.bottom))


@pytest.mark.parametrize("fact", ["tax", "rice"])
@pytest.mark.parametrize("name", A_BOARD.lands)
def test_a_figure_of_a_province_is_seen_whoever_holds_it(
    seen: Seen, with_others: Callable[[str], Seen], name: str, fact: str
) -> None:
    other, at = with_others(fact), getattr(seen.parts(name), fact)
    for state in ({}, {name: Province()}):
        one, two = (pixels(view.shows(state), at) for view in (seen, other))
        assert min(differ(one, two)) >= 9
        high = clear_of_paper(one[2:-2], READ).any(axis=0).sum()
        assert high >= 10, f"the figure is {high} px high, its softened edges apart"


CLEAR_PIXELS = 3 if WINDOWS else 6
"""Pixels in which two small figures clearly differ, at least: on Windows their edges are softer."""


@pytest.mark.parametrize("name", A_BOARD.lands)
def test_the_revolt_markers_of_a_province_are_seen(seen: Seen, name: str) -> None:
    land, flame = A_BOARD.lands[name], seen.spots[name].flame
    states = [replace(full(land), markers=number) for number in range(4)]
    assert seen.between(name, states[0], states[1], flame)[0] >= 90
    for fewer, more in pairwise(states[1:]):
        apart, clear = seen.between(name, fewer, more, flame)
        assert (apart >= 24, clear >= CLEAR_PIXELS) == (True, True), (apart, clear)


@pytest.mark.parametrize("name", A_BOARD.lands)
def test_light_on_a_province_covers_no_name(seen: Seen, name: str) -> None:
    plain, lit = seen.shows(), seen.shows(hovered=name, selectable=frozenset(A_BOARD.lands))
    for other, own in seen.spots.items():
        assert own.name is not None
        letters = lettering(other, own.sizes.scaled(own.sizes.name), (0, 0, 0))
        at = letters.get_rect(center=own.name.center)
        is_ink = pygame.surfarray.array_alpha(letters) > 250
        seen_part = at.clip(plain.get_rect()) == at
        if seen_part:
            apart = np.abs(pixels(plain, at) - pixels(lit, at)).sum(axis=2)
            assert (apart[is_ink] < APART).mean() > 0.98, (other, (apart[is_ink] < APART).mean())


def clear_of_paper(part: Numbers, least: float = CLEAR) -> Numbers:
    """Return which pixels stand out from the brightest one."""
    light = luminance(part)
    return np.asarray((light.max() + 0.05) / (light + 0.05) >= least)

"""The crests and icons are complete, well formed, up to date with their drawings, and told apart at 24 pixels."""

import json
import os
from itertools import combinations
from types import ModuleType
from typing import Any

import pytest

from shogun.games.shogun.rules import cards

from .loading import ASSETS, script, toml

STORED = json.loads((ASSETS / "icons" / "icons.json").read_text("utf-8"))
PICTURES = {f"{group}/{name}": shapes for group in ("crests", "icons") for name, shapes in STORED[group].items()}
KEYS = {
    "polygon": {"kind", "fill", "points"},
    "line": {"kind", "fill", "points", "width"},
    "circle": {"kind", "fill", "centre", "radius"},
    "ring": {"kind", "fill", "centre", "radius", "width"},
}
ACCENT = (176, 58, 32)


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    return script("icons/make_icons.py")


def test_the_stored_shapes_are_those_of_the_drawings(maker: ModuleType) -> None:
    assert maker.text() == (ASSETS / "icons" / "icons.json").read_text("utf-8")


@pytest.mark.parametrize(
    "name",
    [
        *(f"action_{action}" for action in cards.ACTIONS),
        *(f"special_{special}" for special in cards.SPECIALS),
        *(f"event_{event.kind}" for event in cards.EVENTS.values()),
        *cards.BUILDINGS,
        *cards.SEASONS,
        *("chest", "rice", "cube", "revolt", "daimyo", "fan", "tower", "peasant", "points", "bid"),
    ],
)
def test_every_card_building_and_piece_has_an_icon(name: str) -> None:
    assert name in STORED["icons"]


def test_every_clan_has_a_crest_that_exists_and_some_are_left_to_choose_from() -> None:
    assert {clan["mon"] for clan in toml("shogun/board/names.toml")["clan"].values()} <= set(STORED["crests"])
    assert len(STORED["crests"]) >= 8


def far(shape: dict[str, Any]) -> float:
    """Return how far a shape reaches from the middle along x or y."""
    beyond = shape.get("radius", shape.get("width", 0) / 2)
    return max(float(max(abs(x), abs(y)) + beyond) for x, y in shape.get("points", [shape.get("centre")]))


@pytest.mark.parametrize("name", PICTURES)
def test_shapes_are_of_the_format_and_stay_in_the_box(name: str) -> None:
    for shape in PICTURES[name]:
        assert set(shape) == KEYS[shape["kind"]]
        assert shape["fill"] in {"ink", "paper", "clan", "light", "dark"}
        assert far(shape) <= 1.001
        assert len(shape.get("points", "circle")) >= (3 if shape["kind"] == "polygon" else 2)
        assert shape["kind"] != "ring" or 0 < shape["width"] <= shape["radius"]


def test_a_crest_is_a_disc_in_the_clans_colour_with_a_figure_on_it() -> None:
    for shapes in STORED["crests"].values():
        assert shapes[0] == {"kind": "circle", "fill": "clan", "centre": [0, 0], "radius": 1}
        assert {shape["fill"] for shape in shapes[1:]} <= {"paper", "clan"}
        assert any(shape["fill"] == "paper" for shape in shapes)


@pytest.mark.parametrize("group", ["crests", "icons"])
def test_no_two_pictures_look_alike_at_24_pixels(maker: ModuleType, group: str) -> None:
    colours = maker.palette(ACCENT)
    drawn = {}
    for name, shapes in STORED[group].items():
        ground = maker.pygame.Surface((24, 24))
        ground.fill(maker.WASHI)
        ground.blit(maker.draw(shapes, 24, colours), (0, 0))
        drawn[name] = maker.pygame.image.tobytes(ground, "RGB")
    for first, second in combinations(drawn, 2):
        different = sum(abs(a - b) > 64 for a, b in zip(drawn[first], drawn[second], strict=True))
        assert different >= 40, (first, second, different)

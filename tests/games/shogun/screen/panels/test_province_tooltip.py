"""The note on a province tells all about it, keeps inside its slip of paper, and knows what is out of the game."""

from collections.abc import Iterator

import msgspec
import pygame
import pytest

from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.rules.cards import BUILDINGS
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.rules.state import Province, Setup
from shogun.games.shogun.screen.panels.province_tooltip import (
    MOST_EM,
    draw_legend,
    draw_province_tooltip,
    explained_province,
)
from shogun.games.shogun.screen.play.half_made_answers import PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import region_name
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.icons import SeatLook
from tests.window.clicking import session, window

EM = 16
LONG = "Sixteen letters!"


@pytest.fixture(autouse=True)
def display() -> Iterator[None]:
    with window():
        yield


def model_of(setup: Setup) -> Model:
    played = session(",".join(["greedy"] * setup.seats), setup=setup)
    looks = [SeatLook(f"{LONG[:-1]}{n}", colour, "whirl", person=False) for n, colour in enumerate(setup.colours)]
    return Model(seats=looks, view=played.view(None))


def crowd(model: Model, name: str, lies: Province) -> None:
    """Let something else lie in a province."""
    model.view = msgspec.structs.replace(model.view, provinces={**model.view.provinces, name: lies})


def written(model: Model, name: str) -> tuple[pygame.Rect, Layer]:
    """Return the slip of paper and what stands on it."""
    layer = Layer()
    canvas = Canvas(pygame.Surface((600, 400)), EM, layer, (-1, -1), "")
    return draw_province_tooltip(canvas, pygame.Rect(10, 10, 800, 400), model, name), layer


def told(model: Model, name: str) -> str:
    """Return all words of a note."""
    return words(written(model, name)[1])


def words(layer: Layer) -> str:
    return "\n".join(text.text for text in layer.texts)


@pytest.mark.parametrize("setup", [Setup(5), Setup(5, side="moon", line_up="draft"), Setup(3)])
def test_every_note_keeps_inside_its_slip_without_overlaps(setup: Setup) -> None:
    model = model_of(setup)
    for name, land in model.board.lands.items():
        crowd(model, name, Province(owner=0, armies=12, buildings=BUILDINGS[: land.sites], markers=3))
    for name in model.board.lands:
        slip, layer = written(model, name)
        texts = layer.texts
        assert slip.height <= MOST_EM * EM, name
        assert not [text.text for text in texts if text.cut or not slip.contains(text.rect)], name
        for number, text in enumerate(texts):
            # The lines' boxes may touch; what is written may not.
            inked = [other.text for other in texts[:number] if text.rect.inflate(-2, -8).colliderect(other.rect)]
            assert not inked, (name, text.text, inked)


def test_a_note_tells_region_owner_values_sites_unrest_and_neighbours() -> None:
    model = model_of(Setup(5))
    crowd(model, "Omi", Province(owner=2, armies=7, buildings=("castle",), markers=2))
    sentence = told(model, "Omi")
    land = model.board.lands["Omi"]
    parts = "近江", region_name(land.region), model.names[2], "7 armies", f"free sites: {land.sites - 1}", "unrest"
    assert all(part in sentence for part in parts)
    assert all(other in sentence for other in model.board.neighbours["Omi"])


def test_neighbours_across_the_sea_are_told_apart() -> None:
    model = model_of(Setup(5))
    one, other = model.board.sea_routes[0]
    assert f"{other} (by sea)" in told(model, one)
    assert f"{one} (by sea)" in told(model, other)


def test_what_is_planned_is_told() -> None:
    model = model_of(Setup(5))
    model.plan = PlanDraft(PlanQuestion(0, "plan", ("Omi",), 9), Prospects(model.view, 0))
    model.plan.fields[0] = "Omi"
    assert "Castle" in told(model, "Omi")
    assert "Castle" not in told(model, "Hida")


def test_a_province_out_of_the_game_says_so_and_a_legend_explains_the_hatching() -> None:
    model = model_of(Setup(3))
    assert "not used with three players" in told(model, model.board.left_out[0])
    layer = Layer()
    canvas = Canvas(pygame.Surface((600, 400)), EM, layer, (-1, -1), "")
    draw_legend(canvas, pygame.Rect(10, 10, 800, 400), model_of(Setup(5)))
    assert not layer.texts
    draw_legend(canvas, pygame.Rect(10, 10, 800, 400), model)
    assert "aren't used in this game" in words(layer)


def test_the_pointer_goes_before_what_is_asked_about() -> None:
    model = model_of(Setup(5))
    assert explained_province(model, "Omi") is None, "nobody is asked"
    model.question = PlanQuestion(0, "plan", ("Omi",), 9)
    assert explained_province(model, "Omi") == "Omi"
    model.hovered = "Hida"
    assert explained_province(model, "Omi") == "Hida"

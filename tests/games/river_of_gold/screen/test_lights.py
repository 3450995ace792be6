"""A river that can be read: jetties, numbers, and what lights up where something is pointed at."""

from collections.abc import Iterator

import pygame
import pytest

from shogun.games.river_of_gold.analysis.move_effects import affected
from shogun.games.river_of_gold.rules.actions import sailed_to
from shogun.games.river_of_gold.rules.components import CUSTOMERS, RIVER, SHORES
from shogun.games.river_of_gold.rules.effects import turned
from shogun.games.river_of_gold.rules.events import Sailed
from shogun.games.river_of_gold.rules.state import Sail
from shogun.games.river_of_gold.screen.arrows import CHOOSABLE, LIT
from shogun.games.river_of_gold.screen.map_picture import PLANK, PLANK_DARK, fitted, landscape
from shogun.games.river_of_gold.screen.play.lights import DARK, of_shore, of_space
from shogun.games.river_of_gold.screen.scene import RiverPast
from shogun.window.kit.drawing.theme import VERMILION
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.window.clicking import click, shown, target, window

from .test_screen import begin, rest, until


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def point_at(app: App, name: str) -> None:
    """Move the pointer to a place."""
    app.scene.point(target(app, name).rect.center)
    app.step(0.0)


@pytest.mark.parametrize("size", [(740, 390), (960, 375), (1200, 600)])
def test_a_jetty_leads_from_each_shore_space_to_each_of_its_river_spaces(size: tuple[int, int]) -> None:
    picture, lies = landscape(size), fitted(*size)
    for shore in SHORES:
        for space in shore.river:
            start, end = lies.jetty(shore.number, space)
            shares = [0.2 + 0.05 * number for number in range(12)]
            along = [
                (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share) for share in shares
            ]
            woods = sum(any(is_wood(picture.get_at((round(x) + by, round(y)))) for by in (-1, 0, 1)) for x, y in along)
            assert woods >= 6, (shore.number, space)


def is_wood(colour: pygame.Color) -> bool:
    """Return whether a pixel lies between the colours of planks and of what is between them."""
    low, high = PLANK_DARK, PLANK
    return all(a - 14 <= one <= b + 14 for one, a, b in zip(colour[:3], low, high, strict=True))


def test_every_space_is_numbered_also_under_ships(app: App) -> None:
    until(app, begin(app, "person,person,person,person"), "turn")
    numbers = shown(app).split("\n")
    for number in range(1, 31):
        assert numbers.count(str(number)) >= (2 if number <= len(RIVER) else 1)


def test_a_space_lights_its_shore_and_a_shore_its_spaces(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    point_at(app, "space-1" if not any(1 in player.ships for player in scene.model.view.players) else "space-14")
    assert scene.model.glow in (of_space(1), of_space(14))
    point_at(app, "shore-12")
    assert scene.model.glow == of_shore(12)
    assert all(12 in of_space(space).shores for space in scene.model.glow.spaces)
    assert set(scene.model.glow.jetties()) == {(12, space) for space in SHORES[11].river}
    app.scene.point((2, 2))
    app.step(0.0)
    assert scene.model.glow == DARK


def test_a_die_lights_what_each_ship_reaches_and_fainter_what_a_favor_changes(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    ships = scene.model.view.players[scene.model.seat].ships
    for number in range(1, 7):
        point_at(app, f"die-{number}")
        reached = {sailed_to(ship, number)[0] for ship in ships}
        beside = {sailed_to(ship, turned(number, by))[0] for ship in ships for by in (-1, 1)}
        assert scene.model.glow.spaces == reached
        assert scene.model.glow.faint == beside - reached


def test_a_customer_lights_the_region_of_its_delivery(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    customer = scene.model.view.hand[0]
    point_at(app, f"customer-{customer}")
    region = CUSTOMERS[customer].region
    assert scene.model.glow.regions == {region}
    assert scene.model.glow.shores == {shore.number for shore in SHORES if shore.region == region}


def test_lines_of_foresight_and_of_the_log_light_their_places_also_in_the_past(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    click(app, "ship-0-0")
    target_space = sailed_to(scene.model.view.players[0].ships[0], scene.model.number)[0]
    point_at(app, "effect-0")
    assert scene.model.glow == of_space(target_space)
    scene.controls.answer(Sail(0))
    scene = until(app, rest(app), "turn")
    sailed = next(line for line in reversed(scene.model.log) if isinstance(line.event, Sailed))
    scene.log.acts.point_at(sailed)
    app.step(0.0)
    assert scene.model.glow == of_space(sailed.event.target)
    scene.controls.look_back()
    app.step(0.0)
    past = app.scene
    assert isinstance(past, RiverPast)
    past.log.acts.point_at(sailed)
    past.update(0.0)
    assert past.model.glow == of_space(sailed.event.target)


def colours_around(app: App, box: pygame.Rect) -> set[tuple[int, ...]]:
    """Return the colours at the upper edge of a place."""
    assert app.window is not None
    return {tuple(app.window.get_at((box.centerx, box.top + down)))[:3] for down in range(-4, 5)}


def test_each_colour_of_an_edge_means_one_thing_and_the_tooltip_tells_which(app: App) -> None:
    scene = until(app, begin(app, "person,random,random"), "turn")
    offers, seat = scene.model.offers, scene.model.seat
    free = offers.shores[0]
    edge = target(app, f"shore-{free}").rect
    assert CHOOSABLE in colours_around(app, edge) and not {LIT, VERMILION} & colours_around(app, edge)
    assert target(app, f"shore-{free}").tooltip.endswith("White: can be selected now.")
    ship = offers.sails[0].ship
    point_at(app, f"ship-{seat}-{ship}")
    assert isinstance(scene.model.weighed, Sail) and scene.model.glow == DARK, "it is red where something comes from"
    assert "Red: its route" in target(app, f"ship-{seat}-{ship}").tooltip
    assert scene.model.foresight is not None
    for shore in affected(scene.model.foresight):
        place = target(app, f"shore-{shore}")
        assert VERMILION in colours_around(app, place.rect) and LIT not in colours_around(app, place.rect)
        assert "Red: the ship collects something here." in place.tooltip
    click(app, f"shore-{free}")
    assert target(app, f"shore-{free}").tooltip.endswith("Red: selected.")
    point_at(app, f"region-{SHORES[free - 1].region}")
    assert LIT in colours_around(app, edge) and VERMILION in colours_around(app, edge), "pointed at, and chosen"

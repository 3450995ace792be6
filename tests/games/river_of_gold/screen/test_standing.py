"""Who leads, as the screen tells it: on the plates, for a move that is weighed, on its sheet, and at the end."""

from collections.abc import Iterator

import pygame
import pytest

from shogun.games.river_of_gold.analysis.hint import standing
from shogun.games.river_of_gold.analysis.move_effects import foresee
from shogun.games.river_of_gold.rules.state import Sail
from shogun.games.river_of_gold.screen.end_of_game import RiverEnd
from shogun.games.river_of_gold.screen.standing import StandingScene, lines_of
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.window.clicking import click, press, shown, target, window

from .test_screen import begin, rest, until


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def test_each_plate_tells_points_now_and_if_the_game_ended(app: App) -> None:
    scene = until(app, begin(app, "person,random,random,random"), "turn")
    for seat, total in enumerate(standing(scene.model.view).total):
        told = target(app, f"player-{seat}").tooltip
        assert f"{scene.model.view.players[seat].points} point" in told
        assert f"{total} if the game ended now" in told


def test_a_weighed_move_tells_the_change_of_both(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    view, seat = scene.model.view, scene.model.seat
    click(app, f"ship-{seat}-0")
    after = foresee(view, seat, [Sail(0)]).after
    now, then = (standing(table).total[seat] for table in (view, after))
    points = view.players[seat].points, after.players[seat].points
    assert f"Points now {points[0]} → {points[1]}; final score {now} → {then}" in shown(app)


@pytest.mark.slow
def test_points_open_into_their_sources(app: App) -> None:
    scene = until(app, begin(app, "person,random,random,random"), "turn")
    for _turn in range(3):
        scene.controls.answer(Sail(0))
        scene = until(app, rest(app), "turn")
    click(app, "player-0")
    sheet = app.scene
    assert isinstance(sheet, StandingScene)
    lines = {line.label: line for line in lines_of(sheet.known)}
    parts = [line for line in lines.values() if line.is_part]
    assert lines["If the game ended now"].points == tuple(map(sum, zip(*(line.points for line in parts), strict=True)))
    assert lines["Points now"].points == tuple(player.points for player in scene.model.view.players)
    assert "Kitsune Woods" in shown(app)
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene


def test_a_name_on_the_sheet_changes_who_plays_the_seat(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    click(app, "player-1")
    click(app, "seat-1")
    assert "Who plays" in shown(app)
    click(app, "play-person")
    assert scene.model.seats[1].person


@pytest.mark.slow
def test_the_table_at_the_end_opens_what_was_gained_in_play(app: App) -> None:
    scene = begin(app, "random,random")
    scene.controls.show_end()
    app.step(0.0)
    end = app.scene
    assert isinstance(end, RiverEnd)
    closed = end.lines()
    click(app, "line-0")
    opened = [line for line in end.lines() if line.is_part]
    assert closed[0].points == tuple(map(sum, zip(*(line.points for line in opened), strict=True)))
    assert len(end.lines()) == len(closed) + len(opened)
    click(app, "line-0")
    assert [line.label for line in end.lines()] == [line.label for line in closed]

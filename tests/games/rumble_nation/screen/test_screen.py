"""The screen of Rumble Nation: played by clicks and by keys, read at all sizes, and right about what it foretells."""

from collections.abc import Iterator
from random import Random

import pygame
import pytest

from shogun.base.language import PSEUDO
from shogun.games import GAMES
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.components import AREAS, BY_SEA, CARDS
from shogun.games.rumble_nation.rules.moves import Deploy
from shogun.games.rumble_nation.rules.state import Deploying
from shogun.games.rumble_nation.screen.atlas import area_at, atlas, fitted
from shogun.games.rumble_nation.screen.play.forecast import moved, transfers_of, war_now
from shogun.games.rumble_nation.screen.play.reasons import NEEDS
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.table.journal import Header, SeatInfo
from shogun.table.playing import take_turn
from shogun.table.session import Session
from shogun.window.checks import check_layout
from shogun.window.kit.app import App
from shogun.window.kit.settings import AT_ONCE
from tests.window.clicking import A_LONG_TIME, click, names, press, show_game, shown, target, top, window

ANSWERS = ("roll", "split-", "way-", "card-", "confirm", "roll-again", "area-")
HERE = {"rumble-nation": GAMES["rumble-nation"]}


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def begin(app: App, players: str, *, advanced: bool = False, seed: int = 7) -> RumbleScene:
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(players.split(","), 1))
    setup = rules.Setup(len(seats), advanced=advanced, first_seat=0)
    show_game(app, Session.start(rules, Header(game=rules.code, seed=seed, setup=setup, seats=seats)), [])
    return rest(app)


def rest(app: App) -> RumbleScene:
    """Let the game go on until somebody is asked or it is over."""
    for _step in range(300):
        app.step(A_LONG_TIME)
        scene = top(app, RumbleScene)
        if not scene.is_moving() and (scene.model.question is not None or scene.model.result is not None):
            app.step(0.0)
            return scene
    raise AssertionError("nobody is asked")


def until_splits(app: App, scene: RumbleScene) -> RumbleScene:
    while not isinstance(scene.model.view.stage, Deploying):
        click(app, "roll")
        scene = rest(app)
    return scene


@pytest.mark.parametrize(("players", "advanced"), [("person,person", False), ("person,random,random,random", True)])
def test_a_game_is_played_to_its_end_by_random_clicks(app: App, players: str, advanced: bool) -> None:
    scene, rng = begin(app, players, advanced=advanced), Random(1)
    for _click in range(2000):
        if scene.model.result is not None:
            break
        offered = [name for start in ANSWERS for name in names(app, start)]
        click(app, rng.choice(offered))
        scene = rest(app)
    assert scene.director.session.result == scene.model.result
    assert {"war-again", "new-game", "look-back"} <= set(names(app))


def test_a_game_is_played_by_keys_alone(app: App) -> None:
    scene = begin(app, "person,random", seed=3)
    for _press in range(200):
        if scene.model.result is not None:
            return
        if scene.model.chosen is None:
            press(app, pygame.K_1)
        else:
            press(app, pygame.K_RETURN)
        scene = rest(app)
    raise AssertionError("the game isn't over")


def test_a_split_is_chosen_by_its_area_and_given_when_confirmed(app: App) -> None:
    scene = until_splits(app, begin(app, "person,person"))
    offer = next(move for move in scene.model.moves if isinstance(move, Deploy))
    before = scene.model.view
    click(app, f"area-{offer.area}")
    assert scene.model.chosen == offer
    assert scene.model.view == before
    click(app, "confirm")
    scene = rest(app)
    assert scene.model.view.soldiers[offer.area][0] == offer.soldiers
    click(app, "undo")
    assert rest(app).model.view == before


def test_a_weighed_split_shows_what_the_war_would_bring_after_it(app: App) -> None:
    scene = until_splits(app, begin(app, "person,person"))
    offer = scene.model.moves[0]
    assert isinstance(offer, Deploy)
    assert "(+" not in shown(app)
    click(app, "split-0")
    app.step(0.0)
    view = scene.model.view
    then = war_now(moved(view, transfers_of(view, offer)))
    assert then is not None
    assert then.of(offer.area).winner == 0
    assert f"war: {then.points[0]} (+" in shown(app)
    click(app, "forecast")
    assert "war: " not in shown(app)


def test_the_forecast_of_the_last_position_is_the_war_that_follows() -> None:
    seats = tuple(SeatInfo(f"Player {n}", "", "random") for n in range(3))
    session = Session.start(rules, Header(game=rules.code, seed=5, setup=rules.Setup(3), seats=seats))
    rng, foretold = Random(2), None
    while not session.is_over:
        question = session.questions[0]
        if question.seat is None:
            take_turn(session, [])
            continue
        move = rng.choice(question.moves)
        if isinstance(move, Deploy):
            foretold = war_now(moved(session.state, transfers_of(session.state, move)))
        session.answer(question.seat, move)
    assert foretold is not None
    assert foretold.points == session.result.points


def test_a_card_that_cant_be_played_says_why(app: App) -> None:
    scene = begin(app, "person,person")
    for card in scene.model.view.tactics:
        place = target(app, f"card-{card}")
        assert place.act is None, "nobody has a soldier on the board"
        assert place.tooltip.startswith("Can't be played: ")
    assert NEEDS.keys() == CARDS.keys()


def test_the_war_is_shown_area_by_area_once_more_and_can_be_skipped(app: App) -> None:
    scene = begin(app, "person,random", seed=3)
    while scene.model.result is None:
        question = scene.model.question
        scene.controls.answer(question.sample(Random(question.key)))
        scene = rest(app)
    scene.model.speed = 1.0
    click(app, "war-again")
    app.step(0.0)
    assert "The war, 1 of 11" in shown(app)
    click(app, "end-war")
    app.step(0.0)
    assert "The war, " not in shown(app)
    assert "war-again" in names(app)


def test_the_past_is_shown_on_the_same_board(app: App) -> None:
    scene = until_splits(app, begin(app, "person,person"))
    scene.controls.look_back()
    app.step(0.0)
    assert {f"area-{area}" for area in AREAS} <= {place.name for place in app.scene.targets()}
    assert not names(app, "split-")


def test_each_area_is_found_under_its_pieces_and_each_sea_route_is_drawn() -> None:
    projection = fitted(990, 660)
    for area in atlas().areas:
        found = {area_at(projection, projection.point((x, y))) for x, y in _near(area.pieces)}
        assert area.name in found
    drawn = {frozenset((route.a, route.b)) for route in atlas().sea_routes}
    assert drawn == {frozenset((area, other)) for area in AREAS for other in BY_SEA[area]}


def _near(point: tuple[float, float]) -> list[tuple[float, float]]:
    return [(point[0] + dx, point[1] + dy) for dx in (-40, 0, 40) for dy in (-40, 0, 40)]


def test_all_can_be_read_and_hit_at_the_usual_size_in_a_longer_language() -> None:
    assert check_layout.flaws_of(HERE, check_layout.Case((1280, 720), language=PSEUDO), "short") == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1920, 1080)])
def test_a_whole_game_can_be_read_and_hit_in_every_size(size: tuple[int, int]) -> None:
    assert check_layout.flaws_of(HERE, check_layout.Case(size), "whole") == []

"""Everything by keyboard: whole games from the menu on, and the focus on its way."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from random import Random

import pygame
import pytest

from shogun.games import game_of
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.panels.board_panel import PROVINCE, PROVINCES
from shogun.games.shogun.screen.play.half_made_answers import BID
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal import read_journal
from shogun.table.replay import Replay
from shogun.table.session import UNLIMITED
from shogun.window.game.played import PlayedScene
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.input.focus import DIRECTIONS, Focus, nearest
from shogun.window.kit.input.keys import EVERYWHERE, GAME, KEYS, PAST, WORKSHOP, command_of
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.kit.runtime.scene import Scene
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from shogun.window.scenes.pause import HandOverScene, PauseScene
from shogun.window.scenes.rules_help import KeysScene
from tests.table.finding import saved_games
from tests.window import tables
from tests.window.clicking import A_LONG_TIME, click, draft, game, press, session, settle, shown, target, top, window
from tests.window.typing_keys import answer_by_keys, go_to, places

MOST_TRIES = 300
"""Things chosen until a question is answered: a plan is laid card by card, by lot."""


def play_by_keys(app: App, *, until: Callable[[GameScene], bool]) -> None:
    """Answer every question of all persons as an opponent would, by keys."""
    while True:
        app.scene.update(A_LONG_TIME)
        scene = app.scene
        if isinstance(scene, HandOverScene):
            app.step(0.0)
            press(app, pygame.K_RETURN)
        elif not isinstance(scene, GameScene):
            press(app, pygame.K_ESCAPE)  # the end of the game was shown
        elif until(scene):
            return
        elif not scene.model.is_seen:
            app.step(0.0)
            press(app, pygame.K_RETURN)  # winter's sheet waits
        elif scene.model.question is not None:
            app.step(0.0)
            question, played = scene.model.question, scene.driver.session
            view = played.view(question.seat)
            move = opponent("greedy")(view, played.inside, question, Random(question.key), UNLIMITED)
            answer_by_keys(app, scene, move)


@pytest.mark.slow
def test_a_whole_game_from_the_menu_to_its_end() -> None:
    with window() as app:
        app.go(ToStart())
        app.step(0.0)
        go_to(app, "new-game")
        press(app, pygame.K_RETURN)
        go_to(app, "game-shogun")
        press(app, pygame.K_RETURN)
        go_to(app, "count-1")
        press(app, pygame.K_LEFT)
        press(app, pygame.K_RETURN)
        assert top(app, NewGameScene).count == 3
        go_to(app, "kind-1")
        for _press in range(10):
            if top(app, NewGameScene).seats[1].kind == "person":
                break
            press(app, pygame.K_RIGHT)
        go_to(app, "begin")
        press(app, pygame.K_RETURN)
        play_by_keys(app, until=lambda scene: scene.model.result is not None)
    saved = saved_games(game_of)[0]
    assert saved.is_finished
    contents = read_journal(game_of, saved.path)
    assert [seat.player for seat in contents.header.seats].count("person") == 2
    Replay(contents).run()


def choose_by_keys(app: App, scene: PlayedScene, rng: Random) -> None:
    """Choose something by the key that goes through what can be chosen, and do it by the main button if that's left."""
    question = scene.model.question
    for _press in range(rng.randint(1, 4)):
        press(app, pygame.K_n)
    press(app, pygame.K_RETURN)
    if app.scene is scene and scene.model.question is question:
        press(app, pygame.K_RETURN, pygame.KMOD_LCTRL)


def play_through(app: App, rng: Random) -> None:
    """Play a game to its end by three keys alone, whatever game it is."""
    asked: list[object] = []
    while True:
        app.scene.update(A_LONG_TIME)
        app.step(0.0)
        scene = app.scene
        if not isinstance(scene, PlayedScene):
            return  # the end is shown
        if scene.model.question is None:
            press(app, pygame.K_RETURN, pygame.KMOD_LCTRL)  # winter's sheet waits, or a card that was played
        else:
            asked = [*(one for one in asked if one is scene.model.question), scene.model.question]
            assert len(asked) < MOST_TRIES, (scene.model.question, scene.focus)
            choose_by_keys(app, scene, rng)


@pytest.mark.slow
@pytest.mark.parametrize("code", ["shogun", "rumble-nation", "river-of-gold"])
def test_a_whole_game_by_the_keys_that_choose_and_do(code: str) -> None:
    with window() as app:
        if code == "shogun":
            scene: PlayedScene = game(app, session("person,random,random", setup=Setup(3), seed=1))
        else:
            tables.begin(app, code, "person,random")
            scene = top(app, GenericScene)
        play_through(app, Random(1))
        assert scene.model.result is not None


@pytest.mark.slow
def test_a_draft_by_keys() -> None:
    with window() as app:
        setup = Setup(3, side="moon", line_up="draft")
        scene = game(app, session("person,greedy,person", setup=setup, seed=3))
        play_by_keys(app, until=lambda s: s.model.plan is not None)
        assert scene.model.view.owned(0)


@pytest.fixture
def planning() -> Iterator[App]:
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        yield app


@pytest.mark.slow
def test_tab_comes_to_each_stop_once_and_back_again(planning: App) -> None:
    stops: list[str] = []
    while not stops or planning.scene.focus != stops[0]:
        stops.append(planning.scene.focus)
        press(planning, pygame.K_TAB)
        if stops == [""]:
            stops = []
    assert len(set(stops)) == len(stops)
    reached = {place.group or place.name for place in places(planning) if place.is_stop}
    by_name = {place.name: place.group or place.name for place in places(planning)}
    assert {by_name[stop] for stop in stops} == reached
    press(planning, pygame.K_TAB)
    forth = planning.scene.focus
    press(planning, pygame.K_TAB, pygame.KMOD_SHIFT)
    assert (planning.scene.focus, forth) == (stops[0], stops[1])


def test_what_cannot_be_done_now_explains_itself_to_the_keyboard(planning: App) -> None:
    assert not target(planning, "commit").enabled
    press(planning, pygame.K_RETURN, pygame.KMOD_LCTRL)
    assert planning.scene.focus == "commit" and draft(top(planning, GameScene)).refusal() in shown(planning)
    planning.step(0.0)
    told = " ".join(record.text for record in planning.scene.tooltip.texts)
    assert target(planning, "commit").tooltip.split()[0] in told
    press(planning, pygame.K_RETURN)
    assert top(planning, GameScene).model.plan is not None


@pytest.mark.slow
def test_the_ring_is_drawn_around_the_focus(planning: App) -> None:
    go_to(planning, "menu")
    rect = target(planning, "menu").rect.inflate(8, 8)
    ringed = planning.window.subsurface(rect).copy()
    go_to(planning, "undo")
    planning.scene.changed()
    planning.step(0.0)
    assert ringed.get_buffer().raw != planning.window.subsurface(rect).copy().get_buffer().raw


def test_f6_goes_from_panel_to_panel(planning: App) -> None:
    seen = []
    for _press in range(len(planning.scene.panels)):
        press(planning, pygame.K_F6)
        panel = next(p for p in planning.scene.panels if any(t.name == planning.scene.focus for t in p.places()))
        seen.append(panel.name)
    assert {"board", "sheet", "prompt", "tower"} <= set(seen)
    assert all(one != other for one, other in pairwise(seen))


def test_arrow_keys_go_over_the_map_across_its_borders(planning: App) -> None:
    scene = top(planning, GameScene)
    press(planning, pygame.K_DOWN)
    assert scene.focus.startswith("province-")
    first = scene.focus.removeprefix("province-")
    assert scene.model.hovered == first
    assert first in scene.board.selectable(), "one begins where something can be chosen"
    reached, waiting = {first}, [first]
    places = {place.name: place for place in scene.board.places()}
    while waiting:
        here = waiting.pop()
        for direction in DIRECTIONS.values():
            beside = scene.board.neighbour(places[f"province-{here}"], direction)
            assert beside
            name = beside.name.removeprefix("province-")
            assert name == here or name in scene.model.board.neighbours[here], "no arrow key leads off the map"
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    assert reached == set(scene.model.board.lands), "every province is reached"


def test_arrow_keys_lead_the_same_ways_however_the_map_lies(planning: App) -> None:
    board = top(planning, GameScene).board

    def ways() -> list[str]:
        provinces = [place for place in board.places() if place.group == PROVINCES]
        found = [board.neighbour(place, way) for place in sorted(provinces, key=str) for way in DIRECTIONS.values()]
        return [place.name for place in found if place is not None]

    before = ways()
    board.place(pygame.Rect(10, 50, 1100, 300))
    assert ways() == before


def test_the_keyboard_begins_at_what_is_asked_and_passes_over_what_cannot_be_done(planning: App) -> None:
    scene = top(planning, GameScene)
    for key in (pygame.K_TAB, pygame.K_F6, pygame.K_n):
        scene.focus = ""
        press(planning, key)
        assert scene.focus.removeprefix(PROVINCE) in draft(scene).hand()
    stops = set()
    for _press in range(60):
        press(planning, pygame.K_TAB)
        stops.add(scene.focus)
    assert "menu" in stops and not {"undo", "redo", "commit"} & stops
    for _press in range(60):
        press(planning, pygame.K_TAB, pygame.KMOD_LCTRL)
        stops.add(scene.focus)
    assert {"undo", "redo", "commit"} <= stops, "they explain themselves"


def test_one_key_goes_through_the_hand_and_with_a_card_through_the_fields(planning: App) -> None:
    scene = top(planning, GameScene)
    plan, seen = draft(scene), []
    for _press in plan.hand():
        press(planning, pygame.K_n)
        seen.append(scene.focus.removeprefix(PROVINCE).removeprefix("card-"))
    assert sorted(seen) == sorted(map(str, plan.hand()))
    press(planning, pygame.K_n, pygame.KMOD_LSHIFT, "N")
    assert scene.focus.removeprefix(PROVINCE).removeprefix("card-") == seen[-2]
    press(planning, pygame.K_RETURN)
    card = plan.card
    assert str(card) == seen[-2]
    press(planning, pygame.K_n)
    press(planning, pygame.K_RETURN)
    assert plan.fields[BID] == card, "the first empty field is the bid's"


def test_escape_drops_the_ring_before_it_opens_the_menu(planning: App) -> None:
    press(planning, pygame.K_n)
    press(planning, pygame.K_RETURN)
    plan = draft(top(planning, GameScene))
    assert plan.card is not None and planning.scene.focus
    press(planning, pygame.K_ESCAPE)
    assert plan.card is None and planning.scene.focus
    press(planning, pygame.K_ESCAPE)
    assert isinstance(planning.scene, GameScene) and not planning.scene.focus
    press(planning, pygame.K_ESCAPE)
    assert isinstance(planning.scene, PauseScene)


@pytest.mark.slow
def test_enter_on_a_chosen_target_marches_and_the_ring_goes_with_the_question() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        play_by_keys(app, until=lambda s: s.model.march is not None and len(s.model.march.question.targets) > 1)
        app.step(0.0)
        assert not scene.focus, "it was asked anew"
        marches = scene.model.march
        assert marches
        press(app, pygame.K_n)
        press(app, pygame.K_RETURN)
        assert marches.target == scene.focus.removeprefix(PROVINCE)
        assert scene.model.question is marches.question
        press(app, pygame.K_RETURN)
        assert scene.model.question is not marches.question


def test_the_main_button_is_pressed_wherever_the_ring_is(planning: App) -> None:
    scene = top(planning, GameScene)
    plan = draft(scene).question.sample(Random(1))
    draft(scene).lay_all((*plan.fields, plan.bid))
    scene.changed()
    planning.step(0.0)
    go_to(planning, "menu")
    press(planning, pygame.K_RETURN, pygame.KMOD_LCTRL)
    assert scene.model.plan is None


def test_enter_takes_the_province_in_hand_and_a_digit_lays_it(planning: App) -> None:
    press(planning, pygame.K_DOWN)
    province = top(planning, GameScene).model.hovered
    press(planning, pygame.K_RETURN)
    plan = draft(top(planning, GameScene))
    assert plan.card == province
    press(planning, pygame.K_1)
    assert province in plan.fields
    press(planning, pygame.K_DELETE)
    assert not any(plan.fields)


def test_the_last_card_laid_is_taken_back_and_laid_again(planning: App) -> None:
    plan = draft(top(planning, GameScene))
    before = []
    for key in (pygame.K_1, pygame.K_1, pygame.K_2, pygame.K_3):
        press(planning, key)
        planning.step(0.0)
        before.append(list(plan.fields))
    assert sum(card is not None for card in plan.fields) == 2
    press(planning, pygame.K_z)
    assert plan.fields == before[1]
    press(planning, pygame.K_y)
    assert plan.fields == before[3]
    press(planning, pygame.K_z, pygame.KMOD_SHIFT, "Z")
    assert not any(plan.fields)
    assert not target(planning, "undo").enabled


@pytest.mark.slow
def test_b_bids(planning: App) -> None:
    plan = draft(top(planning, GameScene))
    chest = next(card for card in plan.question.cards if isinstance(card, int))
    go_to(planning, f"card-{chest}")
    press(planning, pygame.K_RETURN)
    press(planning, pygame.K_b)
    assert plan.fields[BID] == chest


def test_escape_puts_back_then_opens_the_menu_and_leaves_it(planning: App) -> None:
    press(planning, pygame.K_1)
    assert draft(top(planning, GameScene)).card is not None
    press(planning, pygame.K_ESCAPE)
    assert draft(top(planning, GameScene)).card is None
    press(planning, pygame.K_ESCAPE)
    assert isinstance(planning.scene, PauseScene)
    press(planning, pygame.K_ESCAPE)
    assert isinstance(planning.scene, GameScene)
    press(planning, pygame.K_ESCAPE)
    go_to(planning, "leave")
    press(planning, pygame.K_RETURN)
    assert isinstance(planning.scene, MenuScene)


def test_the_question_mark_shows_the_keys_of_the_scene_in_front(planning: App) -> None:
    press(planning, pygame.K_SLASH, pygame.KMOD_SHIFT, "?")
    assert isinstance(planning.scene, KeysScene)
    told = shown(planning).replace("\n", " ")
    assert all(row.meaning in told for row in (*EVERYWHERE, *GameScene.own_keys))
    assert "forecast" not in told and "Workshop" not in told
    press(planning, pygame.K_ESCAPE)
    assert isinstance(planning.scene, GameScene)
    press(planning, pygame.K_ESCAPE)
    assert isinstance(planning.scene, PauseScene)
    click(planning, "keys")
    assert shown(planning).replace("\n", " ") == told, "those of the game below"


def test_the_menu_shows_the_keys_of_all_scenes_alone() -> None:
    with window() as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        press(app, pygame.K_SLASH, pygame.KMOD_SHIFT, "?")
        assert isinstance(app.scene, KeysScene) and app.scene.shown == EVERYWHERE


def shogun_game(app: App) -> Scene:
    return game(app, session("person,random,random", setup=Setup(3)))


def other_game(code: str, app: App) -> Scene:
    tables.begin(app, code, "person,random")
    return app.scene


def past(begin: Callable[[App], Scene], app: App) -> Scene:
    scene = begin(app)
    assert isinstance(scene, PlayedScene)
    scene.look_back()
    return app.scene


RUMBLE, RIVER = partial(other_game, "rumble-nation"), partial(other_game, "river-of-gold")
BEGUN = (shogun_game, RUMBLE, RIVER)
BY_NUMBER = {"choose"}
"""What a scene takes by digits."""


@pytest.mark.parametrize("begin", [*BEGUN, *(partial(past, begin) for begin in BEGUN)])
def test_a_scene_shows_all_keys_that_do_something_there_and_no_others(
    begin: Callable[[App], Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    with window() as app:
        scene = begin(app)
        left: list[str] = []
        monkeypatch.setattr(Scene, "command", lambda _scene, command: left.append(command))
        app.step(0.0)
        monkeypatch.setattr(app, "go", lambda _route: None)
        monkeypatch.setattr(app, "push", lambda _scene: None)
        for row in (*GAME, *PAST):
            scene.command(row.command)
        taken = {row.command for row in (*GAME, *PAST)} - set(left)
        assert {row.command for row in type(scene).own_keys} - BY_NUMBER == taken - BY_NUMBER


def test_no_key_does_two_things() -> None:
    single = [(code, row.shift) for row in KEYS for code in row.codes]
    assert len(set(single)) == len(single)
    rows = (*EVERYWHERE, *GAME, *PAST)
    assert len({row.command for row in rows}) == len(rows)
    assert not any(row.codes or row.signs for row in WORKSHOP)
    assert set(KEYS) == {*EVERYWHERE, *GAME, *PAST, *WORKSHOP}


def test_a_sign_is_found_wherever_it_lies_on_the_keyboard() -> None:
    assert command_of(pygame.K_SLASH, "?", shift=True) == "keys"
    assert command_of(pygame.K_z) == "undo"
    assert command_of(pygame.K_z, "Z", shift=True) == "undo_all"
    assert command_of(pygame.K_F12) is None


def test_nearest_takes_what_lies_straight_ahead() -> None:
    from shogun.window.kit.drawing.canvas import HitRegion

    def at(name: str, x: int, y: int) -> HitRegion:
        return HitRegion(name, pygame.Rect(x, y, 10, 10), None)

    ahead, behind = at("ahead", 60, 0), at("behind", -30, 0)
    places = [ahead, at("aside", 30, 40), behind]
    assert nearest(pygame.Rect(0, 0, 10, 10), places, "right") is ahead
    assert nearest(pygame.Rect(0, 0, 10, 10), places, "left") is behind
    assert nearest(pygame.Rect(0, 0, 10, 10), places, "up") is None


def at(name: str, x: int, y: int, group: str = "") -> HitRegion:
    return HitRegion(name, pygame.Rect(x, y, 10, 10), act=None, group=group)


def test_where_the_focused_place_vanished_its_nearest_follows() -> None:
    first, gone, near, last = at("first", 0, 0), at("gone", 0, 40), at("near", 0, 60), at("last", 0, 200)
    focus = Focus()
    focus.at(gone)
    assert focus.step([first, gone, near, last], 1) == near
    for step in (1, -1):
        assert focus.step([first, near, last], step) == near, "one stands where one was, and has passed nothing"
    assert focus.towards([first, near, last], "down") == near


def test_a_group_is_entered_where_it_was_left() -> None:
    alone, left, middle, right = at("alone", 0, 0), at("l", 0, 40, "g"), at("m", 20, 40, "g"), at("r", 40, 40, "g")
    places = [alone, left, middle, right]
    focus = Focus()
    focus.at(alone)
    assert focus.step(places, 1) == left
    focus.at(middle)
    assert focus.step(places, 1) == alone
    focus.at(alone)
    assert focus.step(places, 1) == focus.step(places, -1) == middle
    assert focus.step([alone, left, right], 1) == left, "what is gone is no way in"


@pytest.mark.slow
def test_l_lays_last_season_s_plan_again() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        play_by_keys(app, until=lambda s: s.model.plan is not None and s.model.view.season == "summer")
        app.step(0.0)
        plan = draft(scene)
        press(app, pygame.K_l)
        assert plan.before
        assert any(card is not None for card in plan.fields)
        assert all(card in (None, before) for card, before in zip(plan.fields, plan.before, strict=True))


def test_function_keys_work_while_a_line_is_typed() -> None:
    with window() as app:
        app.go(ToStart())
        app.step(0.0)
        go_to(app, "new-game")
        press(app, pygame.K_RETURN)
        go_to(app, "game-shogun")
        press(app, pygame.K_RETURN)
        go_to(app, "name-0")
        press(app, pygame.K_F11)
        assert app.settings.full_screen
        app.settings.sound = True
        press(app, pygame.K_m, sign="m")
        assert app.settings.sound, "the letter belongs to the line"
        press(app, pygame.K_DOWN)
        assert app.scene.focus != "name-0"


def test_one_key_goes_to_the_main_button_where_nothing_is_asked() -> None:
    with window() as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        main = next(place for place in app.scene.targets() if place.begins)
        press(app, pygame.K_n)
        assert app.scene.focus == main.name
        press(app, pygame.K_n)
        assert app.scene.focus not in ("", main.name)
        press(app, pygame.K_n, pygame.KMOD_LSHIFT, "N")
        assert app.scene.focus == main.name


def test_after_esc_the_keyboard_begins_again_at_what_is_asked(planning: App) -> None:
    scene = top(planning, GameScene)
    press(planning, pygame.K_1)
    press(planning, pygame.K_TAB)
    assert scene.focus.startswith("field-")
    press(planning, pygame.K_ESCAPE)
    assert draft(scene).card is None
    press(planning, pygame.K_TAB)
    assert scene.focus.removeprefix(PROVINCE) in draft(scene).hand()


def test_a_card_keeps_its_digit(planning: App) -> None:
    scene = top(planning, GameScene)
    plan = draft(scene)
    first, second, third, *_others = plan.question.cards
    press(planning, pygame.K_2)
    assert plan.card == second
    press(planning, pygame.K_1)
    assert second not in plan.hand()
    press(planning, pygame.K_3)
    assert plan.card == third
    press(planning, pygame.K_2)
    press(planning, pygame.K_1)
    assert plan.card == first

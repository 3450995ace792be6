"""Tooltips: on everything, by pointer and by keyboard, wrapped, inside of the window, and gone when they should be."""

from collections.abc import Callable, Iterator
from random import Random

import pygame
import pytest

from shogun.games import GAMES
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.rumble_nation.rules.state import PlayCard
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.drawing.canvas import Canvas, HitRegion, Layer, TextRecord
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.kit.widgets.tooltip import Surroundings, beside, draw_tooltip
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from shogun.window.scenes.preferences import PreferencesScene
from shogun.window.scenes.rules_help import RulesScene
from tests.layout.readable import UNEXPLAINED, layer_flaws

from . import clicking, tables
from .clicking import SMALL, USUAL, click, game, names, play_by_clicks, press, session, settle, top, window

PLACE = pygame.Rect(10, 10, 64, 64)
ROOM = pygame.Rect(0, 0, 200, 200)


def is_explained(target: HitRegion, *texts: str) -> bool:
    """Return whether the check of the layout takes a control with these texts on it as explained in words."""
    layer = Layer([TextRecord(text, PLACE, PLACE, cut=False) for text in texts], [target])
    return UNEXPLAINED not in {flaw.sentence for flaw in layer_flaws("panel", layer, ROOM, 16)}


def test_a_control_needs_a_tooltip_or_words_and_one_that_is_grey_a_tooltip() -> None:
    def act() -> None:
        """Do nothing."""

    assert is_explained(HitRegion("a", PLACE, act), "Commit the plan")
    assert is_explained(HitRegion("a", PLACE, act, "Commit the plan"), "→")
    assert not is_explained(HitRegion("a", PLACE, act))
    assert not is_explained(HitRegion("a", PLACE, act), "+")
    assert not is_explained(HitRegion("a", PLACE, act), "75 %")
    assert not is_explained(HitRegion("a", PLACE, None), "Commit the plan")
    assert is_explained(HitRegion("a", PLACE, None, "Not every field is filled."), "Commit the plan")


def assert_all_are_explained(scene: Scene) -> int:
    """Check all controls of a scene and return how many there are."""
    for panel in scene.panels:
        unexplained = [
            f for f in layer_flaws(panel.name, panel.layer, panel.rect, scene.em) if f.sentence == UNEXPLAINED
        ]
        assert unexplained == []
    return len(list(scene.targets()))


def test_everything_in_menus_is_explained() -> None:
    with window(SMALL) as app:
        for scene in (
            MenuScene(app),
            NewGameScene(app, GAMES["shogun"]),
            PreferencesScene(app),
            RulesScene(app, "7.4"),
        ):
            app.replace(scene)
            app.step(0.0)
            assert assert_all_are_explained(scene) > 4


@pytest.mark.slow
@pytest.mark.parametrize(("players", "setup"), [
    ("person,greedy,greedy,greedy,greedy", Setup(5)),
    ("person,greedy,random", Setup(3, side="moon", line_up="draft")),
])  # fmt: skip
def test_everything_in_a_game_is_explained_at_each_question(players: str, setup: Setup) -> None:
    asked = set()

    def look(scene: GameScene) -> bool:
        assert assert_all_are_explained(scene) > 20
        asked.add(type(scene.model.question).__name__)
        return scene.model.march is not None

    with window(SMALL) as app:
        game(app, session(players, setup=setup, seed=11))
        play_by_clicks(app, Random(6), until=look)
    assert {"PlanQuestion", "Choice", "MarchQuestion"} <= asked


@pytest.fixture(params=[SMALL, pytest.param(USUAL, marks=pytest.mark.slow)], ids=str)
def planning(request: pytest.FixtureRequest) -> Iterator[App]:
    """A window in which the only person plans the first season."""
    with window(request.param) as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        yield app


def assert_tooltip_is_shown(app: App, target: HitRegion) -> None:
    """Check that a tooltip says what belongs to a place, all of it in sight."""
    written = " ".join(text.text for text in app.scene.tooltip.texts)
    for word in target.tooltip.split():
        assert word in written
    if target.why:
        assert target.why in written
    for text in app.scene.tooltip.texts:
        assert app.window.get_rect().contains(text.rect)
        assert not text.cut


def test_every_tooltip_is_shown_whole_under_the_pointer(planning: App) -> None:
    scene = top(planning, GameScene)
    for target in list(scene.targets()):
        found = scene.target_at(target.rect.center)
        if target.tooltip and found and found.name == target.name:
            scene.point(target.rect.center)
            planning.step(0.0)
            assert_tooltip_is_shown(planning, next(t for t in scene.targets() if t.name == target.name))


def test_the_keyboard_shows_them_too_and_the_pointer_takes_over_again(planning: App) -> None:
    scene = top(planning, GameScene)
    scene.point((2, 2))
    shown = 0
    for _tab in range(12):
        press(planning, pygame.K_TAB)
        target = next((t for t in scene.targets() if t.name == scene.focus and t.tooltip), None)
        if target is not None:
            assert_tooltip_is_shown(planning, target)
            shown += 1
    assert shown > 5
    pointed = next(t for t in scene.targets() if t.name == "rice-1")
    scene.point(pointed.rect.center)
    planning.step(0.0)
    assert_tooltip_is_shown(planning, pointed)


def test_a_tooltip_that_is_gone_leaves_nothing_behind(planning: App) -> None:
    scene = top(planning, GameScene)
    scene.board.view.finish()
    scene.point((2, 2))
    scene.changed()
    planning.step(0.0)
    while scene.is_laying():
        planning.step(0.1)
    before = planning.window.copy()
    for name in ("rice-1", "commit", "event-theatre_5", "special-chest"):
        target = next((t for t in scene.targets() if t.name == name), None)
        if target is None:
            continue
        scene.point(target.rect.center)
        planning.step(0.0)
        assert scene.tooltip.texts
        scene.point((2, 2))
        planning.step(0.0)
        planning.step(0.0)
        assert scene.tooltip.texts == []
        assert planning.window.get_buffer().raw == before.get_buffer().raw, name


def test_what_was_pressed_is_not_explained_until_the_pointer_comes_anew() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3)))
        settle(app)
        pause = clicking.target(app, "pause").rect.center
        scene.point(pause)
        app.step(0.0)
        assert scene.tooltip.texts
        card = names(app, "card-")[0]
        scene.point(clicking.target(app, card).rect.center)
        app.step(0.0)
        assert scene.tooltip.texts
        click(app, card)
        assert not scene.tooltip.texts
        scene.point(pause)
        scene.point(clicking.target(app, card).rect.center)
        app.step(0.0)
        assert scene.tooltip.texts


def test_what_says_something_else_after_it_was_pressed_does_not_explain_that_unasked() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3)))
        settle(app)
        before = clicking.target(app, "computers-speed")
        scene.point(before.rect.center)
        click(app, before.name)
        after = clicking.target(app, before.name)
        assert after.tooltip != before.tooltip
        assert not scene.tooltip.texts
        scene.point((2, 2))
        scene.point(after.rect.center)
        app.step(0.0)
        assert_tooltip_is_shown(app, after)


def test_a_slip_covers_no_other_button_where_there_is_room_without() -> None:
    area, place, em = pygame.Rect(0, 0, 400, 300), pygame.Rect(100, 100, 60, 30), 16
    below, left = place.move(0, 40), place.move(-70, 0)
    assert beside(place, (80, 20), Surroundings(area), em).midtop == (130, 134)
    assert beside(place, (80, 20), Surroundings(area, None, [below]), em).midbottom == (130, 96)
    around = Surroundings(area, None, [below], [left], [place.move(0, -40)])
    assert beside(place, (80, 20), around, em).left > place.right
    everywhere = [pygame.Rect(x, y, 20, 20) for x in range(0, 400, 20) for y in range(0, 300, 20)]
    slip = beside(place, (80, 20), Surroundings(area, None, everywhere), em)
    assert area.contains(slip) and not slip.colliderect(place)


def test_a_slip_goes_no_long_way_to_leave_little_in_sight() -> None:
    area, place, em = pygame.Rect(0, 0, 2000, 60), pygame.Rect(1000, 10, 40, 20), 16
    row = [pygame.Rect(x, 34, 38, 20) for x in range(20, 1980, 40)]
    assert beside(place, (60, 20), Surroundings(area, None, row), em).inflate(12, 12).colliderect(place)


MAPS = "board"
"""The panel of each game in which places lie everywhere."""


def slips(app: App, scene: Scene, *, on_map: bool = False) -> Iterator[tuple[HitRegion, pygame.Rect]]:
    """Yield what is explained outside of the map, or there too, and where its slip lies while the pointer is at it."""
    panels = [panel for panel in scene.open_panels() if on_map or panel.name != MAPS]
    for one in [target for panel in panels for target in panel.layer.targets if target.tooltip or target.why]:
        scene.point((2, 2))
        app.step(0.0)
        scene.point(one.rect.center)
        app.step(0.0)
        found = scene.target_at(one.rect.center)
        if found is not None and found.name == one.name and scene.tooltip.texts:
            written = [text.rect for text in scene.tooltip.texts]
            yield found, written[0].unionall(written[1:])


def shogun_plan(app: App) -> Scene:
    scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
    settle(app)
    return scene


def rumble_dice(app: App) -> Scene:
    tables.begin(app, "rumble-nation", "person,random,random", seed=7)
    tables.rest(app, RumbleScene)
    click(app, "roll")
    return tables.rest(app, RumbleScene)


def river_turn(app: App) -> Scene:
    tables.begin(app, "river-of-gold", "person,random", seed=7)
    scene = tables.rest(app, RiverScene)
    while "exchange" not in {place.name for place in scene.targets()}:
        scene.controls.answer(scene.model.question.sample(Random(1)))
        scene = tables.rest(app, RiverScene)
    return scene


def shogun_march(app: App) -> Scene:
    scene = game(app, session("person,random,random", setup=Setup(3), seed=7))

    def may_march(scene: GameScene) -> bool:
        return scene.model.march is not None and len(scene.model.march.question.targets) > 2

    play_by_clicks(app, Random(6), until=may_march)
    return scene


def rumble_card(app: App) -> Scene:
    """A card that moves several players' pieces, in the middle of a game."""
    tables.begin(app, "rumble-nation", "person,random,random", seed=5)
    scene, rng = tables.rest(app, RumbleScene), Random(2)
    while True:
        moves = scene.model.question.moves
        cards = [move for move in moves if isinstance(move, PlayCard)]
        if scene.driver.session.writer.next_number > 50 and cards:
            scene.controls.answer(cards[0])
            return tables.rest(app, RumbleScene)
        scene.controls.answer(rng.choice([move for move in moves if not isinstance(move, PlayCard)]))
        scene = tables.rest(app, RumbleScene)


def river_later(app: App) -> Scene:
    """Ships of the middle of a game, with buildings to visit along the river."""
    tables.begin(app, "river-of-gold", "person,random,random,random", seed=7)
    scene = tables.rest(app, RiverScene)
    while scene.driver.session.writer.next_number < 150 or not scene.model.offers.sails:
        scene.controls.answer(scene.model.question.sample(Random(1)))
        scene = tables.rest(app, RiverScene)
    return scene


SELDOM = [pytest.param(begin, marks=pytest.mark.slow) for begin in (shogun_plan, rumble_dice, river_turn, river_later)]


@pytest.mark.parametrize("begin", [shogun_march, rumble_card, *SELDOM])
@pytest.mark.parametrize("size", [SMALL, pytest.param(USUAL, marks=pytest.mark.slow)], ids=str)
def test_no_slip_lies_on_what_its_place_leads_to(size: tuple[int, int], begin: Callable[[App], Scene]) -> None:
    with window(size, speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        scene, seen = begin(app), 0
        for target, slip in slips(app, scene, on_map=True):
            needed = [rect for panel in scene.open_panels() for rect in panel.needed()]
            seen += bool(needed)
            covered = [rect for rect in needed if rect.colliderect(slip)]
            assert not covered, (target.name, slip, covered)
        assert seen > 1


@pytest.mark.slow
@pytest.mark.parametrize("begin", [shogun_plan, rumble_dice, river_turn])
@pytest.mark.parametrize("size", [(1280, 720), (1600, 1000)], ids=str)
def test_slips_stand_beside_what_they_explain_and_not_over_what_one_compares(
    size: tuple[int, int], begin: Callable[[App], Scene]
) -> None:
    with window(size, speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        scene, seen = begin(app), 0
        for target, slip in slips(app, scene):
            around, seen = scene.around(target), seen + 1
            assert not slip.colliderect(target.rect), target.name
            assert slip.collidelist(around.compared) < 0, target.name
            buttons = [one.name for one in scene.targets() if one.rect in around.buttons and slip.colliderect(one.rect)]
            assert all(name.startswith("seat-") for name in buttons), (target.name, buttons)
            near = slip.inflate(26 * scene.em, 26 * scene.em)
            assert near.colliderect(target.rect), target.name
        assert seen > 8


def test_no_slip_lies_on_what_is_asked() -> None:
    place, asked = pygame.Rect(300, 300, 40, 40), [pygame.Rect(200, 344, 240, 80), pygame.Rect(200, 200, 240, 96)]
    around = Surroundings(pygame.Rect(0, 0, 640, 640), asked=asked)
    slip = beside(place, (160, 40), around, 16)
    assert slip.collidelist([place, *asked]) < 0


def test_the_ring_shows_no_slip_that_would_hide_what_is_asked() -> None:
    with window(SMALL) as app:
        area = app.window.get_rect()
        canvas, target = Canvas(app.window, 16, Layer(), (-1, -1), ""), HitRegion("a", PLACE, None, "Explained")
        everywhere = Surroundings(area, asked=[area])
        assert draw_tooltip(canvas, target, everywhere, may_cover=False) is None
        assert draw_tooltip(canvas, target, everywhere) is not None


def test_the_ring_at_the_bid_leaves_the_heads_of_all_fields_in_sight() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,random,random", setup=Setup(3)))
        settle(app)
        press(app, pygame.K_1)
        press(app, pygame.K_n)
        assert scene.focus == "field-10"
        app.step(0.0)
        assert scene.tooltip.texts
        slip = scene.tooltip.texts[0].box
        heads = [target.rect for target in scene.targets() if target.name.startswith(("head-", "field-"))]
        assert slip.collidelist(heads) < 0

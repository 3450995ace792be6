"""The points of the tour that tell of what is read: sizes of writing, places that stay, words, windows of all sizes."""

import re
from collections.abc import Callable, Mapping

import pygame

from shogun.games.shogun.rules.questions import MarchQuestion
from shogun.games.shogun.screen.map.painting.sea import SEA_DEEP
from shogun.games.shogun.screen.map.piece_places import lay_out
from shogun.games.shogun.screen.panels.prompt_panel import ANSWER
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.tutorial.chapters import CHAPTERS, LessonScene
from shogun.window.kit.drawing.theme import scales_for
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.kit.runtime.settings import SCALES
from tests.window.real.tour import Steps, Tourist, after
from tests.window.real.tour_points import FIELDS, Desk, attack_of, planning

LEAST_DIGITS = 11
"""Pixels of names and digits on the map from 1280x720 on."""
BARE = 0.3
"""The most of a map that is being dragged that may be bare sea."""
TOO_SMALL = (640, 400)
SEED_WITH_A_LONG_NAME = 11
"""Of a game of four in which the person has Awa-Shikoku."""


def writing_on_the_map(tourist: Tourist) -> Steps:
    """Names and digits on the map are large enough, and keep step with the size of writing."""
    desk = yield from planning(tourist, "person,greedy,greedy,greedy,greedy")
    yield lambda: not desk.scene.board.view.is_working
    tourist.picture("usual")
    usual = least_writing(desk)
    if tourist.window.get_height() >= 720:
        assert usual >= LEAST_DIGITS, usual
    largest = max(scale for scale in scales_for(desk.scene.size, SCALES))
    tourist.settings.interface_scale = largest
    tourist.follow_settings()
    yield lambda: not desk.scene.board.view.is_working
    yield after(0.3)
    tourist.picture(f"at-{largest:.0%}")
    assert least_writing(desk) >= usual


def least_writing(desk: Desk) -> int:
    """Return the size of names on the map, px; the digits are larger."""
    view = desk.scene.board.view
    spots = lay_out(view._whole, view._writing)
    return min(spots[name].sizes.scaled(spots[name].sizes.name) for name in desk.scene.model.board.lands)


def back_from_full_screen(tourist: Tourist) -> Steps:
    """Whoever leaves the full screen has the old window back."""
    desk = yield from planning(tourist)
    whole = tourist.window.get_size()
    smaller = max(1024, whole[0] * 7 // 8), max(700, whole[1] * 7 // 8)
    tourist.resize(smaller)
    yield lambda: desk.scene.size == smaller
    yield from tourist.press("F11")
    yield lambda: desk.scene.size == whole
    yield from tourist.press("F11")
    yield lambda: desk.scene.size == smaller
    yield after(0.5)
    tourist.picture("the-old-window")
    assert pygame.display.get_window_size() == smaller


def rice_of_coming_events(tourist: Tourist) -> Steps:
    """What coming events take of the rice can be read in every window, and nothing on the screen is cut."""
    desk = yield from planning(tourist, "person,greedy,greedy,greedy,greedy")
    desk.answer()
    yield from desk.play_until(lambda: desk.scene.model.view.season == "spring" and attack_of(desk) is not None)
    yield after(0.3)
    tourist.picture("events")
    events = next(panel for panel in desk.scene.panels if panel.name == "events")
    assert not any(text.cut for text in events.layer.texts)


def marks_of_actions(tourist: Tourist) -> Steps:
    """The mark of a planned action lies in its province or off its coast, and is gone once it is carried out."""
    desk = yield from planning(tourist)
    yield from desk.lay(*range(FIELDS - 2))
    yield lambda: not desk.scene.board.view.is_working
    yield after(0.5)
    tourist.picture("marks")
    model, view = desk.scene.model, desk.scene.board.view
    spots = lay_out(view._whole, view._writing)
    for province in model.planned():
        tag = spots[province].tag.move(view.rect.topleft)
        assert view.province_at(tag.center) in (province, None), "there, or off its coast"
    yield from desk.play_until(lambda: isinstance(model.question, MarchQuestion))
    assert model.view.action, "some actions have been carried out"
    assert not set(model.view.actions[: model.view.action]) & set(model.planned().values())
    tourist.picture("later")


def place_of_confirm(tourist: Tourist) -> Steps:
    """What confirms has one place, whatever it says."""
    desk = yield from planning(tourist)
    places = [tourist.target("commit").rect.right]
    desk.answer()
    yield from desk.play_until(lambda: attack_of(desk) is not None)
    places.append(tourist.target("march").rect.right)
    tourist.picture("march")
    desk.answer()
    yield from desk.play_until(lambda: bool(tourist.targets(f"{ANSWER}*")))
    places.append(max(target.rect.right for target in tourist.targets(f"{ANSWER}*")))
    tourist.picture("choice")
    assert len(set(places)) == 1, places


def first_lesson(tourist: Tourist) -> Steps:
    """The first lesson: the bid is the first field, opponents have full plans, and nothing is refused beforehand."""
    tourist.replace(LessonScene(tourist, CHAPTERS[0]))
    scene = tourist.scene
    assert isinstance(scene, LessonScene)
    yield lambda: scene.model.plan is not None
    yield from tourist.click("go-on")
    yield after(0.5)
    tourist.picture("the-map")
    assert not scene.correction
    lefts = {target.name: target.rect.left for target in scene.targets() if target.name.startswith("field-")}
    assert min(lefts, key=lambda name: lefts[name]) == f"field-{FIELDS}"
    tourist.point_at(scene.board.view.anchor("Suruga"))
    yield after(1.0)
    tourist.picture("what-is-told-may-be-read")
    assert scene.number == 1


def names_on_cards(tourist: Tourist) -> Steps:
    """The names on the cards are whole, the longest too, and no sign lies under them."""
    desk = yield from planning(tourist, seed=SEED_WITH_A_LONG_NAME)
    plan = desk.scene.model.plan
    assert plan is not None
    assert "Awa-Shikoku" in plan.hand()
    yield after(1.0)
    tourist.picture("hand")
    assert not any(text.cut for text in desk.scene.sheet.layer.texts)
    assert "Awa-Shikoku" in tourist.shown()


def nothing_is_covered(tourist: Tourist) -> Steps:
    """Neither a tooltip nor the digest lies upon what is needed next."""
    desk = yield from planning(tourist)
    desk.answer()
    yield from desk.play_until(lambda: tourist.has("replay-digest") and attack_of(desk) is not None)
    yield after(0.3)
    digest = next(panel for panel in desk.scene.panels if panel.name == "digest")
    needed = [tourist.target("march").rect, *(target.rect for target in desk.scene.board.choosable())]
    assert not any(digest.rect.colliderect(rect) for rect in needed)
    tourist.picture("digest")
    tourist.click_at(desk.anchor(attack_of(desk) or ""))
    yield lambda: tourist.has("armies-less")
    assert not any(text.cut for text in tourist.scene.texts())
    yield from tourist.click("armies-less")
    yield after(0.5)
    assert not desk.scene.tooltip.texts, "what was pressed needs no explanation"
    tourist.picture("pressed")


def quick_drag(tourist: Tourist) -> Steps:
    """A map that is dragged quickly shows land, not bare blue."""
    desk = yield from planning(tourist)
    yield lambda: not desk.scene.board.view.is_working
    tourist.point_at(desk.anchor("Owari"))
    yield from tourist.wheel(6)
    yield after(0.8)
    room = desk.scene.board.view.rect
    yield from tourist.drag(room.center, (room.width // 3, room.height // 3))
    yield after(0.02)
    tourist.picture("at-once")
    spots = [(x, y) for x in range(room.left, room.right, 16) for y in range(room.top, room.bottom, 16)]
    bare = sum(tuple(tourist.window.get_at(spot)[:3]) == SEA_DEEP for spot in spots) / len(spots)
    assert bare < BARE, bare


def words_for_players(tourist: Tourist) -> Steps:
    """No paths in sentences for players, crests have names, and no made-up language is offered."""
    yield from tourist.click("new-game")
    yield from tourist.click("game-shogun")
    yield after(0.3)
    tourist.picture("crests")
    assert not re.search(r"Crest \d", tourist.shown())
    tourist.replace_all()
    tourist.go(ToStart())
    yield from tourist.click("settings")
    yield after(0.3)
    tourist.picture("settings")
    assert "en-X" not in tourist.shown()


def small_window(tourist: Tourist) -> Steps:
    """A window below the smallest one shows all of it scaled down, says so, and can be clicked."""
    desk = yield from planning(tourist)
    tourist.resize(TOO_SMALL)
    yield lambda: pygame.display.get_window_size() == TOO_SMALL
    yield after(0.6)
    picture = pygame.display.get_surface()
    assert picture is not None
    pygame.image.save(picture, tourist.pictures / f"{tourist.point:02}-scaled-down.png")
    assert "scaled down" in pygame.display.get_caption()[0]
    place = tourist.target("menu").rect.center
    wide, high = tourist.window.get_size()
    tourist.click_at((place[0] * TOO_SMALL[0] // wide, place[1] * TOO_SMALL[1] // high))
    yield lambda: tourist.scene is not desk.scene


def owners_and_regions(tourist: Tourist) -> Steps:
    """The map shows who holds what; a key and a button change to the regions and back."""
    desk = yield from planning(tourist, "person,greedy,greedy,greedy,greedy")
    yield lambda: not desk.scene.board.view.is_working
    yield after(0.3)
    tourist.picture("owners")
    yield from tourist.press("o")
    assert not desk.scene.model.by_owner
    yield after(0.3)
    tourist.picture("regions")
    yield from tourist.click("map-grounds")
    assert desk.scene.model.by_owner


def folded_plans(tourist: Tourist) -> Steps:
    """After planning the board of plans folds to one line, and the map gets the room."""
    desk = yield from planning(tourist)
    before = desk.scene.board.rect.height
    desk.answer()
    yield lambda: desk.scene.board.rect.height > before
    yield lambda: not desk.scene.board.view.is_working
    yield after(0.5)
    tourist.picture("folded")


def first_game(tourist: Tourist) -> Steps:
    """The list of chapters leads to a first game: three players, the gentlest opponents, printed line-up."""
    yield from tourist.click("learn")
    yield from tourist.click("game-shogun")
    yield lambda: tourist.has("first-game")
    tourist.picture("offered")
    yield from tourist.click("first-game")
    yield lambda: isinstance(tourist.scene, GameScene) and tourist.scene.model.question is not None
    scene = tourist.scene
    assert isinstance(scene, GameScene)
    yield after(1.0)
    tourist.picture("begun")
    assert [seat.player for seat in scene.driver.session.header.seats] == ["person", "beginner", "beginner"]


WORD_POINTS: Mapping[int, tuple[str, Callable[[Tourist], Steps]]] = {
    43: ("writing on the map", writing_on_the_map),
    44: ("back from the full screen", back_from_full_screen),
    45: ("rice of coming events", rice_of_coming_events),
    46: ("marks of planned actions", marks_of_actions),
    47: ("one place for what confirms", place_of_confirm),
    48: ("the first lesson", first_lesson),
    49: ("names on cards", names_on_cards),
    50: ("nothing is covered that is needed", nothing_is_covered),
    51: ("a quick drag of the map", quick_drag),
    52: ("words for players", words_for_players),
    53: ("a window that is too small", small_window),
    54: ("owners and regions", owners_and_regions),
    55: ("plans fold", folded_plans),
    56: ("a first game", first_game),
}

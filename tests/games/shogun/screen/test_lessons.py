"""The tutorial: each chapter is played through by clicks as its steps say; no step goes on without what it asks."""

import re
from itertools import count
from random import Random

import pygame
import pytest
from msgspec.structs import replace

from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.rules.cards import FIELDS
from shogun.games.shogun.rules.questions import Choice, FaceRevolt, PlanQuestion, hand
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.panels.board_panel import PROVINCES
from shogun.games.shogun.screen.panels.prompt_panel import ANSWER
from shogun.games.shogun.screen.play.half_made_answers import BID
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.tutorial.chapters import CHAPTERS, LessonScene
from shogun.games.shogun.screen.tutorial.starting_position import SETUP, begin
from shogun.games.shogun.screen.tutorial.steps import Aim, Commit, Face, Fill, Find, Lay, Send, Take, WatchSeason
from shogun.games.shogun.words import region_names
from shogun.window.game.lessons.chapter import Chapter, Read
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE, load_settings, save_settings
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.rules_help import RulesScene
from tests.layout.readable import flaws
from tests.table.finding import saved_games
from tests.window.clicking import (
    SMALL,
    USUAL,
    asked,
    click,
    click_at,
    draft,
    lesson_list,
    names,
    press,
    shown,
    target,
    top,
    window,
)
from tests.window.lesson_facts import unheld, unseen, untrue

pytestmark = pytest.mark.slow

MOST_STEPS, MOST_WORDS = 14, 40
TICK = 0.1
LONG = 600
"""Ticks within which whatever a step waits for has happened."""
WAYS_OUT = ("leave", "again", "menu")
BUTTONS = {Read: "go-on", Commit: "commit", Take: "special-", Send: "march"}


def lesson(app: App, chapter: Chapter) -> LessonScene:
    """Return a chapter that was begun, drawn once."""
    app.replace(LessonScene(app, chapter))
    app.step(TICK)
    assert isinstance(app.scene, LessonScene)
    return app.scene


def revolts(scene: LessonScene) -> list[FaceRevolt]:
    """Return the revolts among which the player chooses."""
    assert isinstance(scene.model.question, Choice)
    return [move for move in scene.model.question.moves if isinstance(move, FaceRevolt)]


def send(app: App, scene: LessonScene, task: Send) -> None:
    """Send armies where they shall go; somebody may have aimed elsewhere."""
    if scene.model.march is None or scene.model.march.target != task.target:
        click_at(app, scene.board.view.anchor(task.target))
    click(app, "march")


def do(app: App, scene: LessonScene) -> None:
    """Do by clicks what the step asks for."""
    model, task = scene.model, scene.step.task
    match task:
        case Find():
            if not scene.has_to_read:
                scene.point(scene.board.view.anchor(task.province))
                app.step(TICK)
                assert scene.step.task is task, "what is told of the province may be read"
            click(app, "go-on")
        case Lay():
            click(app, f"card-{task.card}")
            click(app, f"field-{task.number}")
        case Fill():
            plan = draft(scene)
            while plan.refusal():
                click(app, f"card-{plan.hand()[0]}")
                click(app, f"field-{plan.fields.index(None)}")
        case Aim() | Face():
            province = task.target if isinstance(task, Aim) else revolts(scene)[0].province
            click_at(app, scene.board.view.anchor(province))
        case Send():
            send(app, scene, task)
        case WatchSeason():
            if isinstance(model.question, Choice):  # whatever is asked on the way
                scene.controls.answer(model.question.moves[-1])
        case _:
            click(app, next(name for name in names(app) if name.startswith(BUTTONS[type(task)])))


def is_ready(scene: LessonScene) -> bool:
    """Return whether what the step asks for can be done now."""
    asks_nothing = isinstance(scene.step.task, Read | Find | WatchSeason)
    return scene.is_ready and (asks_nothing or scene.model.question is not None)


def play_step(app: App, scene: LessonScene) -> None:
    """Do what the present step asks for and wait until the next one begins, or the chapter ends."""
    before = scene.number
    for tick in count():
        if app.scene is not scene or scene.number > before:
            return
        assert tick < LONG, (scene.chapter.name, before)
        app.step(0.0)
        if is_ready(scene) and scene.number == before:
            do(app, scene)
        if app.scene is scene and scene.number == before:
            app.step(TICK)


def play_to(app: App, chapter: Chapter, number: int) -> LessonScene:
    """Return a chapter that was played up to a step, which can be done now."""
    scene = lesson(app, chapter)
    while scene.number < number:
        play_step(app, scene)
    come_to(app, scene)
    return scene


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_chapter_is_short_and_its_position_is_one_of_the_rules(chapter: Chapter) -> None:
    assert len(chapter.steps) <= MOST_STEPS
    for step in chapter.steps:
        assert len(step.text.split()) <= MOST_WORDS, step.text
        assert re.fullmatch(r"[A-Z].*[.!]", step.text)
    session = begin(chapter.position)
    assert rules.problems(session.state) == []
    session.course.check_tower(session.state, session.inside)
    assert session.header.tower and session.header.tower.geometry, "the tower is simulated"
    assert session.path is None


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_all_figures_names_and_colours_of_a_chapter_are_facts_that_can_be_checked(chapter: Chapter) -> None:
    names = {*SETUP.board.lands, *region_names().values()}
    assert [said for step in chapter.steps for said in unheld(step, names)] == []


def test_until_a_step_can_be_done_its_coach_says_what_happens_meanwhile() -> None:
    with window() as app:
        scene = play_to(app, CHAPTERS[3], 3)
        click(app, "special-attack")
        app.step(TICK)
        assert isinstance(scene.step.task, Aim)
        assert scene.model.march is None, "others choose their cards"
        assert "you may enter are highlighted" not in shown(app).replace("\n", " ")
        assert "The others choose their cards" in shown(app).replace("\n", " ")
        assert [*scene.pointed_at(), *scene.provinces_pointed_at()] == []
        come_to(app, scene)
        assert "you may enter are highlighted" in shown(app).replace("\n", " ")
        assert len(list(scene.provinces_pointed_at())) == 1


def test_the_chapter_of_regions_shows_them_on_the_map_and_then_who_holds_what() -> None:
    with window() as app:
        scene = lesson(app, CHAPTERS[2])
        shown_grounds = []
        for _step in range(6):
            shown_grounds.append(scene.model.by_owner)
            play_step(app, scene)
        assert shown_grounds == [False] * 4 + [True] * 2
        assert app.settings.map_by_owner, "the setting stays as it was"


def test_there_are_five_chapters_each_with_something_to_do() -> None:
    assert [chapter.name for chapter in CHAPTERS] == ["planning", "taxes", "building", "battle", "winter"]
    for chapter in CHAPTERS:
        assert sum(not isinstance(step.task, Read) for step in chapter.steps) >= 6


@pytest.mark.parametrize("size", [SMALL, pytest.param(USUAL, marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_chapter_is_played_through_by_what_its_steps_say(chapter: Chapter, size: tuple[int, int]) -> None:
    with window(size) as app:
        scene = lesson(app, chapter)
        seen = []
        while app.scene is scene:
            seen.append(scene.number)
            app.step(0.0)
            assert list(unseen(scene, scene.text)) == [], "also while the others act"
            come_to(app, scene)
            step = scene.step
            assert untrue(scene) == [], step.text
            assert scene.text == step.text
            assert scene.text in shown(app).replace("\n", " ")
            assert len([*scene.pointed_at(), *scene.provinces_pointed_at()]) == len(step.at) + len(
                step.task.places(scene.situation)
            )
            assert all(scene.board.rect.collidepoint(place) for place in scene.provinces_pointed_at())
            assert all(app.window.get_rect().contains(rect) for rect in scene.pointed_at())
            assert [flaw for flaw in flaws(scene) if flaw.panel == "coach"] == []
            play_step(app, scene)
        assert seen == list(range(len(chapter.steps)))
        assert isinstance(app.scene, LessonsScene)
        assert load_settings().lessons == [chapter.name]
        assert saved_games(game_of) == []


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_no_step_of_a_chapter_goes_on_without_what_it_asks(chapter: Chapter) -> None:
    with window(SMALL) as app:
        scene = lesson(app, chapter)
        tried = []
        while app.scene is scene:
            number = scene.number
            come_to(app, scene)
            if scene.number == number and not isinstance(scene.step.task, WatchSeason):
                spoil(app, scene)
                assert scene.number == number, scene.step
                tried.append(number)
            play_step(app, scene)
        assert len(tried) == sum(not isinstance(step.task, WatchSeason) for step in chapter.steps)


def come_to(app: App, scene: LessonScene) -> None:
    """Wait until what the step asks for can be done; where there is only to watch, the button says so."""
    app.step(0.0)
    if isinstance(scene.step.task, WatchSeason):
        assert target(app, "go-on").tooltip == scene.step.task.hint()
    for _tick in range(LONG):
        if is_ready(scene):
            break
        app.step(TICK)
    app.step(0.0)


def spoil(app: App, scene: LessonScene) -> None:
    """Do everything but what the step asks for, and let time pass."""
    model, task = scene.model, scene.step.task
    scene.point((2, 2))
    fields = None if model.plan is None else list(model.plan.fields)
    if model.plan is not None:
        lay_something_else(app, scene)
        press(app, pygame.K_z)
        press(app, pygame.K_DELETE)
    if not isinstance(task, Aim | Send) and model.march is not None:
        scene.controls.answer(model.march.question.moves[0])
    if isinstance(model.question, PlanQuestion) and not isinstance(task, Commit) and not draft(scene).refusal():
        click(app, "commit")
    if isinstance(model.question, Choice) and not isinstance(task, Take | Face):
        scene.controls.answer(model.question.moves[0])
    for _tick in range(30):
        app.step(TICK)
    if fields is not None and not isinstance(task, Fill):
        assert list(draft(scene).fields) == fields, "what was laid wrongly is taken back"
    if not isinstance(task, Read):
        assert not names(app, "go-on")


def lay_something_else(app: App, scene: LessonScene) -> None:
    """Lay a card where the step doesn't want it: the one that is wanted on another field, or any."""
    task, plan = scene.step.task, draft(scene)
    free = [number for number, card in enumerate(plan.fields) if card is None and number != getattr(task, "number", -1)]
    if plan.hand() and free:
        click(app, f"card-{plan.hand()[0]}")
        click(app, f"field-{free[0]}")
        if not isinstance(task, Fill):
            app.step(TICK)
            assert scene.correction
            assert scene.correction in shown(app).replace("\n", " ")


def test_a_wrong_click_is_answered_gently_and_the_right_one_makes_good() -> None:
    with window() as app:
        scene = play_to(app, CHAPTERS[0], 3)
        click(app, "card-Owari")
        click(app, "field-4")
        app.step(TICK)
        assert scene.correction == "Click the card Suruga, then the field Taxes."
        assert draft(scene).fields[4] is None
        play_step(app, scene)
        assert scene.number == 4
        assert not scene.correction


def test_why_a_click_did_nothing_goes_with_the_step() -> None:
    with window() as app:
        scene = play_to(app, CHAPTERS[0], 3)
        scene.refuse("Click the card Suruga, then the field Taxes.", "")
        play_step(app, scene)
        assert scene.number == 4 and not scene.model.refusal


def test_a_correction_goes_when_it_was_obeyed_though_the_step_asks_for_more() -> None:
    with window() as app:
        scene = lesson(app, CHAPTERS[0])
        while not isinstance(scene.step.task, Find):
            play_step(app, scene)
        come_to(app, scene)
        press(app, pygame.K_z)
        assert "You can't undo in a lesson" in scene.correction
        scene.point(scene.board.view.anchor(scene.step.task.province))
        app.step(TICK)
        assert not scene.correction, "it was obeyed, and is still to be read"
        assert isinstance(scene.step.task, Find)
        while not isinstance(scene.step.task, Fill):
            play_step(app, scene)
        plan = draft(scene)
        laid = next(number for number, card in enumerate(plan.fields) if card is not None)
        scene.controls.alter_plan(lambda: plan.take_field(laid))
        app.step(TICK)
        assert scene.correction.startswith("Leave the other cards")
        click(app, f"card-{plan.hand()[0]}")
        click(app, f"field-{plan.fields.index(None)}")
        app.step(TICK)
        assert plan.refusal() and not scene.correction


def test_a_correction_goes_with_the_answer_that_obeys_it_while_others_still_act() -> None:
    with window() as app:
        scene = lesson(app, CHAPTERS[3])
        while not isinstance(scene.step.task, Send):
            play_step(app, scene)
        come_to(app, scene)
        task = scene.step.task
        assert scene.model.march is not None
        scene.controls.answer(scene.model.march.question.moves[0])
        assert scene.correction == task.hint()
        march = next(move for move in scene.model.march.question.moves if task.takes(move))
        scene.controls.answer(march)
        assert not scene.correction


def test_the_key_m_leaves_a_lesson_as_slow_as_it_was() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        scene = lesson(app, CHAPTERS[0])
        press(app, pygame.K_m, sign="m")
        assert app.settings.sound, "it was silent before"
        assert (scene.model.speed, scene.model.computers_speed) == (1.0, 1.0)


def test_a_chapter_can_be_left_begun_again_and_chosen_from_the_menu() -> None:
    with window() as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        click(app, "learn")
        app.step(0.0)
        click(app, "game-shogun")
        app.step(0.0)
        click(app, "lesson-3")
        scene = top(app, LessonScene)
        assert scene.chapter is CHAPTERS[2]
        app.step(TICK)
        click(app, "go-on")
        assert scene.number == 1
        click(app, "again")
        assert top(app, LessonScene).number == 0
        app.step(TICK)
        click(app, "leave")
        assert isinstance(app.scene, LessonsScene)
        assert app.settings.lessons == []
        click(app, "lesson-3")
        app.step(TICK)
        press(app, pygame.K_ESCAPE)
        assert "Press Leave again" in shown(app)
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, LessonsScene)
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, MenuScene)


def test_finished_chapters_are_remembered_and_marked() -> None:
    with window() as app:
        app.settings.lessons.append("planning")
        save_settings(app.settings)
        assert load_settings().lessons == ["planning"]
        app.replace(lesson_list(app))
        app.step(0.0)
        assert shown(app).count("finished") == 1
        assert top(app, LessonsScene).next_chapter() is CHAPTERS[1]
        assert flaws(app.scene) == []


def test_after_the_last_chapter_a_first_game_is_offered_and_begun() -> None:
    with window() as app:
        app.settings.lessons.extend(chapter.name for chapter in CHAPTERS)
        app.replace(lesson_list(app))
        app.step(0.0)
        assert flaws(app.scene) == []
        click(app, "first-game")
        (saved,) = saved_games(game_of)
        assert [seat.player for seat in saved.header.seats] == ["person", "beginner", "beginner"]
        colours = saved.header.setup.colours
        assert saved.header.setup == Setup(3, "sun", "printed", 0, colours), "the human has a middling place"
        assert isinstance(app.scene, GameScene)


def test_in_the_first_lesson_the_bid_stands_first_and_nothing_is_refused_beforehand() -> None:
    with window() as app:
        scene = lesson(app, CHAPTERS[0])
        press(app, pygame.K_RETURN)
        fields = [target for target in scene.targets() if target.name.startswith("field-")]
        assert len(fields) == FIELDS
        assert min(fields, key=lambda field: field.rect.left).name == f"field-{BID}"
        assert not scene.correction and not scene.model.refusal


def test_the_keyboard_alone_goes_through_a_step_to_read_and_a_step_to_find() -> None:
    with window() as app:
        scene = lesson(app, CHAPTERS[0])
        press(app, pygame.K_RETURN)
        assert scene.number == 1
        province = next(p for p in scene.board.places() if p.group == PROVINCES and p.name.endswith("Suruga"))
        scene.focus = province.name
        app.step(TICK)
        assert scene.number == 1
        scene.focus = "go-on"
        press(app, pygame.K_RETURN)
        assert scene.number == 2


def test_the_rules_open_over_a_lesson_and_it_goes_on_where_it_was() -> None:
    with window() as app:
        scene = play_to(app, CHAPTERS[0], 3)
        press(app, pygame.K_F1)
        assert isinstance(app.scene, RulesScene)
        press(app, pygame.K_ESCAPE)
        assert top(app, LessonScene) is scene
        assert scene.number == 3
        play_step(app, scene)
        assert scene.number == 4


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_every_plan_that_lies_there_is_as_full_as_the_rules_ask(chapter: Chapter) -> None:
    state = begin(chapter.position).state
    for seat, plan in enumerate(state.plans):
        if plan is not None:
            PlanQuestion(seat, "plan", hand(state.owned(seat)), state.players[seat].chests).verify(plan)
    assert sum(plan is not None for plan in state.plans) >= 2


def test_what_is_asked_on_the_way_is_ringed_and_the_coach_says_so() -> None:
    with window() as app:
        scene = play_to(app, CHAPTERS[3], 3)
        click(app, "special-attack")
        while not (isinstance(scene.step.task, WatchSeason) and isinstance(scene.model.question, Choice)):
            if not isinstance(scene.step.task, WatchSeason):
                play_step(app, scene)
            app.step(TICK)
        app.step(0.0)
        buttons = [target(app, name) for name in names(app, ANSWER)]
        assert len(buttons) == 2
        assert all(any(ring.contains(place.rect) for ring in scene.pointed_at()) for place in buttons)
        assert "answer in the top bar" in shown(app).replace("\n", " ")
        click(app, buttons[0].name)
        assert "answer in the top bar" not in shown(app).replace("\n", " ")


def test_both_revolts_of_the_winter_are_chosen_and_fought() -> None:
    with window() as app:
        scene = play_to(app, CHAPTERS[4], 6)
        question = asked(scene)
        assert isinstance(question, Choice)
        assert len(revolts(scene)) == len(question.moves) == len(list(scene.provinces_pointed_at())) == 2


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_chapter_comes_to_its_end_whatever_the_tower_does(chapter: Chapter) -> None:
    with window(SMALL) as app:
        other = replace(chapter, position=replace(chapter.position, seed=chapter.position.seed + 20))
        scene = lesson(app, other)
        while app.scene is scene:
            play_step(app, scene)
        assert isinstance(app.scene, LessonsScene)


@pytest.mark.parametrize("clicks", [10, pytest.param(150, marks=pytest.mark.slow)])
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_nobody_can_break_a_chapter_by_clicking_about(chapter: Chapter, clicks: int) -> None:
    rng = Random(chapter.name)
    with window(SMALL) as app:
        scene = lesson(app, chapter)
        for _click in range(clicks):
            places = [t for t in scene.targets() if t.enabled and t.name not in WAYS_OUT]
            anchors = [scene.board.view.anchor(name) for name in scene.model.board.lands]
            click_at(app, rng.choice([*(place.rect.center for place in places), *anchors]))
            while app.scenes[-1] is not scene and scene in app.scenes:
                app.pop()
            if app.scene is not scene:
                break  # all of its steps were come upon by chance
            app.step(TICK)
        if app.scene is scene and scene.model.is_paused:
            click(app, "pause")
        while app.scene is scene:
            play_step(app, scene)
        assert isinstance(app.scene, LessonsScene)

"""The points of the tour that tell of battles and of the year: what is shown when, and in which words."""

import re
from collections.abc import Callable, Mapping
from functools import partial

from shogun.games.shogun.rules.events import CardVoided
from shogun.games.shogun.rules.questions import March, MarchQuestion, PlanQuestion
from shogun.games.shogun.screen.panels.prompt_panel import ANSWER
from shogun.games.shogun.screen.scenes.end_of_game import EndOfGameScene
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.large_tower import TheatreScene
from shogun.games.shogun.screen.tutorial.chapters import CHAPTERS, LessonScene
from shogun.table.saved_games import all_games
from shogun.window.game.lessons.chapter import Watch
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.routes import ToSavedGame
from shogun.window.scenes.pause import HandOverScene
from shogun.window.tower.picture_saving import free_picture_path
from tests.window.real.tour import Steps, Tourist, after
from tests.window.real.tour_points import ALONE, Desk, attack_of, new_game, planning

CHAPTER_OF_BATTLES = 3
SMALLEST_CUBES = (14, 20)
"""Pixels of a cube at 1280x720: in the whole tower, and where the view follows the last cubes."""
SECONDS_TO_LOOK = 3.0


def attack(tourist: Tourist, players: str = ALONE, **setup: object) -> Steps:
    """Come to an attack of the person on another player, and make it."""
    desk = yield from planning(tourist, players, **setup)
    yield from desk.play_until(lambda: attack_of(desk) is not None)
    question, target = desk.scene.model.question, attack_of(desk)
    assert isinstance(question, MarchQuestion)
    assert target is not None
    desk.scene.controls.answer(March(question.source, target, question.most))
    return desk


def battle(tourist: Tourist, players: str = ALONE, **setup: object) -> Steps:
    """Come to such a battle, which has just begun to grow over the map."""
    desk = yield from attack(tourist, players, **setup)
    while desk.scene.model.large is None:
        yield lambda: desk.scene.model.large is not None or desk.scene.model.question is not None
        if desk.scene.model.large is None:
            desk.answer()
    return desk


def is_told(desk: Desk) -> bool:
    """Return whether the end of the battle is told."""
    shown = desk.scene.model.battle
    return shown is not None and bool(shown.result)


def stage(tourist: Tourist) -> Steps:
    """Both armies gather, are poured, fall; the last two are slowed; they are counted in pairs; survivors walk home."""
    desk = yield from battle(tourist)
    model, scene = desk.scene.model, desk.scene
    view = scene.large_battles.picture
    for name in ("grows", "gathers", "is-poured", "falls", "falls-on", "falls-further"):
        yield after(0.3)
        tourist.picture(name)
    yield lambda: model.battle is not None and model.battle.counted > 0
    tourist.picture("is-counted")
    yield lambda: is_told(desk)
    yield after(0.4)
    tourist.picture("is-told")
    assert tourist.has("battle-again")
    assert tourist.has("battle-picture")
    assert view.rect == scene.large_battles.panel.room
    yield lambda: scene.around_tower.walkers.is_walking or model.large is None
    yield after(0.4)
    tourist.picture("walk-home")


def told_after_the_count(tourist: Tourist) -> Steps:
    """Nothing that follows from a battle is told before it has been counted out, on no panel and in no line."""
    desk = yield from battle(tourist)
    model, before = desk.scene.model, len(desk.scene.model.log)
    results = re.compile(r"\b(?:takes|holds|keeps)\b.*\d:\d")
    earlier = set(results.findall(tourist.shown()))  # of the battles before, which a large log still shows
    while not is_told(desk):
        assert not any(isinstance(line.event, CardVoided) for line in model.log[before:])
        assert earlier.issuperset(results.findall(tourist.shown()))
        yield after(0.05)
    tourist.picture("told-now")


def winners_number_first(tourist: Tourist) -> Steps:
    """A result has a word for what happened, and the larger number first."""
    desk = yield from battle(tourist)
    yield from tourist.press("space", "space", "space", "space")
    yield lambda: is_told(desk)
    shown = desk.scene.model.battle
    assert shown is not None
    tourist.picture("result")
    first, second = map(int, re.findall(r"(\d+):(\d+)", shown.result)[0])
    assert first >= second, shown.result


def winter(tourist: Tourist) -> Steps:
    """The winter's sheet adds up, and waits for a person at the highest speed."""
    desk = yield from planning(tourist)
    desk.answer()
    model = desk.scene.model
    yield from desk.play_until(lambda: not model.is_seen)
    desk.scene.pace.set_speeds(AT_ONCE, AT_ONCE)
    yield after(SECONDS_TO_LOOK)
    assert not model.is_seen, "the sheet waits"
    tourist.picture("sheet")
    yield from tourist.click("go-on-year")
    yield lambda: model.view.year == 2
    tourist.picture("the-second-year")


def lesson_of_battle(tourist: Tourist) -> Steps:
    """With +1 attack both answers are ringed, and the coach doesn't say that there is nothing to do."""
    tourist.replace(LessonScene(tourist, CHAPTERS[CHAPTER_OF_BATTLES]))
    scene = tourist.scene
    assert isinstance(scene, LessonScene)
    model = scene.model
    yield lambda: model.plan is not None
    yield from tourist.click("go-on")
    for name in ("card-Musashi", "field-8", "commit", "special-attack"):
        yield from tourist.click(name)
    yield lambda: model.march is not None
    tourist.click_at(scene.board.view.anchor("Shimosa"))
    yield from tourist.click("march")
    yield from tourist.click("go-on")
    yield lambda: model.question is not None and isinstance(scene.step.task, Watch)
    yield after(0.3)
    tourist.hover("go-on")
    yield after(0.5)
    tourist.picture("asked-on-the-way")
    assert "Just watch" not in tourist.shown()
    yield from tourist.click(f"{ANSWER}*")
    yield lambda: model.battle is not None and bool(model.battle.result)
    tourist.picture("the-lessons-battle")


def odds_with_special_cards(tourist: Tourist) -> Steps:
    """The odds of an attack tell what the special cards make of it."""
    tourist.settings.odds = True
    desk = yield from planning(tourist)
    model = desk.scene.model
    for _attack in range(40):
        yield from desk.play_until(lambda: attack_of(desk) is not None)
        tourist.click_at(desk.anchor(attack_of(desk) or ""))
        yield lambda: model.odds is not None
        if model.bare is not None:
            break
        desk.answer()
        yield after(0.2)
    yield after(1.0)
    tourist.picture("with-and-without")
    assert model.bare is not None
    assert "without special cards" in tourist.shown()


def large_tower(tourist: Tourist) -> Steps:
    """The large tower says what happens, and that the first battle is being fought."""
    tourist.settings.large_battles = "none"
    desk = yield from attack(tourist)
    while not desk.scene.model.is_watching:
        yield lambda: desk.scene.model.is_watching or desk.scene.model.question is not None
        if not desk.scene.model.is_watching:
            desk.answer()
    yield from tourist.press("t")
    yield lambda: isinstance(tourist.scene, TheatreScene)
    yield after(0.4)
    tourist.picture("status")
    assert "There hasn't been a battle yet" not in tourist.shown()


def battle_after_a_kill(tourist: Tourist) -> Steps:
    """A game that was ended in mid-battle shows that battle when it is gone on with."""
    desk = yield from battle(tourist, is_saved=True)
    assert desk.scene.model.large is not None
    fought = desk.scene.model.large.province
    desk.scene.driver.close()
    tourist.replace_all()
    tourist.go(ToStart())
    yield lambda: tourist.has("continue")
    tourist.go(ToSavedGame(next(iter(all_games(tourist.options.games))).path))
    scene = tourist.scene
    assert isinstance(scene, GameScene)
    yield lambda: scene.model.large is not None
    yield after(0.6)
    tourist.picture("shown-again")
    assert scene.model.large is not None
    assert scene.model.large.province == fought


def sounds(tourist: Tourist) -> Steps:
    """One hears that it is one's turn, and whether a battle was won, lost or tied; M silences all."""
    heard: list[str] = []
    tourist.sounds_signal = heard.append  # type: ignore[method-assign, assignment]
    desk = yield from battle(tourist)
    yield lambda: is_told(desk)
    yield after(0.3)
    assert {"won", "lost", "tied"} & set(heard), heard
    assert "turn" in heard, heard
    yield from tourist.press("m")
    assert not tourist.settings.sound
    tourist.picture("silenced")


def again_slowly(tourist: Tourist) -> Steps:
    """One key shows the battle once more, at a quarter of the speed and with the x-ray."""
    desk = yield from battle(tourist)
    yield lambda: is_told(desk)
    yield from tourist.press("r")
    yield lambda: isinstance(tourist.scene, TheatreScene)
    yield after(2.5)
    tourist.picture("with-x-ray")


def picture_that_moves(tourist: Tourist) -> Steps:
    """A battle is saved as a picture that moves, and the note says where."""
    desk = yield from battle(tourist)
    yield lambda: is_told(desk)
    folder = free_picture_path("Shogun", "webp").parent
    before = set(folder.glob("*.webp"))
    yield from tourist.press("v")
    yield lambda: set(folder.glob("*.webp")) > before and desk.scene.model.note.startswith("Saved")
    tourist.picture("saved")
    (saved,) = set(folder.glob("*.webp")) - before
    print(f"   {saved.name}: {saved.stat().st_size / 1e6:.1f} MB")
    assert saved.stat().st_size < 3_000_000


def best_battle(tourist: Tourist) -> Steps:
    """The end's sheet offers the best battle to be watched again; its graph and its luck are told in plain words."""
    desk = yield from planning(tourist, is_saved=True)
    desk.answer()
    yield from desk.play_until(lambda: isinstance(tourist.scene, EndOfGameScene))
    yield lambda: tourist.has("best-battle")
    tourist.picture("offered")
    yield from tourist.click("best-battle")
    yield lambda: isinstance(tourist.scene, TheatreScene)
    yield after(1.5)
    tourist.picture("watched")


def hot_seat_in_the_open(tourist: Tourist) -> Steps:
    """Public questions are answered without hiding the screen; only plans hide it."""
    desk = new_game(tourist, "person,person,greedy,greedy")
    covered = []
    model = desk.scene.model
    for _question in range(8):
        yield lambda: isinstance(tourist.scene, HandOverScene) or model.question is not None
        if isinstance(tourist.scene, HandOverScene):
            tourist.scene.act()
            continue
        covered.append(isinstance(model.question, PlanQuestion))
        if not covered[-1]:
            tourist.picture("asked-in-the-open")
            break
        desk.answer()
        yield after(0.3)
    assert not covered[-1]


def less_movement(tourist: Tourist) -> Steps:
    """With little movement a battle stands there at once, and nothing slows or swells."""
    tourist.settings.reduced_motion = True
    desk = yield from battle(tourist)
    panel = desk.scene.large_battles.panel
    assert panel.rect == panel.room
    yield lambda: desk.scene.model.is_watching
    yield after(0.5)
    assert not desk.scene.stand.slows
    tourist.picture("stands-at-once")


def seasons(tourist: Tourist) -> Steps:
    """Each season is seen on the map, and a banner tells that it begins."""
    desk = yield from planning(tourist)
    model = desk.scene.model
    for season in ("spring", "summer", "autumn"):
        yield from desk.play_until(partial(begins, desk, season))
        tourist.picture(season)
        yield from desk.play_until(lambda: desk.asks(PlanQuestion))
        yield after(1.0)
        tourist.picture(f"{season}-planned")
        desk.answer()
    yield from desk.play_until(lambda: not model.is_seen)
    yield after(1.0)
    tourist.picture("winter")


def begins(desk: Desk, season: str) -> bool:
    """Return whether a season has begun."""
    return desk.scene.model.view.season == season


BATTLE_POINTS: Mapping[int, tuple[str, Callable[[Tourist], Steps]]] = {
    28: ("the result is told after the count", told_after_the_count),
    29: ("winter's sheet adds up and waits", winter),
    30: ("the winner's number first", winners_number_first),
    31: ("the lesson of battle asks what it shows", lesson_of_battle),
    32: ("odds with and without special cards", odds_with_special_cards),
    33: ("the large tower says what happens", large_tower),
    34: ("a battle is shown again after a kill", battle_after_a_kill),
    35: ("whose turn, won, lost, tied: sounds", sounds),
    36: ("the battle on its stage", stage),
    37: ("once more, slowly, with the x-ray", again_slowly),
    38: ("a picture that moves", picture_that_moves),
    39: ("the best battle of the game", best_battle),
    40: ("several at one screen, in the open", hot_seat_in_the_open),
    41: ("less movement", less_movement),
    42: ("seasons one can see", seasons),
}

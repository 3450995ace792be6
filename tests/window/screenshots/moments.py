"""The moments of which the tests keep pictures: each function brings a window to one of them.

A moment is the same in every process, on every day and for every user: games are played from seeds by drawn answers, so
that better opponents change no picture; time passes in fixed steps; all files lie in an empty folder of their own.
"""

import lzma
import os
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pygame
from msgspec import Struct

from shogun.base.language import PSEUDO
from shogun.base.resources import ASSETS
from shogun.game.questions import Draw, Shuffle, Throw
from shogun.games import GAMES, game_of
from shogun.games.river_of_gold.rules.state import Build
from shogun.games.river_of_gold.screen.end_of_game import RiverEnd
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.rumble_nation.rules.state import Deploy
from shogun.games.rumble_nation.screen.end_of_game import RumbleEnd
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.shogun.rules.questions import MarchQuestion, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.opening import PuzzledGameScene
from shogun.games.shogun.screen.scenes.end_of_game import EndOfGameScene
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.games.shogun.screen.scenes.large_tower import TheatreScene
from shogun.games.shogun.screen.tutorial.chapters import CHAPTERS, LessonScene
from shogun.table.journal import PERSON, Header, SeatInfo, read_journal
from shogun.table.replay import resume
from shogun.table.saved_games import games_folder
from shogun.table.session import Session
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.game.puzzles.puzzles_scene import PuzzlesScene
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.input.keys import EVERYWHERE
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.game_plugin import brought
from shogun.window.play.routes import ToBench, ToMenu, ToPuzzle, ToReplay, ToSavedGame, ToTowers
from shogun.window.play.start import log_of
from shogun.window.scenes.bidding import BiddingScene
from shogun.window.scenes.branch import BranchScene
from shogun.window.scenes.crash import CrashScene
from shogun.window.scenes.games import GamesScene
from shogun.window.scenes.lost_file import LostFileScene
from shogun.window.scenes.menu import FALL, LENGTH, IntroductionScene, MenuScene
from shogun.window.scenes.new_game import NewGameScene, PlayPositionScene, TowerChoiceScene, WhichGameScene
from shogun.window.scenes.pause import FirstSeatScene, HandOverScene, PauseScene, SeatScene
from shogun.window.scenes.position_editor import PositionScene
from shogun.window.scenes.preferences import PreferencesScene
from shogun.window.scenes.rules_help import KeysScene, RulesScene
from shogun.window.workshop.bench_scene import BenchScene
from shogun.window.workshop.export_scene import ExportScene
from shogun.window.workshop.gallery_scene import GalleryScene
from shogun.window.workshop.model.exporting import EXPORTS
from shogun.window.workshop.unsaved_scene import UnsavedScene
from tests.window.clicking import click, click_at, game, lesson_list, names, press, session, settle, show_game, top
from tests.window.disk import no_room

Size = tuple[int, int]
Bring = Callable[[App], None]

SMALL, USUAL, LARGE = (1280, 720), (1920, 1080), (3840, 2160)
SIZES = (SMALL, USUAL, LARGE)
UP_TO_USUAL = (SMALL, USUAL)
"""For sheets of words and buttons, in which nothing is painted that others don't show in the largest window."""
FRAME = 1 / 30
RESTING = 30
"""Frames after which a game that was only opened rests."""
WAR_STEPS = 380
"""Frames until a part of a war that was begun anew has been shown."""
POURED = 0.47
"""Seconds after which the third row of a throw has just been let go."""
JAMMED = Path(__file__).parents[2] / "table" / "past" / "jammed.journal.xz"
"""A game in which 105 cubes were stuck."""
LATEST = 1_800_000_000
"""When the newest of the saved games was written, s since 1970."""


class Moment(Struct, frozen=True):
    """What is to be seen, and in which windows."""

    name: str
    bring: Bring
    scene: type[Scene]
    """What is on top then."""
    sizes: tuple[Size, ...]
    settings: dict[str, Any]
    """Those of the window that differ from the tests' usual ones."""


MOMENTS: dict[str, Moment] = {}


def moment(scene: type[Scene], sizes: tuple[Size, ...] = SIZES, **settings: object) -> Callable[[Bring], Bring]:
    """Return a decorator that enters a function among the moments."""

    def enter(bring: Bring) -> Bring:
        MOMENTS[bring.__name__] = Moment(bring.__name__, bring, scene, sizes, settings)
        return bring

    return enter


# Games


def play(played: Session, until: Callable[[Session], bool]) -> Session:
    """Answer all questions of a game by drawn answers up to a moment, and return it."""
    rng = Random(3)
    while not played.is_over and not until(played):
        if played.chance is not None:
            played.advance()
        else:
            question = played.questions[0]
            assert not isinstance(question, Shuffle | Draw | Throw)
            played.answer(question.seat, question.sample(rng))
    return played


def save(name: str, players: str, until: Callable[[Session], bool], age: int = 0) -> Path:
    """Return a saved game that has come so far; it was written `age` seconds before the newest."""
    path = games_folder() / f"{name}.journal"
    seats = players.count(",") + 1
    play(session(players, setup=Setup(seats), seed=7, path=path), until).close()
    os.utime(path, (LATEST - age, LATEST - age))
    return path


def open_saved(app: App, players: str, until: Callable[[Session], bool]) -> GameScene:
    """Return the scene of a saved game that has come so far, at rest."""
    app.go(ToSavedGame(save("Kai in spring", players, until)))
    scene = app.scene
    assert isinstance(scene, GameScene)
    app.step(0.0)
    settle(app)
    return scene


def summer_is_planned(played: Session) -> bool:
    """Return whether the first seat is to plan the second season."""
    question = played.questions[0] if played.questions else None
    return played.view(None).season == "summer" and isinstance(question, PlanQuestion) and question.seat == 0


def an_attack_may_be_made(played: Session) -> bool:
    """Return whether the first seat may march, with several armies, into a province of another clan."""
    march = played.questions[0] if played.questions else None
    if not isinstance(march, MarchQuestion) or march.seat != 0 or march.most < 2:
        return False
    return any(played.view(0).provinces[target].owner not in (None, 0) for target in march.targets)


def never(_played: Session) -> bool:
    """Return False: the game is played to its end."""
    return False


def planning(app: App) -> GameScene:
    """Return a game of four in which the second season is to be planned."""
    return open_saved(app, "person,random,random,random", summer_is_planned)


# Menus


@moment(IntroductionScene)
def introduction_is_nearly_over(app: App) -> None:
    scene = IntroductionScene(app, app.pop)
    app.push(scene)
    scene.update(FALL)
    scene.update(0.9 * LENGTH - FALL)
    app.step(0.0)


@moment(MenuScene)
def menu_without_games(app: App) -> None:
    app.push(MenuScene(app))


@moment(MenuScene, UP_TO_USUAL)
def menu_with_a_game(app: App) -> None:
    save("Kai in spring", "person,random,random", summer_is_planned)
    app.push(MenuScene(app))
    app.step(0.0)
    settle(app)


@moment(NewGameScene, UP_TO_USUAL)
def new_game(app: App) -> None:
    app.push(NewGameScene(app, GAMES["shogun"]))


@moment(BiddingScene, (SMALL,))
def places_are_bid_for(app: App) -> None:
    app.push(NewGameScene(app, GAMES["shogun"]))
    scene = top(app, NewGameScene)
    scene.set_first(scene.count + 1)
    app.step(0.0)
    click(app, "begin")
    for place in (2, 2, 3):
        click(app, f"place-{place}")


@moment(FirstSeatScene, UP_TO_USUAL)
def ladder_of_strengths(app: App) -> None:
    new_game(app)
    app.step(0.0)
    click(app, "kind-1")


@moment(TowerChoiceScene, (SMALL,))
def which_tower(app: App) -> None:
    new_game(app)
    app.step(0.0)
    click(app, "tower")
    while app.scene.is_moving():
        app.step(0.2)


@moment(WhichGameScene, UP_TO_USUAL)
def which_game(app: App) -> None:
    app.push(WhichGameScene(app))


@moment(PreferencesScene, UP_TO_USUAL)
def settings(app: App) -> None:
    app.push(PreferencesScene(app))


@moment(KeysScene, UP_TO_USUAL)
def key_help(app: App) -> None:
    """Those of a game of Shogun: no scene has more."""
    app.push(KeysScene(app, (*EVERYWHERE, *GameScene.own_keys)))


@moment(RulesScene)
def rules_searched(app: App) -> None:
    app.push(RulesScene(app))
    app.step(0.0)
    for letter in "revolt":
        app.take(pygame.Event(pygame.TEXTINPUT, text=letter))
        app.step(0.0)


@moment(GamesScene)
def games_list(app: App) -> None:
    save("Kai in spring", "person,random,random", summer_is_planned)
    save("2026-01-02 03-04-05", "person,person,random,random", never, age=86_400)
    app.push(GamesScene(app))
    app.step(0.0)
    settle(app)


# The tutorial


@moment(LessonsScene, UP_TO_USUAL)
def lessons(app: App) -> None:
    app.settings.lessons = [CHAPTERS[0].name]
    app.push(lesson_list(app))


@moment(LessonScene)
def lesson_begins(app: App) -> None:
    app.push(LessonScene(app, CHAPTERS[0]))


# A game


@moment(HandOverScene, UP_TO_USUAL)
def hand_over(app: App) -> None:
    game(app, session("person,person,random", setup=Setup(3), seed=1))
    settle(app)


@moment(GameScene)
def draft(app: App) -> None:
    game(app, session("person,random,random", setup=Setup(3, side="moon", line_up="draft"), seed=1))
    settle(app)


@moment(GameScene)
def plan_to_be_laid(app: App) -> None:
    planning(app)


@moment(GameScene)
def plan_half_laid(app: App) -> None:
    scene = planning(app)
    for field in names(app, "field-")[:5]:
        click(app, names(app, "card-")[0])
        click(app, field)
    click(app, names(app, "card-")[0])
    assert scene.model.plan is not None
    assert scene.model.plan.refusal()


@moment(GameScene, UP_TO_USUAL, palette="contrast")
def plan_in_high_contrast(app: App) -> None:
    plan_half_laid(app)


@moment(GameScene, UP_TO_USUAL, language=PSEUDO)
def plan_in_pseudo_language(app: App) -> None:
    plan_half_laid(app)


@moment(GameScene)
def march_into_an_enemy(app: App) -> None:
    scene = open_saved(app, "person,random,random,random", an_attack_may_be_made)
    assert scene.model.march is not None
    provinces = scene.model.view.provinces
    enemies = [name for name in scene.model.march.question.targets if provinces[name].owner not in (None, 0)]
    click_at(app, scene.board.view.anchor(enemies[0]))


@moment(PauseScene, UP_TO_USUAL)
def pause(app: App) -> None:
    planning(app)
    click(app, "menu")


@moment(CrashScene, UP_TO_USUAL)
def mistake(app: App) -> None:
    app.push(CrashScene(app, "Something went wrong (KeyError). The game is saved."))


@moment(LostFileScene, UP_TO_USUAL)
def lost_file(app: App) -> None:
    words = "The file of this game was removed. All its moves are still here."
    app.push(LostFileScene(app, words, "Kai in spring", lambda _name: None))


@moment(SeatScene, UP_TO_USUAL)
def seat_menu(app: App) -> None:
    planning(app)
    click(app, "seat-1")


@moment(HistoryScene)
def history(app: App) -> None:
    scene = open_saved(app, "person,random,random,random", an_attack_may_be_made)
    scene.controls.look_back()
    past = app.scene
    assert isinstance(past, HistoryScene)
    past.go_to(past.story.last - 4)


@moment(BranchScene, UP_TO_USUAL)
def tried_from_here(app: App) -> None:
    """A game that still runs can be tried with chance anew alone."""
    app.go(ToMenu())
    app.go(ToReplay(save("Kai in spring", "person,random,random,random", an_attack_may_be_made)))
    app.step(0.0)
    past = app.scene
    assert isinstance(past, HistoryScene)
    past.go_to(4)
    press(app, pygame.K_e)


@moment(PuzzledGameScene, UP_TO_USUAL)
def puzzle(app: App) -> None:
    app.go(ToMenu())
    app.go(ToPuzzle(ASSETS / "shogun" / "puzzles" / "majority-01.puzzle"))


@moment(PuzzlesScene, UP_TO_USUAL)
def puzzles(app: App) -> None:
    """The list of a game's puzzles, and the puzzles of the days."""
    app.go(ToMenu())
    app.push(PuzzlesScene(app, "shogun", lambda: date(2026, 11, 27)))


@moment(PositionScene, UP_TO_USUAL)
def position(app: App) -> None:
    """The planning before it, with a province that is chosen."""
    tried_from_here(app)
    app.step(0.0)
    click(app, "position")
    settle(app)
    scene = app.scene
    assert isinstance(scene, PositionScene)
    scene.choose_place("Yamato")


@moment(PlayPositionScene, UP_TO_USUAL)
def played_from_here(app: App) -> None:
    position(app)
    app.step(0.0)
    click(app, "play")


# The tower


def battle(app: App, until: Callable[[GameScene], bool]) -> GameScene:
    """Return a game of computers with a simulated tower at a moment of the first battle."""
    scene = game(app, session("random,random,random,random", setup=Setup(4), seed=3, tower="classic"))
    for _frame in range(20_000):
        if scene.model.battle is not None and until(scene):
            return scene
        app.scene.update(FRAME)
    raise AssertionError("there never was such a battle")


def show_until(scene: GameScene, is_reached: Callable[[], bool]) -> None:
    """Let a game go on to a moment."""
    for _frame in range(20_000):
        if is_reached():
            return
        scene.update(FRAME)
    raise AssertionError("it never came so far")


def has_fallen(share: float, scene: GameScene) -> bool:
    """Return whether so much of the drop was shown."""
    return scene.model.is_watching and scene.stand.progress >= share


@moment(GameScene)
def cubes_are_poured(app: App) -> None:
    scene = game(app, session("random,random,random,random", setup=Setup(4), seed=3, tower="classic"))
    show_until(scene, lambda: scene.model.is_watching and (scene.stand.seconds or 0.0) >= POURED)


@moment(GameScene)
def cubes_fall(app: App) -> None:
    battle(app, partial(has_fallen, 0.3))


@moment(GameScene, UP_TO_USUAL)
def battle_is_counted(app: App) -> None:
    battle(app, lambda scene: scene.model.battle is not None and scene.model.battle.counted >= 2)


@moment(GameScene, UP_TO_USUAL)
def survivors_walk_home(app: App) -> None:
    scene = battle(app, lambda scene: scene.around_tower.walkers.is_walking)
    for _frame in range(12):
        scene.update(FRAME)


@moment(TheatreScene)
def large_tower_in_x_ray(app: App) -> None:
    battle(app, partial(has_fallen, 0.3))
    app.step(0.0)
    press(app, pygame.K_t)
    press(app, pygame.K_x)


@moment(TheatreScene)
def clogged_tower_is_tapped(app: App) -> None:
    path = games_folder() / "Jammed.journal"
    path.parent.mkdir(parents=True)
    path.write_bytes(lzma.decompress(JAMMED.read_bytes()))
    play(resume(read_journal(game_of, path)), lambda played: isinstance(played.chance, Throw)).close()
    app.go(ToSavedGame(path))
    scene = app.scene
    assert isinstance(scene, GameScene)
    app.step(0.0)
    press(app, pygame.K_t)
    show_until(scene, lambda: scene.model.is_watching and scene.model.taps > 0)
    app.scene.update(FRAME)


# The end


@moment(EndOfGameScene)
def end_of_game(app: App) -> None:
    app.go(ToSavedGame(save("Kai in spring", "person,random,random,random", never)))
    app.step(0.0)


@moment(GameScene, UP_TO_USUAL)
def final_board(app: App) -> None:
    end_of_game(app)
    app.step(0.0)
    click(app, "look-at-board")


# The workshop


@moment(GalleryScene, (SMALL,))
def gallery_of_towers(app: App) -> None:
    """All towers that came with the program, not measured yet."""
    app.go(ToTowers())
    app.step(0.0)
    scene = app.scene
    assert isinstance(scene, GalleryScene)
    while scene.is_painting:
        app.step(0.2)


@moment(BenchScene, (SMALL,))
def tower_on_the_bench(app: App) -> None:
    """Classic with a ledge that was moved too near to another one, and with cubes that fall."""
    app.go(ToBench("classic"))
    scene = app.scene
    assert isinstance(scene, BenchScene)
    scene.desk.choose([("baffle", 1)])
    scene.desk.nudge(0, -30)
    scene.desk.flow.mode = "once"
    scene.desk.flow.throw()
    scene.desk.flow.live.advance(420)
    scene.desk.flow.is_paused = True


@moment(UnsavedScene, (SMALL,))
def drawing_that_no_disk_has(app: App) -> None:
    """The bench is left while the disk is full."""
    app.go(ToBench("classic"))
    scene = app.scene
    assert isinstance(scene, BenchScene)
    scene.add("pin")
    with no_room():
        scene.leave()
    asked = app.scene
    assert isinstance(asked, UnsavedScene)
    asked.type_path("/media/stick/classic-2.toml")


@moment(ExportScene, (SMALL,))
def export_to_a_printer(app: App) -> None:
    """Classic is exported as parts to print."""
    app.go(ToBench("classic"))
    scene = app.scene
    assert isinstance(scene, BenchScene)
    scene.export()
    asked = app.scene
    assert isinstance(asked, ExportScene)
    asked.choose(EXPORTS.index("stl"))


# The two shorter games


def table(app: App, code: str, until: Callable[[Session], bool]) -> GenericScene:
    """Show a game of one person among four that has come so far, at rest."""
    rules: Any = game_of(code)
    seats = tuple(
        SeatInfo(name, "", PERSON if seat == 0 else "solid")
        for seat, name in enumerate(("Kai", "Echigo", "Owari", "Aki"))
    )
    header = Header(game=code, seed=3, setup=rules.Setup(4, first_seat=0), seats=seats)
    played = play(Session.start(rules, header), until)
    show_game(app, played, log_of(brought(app.options, code), played))
    scene = app.scene
    assert isinstance(scene, GenericScene)
    for _step in range(RESTING):
        app.step(FRAME)
    return scene


def is_weighed(played: Session, least: int, has: Callable[[Any], bool]) -> bool:
    """Return whether the person is asked in the middle of the game, and has such an answer."""
    question = played.questions[0] if played.questions else None
    if question is None or question.seat != 0 or played.writer.next_number <= least:
        return False
    return any(map(has, question.moves))


@moment(RumbleScene, UP_TO_USUAL)
def rumble_split_is_weighed(app: App) -> None:
    """What a split would bring is seen on the map, beside the other areas that are offered."""
    scene = table(app, "rumble-nation", lambda played: is_weighed(played, 60, lambda move: isinstance(move, Deploy)))
    assert isinstance(scene, RumbleScene)
    scene.controls.choose(next(move for move in scene.model.question.moves if isinstance(move, Deploy)))
    app.step(FRAME)


@moment(RumbleScene, UP_TO_USUAL)
def rumble_war(app: App) -> None:
    """The war is counted out."""
    table(app, "rumble-nation", never)
    ended = app.scene
    assert isinstance(ended, RumbleEnd)
    ended.game.show_war_again()
    for _step in range(WAR_STEPS):
        app.step(FRAME)


@moment(RumbleEnd, UP_TO_USUAL)
def rumble_end(app: App) -> None:
    """Rumble Nation is over."""
    table(app, "rumble-nation", never)


@moment(RiverScene, UP_TO_USUAL)
def river_building_is_foreseen(app: App) -> None:
    """What a building would bring is told effect by effect."""
    scene = table(app, "river-of-gold", lambda played: is_weighed(played, 120, lambda move: isinstance(move, Build)))
    assert isinstance(scene, RiverScene)
    scene.controls.choose(next(move for move in scene.model.question.moves if isinstance(move, Build)))
    app.step(FRAME)


@moment(RiverEnd, UP_TO_USUAL)
def river_end(app: App) -> None:
    """River of Gold is over."""
    table(app, "river-of-gold", never)

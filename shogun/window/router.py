"""The one place that knows all scenes: which one stands at each route, and whether it comes on top of what is open.

A new scene is one route (`window/kit/runtime/routes.py`, `window/play/routes.py`) and one function here. A scene is
loaded when one goes there for the first time.
"""

from functools import partial, singledispatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shogun.table.errors import InUse, OnlyToLookAt
from shogun.table.journal import read_journal
from shogun.table.positions import SUFFIX, read_position
from shogun.table.saved_games import begun_game, games_folder
from shogun.tower.drawing import SUFFIXES as DRAWINGS
from shogun.tower.picture_metadata import SUFFIXES as PICTURES
from shogun.window.game.opening import ShownGame, shown
from shogun.window.game.past_scene import PastScene
from shogun.window.kit.input.keys import EVERYWHERE
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.routes import Route, ToFile, ToKeys, ToMistake, ToRules, ToStart
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.game_plugin import brought
from shogun.window.play.routes import (
    ToBegunGame,
    ToBench,
    ToBranch,
    ToDecisionSums,
    ToGames,
    ToLessons,
    ToMenu,
    ToNewGame,
    ToNewTower,
    ToPastedTower,
    ToPlayPosition,
    ToPosition,
    ToPositionFile,
    ToPuzzle,
    ToPuzzles,
    ToReplay,
    ToReview,
    ToSavedGame,
    ToSecondTry,
    ToSettings,
    ToTowerFile,
    ToTowers,
)
from shogun.window.play.start import ERRORS, Watch, agreed_header, autoplay, nearly_full, saved_game

if TYPE_CHECKING:  # a scene is loaded when one goes there
    from collections.abc import Callable

    from shogun.window.scenes.games import GamesScene
    from shogun.window.workshop.model.saving import Opened

TOWER_SUFFIXES = frozenset((".toml", *DRAWINGS, *PICTURES))
PUZZLE_SUFFIX = ".puzzle"


def first_game(app: Application) -> ShownGame:
    """Return the game that is meant where none is named."""
    return shown(app, app.options.game or next(iter(app.options.entries)))


@singledispatch
def follow(route: Route, _app: Application) -> None:
    """Go to the scene of a route."""
    raise LookupError(f"no scene stands at {route}")


# What every scene can open


@follow.register
def _to_start(_route: ToStart, app: Application) -> None:
    """Open the scene that the command line asks for; an error is shown in the menu."""
    options = app.options
    try:
        if options.journal is not None:
            follow(ToSavedGame(options.journal), app)
        elif options.position is not None:
            _open_menu(app)
            follow(ToPositionFile(options.position), app)
        elif options.puzzle is not None:
            _open_menu(app)
            follow(ToPuzzle(options.puzzle), app)
        elif options.tower:
            _begin_with_tower(app)
        elif options.picture is not None:
            _open_menu(app)
            follow(ToTowerFile(options.picture), app)
        elif options.autoplay:
            game = first_game(app)
            follow(ToBegunGame(agreed_header(game, autoplay(game, options.seed, options.chosen))), app)
        elif _is_new_here(app):
            _introduce(app)
        else:
            _open_menu(app)
            if options.game:
                follow(ToNewGame(options.game), app)
    except ERRORS as error:
        follow(ToMenu(error_text(error)), app)


def _open_menu(app: Application) -> None:
    follow(ToMenu(nearly_full(games_folder())), app)


def _is_new_here(app: Application) -> bool:
    """Return whether the introduction comes first: once, and not for people who want little movement."""
    return app.options.introduction and not (app.settings.introduction_seen or app.settings.reduced_motion)


def _introduce(app: Application) -> None:
    """Show the introduction, which ends in the menu; cubes that fall then go on falling there."""
    from shogun.window.scenes.menu import IntroductionScene, MenuScene

    def finish() -> None:
        _open_menu(app)
        if isinstance(app.scene, MenuScene):
            app.scene.take_over(scene.evening)

    scene = IntroductionScene(app, finish)
    app.settings.introduction_seen = True
    app.remember()
    app.replace(scene)


def _begin_with_tower(app: Application) -> None:
    """Open the bench on top of the gallery, and that on top of the menu."""
    options = app.options
    follow(ToMenu(), app)
    follow(ToTowers(), app)
    follow(ToBench(options.tower, watch=options.watch, odd=options.odd), app)


@follow.register
def _to_file(route: ToFile, app: Application) -> None:
    """Show a file in the list of games, or a tower on the bench, on top of the present scene."""
    if route.path.name.endswith(SUFFIX):
        _to_dropped_position(route.path, app)
        return
    if route.path.suffix.lower() in TOWER_SUFFIXES:
        follow(ToTowerFile(route.path), app)
        return
    if route.path.suffix == PUZZLE_SUFFIX:
        _to_strangers_puzzle(route.path, app)
        return
    _list_of_games(app).take(route.path)


def _to_strangers_puzzle(path: Path, app: Application) -> None:
    """Open a puzzle dropped onto the window; an unusable one is reported in the list."""
    from shogun.window.game.puzzles.puzzles_scene import PuzzlesScene

    if not isinstance(app.scene, PuzzlesScene):
        app.push(PuzzlesScene(app))
    scene = app.scene
    assert isinstance(scene, PuzzlesScene), "it was just put there"
    scene.open(ToPuzzle(path))


def _to_dropped_position(path: Path, app: Application) -> None:
    """Show the position in a file, or its error in the list of games."""
    try:
        follow(ToPositionFile(path), app)
    except ERRORS as error:
        _list_of_games(app).complain(error_text(error))


def _list_of_games(app: Application) -> "GamesScene":
    """Return the list of games, opened on top of the present scene."""
    from shogun.window.scenes.games import GamesScene

    if not isinstance(app.scene, GamesScene):
        app.push(GamesScene(app))
    scene = app.scene
    assert isinstance(scene, GamesScene), "it was just put there"
    return scene


@follow.register
def _to_mistake(route: ToMistake, app: Application) -> None:
    from shogun.window.scenes.crash import CrashScene

    app.push(CrashScene(app, route.sentence))


@follow.register
def _to_rules(route: ToRules, app: Application) -> None:
    from shogun.window.scenes.new_game import WhichGameScene
    from shogun.window.scenes.rules_help import RulesScene

    if route.game or route.number or len(app.options.entries) == 1:
        app.push(RulesScene(app, route.number, route.game))
    elif not isinstance(app.scene, WhichGameScene):
        app.push(WhichGameScene(app, _rules_of))


def _rules_of(game: str) -> Route:
    return ToRules(game=game)


@follow.register
def _to_keys(_route: ToKeys, app: Application) -> None:
    from shogun.window.scenes.rules_help import KeysScene

    own = next((scene.own_keys for scene in reversed(app.scenes) if scene.own_keys), ())
    app.push(KeysScene(app, (*EVERYWHERE, *own)))


# Menus


@follow.register
def _to_menu(route: ToMenu, app: Application) -> None:
    from shogun.window.scenes.menu import MenuScene

    app.replace(MenuScene(app, route.message))


@follow.register
def _to_new_game(route: ToNewGame, app: Application) -> None:
    from shogun.window.scenes.new_game import NewGameScene, WhichGameScene

    code = route.game or (_with_tower(app) if route.tower else "")
    if code:
        app.push(NewGameScene(app, brought(app.options, code), route.tower))
    elif len(app.options.entries) == 1:
        app.push(NewGameScene(app, first_game(app)))
    else:
        app.push(WhichGameScene(app))


@follow.register
def _to_position(route: ToPosition, app: Application) -> None:
    from shogun.window.scenes.position_editor import PositionScene

    app.push(PositionScene(app, route.found, route.message))


@follow.register
def _to_position_file(route: ToPositionFile, app: Application) -> None:
    follow(ToPosition(read_position(app.options.games, route.path)), app)


@follow.register
def _to_play_position(route: ToPlayPosition, app: Application) -> None:
    from shogun.window.scenes.new_game import PlayPositionScene

    app.push(PlayPositionScene(app, route.found))


def _with_tower(app: Application) -> str:
    """Return the code of the first game that has a tower; empty if none has."""
    codes = app.options.entries
    return next((code for code in codes if brought(app.options, code).rules.has_tower), "")


@follow.register
def _to_games(_route: ToGames, app: Application) -> None:
    from shogun.window.scenes.games import GamesScene

    app.push(GamesScene(app))


@follow.register
def _to_settings(_route: ToSettings, app: Application) -> None:
    from shogun.window.scenes.preferences import PreferencesScene

    app.push(PreferencesScene(app))


# Towers


@follow.register
def _to_towers(_route: ToTowers, app: Application) -> None:
    from shogun.window.workshop.gallery_scene import GalleryScene

    app.push(GalleryScene(app))


@follow.register
def _to_bench(route: ToBench, app: Application) -> None:
    from shogun.window.workshop.bench_scene import BenchScene
    from shogun.window.workshop.model.editor_model import opened

    app.push(BenchScene(app, opened(route.tower), is_watching=route.watch, odd=route.odd))


@follow.register
def _to_new_tower(_route: ToNewTower, app: Application) -> None:
    from shogun.window.workshop.bench_scene import BenchScene
    from shogun.window.workshop.model.editor_model import empty_frame

    app.push(BenchScene(app, empty_frame()))


@follow.register
def _to_tower_file(route: ToTowerFile, app: Application) -> None:
    from shogun.window.workshop.model.editor_model import taken_in

    _to_strangers_tower(route, app, lambda: taken_in(route.path))


@follow.register
def _to_pasted_tower(route: ToPastedTower, app: Application) -> None:
    from shogun.window.workshop.model.editor_model import pasted

    _to_strangers_tower(route, app, lambda: pasted(route.code))


def _to_strangers_tower(route: Route, app: Application, opened: "Callable[[], Opened]") -> None:
    """Open a tower from outside on the bench; an unusable one is reported there, or in the gallery."""
    from shogun.window.workshop.bench_scene import BenchScene
    from shogun.window.workshop.gallery_scene import GalleryScene

    found: Opened | None = None
    if isinstance(app.scene, BenchScene):
        if app.scene.asks_first(partial(follow, route, app)):
            return
        found = app.scene.attempt(opened)
        if found is None:
            return
        app.scene.leave()
    if not isinstance(app.scene, GalleryScene):
        app.push(GalleryScene(app))
    scene = app.scene
    assert isinstance(scene, GalleryScene), "it was just put there"
    scene.attempt(lambda: app.push(BenchScene(app, found or opened())))


# Games; each brings scenes of its own


@follow.register
def _to_lessons(route: ToLessons, app: Application) -> None:
    from shogun.window.scenes.new_game import WhichGameScene

    taught = [code for code in app.options.entries if shown(app, code).is_taught]
    if not route.game and len(taught) > 1:
        app.push(WhichGameScene(app, ToLessons, taught))
        return
    lessons: Any = shown(app, route.game or taught[0]).opening.lessons(app) if taught else None
    if lessons is not None:
        lessons.pointed_out = route.chapter
        app.push(lessons)


@follow.register
def _to_puzzles(route: ToPuzzles, app: Application) -> None:
    from shogun.window.game.puzzles.puzzles_scene import PuzzlesScene

    app.push(PuzzlesScene(app, route.game))


@follow.register
def _to_puzzle(route: ToPuzzle, app: Application) -> None:
    from shogun.window.game.puzzles.puzzle_play import opened_puzzle

    app.replace(opened_puzzle(app, route))


@follow.register
def _to_begun_game(route: ToBegunGame, app: Application) -> None:
    session = begun_game(app.options.games, route.header)
    app.replace(shown(app, route.header.game).opening.game(app, session, []))


@follow.register
def _to_branch(route: ToBranch, app: Application) -> None:
    from shogun.window.scenes.branch import BranchScene

    app.push(BranchScene(app, route))


@follow.register
def _to_saved_game(route: ToSavedGame, app: Application) -> None:
    try:
        session, log = saved_game(app.options, route.path)
    except InUse:
        _look_on(route.path, app)
        return
    except OnlyToLookAt:
        follow(ToReplay(route.path), app)
        return
    app.replace(shown(app, session.header.game).opening.game(app, session, log))


def _look_on(path: Path, app: Application) -> None:
    """Show a game that another window plays, only to be looked at. Raises one of `ERRORS`."""
    if not app.scenes:
        follow(ToMenu(), app)
    follow(ToReplay(path), app)
    scene = app.scene
    if isinstance(scene, PastScene):
        scene.look_on(Watch(shown(app, read_journal(app.options.games, path).header.game), path))


@follow.register
def _to_replay(route: ToReplay, app: Application) -> None:
    game = read_journal(app.options.games, route.path).header.game
    scene = shown(app, game).opening.past(app, route.path)
    if isinstance(scene, PastScene):
        scene.look_at(route.place, route.shown)
    app.push(scene)


@follow.register
def _to_decision_sums(route: ToDecisionSums, app: Application) -> None:
    from shogun.window.game.decision_sums_scene import DecisionSumsScene

    app.push(DecisionSumsScene(app, brought(app.options, route.game), route.paths))


@follow.register
def _to_review(route: ToReview, app: Application) -> None:
    from shogun.window.game.review_scene import ReviewScene

    below = [scene for scene in app.scenes if isinstance(scene, ReviewScene) and scene.is_of(route.story)]
    if not below:
        app.push(ReviewScene(app, route.story, route.look_at))
    while below and app.scene is not below[-1]:
        app.pop()


@follow.register
def _to_second_try(route: ToSecondTry, app: Application) -> None:
    app.push(shown(app, route.game).opening.second_try(app, route.mistakes, route.decision))

"""The one place that knows all scenes: which one stands at each route, and whether it comes on top of what is open.

A new scene is one route (`window/kit/routes.py`, `window/play/routes.py`) and one function here. A scene is loaded when
one goes there for the first time.
"""

from functools import singledispatch
from pathlib import Path

from shogun.table.errors import InUse, OnlyToLookAt
from shogun.table.journal import read_journal
from shogun.table.saves import games_folder
from shogun.window.game.opening import ShownGame, shown
from shogun.window.game.past import PastScene
from shogun.window.kit.routes import Route, ToFile, ToKeys, ToMistake, ToRules, ToStart
from shogun.window.kit.scene import Application
from shogun.window.play.brought import brought
from shogun.window.play.routes import (
    ToBegunGame,
    ToGames,
    ToLessons,
    ToMenu,
    ToNewGame,
    ToReplay,
    ToSavedGame,
    ToSettings,
)
from shogun.window.play.start import ERRORS, agreed_header, autoplay, begun_game, nearly_full, saved_game
from shogun.window.play.watching import Watch


def first_game(app: Application) -> ShownGame:
    """Return the game that is meant where none is named."""
    return shown(app, next(iter(app.options.entries)))


@singledispatch
def follow(route: Route, _app: Application) -> None:
    """Go to the scene of a route."""
    raise LookupError(f"no scene stands at {route}")


# What every scene can open


@follow.register
def _to_start(_route: ToStart, app: Application) -> None:
    """Bring up what the window was asked to begin with; what goes wrong is told in the menu."""
    options = app.options
    try:
        if options.journal is not None:
            follow(ToSavedGame(options.journal), app)
        elif options.autoplay:
            game = first_game(app)
            follow(ToBegunGame(agreed_header(game, autoplay(game, options.seed))), app)
        else:
            follow(ToMenu(nearly_full(games_folder())), app)
    except ERRORS as error:
        follow(ToMenu(str(error)), app)


@follow.register
def _to_file(route: ToFile, app: Application) -> None:
    """Show a file in the list of games; what was open stays below it."""
    from shogun.window.scenes.games import GamesScene

    if not isinstance(app.scene, GamesScene):
        app.push(GamesScene(app))
    scene = app.scene
    assert isinstance(scene, GamesScene), "it was just put there"
    scene.take(route.path)


@follow.register
def _to_mistake(route: ToMistake, app: Application) -> None:
    from shogun.window.scenes.mistake import MistakeScene

    app.push(MistakeScene(app, route.sentence))


@follow.register
def _to_rules(route: ToRules, app: Application) -> None:
    from shogun.window.scenes.rules_help import RulesScene
    from shogun.window.scenes.which_game import WhichGameScene

    if route.game or route.number or len(app.options.entries) == 1:
        app.push(RulesScene(app, route.number, route.game))
    elif not isinstance(app.scene, WhichGameScene):
        app.push(WhichGameScene(app, _rules_of))


def _rules_of(game: str) -> Route:
    return ToRules(game=game)


@follow.register
def _to_keys(_route: ToKeys, app: Application) -> None:
    from shogun.window.scenes.key_help import KeysScene

    app.push(KeysScene(app))


# Menus


@follow.register
def _to_menu(route: ToMenu, app: Application) -> None:
    from shogun.window.scenes.menu import MenuScene

    app.replace(MenuScene(app, route.message))


@follow.register
def _to_new_game(route: ToNewGame, app: Application) -> None:
    from shogun.window.scenes.new_game import NewGameScene
    from shogun.window.scenes.which_game import WhichGameScene

    if route.game:
        app.push(NewGameScene(app, brought(app.options, route.game)))
    elif len(app.options.entries) == 1:
        app.push(NewGameScene(app, first_game(app)))
    else:
        app.push(WhichGameScene(app))


@follow.register
def _to_games(_route: ToGames, app: Application) -> None:
    from shogun.window.scenes.games import GamesScene

    app.push(GamesScene(app))


@follow.register
def _to_settings(_route: ToSettings, app: Application) -> None:
    from shogun.window.scenes.preferences import PreferencesScene

    app.push(PreferencesScene(app))


# Games; each brings scenes of its own


@follow.register
def _to_lessons(_route: ToLessons, app: Application) -> None:
    lessons = first_game(app).opening.lessons(app)
    if lessons is not None:
        app.push(lessons)


@follow.register
def _to_begun_game(route: ToBegunGame, app: Application) -> None:
    session = begun_game(app.options.games, route.header)
    app.replace(shown(app, route.header.game).opening.game(app, session, []))


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
    app.push(shown(app, game).opening.past(app, route.path))

"""Where one can go in menus, and to games; what every scene can open is in `shogun.window.kit.routes`."""

from pathlib import Path

from shogun.table.journal import Header
from shogun.window.kit.routes import Route


class ToMenu(Route, frozen=True):
    """To the first scene, in the place of whatever is open; a game is saved by its journal."""

    message: str = ""
    """What went wrong, if one comes here because of that."""


class ToNewGame(Route, frozen=True):
    """To the sheet on which a new game is agreed on; with several games, to the choice among them first."""

    game: str = ""
    """The code of the game; empty: it is still to be chosen."""


class ToGames(Route, frozen=True):
    """To the list of all games."""


class ToSettings(Route, frozen=True):
    """To the settings, above what is open."""


class ToLessons(Route, frozen=True):
    """To the list of the tutorial's chapters."""


class ToBegunGame(Route, frozen=True):
    """To a new game, in the place of whatever is open. Raises one of `ERRORS`."""

    header: Header


class ToSavedGame(Route, frozen=True):
    """To a game as it was saved, in the place of whatever is open. Raises one of `ERRORS`.

    If another window plays it, it is only looked on at, on top of what is open.
    """

    path: Path


class ToReplay(Route, frozen=True):
    """To a saved game from its beginning, only to be looked at. Raises one of `ERRORS`."""

    path: Path

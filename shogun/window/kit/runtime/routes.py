"""Routes from scene to scene, each with the data that the new scene needs.

The router (`shogun.window.router`) knows the scene of each route; a scene that leads to another one only
knows its route. These are the routes that every scene can use; those of menus and games are in
`shogun.window.play.routes`.
"""

from pathlib import Path

from msgspec import Struct


class Route(Struct, frozen=True):
    """A destination: `app.go(route)`."""


class ToStart(Route, frozen=True):
    """To the window's start options; problems are shown in the menu."""


class ToFile(Route, frozen=True):
    """To the list of games, with a file that was dropped onto the window."""

    path: Path


class ToMistake(Route, frozen=True):
    """To a message about a program error, over the current scene."""

    sentence: str


class ToRules(Route, frozen=True):
    """To the rules, over the current scene."""

    number: str = ""
    """The section or rule to begin with; empty: the first one."""
    game: str = ""
    """The code of the game; empty: to be chosen, if there are several and no number is given."""


class ToKeys(Route, frozen=True):
    """To the table of all keys, over the current scene."""

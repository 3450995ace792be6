"""Where one can go from a scene. A route says where, with what the scene there has to be told.

The router (`shogun.window.router`) knows which scene stands at each route; a scene that leads to another one only
knows its route. Here are the routes of what every scene can open; those of menus and games are in
`shogun.window.play.routes`.
"""

from pathlib import Path

from msgspec import Struct


class Route(Struct, frozen=True):
    """A place to go to: `app.go(route)`."""


class ToStart(Route, frozen=True):
    """To what the window was asked to begin with; what goes wrong is told in the menu."""


class ToFile(Route, frozen=True):
    """To the list of games, with a file in it that was dropped onto the window."""

    path: Path


class ToMistake(Route, frozen=True):
    """To a sentence over what is open: the program has made a mistake."""

    sentence: str


class ToRules(Route, frozen=True):
    """To the rules, above what is open."""

    number: str = ""
    """The section or rule to begin with; empty: the first one."""
    game: str = ""
    """The code of the game; empty: it is still to be chosen, where there are several and no number is named."""


class ToKeys(Route, frozen=True):
    """To the table of all keys, above what is open."""

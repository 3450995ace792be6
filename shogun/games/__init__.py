"""The registry of games: each by its code, with the modules that it brings, which are loaded when they are asked for.

A new game is a line in `GAMES` and a folder of its own; `README.md` beside this file says what such a folder holds.
Nobody below this room looks here: whoever needs a game is handed it, or `game_of` to find it by its code.
"""

from importlib import import_module
from typing import Any

from msgspec import Struct

from shogun.base.language import _, shown
from shogun.game.errors import UnknownGame
from shogun.game.protocol import AnyGame

DEFAULT = "shogun"
"""The game that is meant where none is named."""


class Entry(Struct, frozen=True):
    """A game by its code, and the package in which its modules lie; it can be sent to another process."""

    code: str
    package: str

    @property
    def rules(self) -> AnyGame:
        """The rules: what the table plays by."""
        found: AnyGame = self._module("rules")
        return found

    @property
    def opponents(self) -> Any:
        """The computer opponents: see `players.seating.Opponents`."""
        return self._module("opponents")

    @property
    def habits(self) -> Any:
        """What a ladder counts of it: see `players.ladder.Habits`."""
        return self._module("opponents.habits")

    @property
    def words(self) -> Any:
        """What the command line says of the game: see `cli.table.Words`."""
        return self._module("words.command_line")

    @property
    def advice(self) -> Any:
        """The adviser: see `cli.hint.Adviser`."""
        return self._module("analysis.hint")

    def _module(self, room: str) -> Any:
        return import_module(f"{self.package}.{room}")


GAMES = {entry.code: entry for entry in (Entry("shogun", "shogun.games.shogun"),)}
"""All games of this program."""


def entry_of(code: str) -> Entry:
    """Return the game of this code with all that it brings. Raises UnknownGame, which names those there are."""
    if code not in GAMES:
        known = ", ".join(GAMES)
        raise UnknownGame(_("there is no game {code!r} here; there are {known}").format(code=shown(code), known=known))
    return GAMES[code]


def game_of(code: str) -> AnyGame:
    """Return the rules of the game of this code. Raises UnknownGame."""
    return entry_of(code).rules

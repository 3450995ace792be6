"""The registry of games: each by its code, with the modules that it brings, which are loaded when they are asked for.

A new game is a line in `GAMES` and a folder of its own; the manual (`program/game`) says what such a folder holds.
An installed package can bring one too, by an entry point: it is imported when it is asked for by name.
Nobody below this room looks here: whoever needs a game is handed it, or `game_of` to find it by its code.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _, marked_in, of_data, shown
from shogun.game.entry_points import Brought, brought, loaded, not_loaded, tried
from shogun.game.errors import UnknownGame, UnknownOption
from shogun.game.protocol import AnyGame, found

DEFAULT = "shogun"
"""The game that is meant where none is named."""
GENERIC = "shogun.window.generic"
"""The screen of a game that brings none of its own."""


class Entry(Struct, frozen=True):
    """A game by its code, and the package in which its modules lie; it can be sent to another process."""

    code: str
    name: str
    """Its name for people, in English."""
    package: str
    coded: tuple[str, ...] = ()
    """Opponents in code that a command line has named, `package.module:function`; see `players.custom_opponents`."""

    @property
    def title(self) -> str:
        """Its name for people, as on the box in their language; of a strength the same word may be another."""
        return of_data(self.name, "game")

    @property
    def rules(self) -> AnyGame:
        """The rules: what the table plays by."""
        found: AnyGame = self._module("rules")
        return found

    @property
    def opponents(self) -> Any:
        """The computer opponents: see `players.seating.Opponents`."""
        from shogun.players.custom_opponents import WithCode  # loaded when opponents are asked for

        return WithCode(self._module("opponents"), self.coded, f"{self.package}.rules")

    @property
    def habits(self) -> Any:
        """What a ladder counts of it: see `players.ladder.Habits`."""
        return self._module("opponents.play_statistics")

    @property
    def words(self) -> Any:
        """The game in plain words: see `cli.game_options.Words`."""
        return self._module("words.plain")

    @property
    def encoding(self) -> Any:
        """The game for learning agents, see `game.agent_encoding.Encoding`; None if the game brings none."""
        return self._module("encoding") if find_spec(f"{self.package}.encoding") else None

    def agreed(self, seats: int, wishes: Mapping[str, str]) -> Any:
        """Return the setup of a new game, as the rules allow it; `wishes` are its options by name.

        Raises IllegalSetup, UnknownOption.
        """
        for option in wishes:
            if option not in self.words.OPTIONS:
                raise UnknownOption(_("{game} has no --{option}").format(game=self.title, option=option))
        setup = self.words.setup_of(seats, wishes)
        self.rules.new(setup)
        return setup

    @property
    def advice(self) -> Any:
        """The adviser, see `players.adviser.Adviser`; None if the game brings none."""
        return self._module("analysis.hint") if _brings(f"{self.package}.analysis", "hint") else None

    @property
    def is_judged(self) -> bool:
        """Whether it brings something that estimates chances to win."""
        return _brings(f"{self.package}.analysis", "win_chances")

    @property
    def judge(self) -> Any:
        """What estimates chances to win, see `players.review.estimates.Judge`; None if the game brings nothing."""
        return self._module("analysis.win_chances") if self.is_judged else None

    @property
    def decisions(self) -> Any:
        """What judges decisions, see `players.review.decision_judge`; None if the game brings nothing."""
        return self._module("analysis.decisions") if _brings(f"{self.package}.analysis", "decisions") else None

    @property
    def puzzles(self) -> Any:
        """What judges answers to puzzles, see `players.puzzles.puzzle_judge`; None if the game brings none."""
        return self._module("analysis.puzzles") if _brings(f"{self.package}.analysis", "puzzles") else None

    @property
    def turning_points(self) -> Any:
        """What tells of moments looked back at, see `window.play.game_plugin`; None if the game brings nothing."""
        brings = _brings(f"{self.package}.analysis", "turning_points")
        return self._module("analysis.turning_points") if brings else None

    @property
    def films(self) -> Any:
        """Battles as pictures that move, see `cli.game_commands.replay.Films`; None if the game brings none."""
        return self._module("screen.films") if _brings(f"{self.package}.screen", "films") else None

    # What the window asks for: see `window.play.game_plugin`

    @property
    def listing(self) -> Any:
        """The game in lists."""
        return self._screen("listing")

    @property
    def telling(self) -> Any:
        """The game's past."""
        return self._screen("telling")

    @property
    def form(self) -> Any:
        """The sheet for a new game."""
        return self._screen("form")

    @property
    def editing(self) -> Any:
        """Changing its positions."""
        return self._screen("editing")

    @property
    def opening(self) -> Any:
        """The game's scenes."""
        return self._screen("opening")

    @property
    def is_taught(self) -> bool:
        """Whether there is a tutorial."""
        return has_screen(self.package) and _brings(f"{self.package}.screen", "tutorial")

    @property
    def samples(self) -> Any:
        """What is looked at by `shogun play --check-layout`."""
        return self._screen("samples")

    def _screen(self, room: str) -> Any:
        module = import_module(f"{self.package}.screen.{room}" if has_screen(self.package) else f"{GENERIC}.{room}")
        return module.of(self) if hasattr(module, "of") else module

    def _module(self, room: str) -> Any:
        return import_module(f"{self.package}.{room}")


@cache
def has_screen(package: str) -> bool:
    """Return whether a game brings a screen of its own."""
    return find_spec(f"{package}.screen") is not None


def _brings(package: str, module: str) -> bool:
    """Return whether there is a package with a module of this name."""
    return find_spec(package) is not None and find_spec(f"{package}.{module}") is not None


GAMES = {
    entry.code: entry
    for entry in (
        Entry("shogun", marked_in("game", "Shogun"), "shogun.games.shogun"),
        Entry("rumble-nation", marked_in("game", "Rumble Nation"), "shogun.games.rumble_nation"),
        Entry("river-of-gold", marked_in("game", "River of Gold"), "shogun.games.river_of_gold"),
    )
}
"""All games of this program, in the order in which they are offered."""


GROUP = "shogun.games"
"""The entry points by which an installed package brings games: a code, and where its `Entry` is."""
_INSTALLED: dict[str, Entry] = {}
"""Games of installed packages that were asked for by name in this process."""


def entry_of(code: str) -> Entry:
    """Return the game of this code with all that it brings, also one that an installed package brings.

    Raises UnknownGame, which names those there are, and NotLoaded.
    """
    if code in GAMES or code in _INSTALLED:
        return GAMES.get(code) or _INSTALLED[code]
    points = installed_games()
    if code in points:
        tried(points[code], try_game, again=True)
        _INSTALLED[code] = loaded_game(points[code])
        return _INSTALLED[code]
    return found({**GAMES, **dict.fromkeys(points, GAMES[DEFAULT])}, code)


def installed_games() -> dict[str, Brought]:
    """Return the games that installed packages bring, by their codes; nothing is imported. Own codes stay our own."""
    return {one.name: one for one in brought(GROUP) if one.name not in GAMES}


def loaded_game(one: Brought) -> Entry:
    """Import a game that a package brings. Raises NotLoaded."""
    entry = loaded(one)
    if not isinstance(entry, Entry) or entry.code != one.name:
        raise not_loaded(one, _("{place} is no Entry of that code").format(place=one.place))
    loaded(replace(one, place=f"{entry.package}.rules"))
    return entry


def try_game(one: Brought) -> tuple[str, tuple[str, ...]]:
    """Return the title and the opponents of a game that a package brings. Raises NotLoaded, or what its code raises."""
    entry = loaded_game(one)
    return entry.title, tuple(map(str, entry.opponents.codes()))


def game_of(code: str) -> AnyGame:
    """Return the rules of the game of this code, as files name it. Raises UnknownGame.

    No file has a package imported: a game that one brings is known once somebody has asked for it by name.
    """
    entry = GAMES.get(code) or _INSTALLED.get(code)
    if entry is not None:
        return entry.rules
    one = installed_games().get(code)
    if one is not None:
        sentence = _("this is a game of {code}, which the installed package {package} brings: say --game {code}")
        raise UnknownGame(sentence.format(code=shown(code), package=shown(one.package)))
    return found(GAMES, code).rules

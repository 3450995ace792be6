"""Opponents of the user's own: functions in code that a command line names, and characters in files.

`package.module:function` is imported in the process in which the opponent thinks, never where the game runs, and its
answers come back as moves of the game, rebuilt from plain data. So whatever it does, the game continues:
if it fails or doesn't answer, the substitute plays for it. A file that names one never makes the program import it.

Its output appears on stderr, like that of all workers.
"""

import importlib
import inspect
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from shogun.base.language import _, shown
from shogun.base.user_folders import data_folder
from shogun.base.worker_pool import Workers
from shogun.game.entry_points import PackageEntry, not_loaded, words_of
from shogun.game.errors import OpponentFailed, UnknownOpponent
from shogun.game.protocol import AnyGame
from shogun.players.seating import Opponents, is_coded
from shogun.table.journal import Header, SeatLine
from shogun.table.session import Budget, Seat
from shogun.table.towers import Inside

IMPORT_SECONDS = 30.0
"""Seconds that an opponent's module may take to be imported."""
LONGEST_TITLE = 24
"""Characters of a name in lists."""
GIVEN = ("view", "inside", "question", "rng", "budget")
"""Arguments of an opponent: see `table.running.seats.Seat`."""


class Played(Protocol):
    """The game of an opponent in code; it can be sent to another process."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""


class CodedSeat(Struct, frozen=True):
    """An opponent in code, ready to be asked in another process."""

    code: str
    game: Played
    """Its moves are the answers."""
    folder: str
    """The folder searched last for modules: its process may have been started in another one."""

    def __call__(self, view: Any, inside: Inside, question: Any, rng: Random, budget: Budget, /) -> Any:
        """Return the function's answer as a move of the game. Raises OpponentFailed, whatever is wrong.

        Nothing that the function raises leaves this process unchanged: elsewhere it could be misunderstood, or end
        the program, as a CancelledError would.
        """
        try:
            answer = function_of(self.code, self.folder)(view, inside, question, rng, budget)
        except BaseException as error:
            raise OpponentFailed(type(error).__name__, _error_words(error)) from None
        try:
            return msgspec.convert(msgspec.to_builtins(answer), self.game.rules.types.move)
        except BaseException as error:
            raise OpponentFailed(_("its answer isn't a move"), words_of(error)) from None


def _error_words(error: BaseException) -> str:
    """Return an error's message, and the place in the user's code where it was raised."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    words = words_of(error)
    if place is None:
        return words
    return f"{words} ({Path(place.tb_frame.f_code.co_filename).name}, {place.tb_lineno})".lstrip()


@cache
def function_of(code: str, folder: str) -> Any:
    """Return the function of that name, imported here; `folder` is searched last.

    Raises whatever importing it does.
    """
    module, _colon, name = code.partition(":")
    if folder not in sys.path:
        sys.path.append(folder)
    return getattr(importlib.import_module(module), name)


def _current_folder() -> str:
    """Return the program's current folder; empty if it was removed, since it then holds no modules."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""


def _importing(code: str, folder: str) -> str:
    """Import a function and return its problem; empty if it can be asked for moves."""
    try:
        inspect.signature(function_of(code, folder)).bind(*GIVEN)
    except BaseException as error:
        return f"{type(error).__name__}: {words_of(error)}".removesuffix(": ")
    return ""


def try_opponent(opponent: PackageEntry) -> None:
    """Import an opponent from a package. Raises NotLoaded."""
    if not is_coded(opponent.place):
        raise not_loaded(opponent, _("must be package.module:function, not {place}").format(place=opponent.place))
    if why := _importing(opponent.place, _current_folder()):
        raise not_loaded(opponent, why)


def check_coded(codes: Iterable[str]) -> None:
    """Check opponents by importing them, each in a process of its own. Raises UnknownOpponent."""
    for code in codes:
        with Workers(1) as workers:
            if why := _wrong(code, workers):
                sentence = _("{code} can't be imported as an opponent: {why}")
                raise UnknownOpponent(sentence.format(code=shown(code), why=why))


def _wrong(code: str, workers: Workers) -> str:
    """Return the reason why a function can't be imported; empty if it can."""
    imported = workers.submit(partial(_importing, code, _current_folder()))
    try:
        return imported.result(timeout=IMPORT_SECONDS)
    except TimeoutError:
        imported.cancel()
        workers.abandon()
        return _("it takes longer than {seconds:.0f} s").format(seconds=IMPORT_SECONDS)
    except Exception as error:
        return str(error)


class WithCode:
    """The opponents of a game, and those in code named on a command line: see `players.seating.Opponents`."""

    def __init__(self, own: Opponents, codes: Sequence[str], game: Played) -> None:
        """Add the functions of these names to the `own` opponents of a game."""
        self._own = own
        self._coded = tuple(codes)
        self._game = game
        self.__name__ = str(getattr(own, "__name__", ""))  # of the game's module

    @property
    def SUBSTITUTE(self) -> str:  # noqa: N802  as in a game's module
        """The opponent that takes over for a failed one."""
        return self._own.SUBSTITUTE

    @property
    def QUICK(self) -> Sequence[str]:  # noqa: N802
        """Opponents that answer where the game runs: none in code."""
        return self._own.QUICK

    @property
    def WITHOUT_MODEL(self) -> tuple[str, ...]:  # noqa: N802
        """Opponents that need no model of a tower fitted for them."""
        return (*self._own.WITHOUT_MODEL, *self._coded)

    @property
    def RATINGS(self) -> Mapping[str, float]:  # noqa: N802
        """Ratings of opponents by code; none for those in code."""
        return self._own.RATINGS

    @property
    def THINKS_ON(self) -> Sequence[str]:  # noqa: N802
        """Opponents that change a chosen move only for a better one."""
        return self._own.THINKS_ON

    def ranked(self) -> Sequence[str]:
        """Return the codes of opponents that a ladder measures by default."""
        return self._own.ranked()

    def budget_for(self, question: Any) -> Budget:
        """Return an opponent's limits for a question while people wait for it."""
        return self._own.budget_for(question)

    def codes(self) -> tuple[str, ...]:
        """Return the codes of all opponents, those in code last."""
        return (*self._own.codes(), *self._coded)

    def opponent(self, code: str, described: Mapping[str, str] | None = None) -> Seat:
        """Return the opponent of this code. Raises UnknownOpponent, also for code not named on the command line."""
        if code in self._coded:
            return CodedSeat(code, self._game, _current_folder())
        if is_coded(code):
            raise UnknownOpponent(_("{code} is code that --opponents hasn't named").format(code=shown(code)))
        return self._own.opponent(code, described or {})

    def named(self, words: Sequence[str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """Return the codes of named opponents, and the descriptions of those in files. Raises UnknownOpponent."""
        chosen, described = self._own.named([word for word in words if word not in self._coded])
        others = iter(chosen)
        return tuple(word if word in self._coded else next(others) for word in words), described

    def title(self, code: str, described: Mapping[str, str] | None = None) -> str:
        """Return the title of an opponent."""
        return shown(code, LONGEST_TITLE) if code in self._coded else self._own.title(code, described or {})

    def sentence(self, code: str, described: Mapping[str, str] | None = None) -> str:
        """Return a sentence about an opponent."""
        if code in self._coded:
            return _("A custom opponent; it sees only what a human in its seat would see.")
        return self._own.sentence(code, described or {})


def come_back(header: Header, past: Sequence[SeatLine], opponents: Opponents) -> dict[int, str]:
    """Return by seat the opponents in code that the substitute replaces and that are available again.

    `past` are the changes of seats so far. An opponent counts after it has failed, or wasn't available because
    nobody had named it; not if a person has chosen the replacement.
    """
    offered = [code for code in opponents.codes() if is_coded(code)]
    codes: dict[int, str] = {}
    for seat, info in enumerate(header.seats):
        changes = [change for change in past if change.seat == seat]
        players = [info.player, *(change.player for change in changes)]
        if changes and changes[-1].why and players[-2] in offered:
            codes[seat] = players[-2]
    return codes


# Opponents in files of the data folder, one folder for each game, offered next to the program's own

MOST_FILES = 20
"""More files in a folder are ignored."""


class OwnOpponents(Struct, frozen=True):
    """The opponents found in a folder."""

    described: Mapping[str, str]
    """Descriptions of the opponents, by their codes, as a journal's header keeps them."""
    problems: tuple[str, ...]
    """A sentence for each file without a valid description."""


def opponents_folder(game: str) -> Path:
    """Return the folder of the user's own opponents for the game of this code; it may not exist."""
    return data_folder() / "opponents" / game


def own_opponents(opponents: Opponents, folder: Path) -> OwnOpponents:
    """Return the opponents described by the files of a folder, by name of the file; none if there is no folder."""
    good: list[str] = []
    problems: list[str] = []
    for path in sorted(folder.glob("*.toml"))[:MOST_FILES]:
        try:
            opponents.named([str(path)])
        except UnknownOpponent as error:
            problems.append(str(error))
        else:
            good.append(str(path))
    described = opponents.named(good)[1] if good else {}
    return OwnOpponents(described, tuple(problems))

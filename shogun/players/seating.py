"""Opponents at the table: processes of their own, the substitute for a failed one, names, and a random one.

The program's own opponents share a process. One in a user's code has a process to itself, for one seat and one
game: it finds nothing there of other seats' views, and remembers nothing of earlier games.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from random import Random
from typing import Any, Protocol

from shogun.base.language import _, marked, shown
from shogun.base.worker_pool import Workers
from shogun.game.errors import UnknownOpponent
from shogun.table.journal import PERSON, SeatLine
from shogun.table.session import LONGEST_REASON, UNLIMITED, Budget, Seat, Substitute
from shogun.table.towers import Inside

PATIENCE = 120.0
SECONDS_A_PLAYOUT = 0.5
"""Seconds that an opponent may think before it counts as lost: this, plus as much for each playout requested.
Far beyond what a slow computer needs, so that the same seed gives the same game."""

LONGEST_CODE = 100
"""Characters of `package.module:function`."""
_CODED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
_FILE = ".toml"
_CODED_SEATS = "shogun.players.custom_opponents"

NOBODY: Mapping[str, str] = {}
"""For games with only the program's own opponents."""


class Opponents(Protocol):
    """The computer opponents that a game provides."""

    @property
    def SUBSTITUTE(self) -> str:  # noqa: N802  a constant of the game's module
        """The opponent that takes over for a failed one."""

    @property
    def QUICK(self) -> Sequence[str]:  # noqa: N802
        """Opponents that answer where the game runs, since a process of their own would only take time."""

    @property
    def WITHOUT_MODEL(self) -> Sequence[str]:  # noqa: N802
        """Opponents that need no model of a tower fitted for them."""

    @property
    def RATINGS(self) -> Mapping[str, float]:  # noqa: N802
        """Ratings of opponents by code, from a ladder: points above the weakest; some may be missing."""

    @property
    def THINKS_ON(self) -> Sequence[str]:  # noqa: N802
        """Opponents that, asked again with their chosen move (`Budget.found`), change it only for a better one."""

    def opponent(self, code: str, described: Mapping[str, str] = ..., /) -> Seat:
        """Return the opponent of this code; `described` are those of a journal's header. Raises UnknownOpponent."""

    def named(self, words: Sequence[str], /) -> tuple[Sequence[str], Mapping[str, str]]:
        """Return the codes of opponents named by code or by a file's path, and the descriptions of the latter.

        Raises UnknownOpponent.
        """

    def codes(self) -> Sequence[str]:
        """Return the codes of all offered opponents, the weakest first."""

    def ranked(self) -> Sequence[str]:
        """Return the codes of opponents that a ladder measures by default, the weakest first."""

    def title(self, code: str, described: Mapping[str, str] = ..., /) -> str:
        """Return the title of an opponent; the code itself if it doesn't exist."""

    def sentence(self, code: str, described: Mapping[str, str] = ..., /) -> str:
        """Return a sentence about an opponent; empty if it doesn't exist."""

    def budget_for(self, question: Any, /) -> Budget:
        """Return an opponent's limits for a question while people wait for it."""


def is_coded(word: str) -> bool:
    """Return whether a word names a function in a user's code, `package.module:function`."""
    return len(word) <= LONGEST_CODE and not word.endswith(_FILE) and _CODED.fullmatch(word) is not None


class SeparateOpponent:
    """An opponent that thinks in a process of its own, which may die or never come to an end."""

    def __init__(self, choose: Seat, workers: Workers, patience: float = PATIENCE) -> None:
        self._choose = choose
        self._workers = workers
        self._patience = patience

    def __call__(self, view: Any, inside: Inside, question: Any, rng: Random, budget: Budget) -> Any:
        """Return the opponent's move. Raises its errors, TimeoutError, and WorkerDied."""
        seconds = self._patience + SECONDS_A_PLAYOUT * (budget.playouts or 0)
        thought = self._workers.submit(partial(self._choose, view, inside, question, rng, budget))
        try:
            return thought.result(timeout=seconds)
        except TimeoutError:
            if not thought.cancel():
                raise
            self._workers.restart()
            raise TimeoutError(_("no answer within {seconds:.0f} s").format(seconds=seconds)) from None
        except KeyboardInterrupt:
            self._workers.abandon()  # or this process would wait for the answer before it ends
            raise


@contextmanager
def seated(opponents: Opponents, codes: Sequence[str], described: Mapping[str, str]) -> Iterator[list[Seat]]:
    """Yield the opponents of these codes in seat order, for one game without a window. Raises UnknownOpponent."""
    with ExitStack() as processes:
        yield [_seat(opponents, code, opponents.opponent(code, described), processes) for code in codes]


def _seat(opponents: Opponents, code: str, choose: Seat, processes: ExitStack) -> Seat:
    if is_coded(code):
        process = seat_process(opponents)
        processes.callback(process.abandon)
        return SeparateOpponent(choose, process)
    return choose if code in opponents.QUICK else SeparateOpponent(choose, _own_process())


@cache
def _own_process() -> Workers:
    """Return the one process in which the program's own opponents of all games here think; it ends with this one."""
    return Workers(1)


def seat_process(opponents: Opponents) -> Workers:
    """Return a process for one seat that an opponent in code plays in one game; to be abandoned with the game."""
    name = str(getattr(opponents, "__name__", ""))  # of the game's module
    return Workers(1, loaded=[_CODED_SEATS, *filter(lambda own: own.startswith("shogun."), [name])])


def substitute(opponents: Opponents) -> Substitute:
    """Return the opponent that takes over for a failed one."""
    return Substitute(opponents.SUBSTITUTE, opponents.opponent(opponents.SUBSTITUTE))


def player_title(opponents: Opponents, code: str, described: Mapping[str, str] = NOBODY) -> str:
    """Return a seat's player in lists, "Person" for a person; `described` are the header's descriptions."""
    return _("Human") if code == PERSON else opponents.title(code, described)


def player_sentence(opponents: Opponents, code: str, described: Mapping[str, str] = NOBODY) -> str:
    """Return a sentence about a seat's player; empty for a person."""
    return "" if code == PERSON else opponents.sentence(code, described)


def change_text(change: SeatLine, names: Sequence[str], title: Callable[[str], str]) -> str:
    """Return a sentence naming a seat's new player, and why if the previous one failed.

    `title` gives the title of an opponent.
    """
    who, player = names[change.seat], title(change.player)
    if change.why:
        sentence = _("{who} can't decide ({why}); {player} takes over.")
    elif change.player == PERSON:
        sentence = _("A human now plays for {who}.")
    else:
        sentence = _("{player} now plays for {who}.")
    return sentence.format(who=who, player=player, why=shown(change.why, LONGEST_REASON))


# Names of people

LONGEST_NAME = 16
"""Characters."""


def is_name(name: str) -> bool:
    """Return whether this can be a player's name."""
    return len(name) <= LONGEST_NAME and name.isprintable()


# Names of opponents: one for each strength, in every game; a game offers as many of them as it has

NAMES: Mapping[str, str] = {
    "random": marked("Random"),
    "beginner": marked("Novice"),
    "learner": marked("Foot Soldier"),
    "hasty": marked("Captain"),
    "greedy": marked("Samurai"),
    "solid": marked("Samurai"),
    "steady": marked("General"),
    "planner": marked("Daimyo"),
    "strong": marked("Daimyo"),
    "strategist": marked("Shogun"),
    "master": marked("Grand Master"),
}
"""Names by the codes of opponents in journals and on command lines, the weakest first."""


def strength_name(code: str) -> str:
    """Return the name of an opponent's strength."""
    return _(NAMES[code])


def code_called(word: str, codes: Iterable[str]) -> str:
    """Return the code of the opponent that a command line's word means: a strength's name, or else the word itself."""
    called = (code for code in codes if code in NAMES and word == NAMES[code].lower().replace(" ", "-"))
    return next(called, word)


# The opponent of a game without any: it makes random legal moves. The names below are those of a game's `opponents`.

CODE = "random"
SUBSTITUTE = CODE
"""It takes over for a failed opponent, and plays by default."""
QUICK = (CODE,)
"""It answers where the game runs."""
WITHOUT_MODEL = (CODE,)
"""It needs no model of a tower."""
THINKS_ON = ()
"""It doesn't plan while others do."""
RATINGS = {CODE: 0.0}


def choose(_view: Any, _inside: Inside, question: Any, rng: Random, _budget: Budget) -> Any:
    """Return a random legal move, each equally likely."""
    return question.sample(rng)


def opponent(code: str, _described: Mapping[str, str] = NOBODY) -> Seat:
    """Return the opponent of this code. Raises UnknownOpponent."""
    if code != CODE:
        sentence = _("there is no opponent {code!r}; the opponents are {known}")
        raise UnknownOpponent(sentence.format(code=shown(code), known=CODE))
    return choose


def named(words: Sequence[str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Return the codes of named opponents; they have no descriptions. Raises UnknownOpponent."""
    for word in words:
        opponent(word)
    return tuple(words), NOBODY


def codes() -> tuple[str, ...]:
    """Return the code of the only one."""
    return (CODE,)


ranked = codes


def title(code: str, _described: Mapping[str, str] = NOBODY) -> str:
    """Return the title of an opponent; the code itself if it doesn't exist."""
    return strength_name(code) if code == CODE else shown(code)


def sentence(code: str, _described: Mapping[str, str] = NOBODY) -> str:
    """Return a sentence about an opponent; empty if it doesn't exist."""
    return _("Makes random legal moves.") if code == CODE else ""


def budget_for(_question: Any) -> Budget:
    """Return its limits: none are needed."""
    return UNLIMITED

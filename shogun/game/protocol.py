"""Protocol of a game: pure functions over plain data, for the table, opponents and windows; and games by their codes.

No other code reads a state. A module with these functions is a complete game.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from shogun.base.language import _, shown
from shogun.game.errors import UnknownGame
from shogun.game.questions import ChanceAnswer, Order, Question, as_listed

State = TypeVar("State")
MadeState_co = TypeVar("MadeState_co", covariant=True)
Move_contra = TypeVar("Move_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True, bound="Result")


class Setup(Protocol):
    """Agreement before a game: the number of players, and the game's own options."""

    @property
    def seats(self) -> int:
        """Number of players."""


class Result(Protocol):
    """Outcome of a game."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; several share the victory."""

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points, in seat order."""


class Types(Struct, frozen=True):
    """The types that a journal stores: msgspec must be able to write and read them."""

    setup: type
    move: type | UnionType
    """Structs with tags of their own, which differ from those of the answers of chance."""
    result: type


class Step(Protocol[MadeState_co]):
    """Outcome of one answer."""

    @property
    def state(self) -> MadeState_co:
        """The state after the answer."""

    @property
    def events(self) -> Sequence[Any]:
        """Events, in their order."""

    @property
    def reveals(self) -> bool:
        """True if something hidden or random became public: nothing before it can be undone."""


class Rules(Protocol[State, Move_contra, Result_co]):
    """The rules of a game."""

    @property
    def code(self) -> str:
        """The name of the game in files, on the command line and in the registry."""

    @property
    def types(self) -> Types:
        """The types of its setups, moves and results."""

    @property
    def has_tower(self) -> bool:
        """True if the game has a tower."""

    def new(self, setup: Any, /) -> State:
        """Return the state before the first answer; raises `IllegalSetup`."""

    def begun_by(self, setup: Any, seat: int, /) -> Any:
        """Return the same setup with this seat as the first, if the setup names the first seat."""

    def awaited(self, state: State, /) -> Sequence[Question]:
        """Return all open questions: one of chance, or those of seats; none when the game is over."""

    def verify(self, state: State, seat: int | None, answer: Move_contra | ChanceAnswer, /) -> Question:
        """Return the question that this answers; raises `IllegalMove`."""

    def play(self, state: State, seat: int | None, answer: Move_contra | ChanceAnswer, /) -> Step[State]:
        """Return the outcome of an answer; raises `IllegalMove`. The given state stays unchanged."""

    def view(self, state: State, seat: int | None, /) -> Any:
        """Return a seat's view of a state; None: an onlooker's."""

    def is_secret(self, asked: Any, /) -> bool:
        """Return whether a question, or an answer to it, is visible to its seat only."""

    def result(self, state: State, /) -> Result_co | None:
        """Return the result of the game, None while it runs."""

    def period(self, state: State, /) -> str:
        """Return the name of the current period; when it changes, the journal takes a hash of the state."""

    def in_tower(self, state: State, /) -> Mapping[str, int]:
        """Return the number of cubes of each color that the rules count in the tower; empty without a tower."""

    def problems(self, state: State, /) -> Iterable[str]:
        """Return a sentence for each inconsistency of a state: bugs of the program, never mistakes of a player."""


class Given(Protocol):
    """An answer in a game's past, and its outcome."""

    @property
    def question(self) -> Question:
        """The question."""

    @property
    def answer(self) -> Any:
        """The answer, by a seat or by chance."""

    @property
    def events(self) -> Sequence[Any]:
        """Events, in their order."""

    @property
    def before(self) -> Any:
        """The state before it."""

    @property
    def after(self) -> Any:
        """The state after it."""


class HidesLots(Protocol):
    """Rules of a game in which draws stay hidden after they were made, such as the order of a deck.

    Games without this function show everybody all draws as they are made. A game that hides draws and lacks it can't
    export its past.
    """

    def redacted(
        self, past: Sequence[Given], seats: Collection[int] = (), order: Order = as_listed, /
    ) -> Sequence[Any]:
        """Return the answers of a past from the game's beginning, with all draws that are still hidden redealt.

        Draws that one of these seats has seen stay; all others that not everybody has seen are redealt in this order.
        Two pasts that look the same to these seats and to an onlooker give the same answers, which look the same too.
        """


# Games by their codes

Known = TypeVar("Known")
AnyGame: TypeAlias = Rules[Any, Any, Any]
Games: TypeAlias = Callable[[str], AnyGame]
"""Lookup of a game by its code; raises `UnknownGame`."""


def look_up(games: Mapping[str, Known], code: str) -> Known:
    """Return the entry for the game of this code. Raises UnknownGame, which lists the known games."""
    if code not in games:
        known = ", ".join(games)
        raise UnknownGame(_("there is no game {code!r}; the games are {known}").format(code=shown(code), known=known))
    return games[code]


def only(game: AnyGame) -> Games:
    """Return a lookup that knows this game only, for reading files of one game."""

    def find(code: str) -> AnyGame:
        if code != game.code:
            raise UnknownGame(_("this is a game of {other}, not of {code}").format(other=shown(code), code=game.code))
        return game

    return find


# Structs with one field whose type is the game's own: its setups, moves or results
#
# For type checkers that field is `Any`; `specialized` sets its type for a decoder.

if TYPE_CHECKING:
    Own: TypeAlias = Any

    class HasOwn:
        """Base of a struct with such a field."""

else:
    Own = TypeVar("Own")
    HasOwn = Generic[Own]


def specialized(struct: Any, own: object) -> Any:
    """Return a struct type whose game-specific field has the type `own`, for a decoder."""
    return struct[own]

"""What a game is to the table, to opponents and to a window: pure functions over plain data.

Nobody reads more of a state than this. A module whose functions are these is a game as it stands.
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
    """What is agreed before a game."""

    @property
    def seats(self) -> int:
        """How many play."""


class Result(Protocol):
    """How a game ended."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: several share the victory."""

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points, in seat order."""


class Types(Struct, frozen=True):
    """The types of what a journal keeps of a game: msgspec must be able to write and read them."""

    setup: type
    move: type | UnionType
    """Structs with tags of their own, none of them those of the answers of chance."""
    result: type


class Step(Protocol[MadeState_co]):
    """What one answer led to."""

    @property
    def state(self) -> MadeState_co:
        """The state after the answer."""

    @property
    def events(self) -> Sequence[Any]:
        """What happened, in its order."""

    @property
    def reveals(self) -> bool:
        """Whether something hidden or random became public: nothing is undone past it."""


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
        """Whether cubes are thrown into a tower in it."""

    def new(self, setup: Any, /) -> State:
        """Return the state before the first answer; raises `IllegalSetup`."""

    def begun_by(self, setup: Any, seat: int, /) -> Any:
        """Return the same setup, with this seat as the first if the first is agreed on."""

    def awaited(self, state: State, /) -> Sequence[Question]:
        """Return all open questions: one of chance, or those of seats; none when the game is over."""

    def verify(self, state: State, seat: int | None, answer: Move_contra | ChanceAnswer, /) -> Question:
        """Return the question that this answers; raises `IllegalMove`."""

    def play(self, state: State, seat: int | None, answer: Move_contra | ChanceAnswer, /) -> Step[State]:
        """Return what an answer leads to; raises `IllegalMove`. The state given stays as it is."""

    def view(self, state: State, seat: int | None, /) -> Any:
        """Return what a seat may see; None: an onlooker."""

    def is_secret(self, asked: Any, /) -> bool:
        """Return whether a question, or an answer to it, is for its seat's eyes alone."""

    def result(self, state: State, /) -> Result_co | None:
        """Return how the game ended, None while it runs."""

    def period(self, state: State, /) -> str:
        """Return the name of the present period: when it changes, the journal takes a hash of the state."""

    def in_tower(self, state: State, /) -> Mapping[str, int]:
        """Return how many cubes of each colour the rules count in the tower; nothing in a game without one."""

    def problems(self, state: State, /) -> Iterable[str]:
        """Return what is wrong with a state, a sentence each: mistakes of the program, never of a player."""


class Given(Protocol):
    """An answer that was given in a game's past, and what it led to."""

    @property
    def question(self) -> Question:
        """What was asked."""

    @property
    def answer(self) -> Any:
        """What was answered, by a seat or by chance."""

    @property
    def events(self) -> Sequence[Any]:
        """What happened, in its order."""

    @property
    def before(self) -> Any:
        """The state before it."""

    @property
    def after(self) -> Any:
        """The state after it."""


class HidesLots(Protocol):
    """The rules of a game in which lots stay hidden after they were drawn, such as the order of a deck.

    Games without this function show everybody all lots as they are drawn; of others no past is given away.
    """

    def redacted(
        self, past: Sequence[Given], seats: Collection[int] = (), order: Order = as_listed, /
    ) -> Sequence[Any]:
        """Return the answers of a past from the game's beginning, with all lots laid anew that are still hidden.

        What one of these seats has seen stays, all else that not everybody has seen is laid in this order. Two pasts
        that look the same to these seats and to an onlooker give the same answers, and these look so too.
        """


Known = TypeVar("Known")
AnyGame: TypeAlias = Rules[Any, Any, Any]
Games: TypeAlias = Callable[[str], AnyGame]
"""How a game is found by its code; raises `UnknownGame`."""


def found(games: Mapping[str, Known], code: str) -> Known:
    """Return what is listed for the game of this code. Raises UnknownGame, which names those there are."""
    if code not in games:
        known = ", ".join(games)
        raise UnknownGame(_("there is no game {code!r}; the games are {known}").format(code=shown(code), known=known))
    return games[code]


def only(game: AnyGame) -> Games:
    """Return a way to find this game and no other: for whoever reads files of one game alone."""

    def find(code: str) -> AnyGame:
        if code != game.code:
            raise UnknownGame(_("this is a game of {other}, not of {code}").format(other=shown(code), code=game.code))
        return game

    return find


# Structs of any game with one field whose type is the game's own: its setups, moves or results.
#
# To whoever reads the code that field is of any type. `of` says which type it is where bytes are decoded.

if TYPE_CHECKING:
    Own: TypeAlias = Any

    class HasOwn:
        """Base of a struct with such a field."""

else:
    Own = TypeVar("Own")
    HasOwn = Generic[Own]


def of(struct: Any, own: object) -> Any:
    """Return the type of a struct in which that field is of this type, for a decoder."""
    return struct[own]

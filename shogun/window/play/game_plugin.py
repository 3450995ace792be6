"""The interface between a game and the window, which knows no game by name: the registry passes them in."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

import pygame

from shogun.game.dialogue import Dialogue
from shogun.game.options import Option
from shogun.game.protocol import AnyGame, look_up
from shogun.game.remarks import Remarks
from shogun.game.words import Words
from shogun.players.adviser import Adviser
from shogun.players.place_chances import PlaceChances
from shogun.players.seating import Opponents
from shogun.table.course import PastAnswer
from shogun.table.journal import Header
from shogun.window.kit.drawing.icons import SeatLook
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.model import LogLine, StoryPart
from shogun.window.play.position_editing import PositionEditing

if TYPE_CHECKING:  # it loads NumPy
    from shogun.players.review.decision_verdicts import DecisionJudge
    from shogun.players.review.game_review import Judge
    from shogun.players.review.turning_parts import TurningPoints


class GameListing(Protocol):
    """A game in the list of games and in the menu: `Game.listing`."""

    def seat_looks(self, header: Header, people: Iterable[int] = (), /) -> tuple[SeatLook, ...]:
        """Return how the seats of a game are shown; `people` are the seats that persons play."""

    def moment(self, view: Any, /) -> str:
        """Return the progress of a game in a few words."""

    def points(self, view: Any, /) -> Sequence[int] | None:
        """Return everybody's points so far; None if they aren't shown."""

    def board_name(self, header: Header, /) -> str:
        """Return the board of a game in a word or two; empty in a game with only one."""

    def agreement(self, header: Header, /) -> Sequence[str]:
        """Return the settings needed to set up the same game, in a few words each."""

    def draw_picture(self, surface: pygame.Surface, rect: pygame.Rect, view: Any, /) -> None:
        """Draw a small picture of a game, or of its empty board if the view is None."""

    def cover(self, size: tuple[int, int], /) -> pygame.Surface:
        """Return the picture on the game's box, at a size in pixels; it is shared: blit it."""


class Telling(Protocol):
    """The past of a game in words: `Game.telling`."""

    def log_line(self, event: Any, names: Sequence[str], n: int = 0, /) -> LogLine:
        """Return an event, which happened with line `n` of the journal, as a line of the log."""

    def parts(self, steps: Sequence[PastAnswer], /) -> Sequence[StoryPart]:
        """Return the parts of a game, the first of which begins at place 0; step `n` leads to place `n + 1`."""

    def hidden(self) -> str:
        """Return in a sentence what is hidden in play and is drawn again in a branch; empty if nothing is."""


class NewGameForm(Protocol):
    """The sheet for a new game: `Game.form`."""

    def counts(self) -> Sequence[int]:
        """Return how many may play."""

    def about(self) -> str:
        """Return in a sentence what one does in the game, for the choice among games; may be empty."""

    def usual_count(self) -> int:
        """Return how many play if nobody says."""

    def colours(self) -> Mapping[str, str]:
        """Return the colors offered to seats, with their names, at least as many as can play; or nothing."""

    def default_seats(self, people: int = 1, /) -> list[SeatChoice]:
        """Return a seat for each possible player: first this many persons, then opponents."""

    def choices(self) -> Sequence[Option]:
        """Return the other settings of a new game, in their order."""

    def first_seat_note(self, chosen: Mapping[str, str], /) -> str:
        """Return what the first player does first; empty if the other choices already decide who that is."""

    def setup(self, seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None, /) -> Any:
        """Return the settings. The rules may still refuse it."""

    def demonstration(self) -> Sequence[str]:
        """Return the opponents of a game that plays itself."""


class GamePlugin(Protocol):
    """A game with all its parts; it can be sent to another process."""

    @property
    def code(self) -> str:
        """Its name in files."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def minutes(self) -> int:
        """Minutes that a human thinks in a whole game; 0: not known."""

    @property
    def rules(self) -> AnyGame:
        """The rules."""

    @property
    def options(self) -> Sequence[Option]:
        """The game's options."""

    @property
    def opponents(self) -> Opponents:
        """The computer opponents."""

    @property
    def words(self) -> Words:
        """The game in plain words."""

    @property
    def dialogue(self) -> Dialogue:
        """The game by typed lines."""

    @property
    def remarks(self) -> Remarks:
        """Remarks of the computer opponents."""

    @property
    def place_chances(self) -> Sequence[PlaceChances]:
        """The measured chances of its places."""

    @property
    def advice(self) -> Adviser | None:
        """The adviser that gives hints, or None."""

    @property
    def is_judged(self) -> bool:
        """Return whether the game has a judge of chances, for reviews."""

    @property
    def judge(self) -> "Judge | None":
        """The judge of each seat's chances, for reviews, or None."""

    @property
    def decisions(self) -> "DecisionJudge | None":
        """The judge of decisions, for reviews, or None."""

    @property
    def turning_points(self) -> "TurningPoints | None":
        """The game's own sentences on the consequences of an answer; None: they are those of the log."""

    @property
    def listing(self) -> GameListing:
        """The game in lists."""

    @property
    def telling(self) -> Telling:
        """The game's past."""

    @property
    def form(self) -> NewGameForm:
        """The sheet for a new game."""

    @property
    def editing(self) -> PositionEditing:
        """Changing the game's positions."""


def brought(options: PlayOptions, code: str) -> GamePlugin:
    """Return the game of this code with all that it brings. Raises UnknownGame."""
    return cast(GamePlugin, look_up(options.entries, code))

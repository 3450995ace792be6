"""A game as one declared object: each of its parts is typed by its protocol and loaded on first use.

A game inherits `Game` and overrides the parts it has; each of the others has a generic default. Importing a
declaration loads none of its parts: each is imported within its property.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from shogun.base.language import _, of_data
from shogun.game.errors import UnknownOption

if TYPE_CHECKING:  # a list of games loads no parts
    from shogun.game.agent_encoding import Encoding
    from shogun.game.dialogue import Dialogue
    from shogun.game.options import Option
    from shogun.game.protocol import AnyGame
    from shogun.game.remarks import Remarks
    from shogun.game.words import Words
    from shogun.players.adviser import Adviser
    from shogun.players.custom_opponents import WithCode
    from shogun.players.ladder import Habits, Subject
    from shogun.players.place_chances import PlaceChances
    from shogun.players.puzzles.puzzle import Puzzled, PuzzleJudge
    from shogun.players.review.decision_verdicts import DecisionJudge, Judgeable
    from shogun.players.review.game_review import Judge, Reviewable
    from shogun.players.review.turning_parts import TurningPoints
    from shogun.players.seating import Opponents
    from shogun.window.game.opening import Opening, ShownGame
    from shogun.window.kit.runtime.start_options import Playable
    from shogun.window.play.game_plugin import GameListing, NewGameForm, Telling
    from shogun.window.play.position_editing import PositionEditing
    from shogun.window.tower.film_protocol import BattleFilms

Same = TypeVar("Same", bound="Game")


class Game(ABC):
    """A game with all its parts; it can be sent to another process.

    A subclass must define `code`, `name` and `rules`. Everything else is optional.
    """

    code: ClassVar[str]
    """Its name in files, on the command line and in the registry; the same as that of `rules`."""
    name: ClassVar[str]
    """Its name for people, in English."""
    is_taught: ClassVar[bool] = False
    """Whether `opening` has lessons."""
    minutes: ClassVar[int] = 0
    """Minutes that a human thinks in a whole game: two for a plan, a third for other choices; 0: not known."""

    def __init__(self, coded: tuple[str, ...] = ()) -> None:
        """Declare the game; `coded` are the opponents in code named on the command line, `package.module:function`."""
        self.coded = coded

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (type(self), self.coded) == (type(other), other.coded)

    def __hash__(self) -> int:
        return hash((type(self), self.coded))

    def with_coded(self: Same, coded: tuple[str, ...]) -> Same:
        """Return the same game with these opponents in code; see `players.custom_opponents`."""
        return type(self)(coded)

    @property
    def title(self) -> str:
        """Its name for people, as on the box in their language."""
        return of_data(self.name, "game")

    # What it is

    @property
    @abstractmethod
    def rules(self) -> "AnyGame":
        """The rules that the table plays by."""

    @property
    def words(self) -> "Words":
        """The game in plain words; default: the names of moves, events and fields."""
        from shogun.game.words import PlainWords

        return PlainWords(self.rules)

    @property
    def dialogue(self) -> "Dialogue":
        """The game by typed lines; default: its moves as numbered lists, its view field by field."""
        from shogun.game.dialogue import PlainDialogue

        return PlainDialogue(self.words)

    @property
    def encoding(self) -> "Encoding | None":
        """The game for learning agents; None: not available."""
        return None

    @property
    def options(self) -> "Sequence[Option]":
        """The game's options; default: the fields of the rules' setup."""
        from shogun.game.options import options_of

        return options_of(self.rules.types.setup)

    def agreed(self, seats: int, wishes: Mapping[str, str]) -> Any:
        """Return the setup of a new game, checked by the rules; `wishes` are the values given for the options' flags.

        Raises IllegalSetup, UnknownOption.
        """
        from shogun.game.options import choices_of, fields_of

        options = self.options
        known = {flag.name for option in options for flag in option.flags}
        for flag in wishes:
            if flag not in known:
                raise UnknownOption(_("{game} has no --{option}").format(game=self.title, option=flag))
        setup = self.rules.types.setup(seats=seats, **fields_of(options, choices_of(options, wishes)))
        self.rules.new(setup)
        return setup

    @property
    def place_chances(self) -> "Sequence[PlaceChances]":
        """The measured chances of its places, for each kind of beginning that was measured; default: none."""
        return ()

    # Who plays it

    @property
    def own_opponents(self) -> "Opponents":
        """The computer opponents; default: one that makes random legal moves."""
        from shogun.players import seating

        return seating

    @property
    def opponents(self) -> "WithCode":
        """The computer opponents, with those in code."""
        from shogun.players.custom_opponents import WithCode

        return WithCode(self.own_opponents, self.coded, type(self)())

    @property
    def habits(self) -> "Habits":
        """The statistics, other than points, that a ladder collects about opponents; default: none."""
        from shogun.players.play_statistics import NOTHING_COUNTED

        return NOTHING_COUNTED

    @property
    def remarks(self) -> "Remarks":
        """Remarks of the computer opponents on what happens; default: none."""
        from shogun.game.remarks import SILENT

        return SILENT

    # Who judges it

    @property
    def advice(self) -> "Adviser | None":
        """The adviser that gives hints; None: no hints."""
        return None

    @property
    def is_judged(self) -> bool:
        """Whether there is a `judge`, without loading it."""
        return type(self).judge is not Game.judge

    @property
    def judge(self) -> "Judge | None":
        """The judge that estimates each seat's chance to win, for reviews; None: no reviews."""
        return None

    @property
    def decisions(self) -> "DecisionJudge | None":
        """The judge of decisions, for reviews; None: decisions aren't judged."""
        return None

    @property
    def turning_points(self) -> "TurningPoints | None":
        """The consequences of an answer and the parts of it that mattered, for reviews; None: the log's sentences."""
        return None

    @property
    def puzzles(self) -> "PuzzleJudge | None":
        """Finder of puzzles and judge of answers to them; None: no puzzles."""
        return None

    # How it is shown

    @property
    def listing(self) -> "GameListing":
        """The game in the menu and in lists; default: its title."""
        from shogun.window.generic.listing import GenericListing

        return GenericListing(self)

    @property
    def form(self) -> "NewGameForm":
        """The sheet for a new game; default: its options and players."""
        from shogun.window.generic.listing import GenericForm

        return GenericForm(self)

    @property
    def opening(self) -> "Opening":
        """The game's scenes; default: its questions as lists of buttons, its view as text."""
        from shogun.window.generic.opening import GenericOpening

        return GenericOpening(self.code)

    @property
    def telling(self) -> "Telling":
        """The game's past; default: its events in plain words, in the periods of its rules."""
        from shogun.window.generic.telling import GenericTelling

        return GenericTelling(self)

    @property
    def editing(self) -> "PositionEditing":
        """The editor of its positions; default: a field for each number."""
        from shogun.window.generic.editing import GenericEditing

        return GenericEditing(self)

    @property
    def films(self) -> "BattleFilms | None":
        """Battles as animations; None: no animations."""
        return None


if TYPE_CHECKING:

    def _meets(game: Game) -> tuple[Playable, ShownGame, Subject, Puzzled, Judgeable, Reviewable]:
        """Return the game once for each protocol of the other packages: the type checker verifies each."""
        return game, game, game, game, game, game

"""A game as one declared object: what it brings, each part typed by what it must meet and loaded when it is asked for.

A game inherits `Game` and says what is its own; whatever it leaves out is what any game has. Importing a declaration
loads none of its parts: each is imported within its property.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from shogun.base.language import _, of_data
from shogun.game.errors import UnknownOption

if TYPE_CHECKING:  # a list of games loads no parts
    from shogun.game.agent_encoding import Encoding
    from shogun.game.options import Option
    from shogun.game.protocol import AnyGame
    from shogun.game.words import Words
    from shogun.players.adviser import Adviser
    from shogun.players.custom_opponents import WithCode
    from shogun.players.ladder import Habits, Subject
    from shogun.players.puzzles.puzzle_judge import Puzzled, PuzzleJudge
    from shogun.players.review.decision_judge import DecisionJudge, Judgeable
    from shogun.players.review.estimates import Judge, Reviewable
    from shogun.players.seating import Opponents
    from shogun.window.checks.samples import Sampled, Samples
    from shogun.window.game.opening import Opening, ShownGame
    from shogun.window.kit.runtime.start_options import Playable
    from shogun.window.play.game_plugin import GameListing, NewGameForm, Telling, TurningPoints
    from shogun.window.play.positions.position_editing import PositionEditing
    from shogun.window.tower.films.film_protocol import BattleFilms

Same = TypeVar("Same", bound="Game")


class Game(ABC):
    """A game with all that it brings; it can be sent to another process.

    A class that inherits this has `code`, `name` and `rules`. All else may be left out.
    """

    code: ClassVar[str]
    """Its name in files, on the command line and in the registry; `rules` have the same."""
    name: ClassVar[str]
    """Its name for people, in English."""
    is_taught: ClassVar[bool] = False
    """Whether `opening` has lessons."""

    def __init__(self, coded: tuple[str, ...] = ()) -> None:
        """Declare the game; `coded` are opponents in code that a command line has named, `package.module:function`."""
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
        """Its name for people, as on the box in their language; of a strength the same word may be another."""
        return of_data(self.name, "game")

    # What it is

    @property
    @abstractmethod
    def rules(self) -> "AnyGame":
        """The rules: what the table plays by."""

    @property
    def words(self) -> "Words":
        """The game in plain words; without: names of moves, events and fields."""
        from shogun.game.words import PlainWords

        return PlainWords(self.rules)

    @property
    def encoding(self) -> "Encoding | None":
        """The game for learning agents; None: it isn't for them."""
        return None

    @property
    def options(self) -> "Sequence[Option]":
        """What is agreed on before it besides who plays; without: fields of the rules' setup."""
        from shogun.game.options import options_of

        return options_of(self.rules.types.setup)

    def agreed(self, seats: int, wishes: Mapping[str, str]) -> Any:
        """Return the setup of a new game, as the rules allow it; `wishes` are what follows flags of its options.

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

    # Who plays it

    @property
    def own_opponents(self) -> "Opponents":
        """The computer opponents; without: one that makes any legal move."""
        from shogun.players import random_opponents

        return random_opponents

    @property
    def opponents(self) -> "WithCode":
        """The computer opponents, and those in code that were named."""
        from shogun.players.custom_opponents import WithCode

        return WithCode(self.own_opponents, self.coded, type(self)())

    @property
    def habits(self) -> "Habits":
        """What a ladder counts of opponents besides points; without: nothing."""
        from shogun.players.play_statistics import NOTHING_COUNTED

        return NOTHING_COUNTED

    # Who judges it

    @property
    def advice(self) -> "Adviser | None":
        """Who gives hints; None: nobody does."""
        return None

    @property
    def is_judged(self) -> bool:
        """Whether something estimates chances to win; it isn't loaded for that."""
        return type(self).judge is not Game.judge

    @property
    def judge(self) -> "Judge | None":
        """What estimates each seat's chance to win, for reviews; None: nothing does."""
        return None

    @property
    def decisions(self) -> "DecisionJudge | None":
        """What judges decisions, for reviews; None: nothing does."""
        return None

    @property
    def turning_points(self) -> "TurningPoints | None":
        """What says in sentences of weight what followed from an answer; None: it is said as in the log."""
        return None

    @property
    def puzzles(self) -> "PuzzleJudge | None":
        """What finds puzzles and judges answers to them; None: there are none."""
        return None

    # How it is shown

    @property
    def listing(self) -> "GameListing":
        """The game in the menu and in lists; without: its title."""
        from shogun.window.generic.listing import GenericListing

        return GenericListing(self)

    @property
    def form(self) -> "NewGameForm":
        """The sheet for a new game; without: the fields of the rules' setup."""
        from shogun.window.generic.form import GenericForm

        return GenericForm(self)

    @property
    def opening(self) -> "Opening":
        """The game's scenes; without: its questions as lists of buttons, its view as text."""
        from shogun.window.generic.opening import GenericOpening

        return GenericOpening(self.code)

    @property
    def telling(self) -> "Telling":
        """The game's past; without: its events in plain words, in the periods of its rules."""
        from shogun.window.generic.telling import GenericTelling

        return GenericTelling(self)

    @property
    def editing(self) -> "PositionEditing":
        """How its positions are changed; without: each of their numbers."""
        from shogun.window.generic.editing import GenericEditing

        return GenericEditing(self)

    @property
    def samples(self) -> "Samples":
        """What is looked at by `shogun play --check-layout`; without: a game whose first seat answers by lot."""
        from shogun.window.generic.samples import GenericSamples

        return GenericSamples(self)

    @property
    def films(self) -> "BattleFilms | None":
        """Battles as animations; None: there are none."""
        return None


if TYPE_CHECKING:

    def _meets(game: Game) -> tuple[Playable, ShownGame, Sampled, Subject, Puzzled, Judgeable, Reviewable]:
        """Return the game as each room below knows it: the type checker sees that it is all of that."""
        return game, game, game, game, game, game, game

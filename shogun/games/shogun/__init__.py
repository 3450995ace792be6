"""Dirk Henn's Shogun: its rules, words, opponents, analysis and screen."""

from typing import TYPE_CHECKING

from msgspec import UNSET

from shogun.base.language import marked, marked_in
from shogun.game.options import Flag, Option, Value
from shogun.games.declaration import Game

if TYPE_CHECKING:  # parts are loaded when they are asked for
    from shogun.game.agent_encoding import Encoding
    from shogun.game.dialogue import Dialogue
    from shogun.game.protocol import AnyGame
    from shogun.game.remarks import Remarks
    from shogun.game.words import Words
    from shogun.players.adviser import Adviser
    from shogun.players.ladder import Habits
    from shogun.players.place_chances import PlaceChances
    from shogun.players.puzzles.puzzle import PuzzleJudge
    from shogun.players.review.decision_verdicts import DecisionJudge
    from shogun.players.review.game_review import Judge
    from shogun.players.review.turning_parts import TurningPoints
    from shogun.players.seating import Opponents
    from shogun.window.game.opening import Opening
    from shogun.window.play.game_plugin import GameListing, NewGameForm, Telling
    from shogun.window.play.position_editing import PositionEditing
    from shogun.window.tower.film_protocol import BattleFilms


class Shogun(Game):
    """Shogun, for 3 to 5 players."""

    code = "shogun"
    name = marked_in("game", "Shogun")
    is_taught = True
    minutes = 20
    options = (
        Option(
            "side",
            marked("Side of the board"),
            (Value("sun", marked("Sun")), Value("moon", marked("Moon"))),
            note=marked("Both sides show the same 45 provinces; their regions differ."),
            notes={3: marked("It decides which 37 of the 45 provinces are used with three players.")},
            flags=(Flag("board", marked("Shogun: side of the board, sun (the default) or moon.")),),
        ),
        Option(
            "line_up",
            marked("Setup"),
            (
                Value(
                    "printed",
                    marked("Printed"),
                    needs={"side": "sun"},
                    why=marked("The moon side has no printed setup."),
                ),
                Value("draft", marked("Draft")),
            ),
            note=marked("Printed: the rulebook's setup for beginners. Draft: players take provinces in turn."),
            default_later="draft",
            flags=(
                Flag(
                    "setup",
                    marked("Shogun: draft or the printed setup (sun side only); default: printed where there is one."),
                ),
            ),
        ),
        Option(
            "ties",
            marked("Ties in battles"),
            (
                Value("neutral", marked("Neutral"), content=UNSET),
                Value("defender", marked("Defender holds")),
            ),
            note=marked("Rulebook: the province becomes neutral. House rule: the defender keeps it with one army."),
            flags=(
                Flag(
                    "ties",
                    marked(
                        "Shogun: who gets a province after a tie between players: neutral (the default), or defender, "
                        "a house rule."
                    ),
                ),
            ),
        ),
    )

    @property
    def rules(self) -> "AnyGame":
        from shogun.games.shogun import rules

        return rules

    @property
    def words(self) -> "Words":
        from shogun.games.shogun import words

        return words

    @property
    def place_chances(self) -> "tuple[PlaceChances, ...]":
        from shogun.players.place_chances import measured_chances

        return measured_chances(self.code)

    @property
    def dialogue(self) -> "Dialogue":
        from shogun.games.shogun import dialogue

        return dialogue

    @property
    def encoding(self) -> "Encoding":
        from shogun.games.shogun import encoding

        return encoding

    @property
    def own_opponents(self) -> "Opponents":
        from shogun.games.shogun import opponents

        return opponents

    @property
    def habits(self) -> "Habits":
        from shogun.games.shogun.opponents import play_statistics

        return play_statistics

    @property
    def remarks(self) -> "Remarks":
        from shogun.games.shogun import remarks

        return remarks

    @property
    def advice(self) -> "Adviser":
        from shogun.games.shogun.analysis import hint

        return hint

    @property
    def judge(self) -> "Judge":
        from shogun.games.shogun.analysis import win_chances

        return win_chances

    @property
    def decisions(self) -> "DecisionJudge":
        from shogun.games.shogun.analysis import decisions

        return decisions

    @property
    def turning_points(self) -> "TurningPoints":
        from shogun.games.shogun.analysis import turning_points

        return turning_points

    @property
    def puzzles(self) -> "PuzzleJudge":
        from shogun.games.shogun.analysis import puzzles

        return puzzles

    @property
    def listing(self) -> "GameListing":
        from shogun.games.shogun.screen.listing import ShogunListing

        return ShogunListing(self)

    @property
    def form(self) -> "NewGameForm":
        from shogun.games.shogun.screen.listing import ShogunForm

        return ShogunForm(self)

    @property
    def opening(self) -> "Opening":
        from shogun.games.shogun.screen.opening import OPENING

        return OPENING

    @property
    def telling(self) -> "Telling":
        from shogun.games.shogun.screen.telling import ShogunTelling

        return ShogunTelling(self)

    @property
    def editing(self) -> "PositionEditing":
        from shogun.games.shogun.screen import editing

        return editing

    @property
    def films(self) -> "BattleFilms":
        from shogun.games.shogun.screen import battle_film

        return battle_film


GAME = Shogun()

"""Rumble Nation, an area game for 2 to 4 players with dice and cards: the war follows from how the pieces stand."""

from typing import TYPE_CHECKING

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
    from shogun.players.seating import Opponents
    from shogun.window.game.opening import Opening
    from shogun.window.play.game_plugin import GameListing, NewGameForm, Telling
    from shogun.window.play.position_editing import PositionEditing


class RumbleNation(Game):
    """Rumble Nation, for 2 to 4 players."""

    code = "rumble-nation"
    name = marked_in("game", "Rumble Nation")
    is_taught = True
    minutes = 6
    options = (
        Option(
            "game",
            marked("Rules"),
            (
                Value("basic", marked("Basic"), content=False),
                Value("advanced", marked("Advanced"), content=True),
            ),
            note=marked("Advanced: each player also has a daimyo, worth two soldiers, and a daimyo card."),
            field="advanced",
            flags=(Flag("advanced", marked("Rumble Nation: the advanced game, with daimyo."), means="advanced"),),
        ),
    )

    @property
    def rules(self) -> "AnyGame":
        from shogun.games.rumble_nation import rules

        return rules

    @property
    def words(self) -> "Words":
        from shogun.games.rumble_nation import words

        return words

    @property
    def place_chances(self) -> "tuple[PlaceChances, ...]":
        from shogun.players.place_chances import measured_chances

        return measured_chances(self.code)

    @property
    def dialogue(self) -> "Dialogue":
        from shogun.games.rumble_nation import dialogue

        return dialogue

    @property
    def encoding(self) -> "Encoding":
        from shogun.games.rumble_nation import encoding

        return encoding

    @property
    def own_opponents(self) -> "Opponents":
        from shogun.games.rumble_nation import opponents

        return opponents

    @property
    def habits(self) -> "Habits":
        from shogun.games.rumble_nation.opponents import play_statistics

        return play_statistics

    @property
    def remarks(self) -> "Remarks":
        from shogun.games.rumble_nation import remarks

        return remarks

    @property
    def advice(self) -> "Adviser":
        from shogun.games.rumble_nation.analysis import hint

        return hint

    @property
    def judge(self) -> "Judge":
        from shogun.games.rumble_nation.analysis import win_chances

        return win_chances

    @property
    def decisions(self) -> "DecisionJudge":
        from shogun.games.rumble_nation.analysis import decisions

        return decisions

    @property
    def puzzles(self) -> "PuzzleJudge":
        from shogun.games.rumble_nation.analysis import puzzles

        return puzzles

    @property
    def listing(self) -> "GameListing":
        from shogun.games.rumble_nation.screen.listing import RumbleListing

        return RumbleListing(self)

    @property
    def form(self) -> "NewGameForm":
        from shogun.games.rumble_nation.screen.listing import RumbleForm

        return RumbleForm(self)

    @property
    def opening(self) -> "Opening":
        from shogun.games.rumble_nation.screen.opening import OPENING

        return OPENING

    @property
    def telling(self) -> "Telling":
        from shogun.games.rumble_nation.screen.telling import RumbleTelling

        return RumbleTelling(self)

    @property
    def editing(self) -> "PositionEditing":
        from shogun.games.rumble_nation.screen.editing import RumbleEditing

        return RumbleEditing(self)


GAME = RumbleNation()

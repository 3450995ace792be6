"""Keith Piggott's River of Gold, for 2 to 4 players: its rules, words and opponents."""

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


class RiverOfGold(Game):
    """River of Gold, for 2 to 4 players."""

    code = "river-of-gold"
    name = marked_in("game", "River of Gold")
    is_taught = True
    minutes = 14
    options = (
        Option(
            "patrons",
            marked("Clan patrons"),
            (
                Value("none", marked("None")),
                Value("table", marked("Choose")),
                Value("lot", marked("At random")),
            ),
            note=marked(
                "Each player has a patron with an ability: chosen from all of them, or from the two of a random clan."
            ),
            flags=(
                Flag("patrons", marked("River of Gold: play with clan patrons."), means="table"),
                Flag("setup", marked("River of Gold: how patrons are taken, table or lot.")),
            ),
        ),
    )

    @property
    def rules(self) -> "AnyGame":
        from shogun.games.river_of_gold import rules

        return rules

    @property
    def words(self) -> "Words":
        from shogun.games.river_of_gold import words

        return words

    @property
    def place_chances(self) -> "tuple[PlaceChances, ...]":
        from shogun.players.place_chances import measured_chances

        return measured_chances(self.code)

    @property
    def dialogue(self) -> "Dialogue":
        from shogun.games.river_of_gold import dialogue

        return dialogue

    @property
    def encoding(self) -> "Encoding":
        from shogun.games.river_of_gold import encoding

        return encoding

    @property
    def own_opponents(self) -> "Opponents":
        from shogun.games.river_of_gold import opponents

        return opponents

    @property
    def habits(self) -> "Habits":
        from shogun.games.river_of_gold.opponents import play_statistics

        return play_statistics

    @property
    def remarks(self) -> "Remarks":
        from shogun.games.river_of_gold import remarks

        return remarks

    @property
    def advice(self) -> "Adviser":
        from shogun.games.river_of_gold.analysis import hint

        return hint

    @property
    def judge(self) -> "Judge":
        from shogun.games.river_of_gold.analysis import win_chances

        return win_chances

    @property
    def decisions(self) -> "DecisionJudge":
        from shogun.games.river_of_gold.analysis import decisions

        return decisions

    @property
    def puzzles(self) -> "PuzzleJudge":
        from shogun.games.river_of_gold.analysis import puzzles

        return puzzles

    @property
    def listing(self) -> "GameListing":
        from shogun.games.river_of_gold.screen.listing import RiverListing

        return RiverListing(self)

    @property
    def form(self) -> "NewGameForm":
        from shogun.games.river_of_gold.screen.listing import RiverForm

        return RiverForm(self)

    @property
    def opening(self) -> "Opening":
        from shogun.games.river_of_gold.screen.opening import OPENING

        return OPENING

    @property
    def telling(self) -> "Telling":
        from shogun.games.river_of_gold.screen.telling import RiverTelling

        return RiverTelling(self)

    @property
    def editing(self) -> "PositionEditing":
        from shogun.games.river_of_gold.screen.editing import RiverEditing

        return RiverEditing(self)


GAME = RiverOfGold()

"""A toy game without a tower, with all that a game brings but a screen; only tests put it into the registry."""

from typing import TYPE_CHECKING

from shogun.games.declaration import Game

if TYPE_CHECKING:
    from shogun.game.agent_encoding import Encoding
    from shogun.game.protocol import AnyGame
    from shogun.game.words import Words
    from shogun.players.adviser import Adviser
    from shogun.players.ladder import Habits
    from shogun.players.seating import Opponents


class Dice(Game):
    code = "dice"
    name = "Dice"

    @property
    def rules(self) -> "AnyGame":
        from tests.table.dice import rules

        return rules

    @property
    def words(self) -> "Words":
        from tests.table.dice.words import plain

        return plain

    @property
    def encoding(self) -> "Encoding":
        from tests.table.dice import encoding

        return encoding

    @property
    def own_opponents(self) -> "Opponents":
        from tests.table.dice import opponents

        return opponents

    @property
    def habits(self) -> "Habits":
        from tests.table.dice.opponents import play_statistics

        return play_statistics

    @property
    def advice(self) -> "Adviser":
        from tests.table.dice.analysis import hint

        return hint


GAME = Dice()

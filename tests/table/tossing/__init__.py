"""The toy game with a tower, `tests/table/toy.py`, with all that a game brings but a screen."""

from typing import TYPE_CHECKING

from shogun.games.declaration import Game

if TYPE_CHECKING:
    from shogun.game.agent_encoding import Encoding
    from shogun.game.protocol import AnyGame
    from shogun.game.words import Words
    from shogun.players.seating import Opponents


class Tossing(Game):
    code = "toy"
    name = "Toy"

    @property
    def rules(self) -> "AnyGame":
        from tests.table.tossing import rules

        return rules

    @property
    def words(self) -> "Words":
        from tests.table.tossing.words import plain

        return plain

    @property
    def encoding(self) -> "Encoding":
        from tests.table.tossing import encoding

        return encoding

    @property
    def own_opponents(self) -> "Opponents":
        from tests.table.tossing import opponents

        return opponents


GAME = Tossing()

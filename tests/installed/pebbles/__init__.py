"""Pebbles: two take up to three of ten in turn, and whoever takes the last has won."""

from typing import TYPE_CHECKING

from shogun.games import Game

if TYPE_CHECKING:
    from shogun.game.agent_encoding import Encoding
    from shogun.game.protocol import AnyGame
    from shogun.game.words import Words
    from shogun.players.seating import Opponents

NAME = "Pebbles"


class Pebbles(Game):
    code = "pebbles"
    name = NAME

    @property
    def rules(self) -> "AnyGame":
        from . import rules

        return rules

    @property
    def words(self) -> "Words":
        from .words import plain

        return plain

    @property
    def encoding(self) -> "Encoding":
        from . import encoding

        return encoding

    @property
    def own_opponents(self) -> "Opponents":
        from . import opponents

        return opponents


GAME = Pebbles()

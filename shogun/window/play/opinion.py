"""An opponent's choice, ready to be made in another process."""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from shogun.game.questions import PlayerQuestion
from shogun.players.seating import Opponents
from shogun.table.running.tower_contents import Inside


class Played(Protocol):
    """A game that can be sent to another process: a `GamePlugin`."""

    @property
    def opponents(self) -> Opponents:
        """The computer opponents."""


class Opinion(Struct, frozen=True):
    """What an opponent is asked: calling it returns its move."""

    game: Played
    player: str
    view: Any
    inside: Inside
    question: PlayerQuestion
    rng: Random
    described: Mapping[str, str] = {}
    """What describes opponents that are not the program's own, by their codes."""
    found: Any = None
    """What it has chosen before, if it is asked again."""

    def __call__(self) -> Any:
        """Return what the opponent chooses."""
        opponents, question = self.game.opponents, self.question
        choose = opponents.opponent(self.player, self.described)
        budget = replace(opponents.budget_for(question), found=self.found)
        return choose(self.view, self.inside, question, self.rng, budget)

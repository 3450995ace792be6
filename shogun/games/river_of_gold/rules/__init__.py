"""The rulebook: a pure function over plain data that never rolls or shuffles.

`new` makes a game, `awaited` says what it waits for, `play` answers; `view` is what a seat may know. Every rule stands
in the module named after its chapter and names its number in `assets/river_of_gold/rules/en.md`; what is printed on the
components is in `assets/river_of_gold/river_of_gold.toml`.
"""

from shogun.game.errors import IllegalMove, IllegalSetup
from shogun.game.protocol import Types
from shogun.games.river_of_gold.rules.game import (
    Answer,
    Question,
    awaited,
    begun_by,
    in_tower,
    is_secret,
    new,
    period,
    play,
    verify,
)
from shogun.games.river_of_gold.rules.invariants import problems
from shogun.games.river_of_gold.rules.moves import Move
from shogun.games.river_of_gold.rules.playing import Step
from shogun.games.river_of_gold.rules.redacting import redacted
from shogun.games.river_of_gold.rules.scoring import Result, result
from shogun.games.river_of_gold.rules.setup import position_problems
from shogun.games.river_of_gold.rules.start.position_checks import position_defaults
from shogun.games.river_of_gold.rules.start.position_laying import position_of
from shogun.games.river_of_gold.rules.start.start_position import StartPosition
from shogun.games.river_of_gold.rules.state import Setup, State
from shogun.games.river_of_gold.rules.views import View, view

__all__ = [
    "Answer", "IllegalMove", "IllegalSetup", "Question", "Result", "Setup", "StartPosition", "State", "Step", "View",
    "awaited", "begun_by", "code", "has_tower", "in_tower", "is_secret", "new", "period", "play", "position_defaults",
    "position_of", "position_problems", "problems", "redacted", "result", "types", "verify", "view",
]  # fmt: skip

code = "river-of-gold"
types = Types(Setup, Move, Result)
has_tower = False

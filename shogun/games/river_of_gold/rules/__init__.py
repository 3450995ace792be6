"""The rulebook: a pure function over plain data that never rolls or shuffles.

`new` makes a game, `awaited` says what it waits for, `play` answers; `view` is what a seat may know. Every rule is in
the module named after its chapter and cites its number in `assets/river_of_gold/rules/en.md`; the printed components
are in `assets/river_of_gold/river_of_gold.toml`.
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
    states_at_events,
    verify,
)
from shogun.games.river_of_gold.rules.playing import Step
from shogun.games.river_of_gold.rules.position import position_defaults, position_of, problems
from shogun.games.river_of_gold.rules.position_file import StartPosition
from shogun.games.river_of_gold.rules.scoring import Result, result
from shogun.games.river_of_gold.rules.setup import position_problems
from shogun.games.river_of_gold.rules.state import Move, Setup, State
from shogun.games.river_of_gold.rules.views import View, redacted, view

__all__ = [
    "Answer", "IllegalMove", "IllegalSetup", "Question", "Result", "Setup", "StartPosition", "State", "Step", "View",
    "awaited", "begun_by", "code", "has_tower", "in_tower", "is_secret", "new", "period", "play", "position_defaults",
    "position_of", "position_problems", "problems", "redacted", "result", "states_at_events", "types", "verify", "view",
]  # fmt: skip

code = "river-of-gold"
types = Types(Setup, Move, Result)
has_tower = False

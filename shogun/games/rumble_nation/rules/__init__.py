"""The rulebook: a pure function over plain data that never rolls or shuffles.

`new` makes a game, `awaited` says what it waits for, `play` answers. Every rule is in the module named after its
chapter and cites its number in `assets/rumble_nation/rules/en.md`.
"""

from shogun.game.errors import IllegalMove, IllegalSetup
from shogun.game.protocol import Types
from shogun.games.rumble_nation.rules.game import (
    Answer,
    Question,
    awaited,
    begun_by,
    in_tower,
    is_secret,
    period,
    play,
    verify,
    view,
)
from shogun.games.rumble_nation.rules.playing import Step
from shogun.games.rumble_nation.rules.position import position_defaults, position_of, problems
from shogun.games.rumble_nation.rules.position_file import StartPosition
from shogun.games.rumble_nation.rules.setup import new, position_problems
from shogun.games.rumble_nation.rules.state import Move, Setup, State
from shogun.games.rumble_nation.rules.war import Result, result

__all__ = [
    "Answer", "IllegalMove", "IllegalSetup", "Question", "Result", "Setup", "StartPosition", "State", "Step",
    "awaited", "begun_by", "code", "has_tower", "in_tower", "is_secret", "new", "period", "play", "position_defaults",
    "position_of", "position_problems", "problems", "result", "types", "verify", "view",
]  # fmt: skip

code = "rumble-nation"
types = Types(Setup, Move, Result)
has_tower = False

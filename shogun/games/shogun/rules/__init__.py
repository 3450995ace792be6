"""The rulebook: a pure function over plain data that never rolls, shuffles or simulates.

`new` makes a game, `awaited` says what it waits for, `play` answers; `view` is what a seat may know. Every rule is in
the module named after its chapter and cites its number in `assets/shogun/rules/en.md`.
"""

from shogun.game.errors import IllegalMove, IllegalSetup, RuleError
from shogun.game.protocol import Types
from shogun.games.shogun.rules.cards import Board, Side, board
from shogun.games.shogun.rules.determinization import redacted
from shogun.games.shogun.rules.game import Answer, awaited, begun_by, in_tower, is_secret, new, period, play, verify
from shogun.games.shogun.rules.playing import Step
from shogun.games.shogun.rules.position_checks import position_defaults, problems
from shogun.games.shogun.rules.position_file import StartPosition
from shogun.games.shogun.rules.position_laying import position_of
from shogun.games.shogun.rules.questions import Move, Question
from shogun.games.shogun.rules.setup import position_problems
from shogun.games.shogun.rules.state import Setup, State
from shogun.games.shogun.rules.views import Result, View, view
from shogun.games.shogun.rules.winter import result

__all__ = [
    "Answer", "Board", "IllegalMove", "IllegalSetup", "Question", "Result", "RuleError", "Setup", "Side",
    "StartPosition", "State", "Step", "View", "awaited", "begun_by", "board", "code", "has_tower", "in_tower",
    "is_secret", "new", "period", "play", "position_defaults", "position_of", "position_problems", "problems",
    "redacted", "result", "types", "verify", "view",
]  # fmt: skip

code = "shogun"
types = Types(Setup, Move, Result)
has_tower = True

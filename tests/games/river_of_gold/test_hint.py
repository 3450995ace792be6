"""The adviser: a legal move and reasons in words, for every kind of question."""

from random import Random
from typing import Any

from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis.hint import hint
from shogun.games.river_of_gold.rules import Setup
from shogun.table.seats import UNLIMITED

from .rules.random_games import turns


def test_a_legal_move_is_advised_with_reasons() -> None:
    asked: set[str] = set()
    for turn in turns(Setup(2, "table"), Random(3)):
        verb = turn.before.pending[-1].verb
        if isinstance(turn.question, OneOf) and (verb not in asked or turn.before.turn % 15 == 2):
            asked.add(verb)
            view: Any = rules.view(turn.before, turn.question.seat)
            found = hint(view, None, turn.question, Random(1), UNLIMITED)  # type: ignore[arg-type]  # no tower
            turn.question.verify(found.move)
            assert all(reason.endswith(".") for reason in found.reasons)
    assert {"turn", "end_turn", "discard"} <= asked

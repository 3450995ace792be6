"""The adviser: a legal move and reasons in words, for every kind of question."""

from random import Random
from typing import Any

from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis.hint import PlanHint, hint
from shogun.games.river_of_gold.rules import Setup
from shogun.table.running.seats import UNLIMITED

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


def test_the_reasons_repeat_neither_the_advice_nor_what_is_printed_on_tiles() -> None:
    built = 0
    for turn in turns(Setup(2), Random(3)):
        if not isinstance(turn.question, OneOf) or turn.before.pending[-1].verb != "turn" or turn.before.turn > 24:
            continue
        view: Any = rules.view(turn.before, turn.question.seat)
        found = hint(view, None, turn.question, Random(1), UNLIMITED)  # type: ignore[arg-type]  # no tower
        assert isinstance(found, PlanHint)
        assert not any("visitor" in reason for reason in found.reasons)
        if len(found.plan) == 1:
            assert found.reasons[0] == "With the turn that follows it is the best plan."
        built += any("Build on" in reason for reason in found.reasons)
    assert built

"""The adviser: a legal move and reasons in words, for every kind of question."""

from random import Random
from typing import Any

import pytest

from shogun.base.confidence_intervals import percent
from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis.decisions import FIXED, weighed
from shogun.games.river_of_gold.analysis.hint import hint, standing
from shogun.games.river_of_gold.analysis.last_turn import is_last_turn
from shogun.games.river_of_gold.analysis.move_effects import foresee
from shogun.games.river_of_gold.opponents import strong
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, choices
from shogun.games.river_of_gold.opponents.strong import DEALS
from shogun.games.river_of_gold.rules import Setup, State
from shogun.games.river_of_gold.rules.state import Build, BuyFavor, Sail, SpendFavor
from shogun.games.river_of_gold.words import plan_text
from shogun.players.adviser import PlanHint, second_choice
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.players.review.option_chances import Options
from shogun.table.session import UNLIMITED, Budget

from .rules.random_games import turns

QUICK = Budget(playouts=6)


def test_a_legal_move_is_advised_with_reasons() -> None:
    asked: set[str] = set()
    for turn in turns(Setup(2, "table"), Random(3)):
        verb = turn.before.pending[-1].verb
        if isinstance(turn.question, OneOf) and (verb not in asked or turn.before.turn % 15 == 2):
            asked.add(verb)
            view: Any = rules.view(turn.before, turn.question.seat)
            found = hint(view, None, turn.question, Random(1), QUICK)  # type: ignore[arg-type]  # no tower
            turn.question.verify(found.move)
            assert all(reason.endswith(".") for reason in found.reasons)
    assert {"turn", "end_turn", "discard"} <= asked


@pytest.mark.slow
def test_the_reasons_repeat_neither_the_advice_nor_what_is_printed_on_tiles() -> None:
    built = 0
    for turn in turns(Setup(2), Random(3)):
        if (
            not isinstance(turn.question, OneOf)
            or turn.before.pending[-1].verb != "turn"
            or turn.before.turn not in range(0, 24, 3)
        ):
            continue
        view: Any = rules.view(turn.before, turn.question.seat)
        found = hint(view, None, turn.question, Random(1), QUICK)  # type: ignore[arg-type]  # no tower
        assert isinstance(found, PlanHint)
        plain = [reason for reason in found.reasons if " rather than " not in reason]
        assert not any("visitor" in reason for reason in plain)
        assert ("The whole turn" in found.reasons[-1]) == (len(found.plan) > 1)
        check_plans(turn.before, turn.question, found)
        for reason in plain:
            assert reason.count(" on the die") <= 1, "favor is told once, with all that is spent"
            assert not any(f"{before} {verb}" in reason for before in ":," for verb in ("Spend", "Sail", "Deliver"))
        built += any("build on" in reason for reason in found.reasons)
    assert built


def check_plans(state: State, question: Any, found: PlanHint) -> None:
    """Hold what is said of plans against what they were found to be worth."""
    view: Any = rules.view(state, question.seat)
    judged = judged_options(view, question)
    assert found.plan == judged.advised
    after = foresee(view, question.seat, found.plan).after
    now, then = standing(view).total[question.seat], standing(after).total[question.seat]
    told = f"{then} (was {now})" if then != now else f"{now}, unchanged"
    assert found.reasons[0].endswith((f"if the game ended now: {told}.", f"if the game ended then: {told}."))
    assert ("if the game ended then" in found.reasons[0]) == found.reasons[0].startswith("The whole turn gains")
    if len(judged.options) > 1:
        assert found.reasons[1].startswith(f"Chance to win against equal opponents: {percent(judged.chance(0))} (±")
        check_second(found.reasons[2], judged)
        instead = foresee(view, question.seat, judged.options[1]).after
        points = then - standing(instead).total[question.seat]
        assert (" point" in found.reasons[3]) == bool(points)


def judged_options(view: Any, question: Any) -> Options:
    """Return what the judge of decisions makes of the options, with the luck that the hints here have."""
    return weighed(DecisionPoint(view, None, question), Random(1), QUICK)  # type: ignore[arg-type]  # no tower


def check_second(told: str, judged: Options) -> None:
    what, chance = plan_text(judged.options[1]), percent(judged.chance(1))
    if told.startswith("The second-best choice"):
        lower = round(100 * judged.chance(0)) - round(100 * judged.chance(1))
        assert lower > 0 and told == second_choice(judged.chance(0), judged.chance(1), what)
        assert f" is {lower} percentage point" in told and told.endswith(f": {chance}.")
    else:
        assert told == f"Practically equal ({chance}): {what}."


@pytest.mark.slow
def test_where_no_action_is_asked_the_next_best_answer_is_told_with_its_chance() -> None:
    kinds = set()
    for turn in turns(Setup(2, "table"), Random(3)):
        verb = turn.before.pending[-1].verb
        if not isinstance(turn.question, OneOf) or verb == "turn" or len(choices(turn.question)) < 2:
            continue
        view: Any = rules.view(turn.before, turn.question.seat)
        found = hint(view, None, turn.question, Random(1), QUICK)  # type: ignore[arg-type]  # no tower
        kinds.add(verb)
        if verb in FIXED or is_last_turn(turn.before, turn.question.seat):
            assert len(found.reasons) == 1
            continue
        judged = judged_options(view, turn.question)
        assert judged.advised == (found.move,)
        check_second(found.reasons[1], judged)
        assert found.reasons[2].startswith(
            ("Right away, compared with the second-best choice: ", "Both options bring the same")
        )
    assert {"journey", "discard"} <= kinds


def test_more_playouts_are_told() -> None:
    for turn in turns(Setup(2), Random(3)):
        if isinstance(turn.question, OneOf) and turn.before.pending[-1].verb == "turn" and turn.before.turn == 9:
            view: Any = rules.view(turn.before, turn.question.seat)
            few, many = (
                hint(view, None, turn.question, Random(1), Budget(playouts=count))  # type: ignore[arg-type]  # no tower
                for count in (4, 12)
            )
            assert "from 4 simulated games" in few.reasons[1]
            assert "from 12 simulated games" in many.reasons[1]
            return


def test_favor_for_the_die_is_told_once_with_its_sum_where_the_last_of_it_is_spent() -> None:
    twice = plan_text((SpendFavor(-1), SpendFavor(-1), Sail(1)))
    assert twice == "spend 2 favor for 2 less on the die, sail with the second ship"
    bought = plan_text((SpendFavor(1), BuyFavor(), SpendFavor(1), Sail(0, 1)))
    assert bought == (
        "exchange 5 koku for 1 favor, spend 2 favor for 2 more on the die, sail with the first ship, 1 space more"
    )


def before_the_last_tile(lead: int) -> State:
    """Return a turn in which a build ends the game, whose seat has so many points more than the other."""
    for turn in turns(Setup(2), Random(5)):
        if isinstance(turn.question, OneOf) and turn.before.pending[-1].verb == "turn" and turn.before.turn > 12:
            state = turn.before.copy()
            seat = state.active
            state.era_1, state.era_2 = (), state.era_2[:1]
            state.players[seat].koku = 25
            state.players[seat].points = max(0, lead)
            state.players[1 - seat].points = max(0, -lead)
            return state
    raise AssertionError("no turn")


def test_the_game_is_ended_by_who_wins_by_it_and_by_nobody_who_is_behind() -> None:
    ahead, behind = before_the_last_tile(150), before_the_last_tile(-150)
    best = strong.best_plans(dealt(rules.view(ahead, ahead.active), Random(AS_ONE_DEAL)), ahead.active)[0]
    assert best.wins and isinstance(best.plan.moves[-1], Build)
    state = ahead
    for move in best.plan.moves:
        state = rules.play(state, ahead.active, move).state
    assert state.last_turn is not None
    others = strong.best_plans(dealt(rules.view(behind, behind.active), Random(AS_ONE_DEAL)), behind.active)
    assert not any(one.wins for one in others)


def test_an_advice_to_end_the_game_says_what_was_tried() -> None:
    state = before_the_last_tile(150)
    (question,) = rules.awaited(state)
    assert isinstance(question, OneOf)
    view: Any = rules.view(state, state.active)
    found = hint(view, None, question, Random(1), UNLIMITED)  # type: ignore[arg-type]  # no tower
    told = f"It ends the game: the others' last turns were simulated {DEALS} times, and you won every time."
    assert found.reasons[1] == told
    assert not any("simulated games" in reason for reason in found.reasons)

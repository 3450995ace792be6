"""Reasons for plans: what one thing done differently changes in the same playouts, and nothing that chance explains."""

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest
from msgspec import convert, json, to_builtins

from shogun.games.shogun.analysis import decisions
from shogun.games.shogun.analysis.decisions import before_plans
from shogun.games.shogun.analysis.hint import hint, plan_reasons
from shogun.games.shogun.analysis.swaps import (
    BID,
    MEASURES,
    as_laid,
    changed_fields,
    compare_swaps,
    cost_words,
    differences,
    next_best_uses,
    plan_reason_sentences,
    plan_swaps,
    swap_words,
    swaps_towards,
)
from shogun.games.shogun.rules.cards import ACTIONS, Action, Card
from shogun.games.shogun.rules.questions import March, Move, Plan, PlanQuestion
from shogun.players.review.decision_verdicts import NONE, DecisionPoint, Difference, Effect, Part
from shogun.players.review.swaps import Reasons, Swap, clear_swaps, effect_words
from shogun.players.review.words import contrast
from shogun.table.session import Budget
from tests.games.shogun.analysis.test_hint import started, to_planning
from tests.games.shogun.opponents.search.test_strategist import in_mid_season

SEAT = 2
CARDS: tuple[Card, ...] = ("Aki", "Ise", "Iyo", "Kai", "Kii", "Mino", "Noto", "Owari", 0, 1, 2, 3, 4)
QUESTION = PlanQuestion(0, "plan", CARDS, chests=3)


def plan_of(cards: Mapping[Action, Card], bid: Card | None = 0) -> Plan:
    return Plan(tuple(cards.get(action) for action in ACTIONS), bid)


WHOLE: dict[Action, Card] = {
    "castle": "Owari", "temple": 0, "theatre": 2, "rice": 4, "taxes": "Noto", "deploy5": "Ise", "deploy3": "Mino",
    "deploy1": "Iyo", "battle_a": 1, "battle_b": "Aki",
}  # fmt: skip
GIVEN = plan_of(WHOLE, bid=3)


def changed(one: Plan, other: Plan) -> dict[str, tuple[Card | None, Card | None]]:
    """Return what differs, by field."""
    names = (*ACTIONS, "bid")
    return {names[place]: (first, second) for place, first, second in differences(one, other)}


@cache
def point() -> DecisionPoint:
    session = to_planning(started(6))
    question = session.questions[SEAT]
    return DecisionPoint(before_plans(session.view(SEAT)), session.inside, question)


@cache
def good() -> Plan:
    asked = point()
    move = hint(asked.view, asked.inside, asked.question, Random(1), Budget(playouts=600)).move
    assert isinstance(move, Plan)
    return move


def exchanged(plan: Plan, one: Action, other: Action) -> Plan:
    """Return a plan in which two fields have each other's card."""
    first, second = ACTIONS.index(one), ACTIONS.index(other)
    fields = list(plan.fields)
    fields[first], fields[second] = fields[second], fields[first]
    return Plan(tuple(fields), plan.bid)


class TestSwaps:
    def test_each_adopts_one_thing_from_the_better_plan(self) -> None:
        better = plan_of({**WHOLE, "taxes": "Kii", "theatre": 3}, bid=2)
        found = [changed(GIVEN, swap) for swap in swaps_towards(QUESTION, GIVEN, better)]
        assert found == [{"bid": (3, 2)}, {"taxes": ("Noto", "Kii")}]

    def test_a_card_that_lies_elsewhere_changes_both_fields(self) -> None:
        better = plan_of({**WHOLE, "castle": "Kii", "taxes": "Owari"}, bid=3)
        found = [changed(GIVEN, swap) for swap in swaps_towards(QUESTION, GIVEN, better)]
        assert {"taxes": ("Noto", "Owari"), "castle": ("Owari", "Kii")} in found

    def test_where_chests_lie_on_actions_makes_no_difference(self) -> None:
        better = plan_of({**WHOLE, "rice": 1, "battle_a": 4}, bid=3)
        assert swaps_towards(QUESTION, GIVEN, better) == []
        assert swaps_towards(QUESTION, GIVEN, GIVEN) == []

    def test_only_legal_plans_are_swaps(self) -> None:
        asked = point()
        rng = Random(4)
        for _number in range(20):
            given, better = asked.question.sample(rng), asked.question.sample(rng)
            for swap in swaps_towards(asked.question, given, better):
                asked.question.verify(swap)
                assert swap != given
        for uses in next_best_uses(asked.view, asked.question, good()):
            for use in uses:
                asked.question.verify(use)


class TestComparing:
    def test_the_playouts_are_those_of_the_verdict(self) -> None:
        asked, seed = point(), "1/closer"
        given = exchanged(good(), "taxes", "castle")
        (swap,) = compare_swaps(asked, given, [good()], 40, Random(seed))
        shares = decisions.shares(asked, [given, good()], 40, seed)
        assert swap.gain.mean == pytest.approx(float((shares[1] - shares[0]).mean()), abs=1e-6)

    def test_a_terrible_card_is_named_with_its_cost_and_nothing_else(self) -> None:
        asked = point()
        idle = next(action for action in ACTIONS if not isinstance(good().on(action), str))
        assert isinstance(good().on("taxes"), str)
        terrible = exchanged(exchanged(good(), "taxes", idle), "battle_a", "battle_b")  # the latter changes little
        assert len(swaps_towards(asked.question, terrible, good())) > 1
        parts = decisions.parts(asked, terrible, good(), 100, "1/closer")
        part, *others = parts
        assert all(other.lost.mean < part.lost.mean / 5 for other in others)
        assert set(changed(good(), convert(part.instead, Plan))) == {"taxes", idle}
        assert part.lost.mean > 0.04
        words = cost_words(good(), part)
        assert f": −{round(100 * part.lost.mean)} percentage points" in words
        assert "Collect taxes" in words
        told = contrast(decisions, [terrible], [good()], "ABCD", [part])
        assert told.reasons == f"{words} No other single difference clearly matters."

    def test_a_kept_part_is_told_as_a_fresh_one(self) -> None:
        whole = Part(to_builtins(GIVEN), Difference(0.07, 0.01))
        kept = Part(json.decode(json.encode(whole.instead)), whole.lost)
        fresh, again = (contrast(decisions, [GIVEN], [good()], "ABCD", [part]) for part in (whole, kept))
        assert fresh == again and "No other" not in fresh.reasons, "there is nothing else"

    def test_only_what_was_laid_is_said_to_have_been(self) -> None:
        laid = plan_of({"deploy3": "Kii", "rice": "Kaga", "battle_a": "Noto"})
        better = plan_of({"deploy3": "Noto", "rice": "Kii", "taxes": "Aki"})
        swap = plan_of({"deploy3": "Kii", "rice": "Noto", "taxes": "Aki"})
        assert swap_words(swap, better) == "Confiscate rice in Noto and Deploy 3 in Kii, not the other way round"
        assert swap_words(as_laid(swap, laid, better), better) == "Deploy 3 in Kii rather than in Noto"
        idle, made_room = plan_of({"deploy1": "Noto", "taxes": "Aki"}), plan_of({"battle_b": "Noto", "taxes": "Aki"})
        assert swap_words(as_laid(idle, plan_of({"castle": "Noto"}), made_room), made_room) == (
            "nothing rather than Battle B in Noto"
        )

    def test_in_bad_plans_every_part_was_laid(self) -> None:
        asked = point()
        by_lot = asked.question.sample(Random(5))
        told = [convert(part.instead, Plan) for part in decisions.parts(asked, by_lot, good(), 40, "1/closer")]
        assert told, "a plan by lot is a bad one"
        laid = changed(by_lot, plan_of({}, bid=None))
        for plan in told:
            for field, (card, _better) in changed(plan, good()).items():
                assert laid.get(field, (None, None))[0] == card

    def test_what_costs_nothing_is_not_named(self) -> None:
        swaps = [
            Swap(plan_of({"taxes": "Kii"}), NONE),
            Swap(plan_of({"rice": "Kii"}), Difference(0.09, 0.05)),
            Swap(plan_of({"castle": "Kii"}), Difference(0.004, 0.0)),
            Swap(plan_of({"temple": "Kii"}), Difference(-0.2, 0.01)),
        ]
        assert clear_swaps(plan_of({}), swaps, changed_fields) == []
        assert [swap.gain.mean for swap in clear_swaps(plan_of({}), swaps, changed_fields, -1)] == [-0.2]

    def test_the_most_expensive_come_first_and_no_field_twice(self) -> None:
        costs = {"taxes": 0.05, "rice": 0.2, "castle": 0.03, "temple": 0.1, "theatre": 0.04}
        swaps = [Swap(plan_of({action: "Kii"}), Difference(cost, 0.01)) for action, cost in costs.items()]  # type: ignore[dict-item]
        again = Swap(plan_of({"rice": "Noto"}), Difference(0.15, 0.01))
        found = clear_swaps(plan_of({}), [*swaps, again], changed_fields)
        assert [swap.gain.mean for swap in found] == [0.2, 0.1, 0.05]

    def test_a_poor_march_is_named_with_its_cost_beside_the_better_one(self) -> None:
        game, question = in_mid_season(3)
        asked = DecisionPoint(game.view(question.seat), game.inside, question)
        marches = [move for move in question.moves if isinstance(move, March)]
        worth = [float(row.mean()) for row in decisions.shares(asked, marches, 40, "1")]
        better, poor = (marches[worth.index(pick(worth))] for pick in (max, min))
        (part,) = decisions.parts(asked, poor, better, 100, "2")
        assert convert(part.instead, Move) == poor and part.lost.mean > 0.005
        words = decisions.part_words([better], part)
        assert f"{poor.source} to {poor.target} rather than" in words and f"to {better.target}: −" in words
        assert decisions.parts(asked, better, poor, 100, "2") == (), "the better one costs nothing"


class TestHints:
    def test_the_reasons_that_matter_most_come_first(self) -> None:
        asked = point()
        swaps = plan_swaps(asked, good(), Random(2))
        assert 1 <= len(swaps.swaps) <= 2
        told = list(plan_reasons(asked, good(), Random(2), swaps))
        assert told[: len(swaps.swaps)] == list(plan_reason_sentences(good(), swaps))
        gains = [-swap.gain.mean for swap in swaps.swaps]
        assert gains == sorted(gains, reverse=True)
        assert all(swap.gain.is_clear for swap in swaps.swaps)
        assert all("percentage point" in sentence for sentence in plan_reason_sentences(good(), swaps))

    def test_a_card_that_has_a_better_use_comes_after_the_others_and_is_no_reason(self) -> None:
        asked, taxes = point(), ACTIONS.index("taxes")
        wasted = exchanged(good(), "taxes", next(a for a in ACTIONS if not isinstance(good().on(a), str)))
        swaps = plan_swaps(asked, wasted, Random(2))
        assert taxes in swaps.doubtful or swaps.doubtful
        doubtful = [ACTIONS[place] for place in swaps.doubtful if isinstance(place, int) and place != BID]
        cards = [
            reason for reason in plan_reasons(asked, wasted, Random(2), swaps)
            if any(f"in {card}: " in reason and "percentage" not in reason for card in wasted.fields)
        ]  # fmt: skip
        last = [wasted.on(action) for action in doubtful if isinstance(wasted.on(action), str)]
        assert {card for card in last if f"in {card}: " in " ".join(cards[-len(last) :])} == set(last)


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (plan_of({"taxes": "Kii"}), plan_of({"taxes": "Noto"}), "Collect taxes in Kii rather than in Noto"),
        (plan_of({"taxes": "Kii"}), plan_of({"rice": "Kii"}), "Collect taxes in Kii rather than Confiscate rice"),
        (plan_of({"taxes": "Kii"}), plan_of({}), "Collect taxes in Kii"),
        (plan_of({}), plan_of({"taxes": "Kii"}), "nothing rather than Collect taxes in Kii"),
        (plan_of({}, bid=3), plan_of({}, bid=1), "Bid 3 chests rather than 1 chest"),
        (
            plan_of({"taxes": "Kii", "rice": "Noto"}),
            plan_of({"taxes": "Noto", "rice": "Kii"}),
            "Confiscate rice in Noto and Collect taxes in Kii, not the other way round",
        ),
        (
            plan_of({"castle": 0}, bid="Kii"),
            plan_of({"castle": "Kii"}, bid=0),
            "Bid Kii rather than 0 chests, nothing instead of Build castle in Kii",
        ),
    ],
)  # fmt: skip
def test_a_swap_in_words(one: Plan, other: Plan, words: str) -> None:
    assert swap_words(one, other) == words


def test_costs_gains_and_effects_in_words() -> None:
    one, other = plan_of({"taxes": "Kii"}), plan_of({"taxes": "Noto"})
    gain, effect = Difference(-0.04, 0.01), Effect("chests", -1.94)
    reasons = Reasons((Swap(other, gain), Swap(other, Difference(-0.01, 0.001), effect)))
    plain, told = plan_reason_sentences(one, reasons)
    assert plain == "Collect taxes in Kii rather than in Noto: +4 percentage points."
    assert told == "Collect taxes in Kii rather than in Noto: +1 percentage point (chests +1.9)."
    part = Part(to_builtins(one), Difference(0.07, 0.01), Effect("risk of hunger", 0.1))
    assert (
        cost_words(other, part)
        == "Collect taxes in Kii rather than in Noto: −7 percentage points (risk of hunger +10 %)."
    )
    assert effect_words(Effect("place in turn order", -1.2), MEASURES) == "place in turn order −1.2"

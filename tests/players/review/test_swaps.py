"""Reasons of any game: which answers differ in one thing, what they change beyond chance, and the words for it."""

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec import Struct

from shogun.players.review.decision_verdicts import Difference, Effect, difference_of
from shogun.players.review.swaps import (
    Measure,
    Outcomes,
    Playouts,
    Reasons,
    Swap,
    clear_swaps,
    compared,
    effect_words,
    parts_of,
    reason_sentence,
    reason_sentences,
    reasons_for,
    towards,
    uses,
)

MEASURES = {"rice": Measure(1.0), "hunger": Measure(-5.0, is_share=True)}


class Order(Struct, frozen=True):
    """An answer made of two things."""

    dish: str
    drink: str


def differing(one: Order, other: Order) -> set[str]:
    return {name for name in ("dish", "drink") if getattr(one, name) != getattr(other, name)}


MENU = [Order(dish, drink) for dish in ("eel", "tofu", "rice") for drink in ("tea", "sake")]
EEL = Order("eel", "tea")


def test_playouts_that_share_something_make_an_error_larger() -> None:
    rng = np.random.default_rng(3)
    alike = rng.standard_normal(400)
    shared = alike + np.repeat(rng.standard_normal(16), 25)
    assert difference_of(alike).error == pytest.approx(1 / 20, rel=0.4)
    assert difference_of(shared).error == pytest.approx(1 / 4, rel=0.4)


def test_the_first_ways_to_do_each_thing_otherwise_are_looked_at() -> None:
    assert uses(MENU, EEL, differing, 9) == [[Order("eel", "sake")], [Order("tofu", "tea"), Order("rice", "tea")]]
    assert uses(MENU, EEL, differing, 1) == [[Order("eel", "sake")], [Order("tofu", "tea")]]


def test_one_thing_is_taken_from_another_answer() -> None:
    assert towards(MENU, EEL, Order("rice", "sake"), differing) == [Order("eel", "sake"), Order("rice", "tea")]
    assert towards(MENU, EEL, Order("rice", "tea"), differing) == [Order("rice", "tea")]
    assert towards([], EEL, Order("rice", "sake"), differing) == [Order("rice", "sake")], (
        "the whole, if nothing is legal"
    )


def outcomes(options: Sequence[Order], luck: float = 0.0) -> Outcomes:
    """Return playouts in which eel wins, and tea a little."""
    noise = np.random.default_rng(1).normal(size=(len(options), 400)) * luck
    worth = np.array([0.3 * (one.dish == "eel") + 0.1 * (one.drink == "tea") for one in options])
    shares = worth[:, None] + noise
    seen = np.stack([10 * shares, np.zeros_like(shares) + 0.2 * (worth[:, None] == 0.0)], axis=-1)
    return Outcomes(shares, seen)


def test_what_changes_most_in_the_direction_of_the_gain_is_named() -> None:
    swaps = [Order("eel", "sake"), Order("rice", "sake")]
    found = compared(outcomes([EEL, *swaps]), swaps, MEASURES)
    assert [(swap.gain.mean, swap.effect) for swap in found] == [
        (pytest.approx(-0.1), Effect("rice", pytest.approx(-1.0))),  # type: ignore[arg-type]
        (pytest.approx(-0.4), Effect("rice", pytest.approx(-4.0))),  # type: ignore[arg-type]
    ]
    blurred = compared(outcomes([EEL, *swaps], luck=20.0), swaps, MEASURES)
    assert clear_swaps(EEL, blurred, differing, -1) == [], "chance explains it"


def test_only_clear_differences_are_parts_the_biggest_first_and_each_thing_once() -> None:
    gains = {"tofu": -0.05, "rice": -0.2}
    swaps = [Swap(Order(dish, "tea"), Difference(gain, 0.01)) for dish, gain in gains.items()]
    swaps += [Swap(Order("eel", "sake"), Difference(-0.1, 0.01)), Swap(Order("eel", "milk"), Difference(-0.3, 0.2))]
    found = parts_of(EEL, swaps, differing)
    assert [(part.instead, part.lost.mean) for part in found] == [
        ({"dish": "rice", "drink": "tea"}, 0.2),
        ({"dish": "eel", "drink": "sake"}, 0.1),
    ]


def test_reasons_come_from_playouts_that_chose_nothing() -> None:
    asked: list[tuple[int, int]] = []

    def compare(others: Sequence[Order], playouts: int) -> list[Swap]:
        asked.append((len(others), playouts))
        return compared(outcomes([EEL, *others]), others, MEASURES)

    ways = uses(MENU, EEL, differing, 2)
    reasons = reasons_for(EEL, ways, compare, differing, Playouts(looked=40, compared=200, fewest=30).share(1.0))
    assert asked == [(3, 40), (2, 200)], "the best other way to do each thing is compared again"
    assert [swap.option for swap in reasons.swaps] == [Order("tofu", "tea"), Order("eel", "sake")]
    assert not reasons.doubtful
    assert reasons_for(EEL, [], compare, differing, (1, 1)) == Reasons()


def test_what_is_done_worse_than_in_another_way_is_doubtful() -> None:
    tofu = Order("tofu", "tea")

    def compare(others: Sequence[Order], _playouts: int) -> list[Swap]:
        return compared(outcomes([tofu, *others]), others, MEASURES)

    reasons = reasons_for(tofu, uses(MENU, tofu, differing, 2), compare, differing, (1, 1))
    assert reasons.doubtful == {"dish"}


def test_a_small_share_still_has_enough_playouts() -> None:
    assert Playouts(looked=40, compared=200, fewest=30).share(0.5) == (30, 100)


def test_reasons_in_words() -> None:
    swap = Swap(Order("tofu", "tea"), Difference(-0.062, 0.01), Effect("hunger", 0.1))
    (told,) = reason_sentences(Reasons((swap,)), lambda other: f"eel rather than {other.dish}", MEASURES)
    assert told == "Eel rather than tofu: +6 percentage points (hunger −10 %)."
    assert reason_sentence("tea", -0.01, None, MEASURES) == "Tea: −1 percentage point."
    assert effect_words(Effect("rice", 2.14), MEASURES) == "rice +2.1"

"""Chances that are shown together sum to 100 %."""

from random import Random

from shogun.base.confidence_intervals import percent, whole_percents


def test_what_is_rounded_together_sums_to_a_hundred() -> None:
    assert whole_percents([0.467, 0.036, 0.497]) == [47, 3, 50]
    assert whole_percents([1 / 3, 1 / 3, 1 / 3]) == [34, 33, 33]
    assert whole_percents([1.0, 0.0]) == [100, 0]
    assert whole_percents([]) == []


def test_a_percentage_has_a_space_before_its_sign() -> None:
    assert [percent(share) for share in (0.0, 0.046, 0.5, 1.0)] == ["0 %", "5 %", "50 %", "100 %"]


def test_no_share_is_rounded_by_a_whole_percent_and_more_is_never_less() -> None:
    rng = Random(1)
    for _draw in range(200):
        weights = [rng.random() ** 3 for _part in range(rng.randint(1, 6))]
        shares = [weight / sum(weights) for weight in weights]
        percents = whole_percents(shares)
        assert sum(percents) == 100
        assert all(abs(percent - 100 * share) < 1 for percent, share in zip(percents, shares, strict=True))
        ranked = [percent for _share, percent in sorted(zip(shares, percents, strict=True))]
        assert ranked == sorted(ranked)

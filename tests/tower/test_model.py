"""The quick outcome model: thrown cubes come out with 2/3, resting ones with 1/3, by seed alone."""

from collections import Counter

from shogun.tower import quick_drop


def test_it_repeats_and_does_not_know_the_order_of_colours() -> None:
    first = quick_drop({"red": 4, "blue": 3}, {"red": 6, "black": 2}, 17)
    assert first == quick_drop({"blue": 3, "red": 4}, {"black": 2, "red": 6}, 17)
    assert list(first) == sorted(first)


def test_no_more_comes_out_than_there_is() -> None:
    for seed in range(500):
        out = quick_drop({"red": 2, "blue": 1}, {"red": 1, "black": 3}, seed)
        assert all(0 < out[colour] <= {"red": 3, "blue": 1, "black": 3}[colour] for colour in out)


def test_the_chances_are_two_thirds_and_one_third() -> None:
    seeds = 4000
    total: Counter[str] = Counter()
    for seed in range(seeds):
        total.update(quick_drop({"old": 6}, {"new": 6}, seed))
    assert abs(total["new"] / (6 * seeds) - 2 / 3) < 0.012  # four standard deviations
    assert abs(total["old"] / (6 * seeds) - 1 / 3) < 0.012


def test_each_number_comes_out_as_often_as_the_binomial_says() -> None:
    seeds = 9000
    counts = Counter(quick_drop({}, {"red": 2}, seed).get("red", 0) for seed in range(seeds))
    assert [abs(counts[k] / seeds - chance) < 0.02 for k, chance in enumerate((1 / 9, 4 / 9, 4 / 9))] == [True] * 3


def test_nothing_thrown_into_nothing_is_nothing() -> None:
    assert quick_drop({}, {}, 1) == {}

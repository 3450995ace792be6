"""Exact numbers of ways in which kept games can go on: by the rules always, by the referee as far as that is quick."""

import pytest

from tests.golden.counting import SUBJECTS, Count, count_judged, kept_counts, ways
from tests.golden.kept import games, past

QUICK = 12
"""So many games are begun anew at most for the next number."""
by_position = pytest.mark.parametrize("count", kept_counts(), ids=lambda count: f"{count.game}-{count.line}")


@by_position
def test_the_rules_allow_so_many_ways(count: Count) -> None:
    one = next(one for one in past(games()[count.game]) if one.line.n == count.line)
    assert one.line.key == count.question
    assert [ways(one.before, depth + 1) for depth in range(len(count.ways))] == count.ways


@pytest.mark.slow
@by_position
def test_the_referee_allows_so_many_ways(count: Count) -> None:
    found = count_judged(count, QUICK)
    assert found == count.ways[: len(found)]


def test_every_kind_of_question_is_counted() -> None:
    assert {count.question.split("/")[0] for count in kept_counts()} == set(SUBJECTS)

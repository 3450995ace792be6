"""Which card goes on which field, beside SciPy's answers and beside all that are possible."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from shogun.games.shogun.opponents.planning.planner import Floats, best_pairs

FEW = st.sampled_from([-1e9, -1.0, 0.0, 0.0, 0.5, 1.0])
"""Numbers of which many are equal."""
ANY = st.floats(-1e12, 1e12)


@st.composite
def worths(draw: st.DrawFn, most: int = 12) -> Floats:
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most + 4))
    numbers = draw(st.sampled_from([FEW, ANY]))
    return np.array(draw(st.lists(numbers, min_size=rows * columns, max_size=rows * columns))).reshape(rows, columns)


@given(worths())
def test_it_pairs_as_scipy_does_ties_too(worth: Floats) -> None:
    rows, columns = linear_sum_assignment(worth, maximize=True)
    assert best_pairs(worth) == list(zip(rows.tolist(), columns.tolist(), strict=True))


@given(worths(most=3))
def test_no_other_pairs_are_worth_more(worth: Floats) -> None:
    found = sum(worth[pair] for pair in best_pairs(worth))
    tall = worth if worth.shape[0] >= worth.shape[1] else worth.T
    rows, columns = tall.shape
    most = max(
        sum(tall[row, column] for column, row in enumerate(order)) for order in permutations(range(rows), columns)
    )
    assert found == pytest.approx(most)


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0)])
def test_of_nothing_there_are_no_pairs(shape: tuple[int, int]) -> None:
    assert best_pairs(np.zeros(shape)) == []


def test_where_all_is_worth_the_same_each_row_gets_its_own_column() -> None:
    assert best_pairs(np.zeros((4, 6))) == [(row, row) for row in range(4)]


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="expected finite numbers"):
        best_pairs(np.array([[0.0, number]]))

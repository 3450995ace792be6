"""The code stays short, typed and documented; the bounds are the project's own."""

import pytest

from tests.house.figures import figures, functions


@pytest.mark.slow
def test_functions_are_short() -> None:
    found = figures()
    assert found.median <= 5, found
    assert found.ninety_percent <= 20, found
    assert found.longest <= 45, found


@pytest.mark.slow
def test_all_are_typed_and_the_public_ones_documented() -> None:
    untyped = [function.place for function in functions() if not function.is_typed]
    assert not untyped
    assert figures().documented >= 0.95

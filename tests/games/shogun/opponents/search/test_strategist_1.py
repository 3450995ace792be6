"""The first strategist, kept for comparison: it chooses as it did, and is offered to nobody who doesn't name it."""

import pytest

from shogun.games.shogun.opponents import codes, named, ranked, sentence, title
from tests.games.shogun.opponents.frozen_choices import choices, recorded


@pytest.mark.slow
def test_it_chooses_what_it_chose_when_it_was_frozen() -> None:
    assert list(choices()) == recorded()


def test_it_is_known_by_name_but_not_offered() -> None:
    assert named(["planner", "strategist-1"]) == (("planner", "strategist-1"), {})
    assert "strategist-1" not in (*codes(), *ranked())
    assert (title("strategist-1"), sentence("strategist-1")) == (
        "Old Shogun",
        "The first version of the strategist, kept for comparison.",
    )

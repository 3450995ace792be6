"""Whole games with the strongest opponents, known by their digests: every Python has to play the same."""

import pytest

from tests.players.whole_games import DIGESTS, GAMES, Whole, digest, no_floats_in_sums


@pytest.mark.slow
@pytest.mark.parametrize("whole", GAMES, ids=lambda whole: whole.code)
def test_the_strongest_opponents_play_the_very_same_game_everywhere(whole: Whole) -> None:
    assert digest(whole) == DIGESTS[whole.code]


def test_a_sum_of_floats_in_the_program_is_noticed() -> None:
    adds = "def add(numbers): return sum(numbers)"
    own: dict[str, object] = {"__name__": "shogun.games.some.opponents"}
    exec(adds, own)
    with no_floats_in_sums():
        assert sum([0.5, 0.25]) == 0.75, "outside of the program"
        assert own["add"]([1, 2]) == 3  # type: ignore[operator]
        with pytest.raises(AssertionError, match="fsum"):
            own["add"]([0.5, 1])  # type: ignore[operator]

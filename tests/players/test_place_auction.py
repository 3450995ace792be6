"""Bidding for places: everybody gets one, nobody pays more than it is worth, and prices settle."""

from random import Random

import pytest

from shogun.players.place_auction import Auction, auction

MOST = 40


def ended(state: Auction, worth: tuple[int, ...]) -> Auction:
    """Let wise players bid to the end."""
    while state.turn is not None:
        state = state.bid(*state.wise_bid(worth))
    return state


@pytest.mark.parametrize("seed", range(20))
def test_wise_players_end_where_nobody_would_rather_sit_elsewhere(seed: int) -> None:
    rng = Random(seed)
    worth = tuple(rng.randrange(20) for _place in range(rng.choice((2, 3, 4, 5))))
    state = ended(auction(len(worth), MOST), worth)
    assert set(state.holders) == set(range(len(worth)))
    gains = [value - points for value, points in zip(worth, state.points, strict=True)]
    assert max(gains) - min(gains) <= 1, "a point more would make any other place worse"
    assert min(state.points) == 0, "the last free place costs nothing"


def test_who_is_outbid_bids_next_and_a_free_place_costs_nothing() -> None:
    state = auction(3, MOST).bid(1, 0)
    assert (state.turn, state.least(1), state.least(2)) == (1, 1, 0)
    state = state.bid(1, 4)
    assert (state.turn, state.holders, state.points) == (0, (None, 1, None), (0, 4, 0))
    state = state.bid(0, 0)
    assert state.turn == 2
    state = state.bid(2, 0)
    assert state.turn is None and state.holders == (0, 1, 2)


@pytest.mark.parametrize(("place", "points"), [(1, 4), (1, MOST + 1), (0, -1)])
def test_a_bid_must_be_higher_and_within_the_limit(place: int, points: int) -> None:
    state = auction(3, MOST).bid(1, 4)
    assert not state.may_bid(place, points)
    with pytest.raises(ValueError, match="nobody may bid"):
        state.bid(place, points)


def test_nobody_is_left_without_a_place_when_bids_reach_the_limit() -> None:
    state = ended(auction(4, 3), (30, 0, 0, 0))
    assert set(state.holders) == {0, 1, 2, 3} and max(state.points) <= 3


def test_somebody_who_pays_too_much_spoils_nothing_for_the_others() -> None:
    worth = (6, 0, 12, 12)
    state = ended(auction(4, MOST).bid(1, 20), worth)
    assert state.holders[1] == 0 and state.points[1] == 20
    rest = [worth[place] - state.points[place] for place in (0, 2, 3)]
    assert max(rest) - min(rest) <= 1

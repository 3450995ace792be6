"""The board's data files are consistent with each other and with what their headers say."""

from collections import Counter

import pytest

from tests.assets.loading import toml

ADJACENCY = toml("shogun/board/adjacency.toml")
PROVINCES = {province["name"]: province for province in toml("shogun/board/provinces.toml")["province"]}
SETUPS = toml("shogun/board/setups.toml")


@pytest.mark.parametrize(("key", "pairs"), [("land", 91), ("sea_sun", 6), ("sea_moon_assumed", 6)])
def test_borders_and_routes_join_known_provinces_once_and_in_alphabetical_order(key: str, pairs: int) -> None:
    listed = [tuple(pair) for pair in ADJACENCY[key]]
    assert len(listed) == pairs
    assert listed == sorted(set(listed))
    assert all(first < second and {first, second} <= set(PROVINCES) for first, second in listed)


@pytest.mark.parametrize("sea", ["sea_sun", "sea_moon_assumed"])
@pytest.mark.parametrize("side", ["sun", "moon"])
def test_every_province_can_be_reached_also_without_those_left_out(side: str, sea: str) -> None:
    for left_out in (set(), {name for name, province in PROVINCES.items() if side in province["out_of_3p"]}):
        pairs = [set(pair) for pair in (*ADJACENCY["land"], *ADJACENCY[sea]) if not left_out & set(pair)]
        reached = {"Settsu"}
        while more := {name for pair in pairs if pair & reached for name in pair - reached}:
            reached |= more
        assert reached == set(PROVINCES) - left_out


def test_there_are_45_provinces_in_alphabetical_order() -> None:
    assert len(PROVINCES) == 45
    assert list(PROVINCES) == sorted(PROVINCES)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_province_stands_twice_in_a_line_up(players: int) -> None:
    seats = SETUPS[f"players_{players}"]
    assert len(seats) == players
    taken = Counter(name for seat in seats for name in seat)
    assert set(taken.values()) == {1}
    assert set(taken) <= set(PROVINCES)


def test_the_line_up_of_three_leaves_the_fan_provinces_of_the_sun_side_alone() -> None:
    taken = {name for seat in SETUPS["players_3"] for name in seat}
    assert not [name for name in taken if "sun" in PROVINCES[name]["out_of_3p"]]

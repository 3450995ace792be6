"""Everything that the board, the cards and the clans show has its Japanese name, and nothing else has one."""

import unicodedata
from typing import get_args

import pytest

from shogun.games.shogun.rules import cards
from tests.assets.loading import toml

NAMES = toml("shogun/board/names.toml")
PROVINCES = toml("shogun/board/provinces.toml")["province"]


def plain(text: str) -> str:
    """Return a text without the marks of long vowels."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


def is_kanji(text: str) -> bool:
    """Return whether a text is of kanji alone."""
    return bool(text) and all(unicodedata.name(sign).startswith("CJK UNIFIED") for sign in text.replace(" ", ""))


@pytest.mark.parametrize(
    ("section", "keys"),
    [
        ("province", [province["name"] for province in PROVINCES]),
        ("region", sorted({province[side] for province in PROVINCES for side in ("region_sun", "region_moon")})),
        ("clan", cards.COLOURS),
        ("season", cards.SEASONS),
        ("action", cards.ACTIONS),
        ("special", cards.SPECIALS),
        ("side", ("sun", "moon")),
        ("year", ("1", "2")),
    ],
)
def test_every_key_has_a_name_and_no_other_is_named(section: str, keys: list[str]) -> None:
    assert sorted(NAMES[section]) == sorted(keys)
    for entry in NAMES[section].values():
        assert is_kanji(entry["kanji"]), entry


def test_pieces_of_the_board_have_names() -> None:
    pieces = {*get_args(cards.Building), "revolt", "chest", "rice", "army", "tower", "shogun", "daimyo"}
    assert pieces == set(NAMES["piece"])
    assert is_kanji(NAMES["peasants"]["kanji"])


def test_readings_of_provinces_are_their_printed_names() -> None:
    spelling = {"Tamba": "Tanba"}
    for name, entry in NAMES["province"].items():
        assert plain(entry["reading"]) == spelling.get(name, name.split("-")[0])


@pytest.mark.parametrize("section", ["province", "region", "clan", "season", "action", "special"])
def test_no_two_bear_the_same_kanji(section: str) -> None:
    kanji = [entry["kanji"] for entry in NAMES[section].values()]
    assert len(set(kanji)) == len(kanji)


def test_every_clan_has_a_crest_of_its_own() -> None:
    crests = [clan["mon"] for clan in NAMES["clan"].values()]
    assert len(set(crests)) == len(crests)

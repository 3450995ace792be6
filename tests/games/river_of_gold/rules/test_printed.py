"""The data file: what is wrong with one is said in a sentence with its line, and what is expected."""

import re
from collections.abc import Iterator

import pytest

from shogun.game.errors import ComponentsError
from shogun.games.river_of_gold.rules.components import (
    CUSTOMERS,
    FILE,
    LIMITS,
    TILES,
    TRACKS,
    Gain,
    parse,
    touching_regions,
)

TEXT = FILE.read_text("utf-8")


def line_of(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1


def test_the_file_as_it_is_shipped_describes_the_game() -> None:
    assert len(parse(TEXT).tile) == 49
    assert (len(TILES), len(CUSTOMERS), LIMITS.favor_limit_most) == (49, 30, 6)


def test_gains_keep_the_order_in_which_they_are_written() -> None:
    assert TILES["a06"].owner == (Gain("favor", 1), Gain("points", 1))
    assert TILES["a04"].owner == (Gain("koku_per", 1, "port"),)


def test_the_second_space_of_a_track_has_the_good_of_its_region() -> None:
    assert [TRACKS[region][2] for region in (1, 2, 3)] == [(Gain("porcelain", 1),), (Gain("rice"),), (Gain("silk"),)]


def test_a_river_space_touches_the_regions_of_its_four_shores() -> None:
    assert [touching_regions(space) for space in (1, 2, 8, 14)] == [(1,), (1, 2), (3, 4), (6,)]


TILE_A05 = TEXT[TEXT.index('[[tile]]\nid = "a05"') : TEXT.index('[[tile]]\nid = "a06"')]


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        (TILE_A05, "", "era_1_tiles = 24", "era_1_tiles: 23 are described, but there must be 24"),
        ("era_1_tiles = 24", "era_1_tiles = 25", "era_1_tiles = 25", "24 are described, but there must be 25"),
        ("owner = { favor = 1, points = 1 }", "owner = { favour = 1 }", "owner = { favour", "unknown effect 'favour'"),
        ('{ koku_per = "port" }', '{ koku_per = "boat" }', '{ koku_per = "boat"', "Invalid"),
        ('{ koku_per = "port" }', "{ koku_per = 3 }", "{ koku_per = 3", "name what is counted"),
        ("visitor = { silk = 1, customer = 1 }", 'visitor = { silk = "1" }', 'visitor = { silk = "1"', "whole number"),
        ('id = "a06"', 'id = "a05"', None, "tile 'a05' is listed twice"),
        ('ship = "shift_die"', 'ship = "fly"', 'ship = "fly"', "Invalid enum value"),
        ('ability = "set_die"', 'ability = "cheat"', 'ability = "cheat"', "Invalid enum value"),
        ("different_customers = 3", "nice_customers = 3", "nice_customers", "Invalid enum value"),
        ("shores = [1, 2, 3, 4]", "shores = [1, 2, 3, 5]", None, "must be the ones that list it"),
        ("shores = [1, 2, 3, 4]", "shores = [1, 2, 3, 44]", None, "must"),
        ('start = "imperial"', 'start = ""', None, "there must be 3"),
        ("silk = 2, rice = 1, porcelain = 2 }\ninfluence = 0", "silk = 2 }", None, "influence"),
        ('kind = "elder"', 'kind = "monk"', None, "must"),
        ("koku = [7, 8, 9, 10]", "koku = [7, 8, 9]", "koku = [7, 8, 9]", "each of the 4 players"),
        ("[limits]", "[limits", None, "isn't valid TOML"),
        ("hand = 2\n", "hand = 2\nfoot = 2\n", None, "unknown field"),
        ('clan = "crab"', 'clan = "crane"', None, "must have two patrons"),
        ("influence = 18", "influence = 99", "influence = 99", "influence is 99: it must be 18"),
        ("row_slots = 4", "row_slots = 5", "row_slots = 5", "row_slots is 5: it must be 4"),
        ("favor_start = 2", "favor_start = 4", "favor_start = 4", "favor_start is 4: it must be at most 3"),
        ("upper = 1 ", "upper = 15 ", "upper = 15", "upper is 15: it must be at most 14"),
        ("middle = 8", "middle = 0", "middle = 0", "middle is 0: it must be at least 1"),
        ("koku = [7, 8, 9, 10]", "koku = [7, 8, 9, 26]", "koku = [7, 8, 9, 26]", "koku is 26: it must be at most 25"),
        ("visitor = { silk = 1, customer = 1 }", "visitor = { silk = 7 }", "visitor = { silk = 7", "at most 6"),
        ("flower = 11", "flower = 12", "flower = 12", "flower is 12: it must be 11"),
        ("goods_per_point = 3", f"goods_per_point = {'9' * 4000}", "goods_per_point = 9", "must be at most 100"),
        ("space = 5", "space = 2", "space = 2\ngain = { koku", "must be more than 2"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, at: str | None, said: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    with pytest.raises(ComponentsError) as refused:
        parse(text)
    sentence = str(refused.value)
    assert said in sentence
    assert "\n" not in sentence
    found = re.search(r"line (\d+)", sentence)
    assert found, sentence
    if at is not None:
        assert int(found[1]) == line_of(text, at), sentence


@pytest.mark.parametrize("header", sorted(set(re.findall(r"(?m)^\[\[\w+\]\]", TEXT))))
def test_no_table_can_be_left_out(header: str) -> None:
    start = TEXT.index(header)
    end = TEXT.find("\n[[", start + 1)
    with pytest.raises(ComponentsError):
        parse(TEXT[:start] + TEXT[end + 1 :])


@pytest.mark.parametrize("text", ["", "tile = 3", "[counts]\ndice = 4", "tile = [1]", "[tile]\nid = 3"])
def test_any_other_file_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ComponentsError):
        parse(text)


def numbers_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the first number of each key of each table stands, and where it ends."""
    table, known = "", set[tuple[str, str]]()
    for line in re.finditer(r"(?m)^(?!#)[^\n\"#]*", text):
        if header := re.match(r"\[+(\w+)", line[0]):
            table = header[1]
        for number in re.finditer(r"(\w+) = \[?(-?\d+)", line[0]):
            if (table, number[1]) not in known:
                known.add((table, number[1]))
                yield line.start() + number.start(2), line.start() + number.end(2)


@pytest.mark.slow
@pytest.mark.parametrize("number", ["-1", "1001", "1" * 30, "1" * 5000])
def test_no_number_is_far_out_of_what_there_can_be(number: str) -> None:
    places = list(numbers_of(TEXT))
    assert len(places) > 60
    for start, end in places:
        with pytest.raises(ComponentsError):
            parse(TEXT[:start] + number + TEXT[end:])

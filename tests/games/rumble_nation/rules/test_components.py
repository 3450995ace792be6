"""The data file: what is wrong with one is said in a sentence, and what is expected."""

import pytest

from shogun.game.errors import ComponentsError
from shogun.games.rumble_nation.rules.components import FILE, parse

TEXT = FILE.read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "Kyo"', 'name = "Kyoto"', "there is no area called 'Kyo'"),
        ("large_castles = [2, ", "large_castles = [", "11 areas are described, but there must be 10"),
        ("[[tactics]]", "[[tacticz]]", "unknown field `tacticz`"),
        ("soldiers = 18", 'soldiers = "18"', "Expected `int`"),
        ("[pieces]", "[pieces", "line"),
        ("soldiers = 18", "soldiers = 99999", "soldiers is 99999: it must be at most 100"),
        ("soldiers = 18", f"soldiers = {'9' * 5000}", "digits"),
        ("large_castles = [2, 3", "large_castles = [2, 2", "large_castles is 2: it must be 3"),
        ("small_castles = [1, 1", "small_castles = [1, 2", "small_castles is 2: it must be 1"),
        ("supports = 30", "supports = 25", "supports is 25: it must be at least 26"),
        ("dice = 3", "dice = 4", "dice is 4: it must be 3"),
        ("soldiers_by_die = [1", "soldiers_by_die = [0", "soldiers_by_die is 0: it must be at least 1"),
        ("daimyo_strength = 2", "daimyo_strength = -2", "daimyo_strength is -2: it must be at least 1"),
        ("katana = [3, 2, 1]", "katana = [3, 3, 1]", "katana is 3: it must be 2"),
        ("tactics = 5", "tactics = 13", "tactics is 13: it must be at most 12"),
        ("daimyo_cards = 5", "daimyo_cards = 3", "daimyo_cards is 3: it must be at least 4"),
        ("y = 645", "y = 6450", "y is 6450: it must be at most 700"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentsError) as refused:
        parse(TEXT.replace(old, new, 1))
    assert said in str(refused.value)
    if " is " in said and "called" not in said:
        assert str(refused.value).startswith(f"line {TEXT[: TEXT.index(old)].count(chr(10)) + 1}: ")
    assert "\n" not in str(refused.value)

"""The data file: what is wrong with one is said in a sentence, and what is expected."""

import pytest

from shogun.game.errors import ComponentsError
from shogun.games.rumble_nation.rules.components import FILE, parse

TEXT = FILE.read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "Kyo"', 'name = "Kyoto"', "no area is called 'Kyo'"),
        ("large_castles = [2, ", "large_castles = [", "11 areas are described, expected 10"),
        ("[[tactics]]", "[[tacticz]]", "unknown field `tacticz`"),
        ("soldiers = 18", 'soldiers = "18"', "Expected `int`"),
        ("[pieces]", "[pieces", "line"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentsError) as refused:
        parse(TEXT.replace(old, new, 1))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)

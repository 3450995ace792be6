"""The example in the manual that plays a game by the rules alone runs as it stands."""

import re

import pytest

from tests.manual_pages import text


def test_the_manuals_example_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```python\n(.*?)```", text("program/event_card"), re.DOTALL)
    assert found is not None
    exec(compile(found[1], "event_card.md", "exec"), {})
    assert capsys.readouterr().out.startswith("Result(winners=(")

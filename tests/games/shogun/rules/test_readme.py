"""The example in the room's README runs as it stands."""

import re
from pathlib import Path

import pytest

import shogun.games.shogun.rules


def test_the_readmes_example_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(shogun.games.shogun.rules.__file__).parent / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    exec(compile(found[1], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("Result(winners=(")

"""The code that the manual shows for notebooks runs, and gives what its comments say."""

import re
from typing import Any

import pytest

from shogun.tower.record.vector_picture import Picture
from tests.manual_pages import text

TEXT = text("towers/python")


@pytest.mark.slow
def test_the_code_for_notebooks_runs() -> None:
    found = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(found) == 1
    names: dict[str, Any] = {}
    exec(compile(found[0], "python.md", "exec"), names)
    tower, poses, looks, density = names["tower"], names["poses"], names["looks"], names["result"].density
    assert names["flatter"].baffles[0].tilt == 17.5 != tower.baffles[0].tilt
    assert poses.shape == (names["second"].recording.frames, len(names["second"].recording.colours), 3)
    assert names["contacts"].shape[1] == 4
    assert density.cubes.shape == looks.ages.shape == (len(density.y_edges) - 1, len(density.x_edges) - 1)
    assert looks.contacts.shape[1] == 2
    shown = names["picture"](tower, names["second"].resting)
    assert isinstance(shown, Picture)
    assert shown._repr_svg_().startswith("<svg ")

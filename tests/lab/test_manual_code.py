"""The code that the manual shows for notebooks runs, and gives what its comments say."""

import re
from typing import Any

import pytest

from shogun.tower.vector_picture import Picture
from tests.manual_pages import text

TEXT = text("towers/python")


@pytest.mark.slow
def test_the_code_for_notebooks_runs() -> None:
    found = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(found) == 3
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


@pytest.mark.slow
def test_the_statistics_of_ones_own_are_measured() -> None:
    names: dict[str, Any] = {}
    exec(compile(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[1], "python.md", "exec"), names)
    result, tilts = names["result"], names["tilts"].to_columns()
    assert 0 < result.of("unlucky").mean < 0.5 < result.of("touches_of_eight").mean < 3
    assert {"unlucky", "unlucky_error", "touches_of_eight", "touches_of_eight_error"} <= tilts.keys()


@pytest.mark.slow
def test_a_search_is_judged_by_whoever_asks() -> None:
    pytest.importorskip("cmaes")
    names: dict[str, Any] = {}
    exec(compile(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[2], "python.md", "exec"), names)
    assert 14 <= names["looking"].best["ledges.tilt"] <= 22
    assert 0 < names["looking"].least < 100

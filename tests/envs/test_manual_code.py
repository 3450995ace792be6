"""The code of the manual's page of agents runs as it stands there."""

from typing import Any

import pytest

from tests.manual_pages import blocks, text


@pytest.mark.slow
def test_an_episode_is_played_and_a_tower_is_measured() -> None:
    assert 'tower="model:classic"' in text("program/agents")
    episode, design = (block.code for block in blocks("program/agents") if block.language == "python")
    played: dict[str, Any] = {}
    exec(episode, played)  # what readers copy
    assert played["env"].agents == []
    measured: dict[str, Any] = {}
    exec(design, measured)
    assert -1 < measured["reward"] <= 2

"""The code of the manual's page of agents runs as it stands there."""

import re
from importlib import import_module
from typing import Any

import pytest

from tests.manual_pages import blocks, text


@pytest.mark.slow
def test_an_episode_is_played_and_a_tower_is_measured() -> None:
    assert 'tower="model:classic"' in text("program/agents")
    episode, design, _vector = (block.code for block in blocks("program/agents") if block.language == "python")
    played: dict[str, Any] = {}
    exec(episode, played)  # what readers copy
    assert played["env"].agents == []
    measured: dict[str, Any] = {}
    exec(design, measured)
    assert -1 < measured["reward"] <= 2


@pytest.mark.slow
def test_many_games_are_played_at_once() -> None:
    *_others, vector = (block.code for block in blocks("program/agents") if block.language == "python")
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(vector.replace("processes=2", "processes=1"), names)
    assert names["observations"]["action_mask"].shape == (16, 70)


def shapes_told(game: str, players: int) -> dict[str, tuple[int, ...]]:
    """The shapes that the table of a game tells, for so many players."""
    table = text("program/agents").partition(f"| `from shogun.envs import {game}`")[2].partition("\n\n")[0]
    told: dict[str, tuple[int, ...]] = {}
    for line in table.splitlines():
        names, _bar, shapes = line.strip("| ").partition(" | ")
        found = re.findall(r"\(([^()]*)\)", shapes.partition(" with ")[0].partition(";")[0])
        for name, shape in zip(re.findall(r"`(\w+)`", names), found, strict=False):
            terms = [re.sub("n", str(players), term) for term in shape.split(",") if term.strip()]
            told[name] = tuple(sum(int(number) for number in term.split("+")) for term in terms)
    return told


@pytest.mark.parametrize("game", ["shogun_v0", "rumble_nation_v0", "river_of_gold_v0"])
def test_the_tables_tell_the_shapes(game: str) -> None:
    env = import_module(f"shogun.envs.{game}").env(4)
    spaces = env.observation_space("seat_0").spaces
    assert shapes_told(game, 4) == {name: space.shape for name, space in spaces.items()}
    assert f"`Discrete({env.action_space('seat_0').n})`" in text("program/agents")

"""The toys of the tests as environments: whatever is general knows none of the three games."""

import warnings
from collections.abc import Iterator

import pytest
from pettingzoo.test import api_test, seed_test

from shogun.envs.agent_environment import GameEnvironment, Terms
from shogun.game.protocol import AnyGame
from shogun.games import Game
from tests.envs.forms import steps
from tests.table.dice import GAME as DICE
from tests.table.tossing import GAME as TOSSING

TOYS = (DICE, TOSSING)


class Bare(Game):
    """The toy without anything but its rules."""

    code = "toy"
    name = "Toy"

    @property
    def rules(self) -> AnyGame:
        return TOSSING.rules


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The library's tests warn of observations that are dictionaries."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def made(entry: Game) -> GameEnvironment:
    return GameEnvironment(entry, 2, {}, Terms(tower="model", rewards="points", render_mode="ansi"))


@pytest.mark.parametrize("entry", TOYS, ids=lambda entry: entry.code)
def test_pettingzoo_finds_no_fault(entry: Game) -> None:
    api_test(made(entry), num_cycles=50)
    seed_test(lambda: made(entry), num_cycles=30)


@pytest.mark.parametrize("entry", TOYS, ids=lambda entry: entry.code)
def test_the_same_seed_gives_the_game_of_a_table(entry: Game) -> None:
    env = made(entry)
    for agent, observation, _action in steps(env, 3):
        assert env.observation_space(agent).contains(observation)
        assert env.render()
    session = env.game.session(["Aki", "Bizen"])
    env.game.catch_up(session, 0)
    assert session.state == env.game.state
    assert session.result == env.game.rules.result(env.game.state)


def test_a_game_without_an_encoding_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"^Toy brings no encoding for agents$"):
        GameEnvironment(Bare(), 2, {}, Terms())

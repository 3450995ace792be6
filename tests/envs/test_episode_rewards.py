"""What agents are rewarded with."""

import pytest
from msgspec import Struct

from shogun.envs.agent_environment import REWARDS


class Ended(Struct, frozen=True):
    """How a game ended."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


@pytest.mark.parametrize(
    ("name", "result", "rewards"),
    [
        ("win_share", Ended((1,), (3, 9, 6)), [0, 1, 0]),
        ("win_share", Ended((1, 2), (3, 9, 9)), [0, 0.5, 0.5]),
        ("points", Ended((1,), (3, 9, 6)), [3, 9, 6]),
        ("win_share_difference", Ended((1,), (3, 9)), [-1, 1]),
        ("win_share_difference", Ended((1, 2), (3, 9, 9)), [-0.5, 0.25, 0.25]),
        ("points_difference", Ended((1,), (3, 9, 6)), [-4.5, 4.5, 0]),
    ],
)
def test_rewards(name: str, result: Ended, rewards: list[float]) -> None:
    assert REWARDS[name](result) == rewards

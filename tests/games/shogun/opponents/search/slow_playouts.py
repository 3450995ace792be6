"""A clock that goes on by what is done, so that what a search makes of its time doesn't depend on the computer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from msgspec import Struct

from shogun.games.shogun.opponents.rollouts.rollout import Scenario


class Clock(Struct):
    """Seconds that have passed."""

    now: float = 0.0
    playouts: int = 0


@contextmanager
def slow_playouts(seconds: Callable[[int], float], dealing: float = 0.0) -> Iterator[Clock]:
    """Let the n-th playout take so long, and each new scenario `dealing` seconds; nothing else takes any time."""
    clock = Clock()
    play_out, deal = Scenario.play_out, Scenario.__init__

    def played(scenario: Scenario, move: object) -> object:
        clock.now += seconds(clock.playouts)
        clock.playouts += 1
        return play_out(scenario, move)  # type: ignore[arg-type]

    def dealt(scenario: Scenario, *given: object) -> None:
        clock.now += dealing
        deal(scenario, *given)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shogun.games.shogun.opponents.search.strategist.time.perf_counter", lambda: clock.now)
        patch.setattr(Scenario, "play_out", played)
        patch.setattr(Scenario, "__init__", dealt)
        yield clock

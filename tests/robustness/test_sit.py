"""The short form of `sit.py`, and how its figures are judged."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.robustness.sit import Held, Played, held_now, judged, sitting


@pytest.mark.slow
def test_the_window_plays_game_after_game() -> None:
    told: list[Played] = []
    games = sitting(4.0, 1, 1, told.append)
    assert games == told and len(games) == 1
    assert all(game.frames > 20 for game in games)


def test_growing_memory_and_slower_frames_are_noticed() -> None:
    def games(megabytes: float, slower: float, every: int = 1000) -> list[Played]:
        return [
            Played(n / 10, 100 + megabytes * n / 100, 50, 2 + slower * n / 450, Held(9, 3, n // every))
            for n in range(1, 451)
        ]

    good = judged(games(0.5, 0.1), 45.0)
    assert good.is_good and good.games == 450 and good.frames == 22_500
    assert good.growth == pytest.approx(0.5)
    assert not judged(games(1.5, 0.1), 45.0).is_good
    assert not judged(games(0.5, 2.0), 45.0).is_good
    assert not judged(games(0.5, 0.1, every=50), 45.0).is_good
    assert "9 descriptors, 3 threads, 9 children at the end" in str(judged(games(0.5, 0.1, every=50), 45.0))
    assert "+1.50 MB a hundred games" in str(judged(games(1.5, 0.1), 45.0))
    few = judged(games(9.0, 9.0)[:3], 0.3)
    assert few.is_good and few.growth is None and "no error" in str(few)


@pytest.mark.skipif(sys.platform != "linux", reason="it can't be told here")
def test_what_a_process_holds_is_counted(tmp_path: Path) -> None:
    before = held_now()
    with (tmp_path / "file").open("wb"), subprocess.Popen(["sleep", "60"]) as child:
        now = held_now()
        child.kill()
    assert (now.descriptors, now.children) == (before.descriptors + 1, before.children + 1)
    assert held_now() == before

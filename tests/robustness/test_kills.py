"""The short form of `kills.py`, and that it would notice a loss."""

import os
from pathlib import Path

import pytest

from tests.robustness import kills

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


@pytest.mark.slow
def test_nothing_that_was_acknowledged_is_lost_by_kills(tmp_path: Path) -> None:
    tally = kills.run(8, 4, 5, tmp_path)
    assert tally.kills + tally.games >= 10
    assert tally.lines > 50


def test_a_loss_would_be_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    session = kills.game_at(path, 1)
    while session.chance is not None:
        told = session.advance().n
    session.close()
    assert not kills.check(path, told)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.raises(kills.Loss, match=f"line {told} was told"):
        kills.check(path, told)
    path.unlink()
    with pytest.raises(kills.Loss, match="there is no journal"):
        kills.check(path, told)

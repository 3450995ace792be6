"""The short form of `drops.py`, and that it would notice a cube that is lost or strays."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from shogun.tower import load_tower
from shogun.tower.physics.throw import drop
from shogun.tower.resting_cubes import RestingCube
from tests.robustness import drops


@pytest.mark.slow
def test_no_cube_is_lost_or_strays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drops, "WATCHED", 5)
    monkeypatch.setattr(drops, "CHAIN", 20)
    total = drops.Total(1, runs=[[]])
    for number in range(4):
        total.add(drops.chain(1, number))
    assert total.flaws == []
    assert sum(total.towers.values()) == 80 and len(total.towers) > 1
    assert total.counted["watched"] == 16 and total.counted["moments"] > 1000


def test_what_is_wrong_is_noticed() -> None:
    tower, thrown = load_tower("classic"), {"red": 6, "blue": 6}
    fallen = drop(tower, (), thrown, 1)
    assert drops.flaws_of(tower, (), thrown, fallen) == []
    lost = replace(fallen, resting=fallen.resting[1:])
    assert len(drops.flaws_of(tower, (), thrown, lost)) == 1
    repainted = replace(fallen, out={"green": sum(fallen.out.values())})
    assert len(drops.flaws_of(tower, (), thrown, repainted)) == 1
    strayed = replace(fallen, resting=(*fallen.resting[1:], RestingCube(fallen.resting[0].colour, 1000.0, 5.0, 0.0)))
    assert "lies outside" in drops.flaws_of(tower, (), thrown, strayed)[0]
    found, none = drops.attempt(tower, (), {"red": -1}, 1, watches=False, counted=Counter())
    assert none is None and found[0].startswith("DropError")


def test_runs_add_up_and_memory_is_told_as_it_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drops, "CHAIN", 2)
    whole, parts = drops.Total(3), drops.Total(3)
    drops.drop_all(whole, 4, 1, lambda _total: None)
    drops.drop_all(parts, 2, 1, lambda _total: None)
    drops.drop_all(parts, 4, 1, lambda _total: None)
    assert len(parts.runs) == 2 and parts.counted == whole.counted and parts.towers == whole.towers
    assert drops.slope_of([[9.0] * 4 + [1.0, 2.0, 3.0], [9.0] * 4 + [8.0, 10.0]]) == pytest.approx(6 / 5)
    assert drops.slope_of([[1.0] * 5]) is None

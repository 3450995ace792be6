"""How long cubes stay by place: made-up chains whose stays are known, the real tower, Ctrl-C, and the command."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from shogun.cli import main as run
from shogun.lab import LabError
from shogun.lab.measuring.battle_counting import Battle
from shogun.lab.measuring.battle_records import record
from shogun.lab.measuring.chains import Task
from shogun.lab.measuring.residence import (
    ChainStays,
    Piece,
    Places,
    Residence,
    _Follower,
    _together,
    followed,
    residence,
)
from shogun.lab.running.executors import executor
from shogun.tower import Geometry
from shogun.tower.physics.throw import Drop
from shogun.tower.resting_cubes import RestingCube


class Fields:
    """Places that are told by the sign of x."""

    def of(self, x: float, _y: float) -> str:
        return "left" if x < 0 else "right"


def chain(seed: int, battles: int = 400) -> ChainStays:
    """Return a chain of a tower in which half of the cubes fall through, a left one stays long, a right one not."""
    rng, resting = random.Random(seed), list[RestingCube]()
    follower = _Follower(Fields())  # type: ignore[arg-type]  # all that is asked of places
    for number in range(-20, battles):
        names = [f"a{number}.{one}" for one in range(4)]
        gone = {cube.colour for cube in resting if rng.random() < (0.1 if cube.x < 0 else 0.5)}
        fresh = [RestingCube(name, rng.choice((-9.0, 9.0)), 5.0, 0.0) for name in names if rng.random() < 0.5]
        out = dict.fromkeys((*gone, *(set(names) - {cube.colour for cube in fresh})), 1)
        before = tuple(resting)
        resting = [cube for cube in resting if cube.colour not in gone] + fresh
        battle = Battle(0, number, 1, 4, dict.fromkeys(names, 1), before, late=False, since_start=1)
        follower(battle, _drop(out, resting))
    return follower.end()


def _drop(out: dict[str, int], resting: Sequence[RestingCube]) -> Drop:
    fallen: Drop = type("Fallen", (), {"out": out, "resting": tuple(resting)})()
    return fallen


@pytest.mark.chance
def test_stays_are_told_by_place_as_they_are() -> None:
    found = _together("made", [chain(seed) for seed in range(8)], is_interrupted=False)
    left, right = sorted(found.places, key=lambda one: one.place)
    assert left.mean.low <= 10 <= left.mean.high and left.mean.mean == pytest.approx(10, rel=0.1)
    assert right.mean.low <= 2 <= right.mean.high and right.mean.mean == pytest.approx(2, rel=0.05)
    for battles in (1, 3, 6):
        assert left.share(battles).low <= 0.9**battles <= left.share(battles).high
        assert right.share(battles).low <= 0.5**battles <= right.share(battles).high
    assert left.share(0).low == 1 and (left.x, left.y) == (-9, 5)
    assert found.stay.share(0).mean == pytest.approx(0.5, abs=0.03)
    assert found.battles == 3200


@pytest.mark.chance
def test_cubes_that_lie_there_at_the_end_are_no_short_stays() -> None:
    found = _together("made", [chain(seed, battles=25) for seed in range(120)], is_interrupted=False)
    [left] = [one for one in found.places if one.place == "left"]
    assert left.stay.censored > 0.15 * left.stay.thrown, "many are"
    for battles in (1, 5, 10, 15):
        assert left.share(battles).low <= 0.9**battles <= left.share(battles).high
        assert left.share(battles).mean == pytest.approx(0.9**battles, abs=0.04)


def test_places_are_pieces_or_heights(classic: Geometry) -> None:
    pieces = Places(classic)
    ledge = classic.baffles[0]
    side = -1 if ledge.side == "left" else 1
    x = side * (classic.shaft.width / 2 - 8)
    assert pieces.of(x, ledge.height + 8) == "baffle[0]"
    heights = Places(classic, bands=5)
    assert heights.of(0.0, 0.5) == f"0-{classic.rim_y / 5:.0f} mm"
    assert heights.of(0.0, -0.5) == heights.of(0.0, 0.5)


@pytest.mark.slow
def test_they_are_the_cubes_of_the_battles(task: Task) -> None:
    with executor(1) as some:
        found = residence(task, 60, some)
    cubes = record(task, 60).to_columns("cubes")
    counted = cubes["thrown"] >= 0
    assert found.stay.thrown == counted.sum()
    assert found.stay.censored == (counted & cubes["still_inside"]).sum()
    with executor(1) as some:
        chains = [followed(Piece(one, 0)) for one in _tasks(task)]
    rested = sum(sum(some) for one in chains for place, some in one.out.items() if place)
    assert rested == (counted & ~cubes["still_inside"] & (cubes["stay"] > 0)).sum()
    assert {place for one in chains for place in one.sums} <= {f"baffle[{number}]" for number in range(5)}


def _tasks(task: Task) -> list[Task]:
    from shogun.lab.measuring.chains import tasks

    return tasks(task, 60)


@pytest.mark.slow
def test_ctrl_c_leaves_the_chains_that_are_done(task: Task) -> None:
    class Stopping:
        def as_done(self, function: Any, items: Sequence[Any]) -> Iterator[Any]:
            yield from (function(item) for item in items[:2])
            raise KeyboardInterrupt

    found = residence(task, 30, Stopping())
    assert found.is_interrupted and found.battles == 20
    with pytest.raises(KeyboardInterrupt):
        residence(task, 10, type("Nothing", (), {"as_done": lambda *_asked: _stopped()})())


def _stopped() -> Iterator[Any]:
    raise KeyboardInterrupt
    yield


def test_results_are_data() -> None:
    found: Residence = _together("made", [chain(seed) for seed in range(3)], is_interrupted=False)
    places, curves = found.to_columns(), found.to_columns("curves")
    assert places["place"].tolist() == [one.place for one in found.places]
    assert set(curves["place"].tolist()) == {"all", "left", "right"}
    first = [share for place, battles, share in zip(*list(curves.values())[:3], strict=True) if not battles]
    assert first[1:] == [1, 1]


def test_bad_input_is_one_sentence(task: Task, capsys: pytest.CaptureFixture[str]) -> None:
    with executor(1) as some, pytest.raises(LabError, match=r"--bands 41 must be from 0 to 40\."):
        residence(task, 10, some, bands=41)
    for words, told in (
        (["--bands", "-1"], "--bands -1 must be from 0 to 40."), (["--battles", "0"], "--battles 0 must be"),
        (["--plot", "x.gif"], "--plot x.gif: the name must end in .png or .svg"),
    ):  # fmt: skip
        assert run(["tower", "residence", "classic", *words]) == 2
        err = capsys.readouterr().err
        assert told in err and err.count("\n") == 1


@pytest.mark.slow
def test_the_command_prints_draws_and_doesnt_depend_on_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tower", "residence", "classic", "--battles", "160", "--jobs"]
    told = []
    for jobs in ("1", "2"):
        assert run([*words, jobs, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert run([*words, "2", "--bands", "3", "--plot", str(tmp_path / "r.svg")]) == 0
    assert "mm" in capsys.readouterr().out
    assert "<svg" in (tmp_path / "r.svg").read_text(encoding="utf-8")

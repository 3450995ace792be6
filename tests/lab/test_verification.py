"""Verdicts: what holds passes, and each property that is broken on purpose fails."""

from collections.abc import Callable

import msgspec
import numpy as np
import pytest

from shogun.lab.chains import Task, run_chain, tasks
from shogun.lab.statistics import Estimate, Interval
from shogun.lab.tally import Owners, Tally
from shogun.lab.verification import FULL, QUICK, Judge, Plan, experiments, judge, permutation_test, verify
from shogun.tower import Geometry
from shogun.tower.constants import FINE, STANDARD
from shogun.tower.geometry import Bounds

WIDE = Bounds(p_out_thrown=(0, 1), p_out_resting=(0, 1), stock=(0, 400), start_kept=(0, 400))


@pytest.fixture(scope="module")
def tallies(task: Task) -> list[Tally]:
    """Counts of three short chains on the classic tower."""
    return [run_chain(msgspec.structs.replace(one, examine_every=4)) for one in tasks(task, 24)]


def verdicts(classic: Geometry, tallies: list[Tally], bounds: Bounds = WIDE) -> dict[str, bool]:
    result = judge(classic, bounds, QUICK, tallies, tallies)
    return {one.name: one.passed for one in result.properties}


def test_a_sound_tower_passes(classic: Geometry, tallies: list[Tally]) -> None:
    assert all(verdicts(classic, tallies).values())
    assert judge(classic, WIDE, QUICK, tallies, tallies).passed


def test_a_tower_is_held_to_its_own_bounds(classic: Geometry, tallies: list[Tally]) -> None:
    for name in WIDE.__struct_fields__:
        narrow = msgspec.structs.replace(WIDE, **{name: (-99, -98)})
        failed = [one for one, passed in verdicts(classic, tallies, narrow).items() if not passed]
        assert failed == [name]


BROKEN: list[tuple[str, Callable[[Tally], object]]] = [
    ("dry_spells", lambda tally: setattr(tally, "dry_spells", 1)),
    ("dry_spells", lambda tally: setattr(tally, "given_up", True)),
    ("above_rim", lambda tally: setattr(tally, "above_rim", 1)),
    ("cut_off", lambda tally: setattr(tally, "cut_off", 1)),
    ("not_conserved", lambda tally: setattr(tally, "not_conserved", 1)),
    ("relabelled", lambda tally: setattr(tally.checks, "twins_differ", 1)),
    ("outside", lambda tally: setattr(tally.checks, "outside", 1)),
    ("outside", lambda tally: setattr(tally.checks, "moments_outside", 1)),
    ("overlap", lambda tally: setattr(tally.checks, "deepest", 0.16)),
    ("unsupported", lambda tally: setattr(tally.checks, "unsupported", 1)),
    ("leaking", lambda tally: setattr(tally.checks, "woken_out", tally.checks.woken)),
    ("advantage", lambda tally: setattr(tally, "owners", {"4 4 4": Owners(200, 600)})),
]


@pytest.mark.parametrize(("name", "break_it"), BROKEN)
def test_what_is_broken_fails(
    classic: Geometry, tallies: list[Tally], name: str, break_it: Callable[[Tally], object]
) -> None:
    broken = [msgspec.msgpack.decode(msgspec.msgpack.encode(tally), type=Tally) for tally in tallies]
    for tally in broken:
        break_it(tally)
    failed = [one for one, passed in verdicts(classic, broken).items() if not passed]
    assert failed == [name]


def test_another_answer_of_the_finer_solver_fails(classic: Geometry, tallies: list[Tally]) -> None:
    finer = [msgspec.structs.replace(tally, thrown_out=0) for tally in tallies]
    result = judge(classic, WIDE, QUICK, tallies, finer)
    assert [one.name for one in result.properties if not one.passed] == ["converged_p_out_thrown"]


def test_quick_wants_no_contradiction_and_full_a_proof() -> None:
    wide = Interval(0.5, 0.3, 0.7)
    assert Judge(strict=False).interval("", "", wide, (0.4, 0.6)).passed
    assert not Judge(strict=False).interval("", "", wide, (0.71, 0.8)).passed
    assert not Judge(strict=True).interval("", "", wide, (0.4, 0.6)).passed
    assert Judge(strict=True).estimate("", "", Estimate(0.5, 0.001, 15), (0.4, 0.6)).passed


def fair_drops(rng: np.random.Generator, tilt: float = 0.0) -> list[tuple[str, Owners]]:
    """Drops in which attackers come out with a chance better by `tilt`; every other drop jams."""
    drops: dict[str, Owners] = {}
    for number in range(1000):
        attackers, defenders = 1 + number % 7, 8 - number % 7
        base = (0.2, 0.7)[number % 2]
        ours = rng.binomial(attackers, base + tilt)
        theirs = rng.binomial(defenders, base)
        owners = drops.setdefault(f"{attackers} {defenders} {ours + theirs}", Owners())
        owners.drops += 1
        owners.attackers_out += int(ours)
    return list(drops.items())


def test_the_permutation_test_knows_fair_drops_from_unfair_ones() -> None:
    rng = np.random.default_rng(7)
    chances = [permutation_test(fair_drops(rng))[1] for _study in range(12)]
    assert min(chances) > 0.001 and 0.2 < sum(chances) / 12 < 0.8
    advantage, chance = permutation_test(fair_drops(rng, tilt=0.1))
    assert chance < 0.01
    assert advantage.mean == pytest.approx(0.1, abs=4 * advantage.error)
    assert permutation_test([])[1] == 1.0


def test_plans_keep_the_protocol(classic: Geometry) -> None:
    for plan in (QUICK, FULL):
        standard, fine = experiments(classic, plan)
        assert (standard.solver, fine.solver) == (STANDARD, FINE)
        for task in (standard, fine):
            assert task.protocol.chains >= 16 and task.protocol.start == 38 and task.protocol.discarded == 100
    assert FULL.battles >= 10_000 and FULL.fine_battles >= 4_000


def test_a_whole_verification_runs(classic: Geometry, monkeypatch: pytest.MonkeyPatch) -> None:
    def short(geometry: Geometry, plan: Plan) -> tuple[Task, Task]:
        standard, fine = experiments(geometry, plan)
        hasty = msgspec.structs.replace(standard.protocol, chains=2, discarded=2, start_throws=1)
        return tuple(msgspec.structs.replace(task, protocol=hasty) for task in (standard, fine))  # type: ignore[return-value]

    monkeypatch.setattr("shogun.lab.verification.experiments", short)
    plan = Plan("tiny", seed=1, battles=8, fine_battles=4, chains=2, examine_every=2, strict=False)
    result = verify(classic, Bounds(), plan)
    assert [one.name for one in result.properties][:3] == ["p_out_thrown", "p_out_resting", "stock"]
    assert len(result.properties) == 18
    counts = {one.name: one.figure for one in result.properties}
    assert counts["outside"] == counts["not_conserved"] == counts["relabelled"] == 0

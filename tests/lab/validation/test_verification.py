"""Verdicts: what holds passes, and each property that is broken on purpose fails."""

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
import pytest

from shogun.lab.measuring.chains import SIZES, Experiment, Task, run_chain, tasks
from shogun.lab.measuring.estimates import Estimate, Interval
from shogun.lab.measuring.tally import Clogs, Flow, OneSize, Owners, Tally
from shogun.lab.reporting.tables import print_verification
from shogun.lab.running.batch_evaluation import RunConfig
from shogun.lab.validation.verification import (
    FULL,
    QUICK,
    Judge,
    Property,
    Verification,
    VerificationPlan,
    VerificationRuns,
    experiments,
    find_steps,
    judge,
    permutation_test,
    verify,
)
from shogun.tower import Geometry
from shogun.tower.geometry import Accuracy, Bounds
from shogun.tower.physics.solver import FINE, STANDARD

WIDE = Bounds((0, 1), (0, 1), (0, 400), (0, 400), (0, 1))
CHAINS = 12


@pytest.fixture(scope="module")
def tallies(task: Task) -> list[Tally]:
    """Counts of three short chains on the classic tower."""
    return [run_chain(msgspec.structs.replace(one, examine_every=4)) for one in tasks(task, 24)]


def flow(size: int, share: float, rng: np.random.Generator) -> Flow:
    """What 6000 cubes in throws of a size may come to, if thrown ones come out with that chance."""
    throws = 6000 // size
    out = rng.binomial(throws * size, share)
    return Flow(throws, throws * size, int(out), 1000, 200, 1200)


def by_hand(shares: dict[int, float], seed: int = 1) -> VerificationRuns:
    """Counts of single sizes, with the same chances in both ways, beside battles of which little is counted."""
    rng = np.random.default_rng(seed)

    def one(size: int) -> OneSize:
        counted = flow(size, shares.get(size, 0.7), rng)
        return OneSize(counted, Clogs(counted.throws))

    def alone(size: int) -> Tally:
        out = flow(size, shares.get(size, 0.7), rng)
        clogs = Clogs(out.throws)
        return Tally(battles=out.throws, thrown=out.thrown, thrown_out=out.thrown_out, clogs=clogs)

    probed = [Tally(battles=1, sizes={size: one(size) for size in SIZES}) for _chain in range(CHAINS)]
    return VerificationRuns(probed, probed, [[alone(size) for _chain in range(CHAINS)] for size in SIZES])


def of_sizes(
    classic: Geometry, found: VerificationRuns, plan: VerificationPlan = FULL, bounds: Bounds | None = None
) -> dict[str, Property]:
    """The verdicts on sizes and clogs, by name."""
    properties = judge(classic, bounds or Bounds(p_out_by_size=(0.6, 0.8)), plan, found).properties
    return {one.name: one for one in properties if one.name.startswith(("thrown_of", "step", "clogs", "stay"))}


def failed(properties: dict[str, Property]) -> list[str]:
    return [name for name, one in properties.items() if not one.passed]


def verdicts(classic: Geometry, tallies: list[Tally], bounds: Bounds = WIDE) -> dict[str, bool]:
    result = judge(classic, bounds, QUICK, VerificationRuns(tallies, tallies, [[] for _size in SIZES]))
    return {one.name: one.passed for one in result.properties}


def test_a_sound_tower_passes(classic: Geometry, tallies: list[Tally]) -> None:
    assert all(verdicts(classic, tallies).values())


def test_a_tower_is_held_to_its_own_bounds(classic: Geometry, tallies: list[Tally]) -> None:
    for name in WIDE.__struct_fields__[:4]:
        narrow = msgspec.structs.replace(WIDE, **{name: (-99, -98)})
        assert [one for one, passed in verdicts(classic, tallies, narrow).items() if not passed] == [name]


@pytest.mark.chance
def test_sizes_within_their_bounds_pass(classic: Geometry) -> None:
    properties = of_sizes(classic, by_hand({30: 0.85, 60: 0.9}))
    assert failed(properties) == []
    assert len(properties) == 2 * 10 + 2 + 3  # larger sizes have no bounds


@pytest.mark.chance
@pytest.mark.parametrize("plan", [QUICK, FULL])
def test_a_size_far_from_its_bounds_fails_in_both_ways(classic: Geometry, plan: VerificationPlan) -> None:
    properties = of_sizes(classic, by_hand({1: 0.94, 2: 0.905, 3: 0.87, 4: 0.83, 6: 0.78, 8: 0.74}), plan)
    expected = {f"thrown_of_{size}_{way}" for size in (1, 2, 3, 4) for way in ("onto_stock", "alone")}
    assert set(failed(properties)) == expected


@pytest.mark.chance
@pytest.mark.parametrize("plan", [QUICK, FULL])
def test_a_large_step_between_neighbours_fails(classic: Geometry, plan: VerificationPlan) -> None:
    properties = of_sizes(classic, by_hand({size: 0.65 if size < 8 else 0.77 for size in SIZES}), plan)
    assert failed(properties) == ["step_onto_stock", "step_alone"]
    assert properties["step_alone"].detail == "6 to 8"
    assert properties["step_alone"].figure == pytest.approx(0.12, abs=0.02)


@pytest.mark.chance
def test_a_step_at_the_bound_fails_only_where_a_proof_is_asked_for(classic: Geometry) -> None:
    found = by_hand({size: 0.66 if size < 8 else 0.739 for size in SIZES})
    assert failed(of_sizes(classic, found, QUICK)) == []
    assert failed(of_sizes(classic, found, FULL)) == ["step_onto_stock", "step_alone"]


@pytest.mark.chance
def test_unsaid_bounds_of_sizes_are_wider_than_those_of_all(classic: Geometry) -> None:
    assert Bounds().of_each_size == pytest.approx((0.55, 0.8))
    assert Bounds(p_out_thrown=(0.8, 0.98)).of_each_size == pytest.approx((0.75, 1.0))
    one = of_sizes(classic, by_hand({}), bounds=Bounds(p_out_thrown=(0.8, 0.9)))["thrown_of_8_alone"]
    assert (one.low, one.high) == pytest.approx((0.75, 0.95))
    assert not one.passed


@pytest.mark.parametrize(
    ("size", "clogs", "broken"),
    [
        (24, Clogs(250, 1, 1, 2), ["clogs"]),
        (30, Clogs(200, 1, 1, 2), ["clogs_large"]),
        (60, Clogs(100, 1, 0, 0, 1), ["clogs_large", "stay_clogged"]),
    ],
)
def test_one_clog_is_one_too_many(classic: Geometry, size: int, clogs: Clogs, broken: list[str]) -> None:
    probed = by_hand({})
    probed.standard[3].sizes[size].clogs = clogs
    in_chains = by_hand({})
    in_chains.alone[SIZES.index(size)][5].clogs = clogs
    for found in (probed, in_chains):
        assert failed(of_sizes(classic, found)) == broken


BROKEN: list[tuple[str, Callable[[Tally], object]]] = [
    ("dry_spells", lambda tally: setattr(tally, "dry_spells", 1)),
    ("dry_spells", lambda tally: setattr(tally, "given_up", True)),
    ("clogs", lambda tally: setattr(tally.clogs, "clogged", 1)),
    ("clogs_large", lambda tally: setattr(tally.start_clogs, "clogged", 1)),
    ("stay_clogged", lambda tally: setattr(tally.clogs, "stay_clogged", 1)),
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


def test_a_tower_may_say_how_often_it_clogs(classic: Geometry) -> None:
    found = by_hand({})
    for tally in found.standard:
        tally.sizes[60].clogs = Clogs(100, 4, 4, 4)
    for most, passed in ((0.0, False), (0.001, False), (0.1, True)):
        one = of_sizes(classic, found, bounds=Bounds(clogs_large=(0, most)))["clogs_large"]
        assert one.passed == passed, most


@pytest.mark.parametrize(("name", "break_it"), BROKEN)
def test_what_is_broken_fails(
    classic: Geometry, tallies: list[Tally], name: str, break_it: Callable[[Tally], object]
) -> None:
    broken = [msgspec.msgpack.decode(msgspec.msgpack.encode(tally), type=Tally) for tally in tallies]
    for tally in broken:
        break_it(tally)
    assert [one for one, passed in verdicts(classic, broken).items() if not passed] == [name]


def test_another_answer_of_the_finer_solver_fails(classic: Geometry, tallies: list[Tally]) -> None:
    finer = [msgspec.structs.replace(tally, thrown_out=0) for tally in tallies]
    result = judge(classic, WIDE, QUICK, VerificationRuns(tallies, finer, [[] for _size in SIZES]))
    assert [one.name for one in result.properties if not one.passed] == ["converged_p_out_thrown"]


@pytest.mark.parametrize(
    ("bounds", "verdict"),
    [((0.2, 0.8), "pass"), ((0.4, 0.6), "not shown"), ((0.6, 0.9), "not shown"), ((0.71, 1), "fail")],
)
def test_a_verdict_is_what_the_interval_says(bounds: tuple[float, float], verdict: str) -> None:
    for strict in (False, True):
        one = Judge(strict=strict).interval("", "", Interval(0.5, 0.3, 0.7), bounds)
        assert one.verdict == verdict and one.passed == (verdict == "pass" or (verdict == "not shown" and not strict))
    nothing = Judge(strict=False).interval("", "", Interval(math.nan, math.nan, math.nan), bounds)
    assert nothing.verdict == "fail"


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (Interval(0.012, 0.005, 0.019), "pass"),
        (Interval(0.012, 0.003, 0.021), "not shown"),
        (Interval(0.033, -0.002, 0.068), "not shown"),
        (Interval(-0.022, -0.038, -0.006), "not shown"),
        (Interval(0.024, 0.011, 0.037), "fail"),
        (Interval(-0.033, -0.048, -0.018), "fail"),
        (Interval(-0.05, -0.06, -0.04), "fail"),
    ],
)
def test_a_change_by_finer_steps_beyond_the_bound_fails_unless_it_may_be_chance(
    change: Interval, verdict: str, strict: bool
) -> None:
    one = Judge(strict=strict).change("converged_x", "by finer steps", change, 0.02)
    assert one.verdict == verdict
    assert one.passed == (verdict == "pass" or (verdict == "not shown" and not strict))


@pytest.mark.parametrize(
    ("steps", "advice"),
    [(1680, "[solver] with steps_a_second = 1680."), (None, "from the angle at which cubes begin to slide.")],
)
def test_a_report_says_which_steps_to_write_into_the_file(
    capsys: pytest.CaptureFixture[str], steps: int | None, advice: str
) -> None:
    one = Judge(strict=False).change("converged_x", "by finer steps", Interval(0.033, 0.02, 0.05), 0.02)
    print_verification(Verification("t", "", QUICK, Bounds(), 0.99, one.passed, (one,), (), (), steps), [])
    assert advice in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("too_coarse", "needed"), [((840,), 1680), ((840, 1680, 2520), 3360), ((840, 10_080), 1680)])
def test_the_fewest_steps_are_found_that_finer_ones_agree_with(
    classic: Geometry, tallies: list[Tally], too_coarse: tuple[int, ...], needed: int
) -> None:
    """Tallies of a tower that lets more cubes go the finer the steps are, up to some."""

    class Measured(RunConfig, frozen=True):
        def carry_out_all(self, experiments: Sequence[Experiment]) -> list[list[Tally]]:
            return [self._tallies(one.task.solver.steps_a_second) for one in experiments]

        def _tallies(self, steps: int) -> list[Tally]:
            less = sum(steps <= coarse for coarse in too_coarse)
            return [msgspec.structs.replace(tally, thrown_out=tally.thrown_out - 20 * less) for tally in tallies]

    assert find_steps(classic, QUICK, Measured()) == needed
    chosen = msgspec.structs.replace(classic, solver=Accuracy(1680))
    assert find_steps(chosen, QUICK, Measured()) == max(2520, needed)
    hopeless = msgspec.structs.replace(classic, solver=Accuracy(6720))
    assert find_steps(hopeless, QUICK, Measured()) is None


def test_what_is_not_shown_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    one = Judge(strict=False).interval("x", "", Interval(0.5, 0.3, 0.7), (0.4, 0.6))
    print_verification(Verification("t", "", QUICK, Bounds(), 0.99, one.passed, (one,), (), ()), [])
    told = capsys.readouterr().out
    assert "not shown" in told.splitlines()[2] and "1 property is not shown; use --full" in told


def test_a_chance_has_an_interval_of_chances(classic: Geometry) -> None:
    properties = of_sizes(classic, by_hand(dict.fromkeys(SIZES, 0.995)), QUICK)
    chances = [one.interval for name, one in properties.items() if name.startswith("thrown_of")]
    assert all(one and 0 <= one.low <= one.high <= 1 for one in chances)


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


@pytest.mark.chance
def test_the_permutation_test_knows_fair_drops_from_unfair_ones() -> None:
    rng = np.random.default_rng(7)
    chances = [permutation_test(fair_drops(rng))[1] for _study in range(12)]
    assert 0.15 < sum(chances) / 12 < 0.85, "their mean is 0.5 ± 0.083"
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


@pytest.mark.slow
def test_a_whole_verification_runs(classic: Geometry, monkeypatch: pytest.MonkeyPatch) -> None:
    def short(geometry: Geometry, plan: VerificationPlan) -> tuple[Task, Task]:
        standard, fine = experiments(geometry, plan)
        hasty = msgspec.structs.replace(standard.protocol, chains=2, discarded=2, start_throws=1)
        return tuple(msgspec.structs.replace(task, protocol=hasty) for task in (standard, fine))  # type: ignore[return-value]

    monkeypatch.setattr("shogun.lab.validation.verification.experiments", short)
    monkeypatch.setattr("shogun.lab.measuring.throw_sizes.SIZES", SIZES[:2])
    plan = msgspec.structs.replace(
        QUICK, battles=8, fine_battles=4, chains=2, examine_every=2, cubes_alone=4, chains_alone=2
    )
    result = verify(classic, Bounds(), plan)
    names = [one.name for one in result.properties]
    assert names[:4] == ["long_run", "p_out_thrown", "p_out_resting", "stock"]
    assert {"thrown_of_2_onto_stock", "thrown_of_2_alone", "step_onto_stock", "step_alone"} <= set(names)
    assert len(result.properties) == 19 + 3 + 2 * (2 + 1)
    counts = {one.name: one.figure for one in result.properties}
    assert counts["outside"] == counts["not_conserved"] == counts["relabelled"] == 0

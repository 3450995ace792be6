"""Verification of a battle tower: each required property with its figure, bound, interval and verdict.

The seeds of the verdicts are fixed here, and the first run counts: they were not chosen by their outcome. `full` passes
a tower if all intervals lie within the bounds: it shows that the properties hold. `quick` has fewer battles and lets a
tower pass unless an interval rules a property out: it finds defects, and says what it hasn't shown.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from shogun.base.confidence_intervals import each
from shogun.base.language import _
from shogun.lab.measuring.chains import SIZES, Experiment, Protocol, Task
from shogun.lab.measuring.estimates import (
    CHANCE,
    CHANCE_DIFFERENCE,
    CONFIDENCE,
    CUBES_DIFFERENCE,
    Estimate,
    Interval,
    ratio,
    share_interval,
)
from shogun.lab.measuring.measurement import Headline, Incidents, headline_of, incidents_of, notes_of
from shogun.lab.measuring.stationarity import FORGOTTEN, Stationarity, long_run_intervals, stationarity_of
from shogun.lab.measuring.tally import MOST_OVERLAP, Clogs, OddDrop, Owners, Tally, total_clogs
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.measuring.throw_sizes import (
    Counts,
    counts_alone,
    counts_onto_stock,
    p_out_thrown,
    single_size_experiments,
    step_between,
)
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import IN_THIS_PROCESS, RunConfig
from shogun.tower.geometry import MOST_STEPS, Accuracy, Bounds, Geometry, geometry_hash
from shogun.tower.physics.constants import STEPS_A_SECOND
from shogun.tower.physics.time_step import finer_than, solver_for

INTERVALS = 7
"""Intervals of a tower's general figures, which hold at once; those of the convergence are of 95 % each."""
BATTLE_SIZES = tuple(size for size in SIZES if size <= 24)
"""Sizes for which a tower has bounds: those of battles."""
INTERVALS_BY_SIZE = 2 * (2 * len(BATTLE_SIZES) - 1) + 2
"""Intervals in both ways, of each size and of each step to the next; and of clogs in smaller and larger throws."""
GENERAL, BY_SIZE = each(CONFIDENCE, 2 * INTERVALS), each(CONFIDENCE, 2 * INTERVALS_BY_SIZE)
"""The confidence of one interval: general figures and those by size each get half of the error rate."""
LARGEST_STEP = 0.08
"""Largest difference of a thrown cube's chance between neighboring sizes."""
LARGEST_DRIFT = 1.0
"""Cubes between the halves of the chains."""
LARGEST_ADVANTAGE = 0.02
"""Largest apparent advantage of an owner in the chance to come out."""
LARGEST_LEAK = 0.03
"""Largest share of resting cubes that may come out if they are woken and left undisturbed for 2 s."""
SAME_CHANCE, SAME_STOCK = 0.02, 1.0
"""Differences between the standard and the finer solver that don't matter: of a chance, and of the stock in cubes."""
CONVERGENCE_CONFIDENCE = 0.95
STEP_MULTIPLES = (2, 3, 4, 6, MOST_STEPS // STEPS_A_SECOND)
"""Multiples of the usual steps that are tried for a tower that needs finer ones."""
CONVERGENCE_PREFIX = "converged_"
"""Prefix of the properties that compare the tower's solver with a finer one."""
PERMUTATIONS = 1999
SEVERITY = {"fail": 0, "not shown": 1, "pass": 2}


Verdict = Literal["pass", "not shown", "fail"]
"""A figure's interval lies within the bounds wholly, partly, or not at all."""


class VerificationPlan(msgspec.Struct, frozen=True):
    """The amount of work for a verdict, and its seed."""

    name: str
    seed: int
    battles: int
    """Battles with the standard solver, by the protocol."""
    fine_battles: int
    """Battles with the finer solver."""
    chains: int
    examine_every: int
    """Battles between two close looks at the cubes."""
    probe_every: int
    """Interval of probing single sizes on the usual stock; see `Task`."""
    cubes_alone: int
    """Cubes thrown in chains of each size alone."""
    chains_alone: int
    strict: bool
    """True if a whole interval must lie within the bounds."""


QUICK = VerificationPlan(
    "quick",
    seed=1603,
    battles=1600,
    fine_battles=1600,
    chains=16,
    examine_every=20,
    probe_every=2,
    cubes_alone=640,
    chains_alone=8,
    strict=False,
)
FULL = VerificationPlan(
    "full",
    seed=2612,
    battles=30_000,
    fine_battles=6_000,
    chains=24,
    examine_every=20,
    probe_every=2,
    cubes_alone=12_000,
    chains_alone=24,
    strict=True,
)
"""Two forerunners failed on `classic`, each for a reason that was fixed before another seed was used. Seed 1600 with
10,000 battles: all passed but the drift, whose interval (-0.62 to 1.10 cubes about 0.24) was wider than the bounds, too
few battles for a verdict. Seed 2611: one of 19,545 resting cubes had nothing below it; it kept sleeping when its
heap was knocked away, which can't happen any more since heaps sleep and wake together."""


class Property(msgspec.Struct, frozen=True):
    """A required property, and whether it holds."""

    name: str
    claim: str
    figure: float
    low: float
    high: float
    """The bounds of the figure."""
    interval: Interval | None
    """None if the figure is a plain count."""
    verdict: Verdict
    passed: bool
    """True if that is good enough for the plan."""
    detail: str = ""


class Verification(Tabular, frozen=True):
    """The verdict on a tower."""

    tower: str
    geometry: str
    plan: VerificationPlan
    bounds: Bounds
    confidence: float
    passed: bool
    properties: tuple[Property, ...]
    notes: tuple[str, ...]
    odd: tuple[OddDrop, ...]
    """Drops of the standard solver to look at again."""
    steps_needed: int | None = None
    """Steps a second to put into the tower's file, if its own are too coarse and these are fine enough."""

    @property
    def is_too_coarse(self) -> bool:
        """True if finer steps change the tower's behavior."""
        return _is_too_coarse(self.properties)

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row for each property: its figure, bounds, interval and verdict."""
        return {"properties": self._rows}

    def _rows(self) -> Table:
        rows = [
            (one.name, one.figure, one.low, one.high, *_interval_ends(one.interval), one.verdict, one.passed)
            for one in self.properties
        ]
        names = ("property", "figure", "bound_low", "bound_high", "interval_low", "interval_high", "verdict", "passed")
        return transposed(names, rows)


def _interval_ends(interval: Interval | None) -> tuple[float, float]:
    return (math.nan, math.nan) if interval is None else (interval.low, interval.high)


def verify(
    geometry: Geometry, bounds: Bounds, plan: VerificationPlan = QUICK, run_config: RunConfig = IN_THIS_PROCESS
) -> Verification:
    """Return the verdict on a tower. Raises LabError, OSError, WorkerDied and Interrupted."""
    standard, fine = experiments(geometry, plan)
    of_sizes = single_size_experiments(standard, plan.cubes_alone, plan.chains_alone)
    every = [Experiment(standard, plan.battles), Experiment(fine, plan.fine_battles), *of_sizes]
    tallies, finer, *groups = run_config.carry_out_all(every)
    run_config.forget_all(every)
    result = judge(geometry, bounds, plan, VerificationRuns(tallies, finer, groups))
    if result.is_too_coarse:
        return msgspec.structs.replace(result, steps_needed=find_steps(geometry, plan, run_config))
    return result


def find_steps(geometry: Geometry, plan: VerificationPlan, run_config: RunConfig = IN_THIS_PROCESS) -> int | None:
    """Return the fewest steps a second, finer than the tower's own, that still finer ones don't contradict.

    TIMES the usual steps are tried; None if they are all too coarse. Raises as `verify`.
    """
    own = solver_for(geometry)
    for steps in (times * STEPS_A_SECOND for times in STEP_MULTIPLES):
        if steps <= own.steps_a_second:
            continue
        finer = msgspec.structs.replace(geometry, solver=Accuracy(steps, own.iterations))
        both = [Experiment(task, plan.fine_battles) for task in _solvers_side_by_side(finer, plan)]
        first, second = run_config.carry_out_all(both)
        run_config.forget_all(both)
        if not _is_too_coarse(_convergence(Judge(strict=False), headline_of(first), headline_of(second))):
            return steps
    return None


def _is_too_coarse(properties: Sequence[Property]) -> bool:
    return any(one.verdict == "fail" for one in properties if one.name.startswith(CONVERGENCE_PREFIX))


class VerificationRuns(NamedTuple):
    """The basis of a verdict: the tallies of all chains."""

    standard: Sequence[Tally]
    fine: Sequence[Tally]
    """Chains with the finer solver."""
    alone: Sequence[Sequence[Tally]]
    """Chains of each size alone, in the order of SIZES."""

    @property
    def every(self) -> list[Tally]:
        """Return all chains with the standard solver."""
        return [*self.standard, *(tally for group in self.alone for tally in group)]


def experiments(geometry: Geometry, plan: VerificationPlan) -> tuple[Task, Task]:
    """Return the tasks of the standard and of the finer solver; they have different throws."""
    standard, fine = _solvers_side_by_side(geometry, plan)
    standard = msgspec.structs.replace(
        standard,
        protocol=Protocol(chains=plan.chains),
        examine_every=plan.examine_every,
        probe_every=plan.probe_every,
    )
    return standard, fine


def _solvers_side_by_side(geometry: Geometry, plan: VerificationPlan) -> tuple[Task, Task]:
    """Return the tasks of the tower's solver and of a finer one, with battles only."""
    throws, solver = find_throws("4-12"), solver_for(geometry)
    standard = Task(geometry, plan.seed, 0, 0, throws, Protocol(start_throws=0), solver)
    return standard, msgspec.structs.replace(standard, seed=plan.seed + 1, solver=finer_than(solver))


def judge(geometry: Geometry, bounds: Bounds, plan: VerificationPlan, found: VerificationRuns) -> Verification:
    """Return the verdict on these tallies."""
    a_judge = Judge(strict=plan.strict)
    headline = headline_of(found.standard)
    onto_stock, in_chains = counts_onto_stock(found.standard), counts_alone(found.alone)
    properties = (
        *_flow_properties(a_judge, found.standard, bounds),
        *_of_each_size(a_judge, bounds, "onto_stock", _("onto the usual stock"), onto_stock),
        *_of_each_size(a_judge, bounds, "alone", _("alone in a chain"), in_chains),
        *_defect_counts(incidents_of(found.standard, found.every[len(found.standard) :])),
        *_clogs(a_judge, bounds, incidents_of(found.standard), onto_stock, in_chains),
        *_fairness(a_judge, found.standard),
        *_soundness(a_judge, found.standard),
        *_convergence(a_judge, headline, headline_of(found.fine)),
    )
    return Verification(
        tower=geometry.name,
        geometry=geometry_hash(geometry),
        plan=plan,
        bounds=bounds,
        confidence=CONFIDENCE,
        passed=all(one.passed for one in properties),
        properties=properties,
        notes=tuple(notes_of([*found.every, *found.fine])),
        odd=tuple(odd for tally in found.every for odd in tally.odd),
    )


class Judge(msgspec.Struct, frozen=True):
    """Passes or fails figures."""

    strict: bool

    def estimate(self, name: str, claim: str, estimate: Estimate, bounds: tuple[float, float]) -> Property:
        """Judge a figure by its interval, one of those that hold at once."""
        return self.interval(name, claim, estimate.interval(GENERAL, CUBES_DIFFERENCE), bounds)

    def long_run(self, found: Stationarity) -> Property:
        """Judge whether figures are those of the long run; a tower that still fills hasn't shown its behavior yet."""
        claim, detail = _("resting cubes as old as half of the chain"), "" if found.is_reached else found.state
        verdict: Verdict = "pass" if found.is_reached else "not shown"
        passed = found.is_reached or not self.strict
        return Property("long_run", claim, found.old, 0, FORGOTTEN, None, verdict, passed, detail)

    def interval(
        self, name: str, claim: str, interval: Interval, bounds: tuple[float, float], detail: str = ""
    ) -> Property:
        """Judge a figure by this interval."""
        verdict: Verdict = "not shown" if interval.meets(*bounds) else "fail"
        if interval.lies_in(*bounds):
            verdict = "pass"
        passed = verdict == "pass" or (verdict == "not shown" and not self.strict)
        return Property(name, claim, interval.mean, *bounds, interval, verdict, passed, detail)

    def change(self, name: str, claim: str, interval: Interval, most: float) -> Property:
        """Judge a change by finer steps: one of more than `most` fails, if it is surely more than half of that."""
        changed = self.interval(name, claim, interval, (-most, most), _("by a 95 % interval"))
        if abs(interval.mean) > most and not interval.meets(-most / 2, most / 2):
            return msgspec.structs.replace(changed, verdict="fail", passed=False)
        return changed

    def clogs(self, name: str, claim: str, clogs: Clogs, bounds: tuple[float, float]) -> Property:
        """Judge the frequency of clogs: by the count if none is allowed, otherwise by the share's interval."""
        if not bounds[1]:
            return _count(name, claim, clogs.clogged, 0, clogs.throws)
        share = share_interval(clogs.clogged, clogs.throws, BY_SIZE)
        return self.interval(name, claim, share, bounds, _("of {count}").format(count=clogs.throws))


def _count(name: str, claim: str, figure: float, most: float, of: int) -> Property:
    """Judge a count of defects, of which at most `most` may happen."""
    is_so = figure <= most
    detail = _("of {count}").format(count=of) if of else ""
    return Property(name, claim, figure, 0, most, None, "pass" if is_so else "fail", is_so, detail)


def _flow_properties(judge: Judge, tallies: Sequence[Tally], bounds: Bounds) -> list[Property]:
    headline, found, drift = headline_of(tallies), stationarity_of(tallies), (-LARGEST_DRIFT, LARGEST_DRIFT)
    intervals = long_run_intervals(headline, found, GENERAL)
    return [
        judge.long_run(found),
        judge.interval(
            "p_out_thrown", _("chance that a thrown cube comes out"), intervals["p_out_thrown"], bounds.p_out_thrown
        ),
        judge.interval(
            "p_out_resting", _("chance that a resting cube comes out"), intervals["p_out_resting"], bounds.p_out_resting
        ),
        judge.interval("stock", _("cubes in the tower"), intervals["stock"], bounds.stock),
        judge.estimate("drift", _("second half of the chains less first half"), headline["stock_drift"], drift),
        judge.estimate(
            "start_kept", _("cubes left of a start throw of 31-45"), headline["start_kept"], bounds.start_kept
        ),
    ]


def _of_each_size(judge: Judge, bounds: Bounds, way: str, said: str, counts: Counts) -> list[Property]:
    """Judge the chance of thrown cubes in throws of each size of a battle, and the largest step between two of them."""
    sizes = [size for size in BATTLE_SIZES if size in counts]
    chances = [
        judge.interval(
            f"thrown_of_{size}_{way}",
            _("chance of a thrown cube, {size} {way}").format(size=size, way=said),
            p_out_thrown(counts[size]).interval(BY_SIZE, CHANCE),
            bounds.of_each_size,
        )
        for size in sizes
    ]
    steps = [
        judge.interval(
            f"step_{way}",
            _("largest step between sizes {way}").format(way=said),
            step_between(counts[more], counts[fewer]).interval(BY_SIZE, CHANCE_DIFFERENCE),
            (-LARGEST_STEP, LARGEST_STEP),
            _("{fewer} to {more}").format(fewer=fewer, more=more),
        )
        for fewer, more in pairwise(sizes)
    ]
    return [*chances, *sorted(steps, key=lambda step: (SEVERITY[step.verdict], -abs(step.figure)))[:1]]


def _clogs(judge: Judge, bounds: Bounds, happened: Incidents, *both: Counts) -> list[Property]:
    """Judge how often the tower clogged: in battles, in larger throws, and for good."""
    sizes = [(size, one.clogs) for counts in both for size, ones in counts.items() for one in ones]
    battles = total_clogs([happened.clogs, *(clogs for size, clogs in sizes if size in BATTLE_SIZES)])
    large = total_clogs([happened.start_clogs, *(clogs for size, clogs in sizes if size not in BATTLE_SIZES)])
    all_throws = battles.throws + large.throws
    stay = battles.stay_clogged + large.stay_clogged
    return [
        judge.clogs("clogs", _("throws of 1-24 that clog the tower"), battles, bounds.clogs),
        judge.clogs("clogs_large", _("throws of 30-60 that clog the tower"), large, bounds.clogs_large),
        _count("stay_clogged", _("throws after which it stays clogged"), stay, 0, all_throws),
    ]


def _defect_counts(happened: Incidents) -> list[Property]:
    drops = happened.drops
    dry = happened.dry_spells + happened.chains_given_up
    return [
        _count("dry_spells", _("5 throws in a row that bring nothing out"), dry, 0, drops),
        _count("above_rim", _("cubes at rest above the funnel's rim"), happened.above_rim, 0, drops),
        _count("cut_off", _("drops not at rest after 6 s"), happened.cut_off, max(1, drops // 10_000), drops),
        _count("not_conserved", _("drops that lost or changed a cube"), happened.not_conserved, 0, drops),
    ]


def _fairness(judge: Judge, tallies: Sequence[Tally]) -> list[Property]:
    twins = sum(tally.checks.twins for tally in tallies)
    differ = sum(tally.checks.twins_differ for tally in tallies)
    advantage, chance = permutation_test([owners for tally in tallies for owners in tally.owners.items()])
    interval = advantage.interval(GENERAL, CHANCE_DIFFERENCE)
    bounds = (-LARGEST_ADVANTAGE, LARGEST_ADVANTAGE)
    fair = judge.interval(
        "advantage",
        _("chance of attackers less that of defenders"),
        interval,
        bounds,
        _("p = {chance:.3f}").format(chance=chance),
    )
    if chance < 1 - GENERAL:
        fair = msgspec.structs.replace(fair, verdict="fail", passed=False)
    return [
        _count("relabelled", _("drops that would turn out differently with other cube owners"), differ, 0, twins),
        fair,
    ]


def permutation_test(drops: Sequence[tuple[str, Owners]]) -> tuple[Estimate, float]:
    """Return the attackers' advantage in the chance to come out, and the probability of one as large by chance alone.

    If owners don't matter, then in each drop, given how many of the thrown cubes came out, every choice of them is as
    likely: the attackers' share is redrawn within each drop, PERMUTATIONS times. `drops` maps "attackers defenders
    out" to the drops of that kind.
    """
    rng = np.random.default_rng(0)
    excess, weight = 0.0, 0.0
    permuted = np.zeros(PERMUTATIONS)
    for key, owners in drops:
        attackers, defenders, out = map(int, key.split())
        size = attackers + defenders
        expected = owners.drops * out * attackers / size
        weight += owners.drops * attackers * defenders / size
        excess += owners.attackers_out - expected
        permuted += rng.hypergeometric(attackers, defenders, out, (PERMUTATIONS, owners.drops)).sum(axis=1) - expected
    if not weight:
        return Estimate(math.nan, math.inf, PERMUTATIONS), 1.0
    as_far = int((np.abs(permuted) >= abs(excess) - 1e-9).sum())
    error = float(np.sqrt(np.mean(permuted**2))) / weight
    return Estimate(excess / weight, error, PERMUTATIONS), (1 + as_far) / (1 + PERMUTATIONS)


def _soundness(judge: Judge, tallies: Sequence[Tally]) -> list[Property]:
    checks = [tally.checks for tally in tallies]
    cubes, moments = sum(check.cubes for check in checks), sum(check.moments for check in checks)
    outside = sum(check.outside + check.moments_outside for check in checks)
    deepest = max(check.deepest for check in checks)
    return [
        _count("outside", _("cubes outside of the walls"), outside, 0, cubes + moments),
        _count("overlap", _("deepest overlap at rest, mm"), deepest, MOST_OVERLAP, cubes),
        _count(
            "unsupported",
            _("resting cubes without support from below"),
            sum(check.unsupported for check in checks),
            0,
            cubes,
        ),
        judge.interval(
            "leaking", _("share that comes out when woken and left alone"), _leaking(tallies), (0, LARGEST_LEAK)
        ),
    ]


def _leaking(tallies: Sequence[Tally]) -> Interval:
    """Return the share of woken cubes that came out; if none did, the share that could have been missed."""
    woken = [tally.checks.woken for tally in tallies]
    share = ratio([tally.checks.woken_out for tally in tallies], woken).interval(GENERAL, CHANCE)
    if share.mean == 0:
        return Interval(0.0, 0.0, min(1.0, -math.log(1 - GENERAL) / sum(woken)))
    return share


def _convergence(judge: Judge, standard: Headline, fine: Headline) -> list[Property]:
    """Compare the standard solver with the finer one: equivalence, by 95 % intervals of the differences."""
    compared = (
        ("p_out_thrown", _("finer steps change the chance of thrown cubes by"), SAME_CHANCE),
        ("p_out_resting", _("finer steps change the chance of resting cubes by"), SAME_CHANCE),
        ("stock", _("finer steps change the number in the tower by"), SAME_STOCK),
    )
    properties = []
    for name, claim, same in compared:
        difference = fine[name].minus(standard[name])
        interval = difference.interval(CONVERGENCE_CONFIDENCE)
        properties.append(judge.change(f"{CONVERGENCE_PREFIX}{name}", claim, interval, same))
    return properties

"""Does a tower do what a battle tower should? Each property with its figure, bound, interval and verdict.

The seeds of the verdicts stand here, and the first run counts: they were not chosen by their outcome. `full` passes a
figure if all of its interval lies within the bounds: it shows that the property holds. `quick` has fewer battles and
passes a figure unless its interval rules the property out: it finds what is broken.
"""

import math
from collections.abc import Sequence

import msgspec
import numpy as np

from shogun.base.language import _
from shogun.lab.chains import Protocol, Task
from shogun.lab.effort import ALONE, Effort
from shogun.lab.measurement import Headline, Incidents, headline_of, incidents_of, notes_of
from shogun.lab.statistics import CONFIDENCE, Estimate, Interval, each, ratio
from shogun.lab.tally import MOST_OVERLAP, OddDrop, Owners, Tally
from shogun.lab.throws import find_throws
from shogun.tower.constants import FINE
from shogun.tower.geometry import Bounds, Geometry, geometry_hash
from shogun.tower.stepping import solver_for

INTERVALS = 7
"""Intervals of one report that hold at once; those of the convergence are of 95 % each."""
LARGEST_DRIFT = 1.0
"""Cubes between the halves of the chains."""
LARGEST_ADVANTAGE = 0.02
"""By so much an owner's chance to come out may seem better, at most."""
LEAKING = 0.03
"""Share of resting cubes that may come out if they are woken and left alone for 2 s."""
SAME_CHANCE, SAME_STOCK = 0.02, 1.0
"""Differences between the standard and the finer solver that don't matter: of a chance, and of the stock in cubes."""
CONVERGENCE_CONFIDENCE = 0.95
PERMUTATIONS = 1999


class Plan(msgspec.Struct, frozen=True):
    """How much is done for a verdict, and with which seed."""

    name: str
    seed: int
    battles: int
    """With the standard solver, by the protocol."""
    fine_battles: int
    """With the finer one."""
    chains: int
    examine_every: int
    """After so many battles the cubes are looked at closely."""
    strict: bool
    """Whether a whole interval must lie within the bounds."""


QUICK = Plan("quick", seed=1603, battles=1600, fine_battles=480, chains=16, examine_every=20, strict=False)
FULL = Plan("full", seed=2612, battles=30_000, fine_battles=6_000, chains=24, examine_every=20, strict=True)
"""Two forerunners failed on `classic`, each for a reason that was mended before a seed was used anew. Seed 1600 with
10,000 battles: all passed but the drift, whose interval (-0.62 to 1.10 cubes about 0.24) was wider than the bounds, too
few battles to show what is asked. Seed 2611: one of 19,545 resting cubes had nothing below it; it slept on when its
heap was knocked away, which heaps that sleep and wake together have ended."""


class Property(msgspec.Struct, frozen=True):
    """One thing that a tower should do, and whether it does."""

    name: str
    claim: str
    figure: float
    low: float
    high: float
    """The bounds: the figure belongs between them."""
    interval: Interval | None
    """None if the figure is a count of what was seen."""
    passed: bool
    detail: str = ""


class Verification(msgspec.Struct, frozen=True):
    """The verdict on a tower."""

    tower: str
    geometry: str
    plan: Plan
    bounds: Bounds
    confidence: float
    passed: bool
    properties: tuple[Property, ...]
    notes: tuple[str, ...]
    odd: tuple[OddDrop, ...]
    """Drops of the standard solver to look at again."""


def verify(geometry: Geometry, bounds: Bounds, plan: Plan = QUICK, effort: Effort = ALONE) -> Verification:
    """Return the verdict on a tower. Raises LabError, OSError and WorkerDied."""
    standard, fine = experiments(geometry, plan)
    tallies = effort.carry_out(standard, plan.battles)
    finer = effort.carry_out(fine, plan.fine_battles)
    effort.forget(standard, plan.battles)
    effort.forget(fine, plan.fine_battles)
    return judge(geometry, bounds, plan, tallies, finer)


def experiments(geometry: Geometry, plan: Plan) -> tuple[Task, Task]:
    """Return the tasks of the standard and of the finer solver; they have different throws."""
    throws = find_throws("4-12")
    protocol, solver = Protocol(chains=plan.chains), solver_for(geometry)
    standard = Task(geometry, plan.seed, 0, 0, throws, protocol, solver, examine_every=plan.examine_every)
    fine = Task(geometry, plan.seed + 1, 0, 0, throws, Protocol(start_throws=0), FINE)
    return standard, fine


def judge(
    geometry: Geometry, bounds: Bounds, plan: Plan, tallies: Sequence[Tally], finer: Sequence[Tally]
) -> Verification:
    """Return the verdict that these tallies give."""
    a_judge = Judge(strict=plan.strict)
    headline = headline_of(tallies)
    properties = (
        *_flow(a_judge, headline, bounds),
        *_counted(incidents_of(tallies)),
        *_fair(a_judge, tallies),
        *_sound(a_judge, tallies),
        *_converged(a_judge, headline, headline_of(finer)),
    )
    return Verification(
        tower=geometry.name,
        geometry=geometry_hash(geometry),
        plan=plan,
        bounds=bounds,
        confidence=CONFIDENCE,
        passed=all(one.passed for one in properties),
        properties=properties,
        notes=tuple(notes_of([*tallies, *finer])),
        odd=tuple(odd for tally in tallies for odd in tally.odd),
    )


class Judge(msgspec.Struct, frozen=True):
    """Passes or fails figures."""

    strict: bool

    def estimate(self, name: str, claim: str, estimate: Estimate, bounds: tuple[float, float]) -> Property:
        """Judge a figure by its interval, one of those that hold at once."""
        return self.interval(name, claim, estimate.interval(each(CONFIDENCE, INTERVALS)), bounds)

    def interval(
        self, name: str, claim: str, interval: Interval, bounds: tuple[float, float], detail: str = ""
    ) -> Property:
        """Judge a figure by this interval."""
        passed = interval.lies_in(*bounds) if self.strict else interval.meets(*bounds)
        return Property(name, claim, interval.mean, *bounds, interval, passed, detail)


def _count(name: str, claim: str, figure: float, most: float, of: int) -> Property:
    """Judge a count of what should not happen, or not more than `most`."""
    return Property(name, claim, figure, 0, most, None, figure <= most, _("of {count}").format(count=of) if of else "")


def _flow(judge: Judge, headline: Headline, bounds: Bounds) -> list[Property]:
    drift = (-LARGEST_DRIFT, LARGEST_DRIFT)
    return [
        judge.estimate(
            "p_out_thrown", _("chance that a thrown cube comes out"), headline.p_out_thrown, bounds.p_out_thrown
        ),
        judge.estimate(
            "p_out_resting", _("chance that a resting cube comes out"), headline.p_out_resting, bounds.p_out_resting
        ),
        judge.estimate("stock", _("cubes that rest in the tower"), headline.stock, bounds.stock),
        judge.estimate("drift", _("second half of the chains less first half"), headline.drift, drift),
        judge.estimate(
            "start_kept", _("cubes that stay of a start throw of 31-45"), headline.start_kept, bounds.start_kept
        ),
    ]


def _counted(happened: Incidents) -> list[Property]:
    drops = happened.drops
    clogs = happened.dry_spells + happened.clogged_chains
    return [
        _count("dry_spells", _("5 throws in a row that bring nothing out"), clogs, 0, drops),
        _count("above_rim", _("cubes at rest above the funnel's rim"), happened.above_rim, 0, drops),
        _count("cut_off", _("drops not at rest after 6 s"), happened.cut_off, max(1, drops // 10_000), drops),
        _count("not_conserved", _("drops that lost or changed a cube"), happened.not_conserved, 0, drops),
    ]


def _fair(judge: Judge, tallies: Sequence[Tally]) -> list[Property]:
    twins = sum(tally.checks.twins for tally in tallies)
    differ = sum(tally.checks.twins_differ for tally in tallies)
    advantage, chance = permutation_test([owners for tally in tallies for owners in tally.owners.items()])
    interval = advantage.interval(each(CONFIDENCE, INTERVALS))
    bounds = (-LARGEST_ADVANTAGE, LARGEST_ADVANTAGE)
    fair = judge.interval(
        "advantage",
        _("chance of attackers less that of defenders"),
        interval,
        bounds,
        _("p = {chance:.3f}").format(chance=chance),
    )
    fair = msgspec.structs.replace(fair, passed=fair.passed and chance >= 1 - each(CONFIDENCE, INTERVALS))
    return [_count("relabelled", _("drops that other owners would change"), differ, 0, twins), fair]


def permutation_test(drops: Sequence[tuple[str, Owners]]) -> tuple[Estimate, float]:
    """Return by how much the attackers' chance to come out is better, and how likely chance alone is as far off.

    If owners don't matter, then in each drop, given how many of the thrown cubes came out, every choice of them is as
    likely: the attackers' share is drawn anew within each drop, PERMUTATIONS times. `drops` maps "attackers defenders
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


def _sound(judge: Judge, tallies: Sequence[Tally]) -> list[Property]:
    checks = [tally.checks for tally in tallies]
    cubes, moments = sum(one.cubes for one in checks), sum(one.moments for one in checks)
    outside = sum(one.outside + one.moments_outside for one in checks)
    deepest = max(one.deepest for one in checks)
    return [
        _count("outside", _("cubes outside of the walls"), outside, 0, cubes + moments),
        _count("overlap", _("deepest overlap at rest, mm"), deepest, MOST_OVERLAP, cubes),
        _count(
            "unsupported",
            _("resting cubes without support from below"),
            sum(one.unsupported for one in checks),
            0,
            cubes,
        ),
        judge.interval("leaking", _("share that comes out if woken and left alone"), _leaking(tallies), (0, LEAKING)),
    ]


def _leaking(tallies: Sequence[Tally]) -> Interval:
    """Return the share of woken cubes that came out; if none did, what could have been missed."""
    confidence = each(CONFIDENCE, INTERVALS)
    woken = [tally.checks.woken for tally in tallies]
    share = ratio([tally.checks.woken_out for tally in tallies], woken).interval(confidence).as_share()
    if share.mean == 0:
        return Interval(0.0, 0.0, -math.log(1 - confidence) / sum(woken))
    return share


def _converged(judge: Judge, standard: Headline, fine: Headline) -> list[Property]:
    """Compare the standard solver with the finer one: equivalence, by 95 % intervals of the differences."""
    compared = (
        ("p_out_thrown", _("finer steps change the chance of thrown cubes by"), SAME_CHANCE),
        ("p_out_resting", _("finer steps change the chance of resting ones by"), SAME_CHANCE),
        ("stock", _("finer steps change the number that rests by"), SAME_STOCK),
    )
    properties = []
    for name, claim, same in compared:
        difference: Estimate = getattr(fine, name).minus(getattr(standard, name))
        interval = difference.interval(CONVERGENCE_CONFIDENCE)
        properties.append(judge.interval(f"converged_{name}", claim, interval, (-same, same), _("by a 95 % interval")))
    return properties

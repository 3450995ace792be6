"""Odds of a fight: first from the quick model, then from real drops with the tower's true state.

In a drop the owners of the thrown cubes are shuffled onto their places, and physics knows no color. So a drop is made
with all thrown cubes of one color, and the chances over all ways to assign the cubes that come out to their owners are
exact (Rao-Blackwell). Such a drop says much more than one outcome, so that a narrow interval needs fewer.

Seeds come from the generator that is passed in, never from the stream of the coming throw. The odds of the same fight
always take the same seeds (`stream_name`), so a chance once shown only gets more precise.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from itertools import product
from math import comb, fsum, sqrt
from operator import add
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.confidence_intervals import Share, normal_quantile, whole_percents, wilson
from shogun.base.worker_pool import Workers
from shogun.games.shogun.analysis.fights import Fight
from shogun.games.shogun.rules.battle import Verdict
from shogun.games.shogun.rules.questions import March
from shogun.table.towers import Inside, ModelTower, SimulatedTower, Tower, outcome_model
from shogun.tower.quick_model import OutcomeModel
from shogun.tower.resting_cubes import TowerState

# Odds in figures


class Standing(Struct, frozen=True):
    """The chance that a side holds the province with this many armies after the fight."""

    winner: Literal["attacker", "defender"]
    armies: int
    share: Share


class Odds(Struct, frozen=True):
    """The outcomes of a fight in chances, with 95 % intervals.

    `win`: the attacker takes the province, or a revolt is put down; `lose`: the other side has more; `tie`: it becomes
    neutral, or a neutral one or one in revolt is lost by equal numbers.
    """

    win: Share
    tie: Share
    lose: Share
    standings: tuple[Standing, ...]
    """Owners and numbers of armies afterwards, the likely ones first."""
    drops: int
    """Real drops on which the chances rest; 0: they are the model's."""
    model: str = ""
    """The model they are from, in words, as long as there are no drops."""
    is_makeshift: bool = False
    """True if that is the fixed model, for want of one that is fitted to this tower."""

    @property
    def reach(self) -> float:
        """Largest distance of a chance from the farther end of its interval."""
        return max(self.win.reach, self.tie.reach, self.lose.reach)

    @property
    def percents(self) -> tuple[int, int, int]:
        """Win, tie and loss in whole percent, which sum to 100."""
        win, tie, lose = whole_percents([self.win.value, self.tie.value, self.lose.value])
        return win, tie, lose

    @property
    def armies_left(self) -> float:
        """Average number of the attacker's armies there afterwards; in a revolt the defender's."""
        sides = {standing.winner for standing in self.standings}
        side = "attacker" if "attacker" in sides else "defender"
        return fsum(s.armies * s.share.value for s in self.standings if s.winner == side)


class Threat(Struct, frozen=True):
    """A neighbor's strongest attack on a province, with its odds."""

    march: March
    fight: Fight
    """The fight, for odds that grow (`GrowingOdds`)."""
    odds: Odds
    """A first answer; `win` is the attacker's."""


Ending = Literal["win", "tie", "lose"]
ENDINGS: tuple[Ending, ...] = ("win", "tie", "lose")

THROWN = "thrown"
"""Placeholder of the color of all thrown cubes while their owners don't matter."""
MODEL_FALLS = 500
"""Falls of the model for a first answer."""
FITTED_ERROR, FIXED_ERROR = 0.17, 0.2
"""Standard deviations between chances of a model and of drops where they are about even; they widen first intervals.

With the first one the interval of the model fitted to `classic` holds 94 % of the chances from 40 drops (in 1179 fights
to which it gives 20 to 80 %). The fixed model was measured over 962 attacks with the first physics.
"""
BATCH = 6
"""Drops of one task of a worker."""


class Precision(Struct, frozen=True):
    """The precision at which no more drops are made."""

    within: float = 0.05
    """Largest allowed distance of a chance from the farther end of its interval."""
    least: int = 30
    """Drops below which no interval is trusted."""
    most: int = 1200
    """Drops after which no more are made."""


PRECISE = Precision()


# Reading one drop


class Reader:
    """Reads drops with all thrown cubes of one color: the chance of each verdict on a fight."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._thrown = [fight.cubes.get(colour, 0) for colour in fight.sides]
        self._read: dict[tuple[int, ...], dict[Verdict, float]] = {}
        self._verdicts: dict[tuple[int, ...], Verdict] = {}

    def read(self, out: Mapping[str, int]) -> dict[Verdict, float]:
        """Return the chances of the verdicts when `out` came out, thrown cubes counted under `THROWN`."""
        known = (out.get(THROWN, 0), *(out.get(colour, 0) for colour in self.fight.sides))
        if known not in self._read:
            self._read[known] = self._chances(*known)
        return self._read[known]

    def _chances(self, thrown_out: int, *resting_out: int) -> dict[Verdict, float]:
        chances: dict[Verdict, float] = {}
        for owners, chance in deals(self._thrown, self.fight.thrown, thrown_out):
            verdict = self.verdict(tuple(map(add, owners, resting_out)))
            chances[verdict] = chances.get(verdict, 0.0) + chance
        return chances

    def verdict(self, counts: tuple[int, ...]) -> Verdict:
        """Return the verdict for a number of cubes of each side on the tray."""
        if counts not in self._verdicts:
            self._verdicts[counts] = self.fight.verdict(dict(zip(self.fight.sides, counts, strict=True)))
        return self._verdicts[counts]

    def ending(self, verdict: Verdict) -> Ending:
        """Return a verdict from the acting side's view: the attacker's, or in a revolt the owner's."""
        acting = "defender" if self.fight.kind == "revolt" else "attacker"
        if verdict.winner == acting:
            return "win"
        return "tie" if verdict.tie else "lose"


def deals(counts: Sequence[int], total: int, drawn: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield how many cubes of each owner are among `drawn` out of `total`, with its chance (hypergeometric).

    `counts` are the cubes of the owners that matter; the others' make up the rest of `total`.
    """
    chance_of_rest = _chances_of_rest(total - sum(counts), total, drawn)
    ways = [[comb(count, kept) for kept in range(min(count, drawn) + 1)] for count in counts]
    for owners in product(*map(range, map(len, ways))):
        chance = chance_of_rest.get(drawn - sum(owners))
        if chance:
            for of_owner, kept in zip(ways, owners, strict=True):
                chance *= of_owner[kept]
            yield owners, chance


def _chances_of_rest(others: int, total: int, drawn: int) -> dict[int, float]:
    """Return, for each number of the others' cubes drawn, the ways to draw them as a share of all draws."""
    return {left: comb(others, left) / comb(total, drawn) for left in range(min(others, drawn) + 1)}


# Drops


def stream_name(fight: Fight, inside: Inside) -> str:
    """Return the name of the random stream for the odds of a fight, wherever they are shown."""
    sides = f"{fight.kind}:{fight.province}:{fight.attacker}:{fight.defender}:{fight.peasants_take_part}"
    return f"odds/{sides}/thrown/{_listed(fight.cubes)}/inside/{_listed(inside.counts())}"


def _listed(cubes: Mapping[str, int]) -> str:
    return ",".join(f"{number} {colour}" for colour, number in sorted(cubes.items()))


def tower_of(inside: Inside) -> Tower:
    """Return the tower that holds these cubes."""
    return SimulatedTower(inside.geometry) if isinstance(inside, TowerState) else ModelTower(inside.model)


_Task = partial[list[dict[str, int]]]
"""A task for a worker: a few drops with their seeds."""
Model = Callable[[Mapping[str, int], int], dict[str, int]]
"""Function from the thrown cubes and a seed to those that come out, all by color."""


def model_of(inside: Inside) -> Model:
    """Return the quick model of a tower with these cubes in it."""
    return partial(outcome_model(inside).drop, inside.counts())


def real_falls(inside: Inside, thrown: int, seeds: Iterable[int]) -> list[dict[str, int]]:
    """Return the cubes that come out of the tower with each seed: a task for a worker."""
    tower = tower_of(inside)
    return [tower.throw(inside, {THROWN: thrown}, seed, record=False).out for seed in seeds]


def load_physics() -> None:
    """Load what real drops need: the first task of a worker, so that no player waits for it."""
    import shogun.tower.physics.throw  # noqa: F401


# Estimates


class _Sum(Struct):
    """The sum of one chance over all drops, and of its square."""

    first: float = 0.0
    second: float = 0.0

    def add(self, chance: float) -> None:
        self.first += chance
        self.second += chance * chance

    def share(self, falls: int) -> Share:
        """Return the mean with Wilson's interval for the number of cases that would vary as little.

        One extra drop that says 0 and one that says 1 keep a few drops that agree from looking certain.
        """
        mean, square = (self.first + 1) / (falls + 2), (self.second + 1) / (falls + 2)
        spread = square - mean * mean
        return wilson(self.first / falls, falls * max(1.0, mean * (1 - mean) / spread))


class Tally:
    """Gathers drops of one fight into odds."""

    def __init__(self, fight: Fight) -> None:
        self.reader = Reader(fight)
        self.falls = 0
        self._endings: dict[Ending, _Sum] = {ending: _Sum() for ending in ENDINGS}
        self._verdicts: dict[Verdict, _Sum] = {}

    def add(self, out: Mapping[str, int]) -> None:
        """Count a drop with all thrown cubes of one color."""
        self._add(self.reader.read(out))

    def add_owned(self, out: Mapping[str, int]) -> None:
        """Count a drop in which each cube had its owner's color."""
        self._add({self.reader.verdict(tuple(out.get(colour, 0) for colour in self.reader.fight.sides)): 1.0})

    def _add(self, chances: Mapping[Verdict, float]) -> None:
        self.falls += 1
        endings: dict[Ending, float] = dict.fromkeys(ENDINGS, 0.0)
        for verdict, chance in chances.items():
            endings[self.reader.ending(verdict)] += chance
            self._verdicts.setdefault(verdict, _Sum()).add(chance)
        for ending, chance in endings.items():
            self._endings[ending].add(chance)

    def odds(self, drops: int) -> Odds:
        """Return the odds so far, which rest on this many drops."""
        win, tie, lose = (self._endings[ending].share(self.falls) for ending in ENDINGS)
        return Odds(win, tie, lose, self._standings(), drops)

    def _standings(self) -> tuple[Standing, ...]:
        standings = [
            Standing(verdict.winner, verdict.survivors, total.share(self.falls))
            for verdict, total in self._verdicts.items()
            if verdict.winner is not None
        ]
        return tuple(sorted(standings, key=lambda standing: (-standing.share.value, standing.winner, standing.armies)))


def first_odds(fight: Fight, inside: Inside, rng: Random) -> Odds:
    """Return odds by the model, within 0.1 s; where the game's tower is simulated, with the model's own error."""
    tally, fall = Tally(fight), model_of(inside)
    for _fall in range(MODEL_FALLS):
        tally.add_owned(fall(fight.cubes, rng.getrandbits(62)))
    model, odds = outcome_model(inside), tally.odds(0)
    if not isinstance(inside, TowerState):
        return replace(odds, model=model.label)
    return _widened(odds, model)


def _widened(odds: Odds, model: OutcomeModel) -> Odds:
    """Return the odds of a model with intervals that hold the real chances too."""
    error = FITTED_ERROR if model.is_fitted else FIXED_ERROR
    standings = tuple(Standing(s.winner, s.armies, _widen(s.share, error)) for s in odds.standings)
    win, tie, lose = (_widen(share, error) for share in (odds.win, odds.tie, odds.lose))
    return Odds(win, tie, lose, standings, 0, model.label, not model.is_fitted)


def _widen(share: Share, about_even: float) -> Share:
    """Return the model's chance with an interval widened for the model's error, less for extreme chances."""
    error = about_even * 2 * sqrt(max(0.02, share.value * (1 - share.value)))
    low, high = share.value - share.low, share.high - share.value
    doubt = normal_quantile(0.95) * error
    return Share(share.value, max(0.0, share.value - _both(low, doubt)), min(1.0, share.value + _both(high, doubt)))


def _both(reach: float, doubt: float) -> float:
    return sqrt(reach * reach + doubt * doubt)


class GrowingOdds:
    """Odds that grow in the background: a window starts them, steps now and then, and shows `current`.

    With the same `rng` the odds after the same number of drops are the same for any number of workers.
    """

    def __init__(
        self,
        fight: Fight,
        inside: Inside,
        rng: Random,
        workers: Workers | None = None,
        precision: Precision = PRECISE,
    ) -> None:
        self.fight = fight
        self.inside = inside
        self.precision = precision
        self._rng = rng
        self._workers = workers
        self._tally = Tally(fight)
        self._waiting: deque[tuple[_Task, Future[list[dict[str, int]]]]] = deque()
        self._put_off: deque[_Task] = deque()
        """Drops requested before a pause; they are used first when it ends."""
        self._cancelled = False
        self._current: Odds | None = None

    def start(self) -> Odds:
        """Return the best odds so far, at first the model's answer, and have more drops made if they are wanted."""
        odds = self.current()
        if not self.is_done:
            self._ask_for_more()
        return odds

    def current(self) -> Odds:
        """Return the best odds so far; at first that is the model's answer."""
        if self._current is None:
            self._current = first_odds(self.fight, self.inside, self._rng)
        return self._current

    @property
    def is_done(self) -> bool:
        """Return whether no more drops will come: there are enough, or they are paused."""
        if self._cancelled:
            return True
        drops, wanted = self._tally.falls, self.precision
        return drops >= wanted.most or (drops >= wanted.least and self.current().reach <= wanted.within)

    def step(self) -> bool:
        """Take in what is ready, ask for more, and return whether the odds have changed.

        It doesn't wait for workers; without any, it makes a few drops here. Raises WorkerDied.
        """
        self.current()
        changed = False
        while not self.is_done and self._is_ready():
            for out in self._next_batch()[: self.precision.most - self._tally.falls]:
                self._tally.add(out)
            self._current = self._tally.odds(self._tally.falls)
            changed = True
            if self._workers is None:
                break
        if self.is_done:
            self.cancel()
        else:
            self._ask_for_more()
        return changed

    def finish(self) -> Odds:
        """Return the odds when they are done, however long that takes. Raises WorkerDied."""
        self.current()
        while not self.is_done:
            if self._waiting:
                self._waiting[0][1].exception()  # waits for it
            self.step()
        return self.current()

    def cancel(self) -> None:
        """Want no more drops."""
        self._cancelled = True
        self.pause()

    def pause(self) -> None:
        """Stop making drops; the next `step` resumes as if nothing had happened."""
        asked, self._waiting = self._waiting, deque()
        for _task, future in asked:
            future.cancel()
        self._put_off.extendleft(task for task, _future in reversed(asked))

    def _is_ready(self) -> bool:
        return self._workers is None or (bool(self._waiting) and self._waiting[0][1].done())

    def _next_batch(self) -> list[dict[str, int]]:
        return self._waiting.popleft()[1].result() if self._waiting else self._task()()

    def _task(self) -> "_Task":
        if self._put_off:
            return self._put_off.popleft()
        seeds = tuple(self._rng.getrandbits(62) for _drop in range(BATCH))
        return partial(real_falls, self.inside, self.fight.thrown, seeds)

    def _ask_for_more(self) -> None:
        if self._workers is None:
            return
        while len(self._waiting) < 2 * self._workers.count:
            task = self._task()
            self._waiting.append((task, self._workers.submit(task)))


def odds(
    fight: Fight, inside: Inside, rng: Random, workers: Workers | None = None, precision: Precision = PRECISE
) -> Odds:
    """Return the odds of a fight when there are drops enough. Raises WorkerDied."""
    return GrowingOdds(fight, inside, rng, workers, precision).finish()

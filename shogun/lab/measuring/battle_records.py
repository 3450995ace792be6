"""Raw data behind the figures of a measurement: each battle of an experiment, and each cube."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from shogun.lab.measuring.battle_counting import COLOURS, Battle, colour_of, is_attacker, thrown_in
from shogun.lab.measuring.chains import Leg, Task, advance_chain, tasks
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.executors import executor, in_turn
from shogun.tower.physics.throw import Drop


class BattleRecord(msgspec.Struct, frozen=True):
    """One battle; numbers of cubes are for attackers (red) and defenders (blue)."""

    chain: int
    battle: int
    """Negative: discarded, because the tower still remembers its start."""
    seed: int
    """Together with the cubes in the tower it gives the same drop again."""
    thrown: tuple[int, int]
    out: tuple[int, int]
    inside_before: tuple[int, int]
    inside_after: tuple[int, int]
    rest_s: float
    """Time until all cubes were at rest, s."""
    cut_off: bool
    """True if some cubes still moved when the simulation was ended."""
    taps: int


class CubeRecord(msgspec.Struct, frozen=True):
    """One cube that was thrown in a battle."""

    chain: int
    colour: str
    thrown: int
    """The battle in which it was thrown."""
    out: int
    """The battle in which it came out; for a cube still inside, the last one of its chain."""
    stay: int
    """Battles spent inside, 0: out at once; for a cube still inside, those so far."""
    still_inside: bool
    """True if it is in the tower at the end of its chain (a censored stay)."""


class BattleRecords(Tabular, frozen=True):
    """All battles of an experiment, chain by chain, without the start throws."""

    tower: str
    battles: tuple[BattleRecord, ...]
    cubes: tuple[CubeRecord, ...]

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: battles, and cubes."""
        return {"battles": self._battles, "cubes": self._cubes}

    def _battles(self) -> Table:
        pairs = ("thrown", "out", "inside_before", "inside_after")
        names = ["chain", "battle", "seed", *(f"{pair}_{colour}" for pair in pairs for colour in COLOURS)]
        rows = [
            (battle.chain, battle.battle, battle.seed, *battle.thrown, *battle.out, *battle.inside_before,
             *battle.inside_after, battle.rest_s, battle.cut_off, battle.taps)
            for battle in self.battles
        ]  # fmt: skip
        return transposed([*names, "rest_s", "cut_off", "taps"], rows)

    def _cubes(self) -> Table:
        return transposed(CubeRecord.__struct_fields__, [msgspec.structs.astuple(cube) for cube in self.cubes])


class _Recorder:
    """Records the battles and the cubes of one chain."""

    def __init__(self, chain: int) -> None:
        self.chain = chain
        self.battles: list[BattleRecord] = []
        self.out: dict[str, int] = {}
        self.names: list[str] = []

    def __call__(self, battle: Battle, fallen: Drop) -> None:
        """Note a battle."""
        before, after = ([cube.colour for cube in cubes] for cubes in (battle.before, fallen.resting))
        self.names.extend(battle.thrown)
        self.out.update(dict.fromkeys(fallen.out, battle.number))
        record = BattleRecord(
            battle.chain, battle.number, battle.seed, _sides(battle.thrown), _sides(fallen.out), _sides(before),
            _sides(after), fallen.seconds, fallen.cut_off, fallen.taps,
        )  # fmt: skip
        self.battles.append(record)

    def cubes(self) -> list[CubeRecord]:
        """Return all cubes thrown in battles, in order of throwing."""
        last = self.battles[-1].battle if self.battles else 0
        return [self._cube(name, thrown_in(name), self.out.get(name, last)) for name in self.names]

    def _cube(self, name: str, thrown: int, out: int) -> CubeRecord:
        return CubeRecord(self.chain, colour_of(name), thrown, out, out - thrown, name not in self.out)


def _sides(names: Iterable[str]) -> tuple[int, int]:
    """Return the numbers of attackers' and defenders' cubes among these."""
    counted = Counter(map(is_attacker, names))
    return counted[True], counted[False]


def recorded(task: Task) -> tuple[list[BattleRecord], list[CubeRecord]]:
    """Return the battles and the cubes of one chain."""
    note = _Recorder(task.chain)
    advance_chain(Leg(task, task.battles), note)
    return note.battles, note.cubes()


def record(task: Task, battles: int, jobs: int = 1) -> BattleRecords:
    """Return each battle and each cube of all chains of an experiment. Raises LabError and WorkerDied."""
    with executor(jobs) as some:
        chains = list(in_turn(some, recorded, tasks(task, battles)))
    every = tuple(one for found, _cubes in chains for one in found)
    return BattleRecords(task.geometry.name, every, tuple(cube for _found, cubes in chains for cube in cubes))

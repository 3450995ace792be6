"""Chains of battles by the protocol: a start throw, discarded battles, then counted battles.

A chain is the unit of work and depends only on its task: the same task gives the same counts in any
process. Its progress is saved now and then, so an interrupted chain can be resumed.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from shogun.base.files import UNDECODABLE, checksum, read_bounded, write_whole
from shogun.base.interrupts import held_back
from shogun.base.language import _
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError
from shogun.lab.measuring.battle_counting import (
    Battle,
    colour_of,
    count_battle,
    count_game,
    count_probe,
    count_start,
    cube_names,
    note_clog,
    note_dry_spell,
    note_oddities,
    note_sealed,
    record_battle,
)
from shogun.lab.measuring.tally import RecordKind, Tally, empty_tally
from shogun.lab.measuring.throw_distribution import Throws
from shogun.lab.validation.soundness import examine
from shogun.tower.geometry import Geometry
from shogun.tower.physics.solver import STANDARD, Solver
from shogun.tower.physics.throw import Drop
from shogun.tower.physics.time_step import roomy
from shogun.tower.resting_cubes import RestingCube

if TYPE_CHECKING:
    from shogun.tower.physics.inspection import TouchedPieces

START = -1_000_000
"""The battle number of the start throw's cubes: before all battles."""
SAVE_EVERY = 100
"""Battles between two saves of a chain."""
MOST_BYTES = 50_000_000
"""Maximum size of a chain's file."""
SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 30, 45, 60)
"""Sizes of single throws: a game's battles, its largest, and the range of start throws."""
MOST_DISCARDED = 100_000
RAREST = 20
"""Battles between two probes of a size are at most this many; otherwise all sizes throw the same number of cubes."""


class Protocol(msgspec.Struct, frozen=True):
    """The division of battles into chains."""

    chains: int = 16
    start: int = 38
    """Cubes of the throw that fills the tower."""
    discarded: int = 100
    """Battles until most towers have forgotten their start; `stationarity` says whether this one has."""
    start_throws: int = 4
    """A chain's throws into an empty tower, to measure how many cubes it keeps."""
    start_sizes: tuple[int, int] = (31, 45)
    """The fewest and the most cubes of those throws."""


STANDARD_PROTOCOL = Protocol()
HASTY = Protocol(chains=6, start_throws=2)
"""For few battles: few chains, since each of them has to forget its start."""
SEARCHING = Protocol(chains=6, discarded=60, start_throws=2)
"""For candidates of a search, only compared with each other: `classic` then still lacks one cube in twenty."""


def discarding(protocol: Protocol, battles: int | None) -> Protocol:
    """Return a protocol that discards a number of battles of each chain; None: as many as before. Raises LabError."""
    if battles is None:
        return protocol
    if not 0 <= battles <= MOST_DISCARDED:
        text = _("--discard {count} must be from 0 to {most}.")
        raise LabError(text.format(count=battles, most=MOST_DISCARDED))
    return msgspec.structs.replace(protocol, discarded=battles)


class Task(msgspec.Struct, frozen=True):
    """One chain to be run."""

    geometry: Geometry
    seed: int
    chain: int
    battles: int
    """Battles to be counted."""
    throws: Throws
    protocol: Protocol = STANDARD_PROTOCOL
    solver: Solver = STANDARD
    examine_every: int = 0
    """Battles between two close looks at the cubes at rest; 0: never."""
    probe_every: int = 0
    """Battles, times the size or RAREST, between two probes of each size on the current stock; 0: never."""
    recording: RecordKind | msgspec.UnsetType = msgspec.UNSET
    """The record made of each counted battle; the counts don't depend on it."""

    @property
    def room(self) -> Geometry:
        """The tower as its start places see it: with the largest kind of cubes."""
        return roomy(self.geometry, self.solver)

    def solver_of(self, names: Iterable[str]) -> Solver:
        """Return the solver of a drop of cubes with these names: red ones are attackers', blue ones defenders'."""
        varied = self.solver.varied
        if varied is msgspec.UNSET or not varied.cubes:
            return self.solver
        kinds = dict(varied.cubes)
        owners = ((name, colour_of(name)) for name in names)
        cubes = tuple((name, kinds[colour]) for name, colour in owners if colour in kinds)
        return msgspec.structs.replace(self.solver, varied=msgspec.structs.replace(varied, cubes=cubes))


class Experiment(NamedTuple):
    """The common settings of all chains, and the number of battles they count together."""

    task: Task
    battles: int


class Progress(msgspec.Struct):
    """A chain's progress, as it is saved."""

    tally: Tally
    battle: int
    """The next battle; negative ones are discarded."""
    resting: tuple[RestingCube, ...]


def tasks(first: Task, battles: int) -> list[Task]:
    """Return the tasks of all chains; together they count `battles` battles, as evenly as can be."""
    count = first.protocol.chains
    shares = [battles * (chain + 1) // count - battles * chain // count for chain in range(count)]
    return [msgspec.structs.replace(first, chain=chain, battles=share) for chain, share in enumerate(shares) if share]


def run_chain(task: Task, folder: Path | None = None) -> Tally:
    """Return the counts of one chain, from its beginning or from the progress saved in `folder`."""
    return advance_chain(Leg(task, task.battles, folder=folder)).tally


class Leg(msgspec.Struct, frozen=True):
    """A part of one chain's way."""

    task: Task
    until: int
    """The battle before which it ends."""
    progress: Progress | None = None
    """The starting point; None: the progress saved in `folder`, or the chain's beginning."""
    folder: Path | None = None


Note = Callable[[Battle, Drop], None]
"""Called with each battle, including discarded ones, and its result."""


def advance_chain(leg: Leg, note: Note | None = None) -> Progress:
    """Return the chain advanced to the end of the leg; a chain that is given up goes no further."""
    progress = leg.progress or _saved_progress(leg) or _begin(leg.task)
    try:
        while progress.battle < leg.until and not progress.tally.given_up:
            with held_back:  # no battle is counted by half
                _fight(leg.task, progress, note)
            if progress.battle % SAVE_EVERY == 0:
                _keep(leg, progress)
    except KeyboardInterrupt:
        _keep(leg, progress)
        raise
    _keep(leg, progress)
    return progress


def sendable_leg(leg: Leg) -> Leg:
    """Return a leg for another computer: with the saved progress, and without the folder."""
    return msgspec.structs.replace(leg, progress=leg.progress or _saved_progress(leg), folder=None)


def received(leg: Leg, progress: Progress) -> Progress:
    """Return the progress that another computer has made, after saving it in the leg's folder."""
    _keep(leg, progress)
    return progress


def damaged_chains(folder: Path, todo: Iterable[Task]) -> list[Path]:
    """Return the files in a folder that should hold these chains, but are damaged."""
    legs = [Leg(task, task.battles, folder=folder) for task in todo]
    paths = [(leg, _file(leg)) for leg in legs]
    return [path for leg, path in paths if path and path.exists() and _saved_progress(leg) is None]


def holds_chains(folder: Path) -> bool:
    """Return whether a folder has saved chains."""
    return any(folder.glob("chain-*.msgpack"))


def _file(leg: Leg) -> Path | None:
    return leg.folder / f"chain-{leg.task.chain:03}.msgpack" if leg.folder else None


def _saved_progress(leg: Leg) -> Progress | None:
    """Return the saved progress; an unreadable file counts as none."""
    path = _file(leg)
    try:
        stated, _line_break, data = read_bounded(path, MOST_BYTES).partition(b"\n") if path else (b"", b"", b"")
        return msgspec.msgpack.decode(data, type=Progress) if stated == _seal(leg, data) else None
    except (OSError, *UNDECODABLE):
        return None


def _keep(leg: Leg, progress: Progress) -> None:
    """Save a chain, whole or not at all; on a full disk the chain continues and just can't be resumed."""
    path = _file(leg)
    if path is None:
        return
    data = msgspec.msgpack.encode(progress)
    try:
        write_whole(path, _seal(leg, data) + b"\n" + data)
    except OSError as error:
        progress.tally.not_kept = error.strerror or str(error)


def _seal(leg: Leg, data: bytes) -> bytes:
    """Return the checksum of a chain's file, over its content and its task."""
    return b"%08x" % checksum(data, checksum(msgspec.msgpack.encode(leg.task)))


def _begin(task: Task) -> Progress:
    """Return a chain after its start throws, the last of which fills the tower for the battles."""
    protocol = task.protocol
    tally = empty_tally(task.room, max(task.throws.sizes))
    for number in range(protocol.start_throws):
        rng = random.Random(seed_for(task.seed, "start size", task.chain, number))
        size = rng.randint(*protocol.start_sizes)
        fallen = _drop(task, (), cube_names(START, size), seed_for(task.seed, "start", task.chain, number))
        count_start(tally, fallen)
    filled = _drop(task, (), cube_names(START, protocol.start), seed_for(task.seed, "fill", task.chain))
    note_sealed(tally, filled)
    return Progress(tally, -protocol.discarded, filled.resting)


def _fight(task: Task, progress: Progress, note: Note | None = None) -> None:
    """Throw once and count; oddities and clogs count in discarded battles too."""
    battle = _battle(task, progress)
    progress.battle += 1
    touched = _touch_watcher(task, battle)
    fallen = _drop(task, battle.before, battle.thrown, battle.seed, touched)
    progress.resting = fallen.resting
    if note is not None:
        note(battle, fallen)
    note_oddities(progress.tally, task.geometry, battle, fallen)
    note_dry_spell(progress.tally, battle, fallen)
    note_clog(progress.tally, progress.tally.clogs, battle, fallen)
    count_game(progress.tally, battle, fallen)
    if battle.number >= 0:
        count_battle(progress.tally, task.room, battle, fallen)
        if task.recording is not msgspec.UNSET:
            record_battle(progress.tally, battle, fallen, -1 if touched is None else touched.count)
        if task.examine_every and battle.number % task.examine_every == 0:
            examine(progress.tally, task.geometry, battle, fallen)
        _probe(task, progress)


def _probe(task: Task, progress: Progress) -> None:
    """Try throws of single sizes on the current stock; the chain continues as if nothing had happened."""
    for size in sizes_due(task, progress.battle):
        probe = Battle(
            chain=task.chain,
            number=progress.battle,
            seed=seed_for(task.seed, "probe", task.chain, progress.battle, size),
            size=size,
            thrown=cube_names(progress.battle, size),  # those of the next battle: none of them lies there yet
            before=progress.resting,
            late=False,
            since_start=progress.battle + task.protocol.discarded,
        )
        fallen = _drop(task, probe.before, probe.thrown, probe.seed)
        note_oddities(progress.tally, task.geometry, probe, fallen)
        count_probe(progress.tally, probe, fallen)


def sizes_due(task: Task, battles: int) -> Iterable[int]:
    """Return the sizes to probe after a number of battles of a chain; after the first one, all of them."""
    if not task.probe_every:
        return ()
    return [size for size in SIZES if (battles - 1) % (task.probe_every * min(size, RAREST)) == 0]


def _battle(task: Task, progress: Progress) -> Battle:
    number, chain = progress.battle, task.chain
    size = task.throws.draw(seed_for(task.seed, "size", chain, number))
    return Battle(
        chain=chain,
        number=number,
        seed=seed_for(task.seed, "drop", chain, number),
        size=size,
        thrown=cube_names(number, size),
        before=progress.resting,
        late=2 * number >= task.battles,
        since_start=number + task.protocol.discarded + 1,
    )


def _touch_watcher(task: Task, battle: Battle) -> "TouchedPieces | None":
    """Return a watcher of the pieces that a battle's cubes touch, if requested."""
    if task.recording != "contacts" or battle.number < 0:
        return None
    from shogun.tower.physics.inspection import TouchedPieces

    return TouchedPieces(task.geometry, len(battle.before))


def _drop(
    task: Task,
    resting: Sequence[RestingCube],
    thrown: Mapping[str, int],
    seed: int,
    watcher: "TouchedPieces | None" = None,
) -> Drop:
    from shogun.tower.physics.throw import solve, watched_drop

    solver = task.solver_of((*thrown, *(cube.colour for cube in resting)))
    if watcher is None:
        return solve(task.geometry, resting, thrown, seed, solver)
    return watched_drop(task.geometry, resting, thrown, seed, watcher, solver)

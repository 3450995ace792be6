"""Chains of battles by the protocol: a start throw, battles that are discarded, then battles that are counted.

A chain is the unit of work and depends on nothing but its task: the same task gives the same counts, whichever process
does it. Now and then it is written down as far as it has come, so an interrupted one goes on where it was.
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
    Recording,
    Tally,
    count_battle,
    count_game,
    count_probe,
    count_start,
    cube_names,
    empty_tally,
    note_clog,
    note_dry_spell,
    note_oddities,
    note_sealed,
    record_battle,
)
from shogun.lab.measuring.throw_distribution import Throws
from shogun.lab.validation.soundness import examine
from shogun.tower.geometry import Geometry
from shogun.tower.physics.constants import STANDARD, Solver
from shogun.tower.physics.throw import Drop
from shogun.tower.resting_cubes import RestingCube

if TYPE_CHECKING:
    from shogun.tower.physics.inspection import TouchedPieces

START = -1_000_000
"""The battle's number under which the cubes of the start throw count: they came before all battles."""
SAVE_EVERY = 100
"""Battles between two writings of a chain."""
MOST_BYTES = 50_000_000
"""A longer file is none of a chain."""
SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 30, 45, 60)
"""Of throws that are looked at one by one: a game's battles, its largest, and what a start throw may be."""
MOST_DISCARDED = 100_000
RAREST = 20
"""A size is thrown once in so many battles at least, and else so often that all sizes throw as many cubes."""


class Protocol(msgspec.Struct, frozen=True):
    """How battles are made into chains."""

    chains: int = 16
    start: int = 38
    """Cubes of the throw that fills the tower."""
    discarded: int = 100
    """Battles until most towers have forgotten their start; whether this one has, `stationarity` tells."""
    start_throws: int = 4
    """A chain's throws into an empty tower, to see what it keeps."""
    start_sizes: tuple[int, int] = (31, 45)
    """The least and the most cubes of those."""


STANDARD_PROTOCOL = Protocol()
HASTY = Protocol(chains=6, start_throws=2)
"""Where few battles are counted: few chains, since each of them has to forget its start."""
SEARCHING = Protocol(chains=6, discarded=60, start_throws=2)
"""For candidates of a search, which are compared with each other: `classic` then still lacks one cube of twenty."""


def discarding(protocol: Protocol, battles: int | None) -> Protocol:
    """Return a protocol that discards so many battles of each chain; None: as many as it did. Raises LabError."""
    if battles is None:
        return protocol
    if not 0 <= battles <= MOST_DISCARDED:
        text = _("--discard {count} must be from 0 to {most}.")
        raise LabError(text.format(count=battles, most=MOST_DISCARDED))
    return msgspec.structs.replace(protocol, discarded=battles)


class Task(msgspec.Struct, frozen=True):
    """One chain to be done."""

    geometry: Geometry
    seed: int
    chain: int
    battles: int
    """Battles to be counted."""
    throws: Throws
    protocol: Protocol = STANDARD_PROTOCOL
    solver: Solver = STANDARD
    examine_every: int = 0
    """After so many battles the cubes at rest are looked at closely; 0: never."""
    probe_every: int = 0
    """After so many battles, times the size or RAREST, a throw of each size is tried on what lies there; 0: never."""
    recording: Recording | msgspec.UnsetType = msgspec.UNSET
    """What is recorded of each counted battle; the counts don't depend on it."""


class Experiment(NamedTuple):
    """What all chains have in common, and how many battles they count together."""

    task: Task
    battles: int


class Progress(msgspec.Struct):
    """A chain as far as it has come; what is written down."""

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
    """Return what one chain counts, from its beginning or from where `folder` says that it has come."""
    return go_on(Leg(task, task.battles, folder=folder)).tally


class Leg(msgspec.Struct, frozen=True):
    """A part of the way of one chain."""

    task: Task
    until: int
    """The battle before which it ends."""
    progress: Progress | None = None
    """Where it begins; None: where `folder` says that the chain has come, or at its beginning."""
    folder: Path | None = None


Note = Callable[[Battle, Drop], None]
"""Told each battle, the discarded ones too, and what it came to."""


def go_on(leg: Leg, note: Note | None = None) -> Progress:
    """Return the chain as far as the leg takes it; a chain that is given up goes no farther."""
    progress = leg.progress or _found(leg) or _begin(leg.task)
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


def sent(leg: Leg) -> Leg:
    """Return a leg for another computer: with where its folder says that the chain has come, and without the folder."""
    return msgspec.structs.replace(leg, progress=leg.progress or _found(leg), folder=None)


def received(leg: Leg, progress: Progress) -> Progress:
    """Return what another computer has made of a leg, after it was written down in the leg's folder."""
    _keep(leg, progress)
    return progress


def damaged_chains(folder: Path, todo: Iterable[Task]) -> list[Path]:
    """Return the files in a folder that should hold these chains, and are not as they were written."""
    legs = [Leg(task, task.battles, folder=folder) for task in todo]
    paths = [(leg, _file(leg)) for leg in legs]
    return [path for leg, path in paths if path and path.exists() and _found(leg) is None]


def holds_chains(folder: Path) -> bool:
    """Return whether chains are written down in a folder."""
    return any(folder.glob("chain-*.msgpack"))


def _file(leg: Leg) -> Path | None:
    return leg.folder / f"chain-{leg.task.chain:03}.msgpack" if leg.folder else None


def _found(leg: Leg) -> Progress | None:
    """Return what is written down; a file that can't be read counts as none."""
    path = _file(leg)
    try:
        stated, _line_break, data = read_bounded(path, MOST_BYTES).partition(b"\n") if path else (b"", b"", b"")
        return msgspec.msgpack.decode(data, type=Progress) if stated == _seal(leg, data) else None
    except (OSError, *UNDECODABLE):
        return None


def _keep(leg: Leg, progress: Progress) -> None:
    """Write a chain down, whole or not at all; on a full disk the chain goes on and only can't be resumed."""
    path = _file(leg)
    if path is None:
        return
    data = msgspec.msgpack.encode(progress)
    try:
        write_whole(path, _seal(leg, data) + b"\n" + data)
    except OSError as error:
        progress.tally.not_kept = error.strerror or str(error)


def _seal(leg: Leg, data: bytes) -> bytes:
    """Return the checksum of a chain's file: of what stands in it and of what it is about."""
    return b"%08x" % checksum(data, checksum(msgspec.msgpack.encode(leg.task)))


def _begin(task: Task) -> Progress:
    """Return a chain after its start throws, the last of which fills the tower for the battles."""
    protocol = task.protocol
    tally = empty_tally(task.geometry, max(task.throws.sizes))
    for number in range(protocol.start_throws):
        rng = random.Random(seed_for(task.seed, "start size", task.chain, number))
        size = rng.randint(*protocol.start_sizes)
        fallen = _drop(task, (), cube_names(START, size), seed_for(task.seed, "start", task.chain, number))
        count_start(tally, fallen)
    filled = _drop(task, (), cube_names(START, protocol.start), seed_for(task.seed, "fill", task.chain))
    note_sealed(tally, filled)
    return Progress(tally, -protocol.discarded, filled.resting)


def _fight(task: Task, progress: Progress, note: Note | None = None) -> None:
    """Throw once and count; what is odd, and clogs, count in the discarded battles too."""
    battle = _battle(task, progress)
    progress.battle += 1
    touched = _touched(task, battle)
    fallen = _drop(task, battle.before, battle.thrown, battle.seed, touched)
    progress.resting = fallen.resting
    if note is not None:
        note(battle, fallen)
    note_oddities(progress.tally, task.geometry, battle, fallen)
    note_dry_spell(progress.tally, battle, fallen)
    note_clog(progress.tally, progress.tally.clogs, battle, fallen)
    count_game(progress.tally, battle, fallen)
    if battle.number >= 0:
        count_battle(progress.tally, task.geometry, battle, fallen)
        if task.recording is not msgspec.UNSET:
            record_battle(progress.tally, battle, fallen, -1 if touched is None else touched.count)
        if task.examine_every and battle.number % task.examine_every == 0:
            examine(progress.tally, task.geometry, battle, fallen)
        _probe(task, progress)


def _probe(task: Task, progress: Progress) -> None:
    """Try throws of single sizes on what lies in the tower now; the chain goes on as if nothing had happened."""
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
    """Return the sizes of which a throw is tried after so many battles of a chain; after the first one all are."""
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


def _touched(task: Task, battle: Battle) -> "TouchedPieces | None":
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

    if watcher is None:
        return solve(task.geometry, resting, thrown, seed, task.solver)
    return watched_drop(task.geometry, resting, thrown, seed, watcher, task.solver)

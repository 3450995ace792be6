"""Attacks all readers of files with files of strangers: `python -m tests.robustness.fuzz --count 1000 --seed 1`.

Case `n` of a seed is always the same, so that what was found can be looked at again with `--first n --count 1`.
Journals, recordings, plans, archives, towers, models and personalities are changed by their structure and sealed anew
with right checksums; whatever is accepted is listed, replayed, told, resumed and thrown into. Each case may end in a
sentence of the house's own errors, and in nothing else, within 2 s and 300 MB.
"""

import argparse
import io
import lzma
import shutil
import sys
import tempfile
import time
import tomllib
import traceback
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from shogun.base.streams import Streams
from shogun.cli.check import check
from shogun.cli.errors import guarded
from shogun.cli.hint import show_hint
from shogun.cli.replay import replay
from shogun.game.chance import Throw
from shogun.game.errors import RuleError, UnknownGame, UnknownOpponent
from shogun.games import entry_of, game_of
from shogun.games.shogun.opponents import named, opponent, sentence, title
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.half_plan import read_half_plan
from shogun.players.ladder import Played, Study, standings
from shogun.players.results import Results, ResultsError
from shogun.table.draft import draft_path, keep_draft
from shogun.table.errors import TableError
from shogun.table.history import History
from shogun.table.journal import Header, SeatInfo, TowerInfo, model_hash, read_journal
from shogun.table.playing import run
from shogun.table.recordings import Recordings, drops_path
from shogun.table.replay import Replay
from shogun.table.report import report_of
from shogun.table.resuming import resume
from shogun.table.saves import SavedGame, all_games, last_unfinished
from shogun.table.session import Session
from shogun.table.sharing import DROPS_NAME, JOURNAL_NAME, rescue, take_in
from shogun.table.surveying import survey
from shogun.table.towers import SimulatedTower, ThrowJob
from shogun.tower import Geometry, GeometryError, load_tower
from shogun.tower.geometry import geometry_hash
from shogun.tower.model import OutcomeModel
from shogun.tower.models import model_for, read_model
from shogun.tower.names import tower_text
from shogun.tower.resting import RestingError, encode_resting, load_resting
from shogun.tower.state import TowerState
from tests.robustness.mutate import bitten, changed
from tests.table.forging import opened, sealed, sealed_bytes

PAST = Path(__file__).parents[1] / "table" / "past"
SECONDS = 2.0
LONGEST_WAIT = 60.0
"""Seconds for a whole case, however busy the computer is."""
MEGABYTES = 300
LONGEST_SENTENCE = 900
HOUSE = (TableError, ResultsError, GeometryError, RestingError, RuleError, UnknownGame, UnknownOpponent, OSError)
"""Errors whose message is one sentence for the player."""
CUBES = {"red": 3, "blue": 2}


class Flaw(Exception):
    """Something that must not be."""


# What is changed: real files, made once


@cache
def journal(kind: str) -> bytes:
    """Return the journal of a game of random opponents."""
    towers: dict[str, Callable[[], TowerInfo]] = {
        "fixed": TowerInfo,
        "fitted": lambda: TowerInfo.of_model(model_for(load_tower("classic"))),
        "simulated": lambda: TowerInfo.of(load_tower("classic")),
    }
    seats = tuple(SeatInfo(name, player="random") for name in ("Aki", "Bizen", "Chōshū"))
    setup = Setup(3, line_up="draft") if kind == "fitted" else Setup(3)
    header = Header(seed=4, setup=setup, seats=seats, tower=towers[kind](), described={"mine": personality()})
    session = Session.start(game_of("shogun"), header)
    run(session, [opponent("random")] * 3)
    return b"".join(session.writer.lines)


@cache
def past(name: str) -> bytes:
    """Return a journal of an earlier program."""
    return lzma.decompress((PAST / f"{name}.journal.xz").read_bytes())


@cache
def personality() -> str:
    return 'base = "planner"\nname = "Mine"\nsentence = "Mine alone."\n[values]\narmy = 0.9\n[effort]\nplans = 9\n'


@cache
def recording() -> tuple[bytes, dict[str, int]]:
    """Return a recording and what came out in it."""
    fall = job()()
    assert fall.recording
    return fall.recording.to_bytes(), fall.out


@cache
def job() -> ThrowJob:
    tower = load_tower("classic")
    return ThrowJob(SimulatedTower(tower), TowerState(tower), Throw("key", CUBES), 3, record=True)


# Sealing anew


def resealed(lines: list[Any], rng: Random) -> bytes:
    """Return a journal of these lines; a tower that was changed gets its own hash, and lines mostly their numbers."""
    tower = lines[0].get("tower") if lines and isinstance(lines[0], dict) else None
    if isinstance(tower, dict):
        kinds: tuple[tuple[str, Any, Callable[[Any], str]], ...]
        kinds = (("geometry", Geometry, geometry_hash), ("model", OutcomeModel, model_hash))
        for key, kind, found in kinds:
            try:
                tower["hash"] = found(msgspec.convert(tower[key], kind))
            except Exception:  # it can't be one any more
                continue
    if rng.random() < 0.7:
        for number, line in enumerate(lines, 1):
            if isinstance(line, dict):
                line["n"] = number
    try:
        return sealed(lines)
    except Exception:  # a value that JSON doesn't know
        return sealed(lines[:1])


def changed_journal(rng: Random) -> bytes:
    kind = rng.choice(("fixed", "fixed", "fitted", "simulated", "format_1", "jammed"))
    data = past(kind) if kind in ("format_1", "jammed") else journal(kind)
    if rng.random() < 0.1:
        lines = [line[: line.rindex(b',"crc"')] + b"}" for line in data.splitlines()]
        place = rng.choice((0, rng.randrange(len(lines))))
        lines[place] = bitten(lines[place], rng).replace(b"\n", b"")
        return sealed_bytes(lines)
    return changed_lines(opened(data), rng)


def changed_lines(lines: list[Any], rng: Random) -> bytes:
    for _change in range(rng.choice((1, 1, 2, 5))):
        if not lines:
            break
        place = rng.choice((0, rng.randrange(len(lines))))
        match rng.randrange(8):
            case 0:
                del lines[place or -1]
            case 1:
                lines.insert(place + 1, dict(lines[place]) if isinstance(lines[place], dict) else lines[place])
            case 2 if len(lines) > 3:
                other = rng.randrange(1, len(lines))
                lines[place or 1], lines[other] = lines[other], lines[place or 1]
            case 3:
                lines[place + 1 : place + 1] = extra_lines(rng)
            case _:
                lines[place] = changed(lines[place], rng)
    return resealed(lines, rng)


def extra_lines(rng: Random) -> list[Any]:
    """Return lines that could stand in a journal."""
    n, seat = rng.randrange(1, 60), rng.randrange(-1, 5)
    player = rng.choice(("mine", "person", "/etc/x.toml"))
    return rng.choice((
        [{"line": "undo", "n": 1, "of": n}],
        [{"line": "undo", "n": 1, "of": n}, {"line": "redo", "n": 1, "of": n}] * rng.choice((1, 50, 3000)),
        [{"line": "seat", "n": 1, "seat": seat, "player": player, "why": "x" * n}],
        [{"line": "period", "n": 1, "period": "x", "state": "x"}],
        [{"line": "end", "n": 1, "result": {"winners": [0], "points": [1, 2, 3]}, "state": "x"}],
    ))  # fmt: skip


def changed_recording(rng: Random) -> bytes:
    data = recording()[0]
    if rng.random() < 0.3:
        return bitten(data, rng)
    stored = changed(msgspec.msgpack.decode(zlib.decompress(data[8:])), rng)
    try:
        packed = zlib.compress(msgspec.msgpack.encode(stored))
    except OverflowError:
        packed = b""
    return b"SGR1" + zlib.crc32(packed).to_bytes(4, "little") + packed


def as_toml(tree: Any) -> str:
    """Return plain data as TOML, as far as it can be said; what can't is left out."""
    lines: list[str] = []
    tables: list[str] = []
    for key, value in tree.items():
        if isinstance(value, dict):
            tables += [f"[{key}]", as_toml(value)]
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            tables += [f"[[{key}]]\n{as_toml(one)}" for one in value if isinstance(one, dict)]
        elif value is not None:
            lines.append(f"{key} = {msgspec.json.encode(value).decode()}")
    return "\n".join((*lines, *tables)) + "\n"


# The attacks: each writes a file of its kind and reads it as the program would


def attack_journal(folder: Path, rng: Random) -> None:
    path = folder / "game.journal"
    path.write_bytes(changed_journal(rng))
    if rng.random() < 0.3:
        drops_path(path).write_bytes(entry(rng, changed_recording(rng)))
    look_at(folder)
    play_on(path)
    told(lambda: show_hint(path, playouts=1))
    for words in ({"check": True}, {}):
        told(lambda words=words: replay(path, **words))  # type: ignore[misc]
    tried(lambda: look_back(path))
    tried(lambda: rescue(game_of, path))
    report = folder / "report.txt"
    report.write_bytes(report_of("what happened", path.read_bytes()))
    told(lambda: replay(report))


def look_at(folder: Path) -> None:
    """Look at a folder as the menu and the list of games do; whatever lies there, this goes well."""
    games = all_games(game_of, folder)
    last_unfinished(games)
    for game in games:
        if isinstance(game, SavedGame):
            one_line(game.title)
            for seat in game.header.seats:
                one_line(seat.name)
                one_line(title(seat.player, game.header.descriptions))
                sentence(seat.player, game.header.descriptions)
            tried(lambda game=game: list(survey(game_of, game.path)))  # type: ignore[misc]
        else:
            one_line(game.why)


def look_back(path: Path) -> None:
    """Look at the whole past of a game."""
    contents = read_journal(game_of, path)
    answers = Replay(contents).run().answers
    History(contents.game, contents.header).follow(answers)


def play_on(path: Path) -> None:
    """Go on with a game for a turn, in a copy."""
    copy = path.with_name("copy.journal")
    shutil.copy(path, copy)

    def go_on() -> None:
        session = resume(read_journal(game_of, copy))
        try:
            for seat, _player in enumerate(session.players):
                session.undoable(seat)
                session.redoable(seat)
            if session.chance is not None:
                session.advance()
        finally:
            session.close()

    tried(go_on)
    copy.unlink()


def entry(rng: Random, data: bytes) -> bytes:
    """Return a recording as an entry of a file of recordings."""
    length = len(data) if rng.random() < 0.8 else rng.choice((0, 2**32 - 1, len(data) // 2))
    return b"DROP" + (7).to_bytes(4, "little") + (99).to_bytes(4, "little") + length.to_bytes(4, "little") + data


def attack_recordings(folder: Path, rng: Random) -> None:
    path = folder / "game.drops"
    path.write_bytes(b"".join(entry(rng, changed_recording(rng)) for _entry in range(rng.randrange(1, 4))))
    kept = Recordings(path)
    for found in (kept.get(7, 99), kept.get(7, 99, job(), recording()[1])):
        if found is not None:
            for second in (-1.0, 0.0, 0.7, found.seconds, 1e9):
                found.poses_at(second)
                found.in_tray(second)
            found.exits()
            found.contacts()
            found.to_bytes()
    kept.add(8, 99, job()().recording or found)  # type: ignore[arg-type]


def attack_plan(folder: Path, rng: Random) -> None:
    path = folder / "game.journal"
    plan = changed({"seat": 0, "key": "plan/year1/spring", "fields": ["Edo", None, 3]}, rng)
    try:
        keep_draft(path, msgspec.json.encode(plan))
    except OverflowError:
        keep_draft(path, b"9" * 5000)
    if rng.random() < 0.3:
        draft_path(path).write_bytes(bitten(draft_path(path).read_bytes(), rng))
    read_half_plan(path)


def attack_archive(folder: Path, rng: Random) -> None:
    packed, how = io.BytesIO(), rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_LZMA))
    members = {JOURNAL_NAME: changed_journal(rng) if rng.random() < 0.5 else journal("fixed")}
    if rng.random() < 0.5:
        members[DROPS_NAME] = rng.choice((entry(rng, changed_recording(rng)), b"0" * 30_000_000))
    members |= {rng.choice(("x", "../x", JOURNAL_NAME + "/")): b"x" for _member in range(rng.choice((0, 1, 300)))}
    with zipfile.ZipFile(packed, "w", how) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    data = packed.getvalue()
    path = folder / "friend.shogun"
    path.write_bytes(data if rng.random() < 0.4 else bitten(data, rng))
    tried(lambda: take_in(game_of, path, folder / "taken"))
    look_at(folder / "taken")


def attack_tower(folder: Path, rng: Random) -> None:
    text = tower_text(rng.choice(("classic", "steep", "hoard")))[0]
    if rng.random() < 0.3:
        data = bitten(text.encode(), rng)
    else:
        tree: Any = tomllib.loads(text)
        for _change in range(rng.choice((1, 1, 3))):
            tree = changed(tree, rng)
        try:
            data = (as_toml(tree) if isinstance(tree, dict) else str(tree)).encode("utf-8", "surrogatepass")
        except (ValueError, OverflowError):
            data = b"9" * 5000
    path = folder / "mine.toml"
    path.write_bytes(data)
    told(lambda: check(str(path)))
    tried(lambda: SimulatedTower(load_tower(path)).throw(TowerState(load_tower(path)), CUBES, 1, record=True))


def attack_model(folder: Path, rng: Random) -> None:
    tower = load_tower("classic")
    model = model_for(tower)
    content: Any = {
        "format": 2,
        "tower": "classic",
        "geometry": geometry_hash(tower),
        "fit": msgspec.to_builtins(model.fit),
    }
    for _change in range(rng.choice((1, 2))):
        content["fit"] = changed(content["fit"], rng)
    path = folder / "classic.model.json"
    try:
        path.write_bytes(msgspec.json.encode(content))
    except OverflowError:
        path.write_bytes(b"9" * 5000)
    if (found := read_model(path, tower)) is not None:
        for lying, thrown in (({}, {"red": 1}), ({"red": 7, "blue": 3}, CUBES), ({"red": 150}, {"red": 200})):
            found.drop(lying, thrown, 7)
            found.chances(min(30, sum(thrown.values())), min(30, sum(lying.values())))


def attack_personality(folder: Path, rng: Random) -> None:
    if rng.random() < 0.3:
        data = bitten(personality().encode(), rng)
    else:
        tree = changed(tomllib.loads(personality()), rng)
        try:
            data = (as_toml(tree) if isinstance(tree, dict) else str(tree)).encode()
        except (ValueError, OverflowError):
            data = b"9" * 5000
    path = folder / "mine.toml"
    path.write_bytes(data)
    tried(lambda: named([str(path)]))
    text = data.decode("utf-8", "replace")
    tried(lambda: opponent("mine", {"mine": text}))
    one_line(title("mine", {"mine": text}))
    sentence("mine", {"mine": text})


def attack_results(folder: Path, rng: Random) -> None:
    study = Study(("random", "greedy"), Setup(3), "model", None, 1)
    game = Played(0, 0, 1, (1, 2, 3), (2,), {"random": {"winters": 2}})
    lines = [msgspec.to_builtins(study), *(msgspec.to_builtins(game) for _game in range(3))]
    place = rng.randrange(len(lines))
    try:
        lines[place] = changed(lines[place], rng)
        data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    except OverflowError:
        data = b"9" * 5000
    path = folder / "results.jsonl"
    path.write_bytes(bitten(data, rng) if rng.random() < 0.3 else data)

    def look() -> None:
        kept = Results.resume(study, path, Setup)
        standings(study, kept.played)

    tried(look)


def attack_resting(folder: Path, rng: Random) -> None:
    tower, state = load_tower("classic"), job()().inside
    assert isinstance(state, TowerState)
    data = encode_resting(tower, state.resting)
    path = folder / "resting.json"
    try:
        path.write_bytes(
            bitten(data, rng) if rng.random() < 0.3 else msgspec.json.encode(changed(msgspec.json.decode(data), rng))
        )
    except OverflowError:
        path.write_bytes(b"9" * 5000)
    tried(lambda: load_resting(path, tower))


ATTACKS: dict[str, Callable[[Path, Random], None]] = {
    "journal": attack_journal,
    "recordings": attack_recordings,
    "plan": attack_plan,
    "archive": attack_archive,
    "tower": attack_tower,
    "model": attack_model,
    "personality": attack_personality,
    "resting": attack_resting,
    "results": attack_results,
}
WEIGHTS = (8, 2, 1, 3, 3, 2, 2, 1, 1)


# The judge


def one_line(text: str) -> None:
    """Raise Flaw unless a text can be shown as it is."""
    if not text.isprintable() or len(text) > LONGEST_SENTENCE:
        raise Flaw(f"not fit to be shown: {text[:200]!r} ({len(text)} letters)")


def tried(deed: Callable[[], object]) -> bool:
    """Do something and return whether it went well; an error may only be one of the house's sentences."""
    began = time.process_time()
    try:
        deed()
    except HOUSE as error:
        one_line(str(error))
        return False
    finally:
        _check_time(began)
    return True


def _check_time(began: float) -> None:
    """Raise Flaw if too much was computed since then; others may use the same processor."""
    if (seconds := time.process_time() - began) > SECONDS:
        raise Flaw(f"it took {seconds:.1f} s")


def told(command: Callable[[], int]) -> None:
    """Run a command; it ends with an exit code and at most one sentence on stderr."""
    out, err, began = io.StringIO(), io.StringIO(), time.process_time()
    with redirect_stdout(out), redirect_stderr(err):
        code = guarded(command)
    _check_time(began)
    if code not in (0, 1, 2) or err.getvalue().count("\n") > 1:
        raise Flaw(f"exit code {code}, {err.getvalue()[:300]!r}")
    for line in (*out.getvalue().splitlines(), *err.getvalue().splitlines()):
        one_line(line)


def megabytes() -> float:
    """Return the most memory that this process ever had; nothing where that can't be told."""
    if sys.platform == "win32":
        return 0.0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def case(seed: int, number: int) -> tuple[str, str]:
    """Return of one case what was attacked, and what was wrong; empty if nothing was."""
    rng = Streams(seed).stream(f"case {number}")
    kind = rng.choices(tuple(ATTACKS), WEIGHTS)[0]
    folder = Path(tempfile.mkdtemp(prefix="shogun-fuzz-"))
    began, before = time.perf_counter(), megabytes()
    try:
        ATTACKS[kind](folder, rng)
    except Exception:
        return kind, traceback.format_exc(limit=-6)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    seconds, more = time.perf_counter() - began, megabytes() - before
    if seconds > LONGEST_WAIT:
        return kind, f"it waited for {seconds:.1f} s"
    return kind, f"it took {more:.0f} MB" if more > MEGABYTES else ""


def warm() -> None:
    """Load and make what all cases need, so that none of them is blamed for it."""
    for kind in ("fixed", "fitted", "simulated"):
        journal(kind)
    recording()
    assert entry_of("shogun").words
    told(lambda: check("classic"))


def cases(seed: int, first: int, count: int) -> Iterator[tuple[int, str, str]]:
    """Yield number, kind and flaw of each case."""
    warm()
    for number in range(first, first + count):
        yield number, *case(seed, number)


def main() -> int:
    """Attack and tell what was found; return 1 if anything was."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--count", type=int, default=1000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--first", type=int, default=0, help="the number of the first case: to go on, or to look again")
    options = ask.parse_args()
    attacked: Counter[str] = Counter()
    flaws = 0
    for number, kind, flaw in cases(options.seed, options.first, options.count):
        attacked[kind] += 1
        if flaw:
            flaws += 1
            print(f"--seed {options.seed} --first {number} ({kind}):\n{flaw}", flush=True)
    print(f"{sum(attacked.values())} cases, {flaws} flaws; {dict(attacked)}; at most {megabytes():.0f} MB")
    return 1 if flaws else 0


if __name__ == "__main__":
    sys.exit(main())

"""Attacks all readers of files with files of strangers: `python -m tests.robustness.fuzz --count 1000 --seed 1`.

Case `n` of a seed is always the same, so that what was found can be looked at again with `--first n --count 1`.
Journals of all games, recordings, plans, archives, towers, models and personalities are changed by their structure and
sealed anew with right checksums; whatever is accepted is listed, replayed, told, resumed and thrown into. Each case may
end in a sentence of the house's own errors, and in nothing else, within 2 s and 300 MB.
"""

import argparse
import io
import itertools
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
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from shogun.base.files import write_whole
from shogun.base.random_streams import Streams
from shogun.base.worker_pool import in_order
from shogun.cli.game_commands.hint import show_hint
from shogun.cli.game_commands.replay import replay
from shogun.cli.tower_commands.tower_files import check
from shogun.games import GAMES, entry_of, game_of
from shogun.games.shogun.opponents import named, opponent, sentence, title
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.half_made_answers import read_half_plan
from shogun.players.ladder import LadderGame, Results, Study, standings
from shogun.players.ratings import FILE, RatedGame, RatingsFile
from shogun.table.game_archive import DROPS_NAME, JOURNAL_NAME, rescue, take_in
from shogun.table.journal import PERSON, model_hash, read_journal
from shogun.table.journal_files import draft_path, keep_draft
from shogun.table.recordings import Recordings, drops_path
from shogun.table.replay import History, Replay, resume
from shogun.table.report_file import report_of
from shogun.table.saved_games import SavedGame, all_games
from shogun.table.summary import summary
from shogun.table.towers import SimulatedTower
from shogun.tower import Geometry, load_tower
from shogun.tower.geometry import geometry_hash
from shogun.tower.quick_model import OutcomeModel, model_for, read_model
from shogun.tower.resting_cubes import TowerState, load_resting
from shogun.tower.tower_lookup import tower_text
from shogun.window.kit.runtime.settings import NewGame, SeatChoice, Settings, load_settings, save_settings
from shogun.window.play.rating_lines import RatingLines
from tests.robustness import commands, windows
from tests.robustness.guard import kept_inside
from tests.robustness.judge import (
    HUNG,
    MEGABYTES,
    Flaw,
    Hung,
    alarm,
    hang,
    megabytes,
    one_line,
    told,
    tried,
)
from tests.robustness.moves import attack_moves
from tests.robustness.mutate import bitten, changed
from tests.robustness.originals import CUBES, OLD, OTHERS, TOWERS, begun, job, journal, personality, recording, resting
from tests.robustness.own_files import attack_own
from tests.robustness.studies import attack_study, study
from tests.table.finding import last_unfinished
from tests.table.forging import opened, sealed, sealed_bytes

SHARE, WINDOWS = 100, 20
"""Cases, and games that may be worth a window, that one process tries at once."""
LONGEST_WAIT = 60.0
"""Seconds for a whole case, however busy the computer is."""

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
    kind = rng.choice(("begun", "begun", "fixed", "fitted", "simulated", *OLD, *OTHERS))
    data = begun(rng) if kind == "begun" else journal(kind)
    if rng.random() < 0.1:
        lines = [line[: line.rindex(b',"crc"')] + b"}" for line in data.splitlines()]
        place = rng.choice((0, rng.randrange(len(lines))))
        lines[place] = bitten(lines[place], rng).replace(b"\n", b"")
        return sealed_bytes(lines)
    return changed_lines(opened(data), rng)


def changed_lines(lines: list[Any], rng: Random) -> bytes:
    place = 0
    for _change in range(rng.choice((1, 1, 2, 5))):
        if not lines:
            break
        place = rng.choice((0, rng.randrange(len(lines))))
        match rng.randrange(10):
            case 0:
                del lines[place or -1]
            case 1:
                lines.insert(place + 1, dict(lines[place]) if isinstance(lines[place], dict) else lines[place])
            case 2 if len(lines) > 3:
                other = rng.randrange(1, len(lines))
                lines[place or 1], lines[other] = lines[other], lines[place or 1]
            case 3:
                lines[place + 1 : place + 1] = extra_lines(rng)
            case 4 | 5 if isinstance(lines[place], dict) and "answer" in lines[place]:
                given = [line["answer"] for line in lines if isinstance(line, dict) and "answer" in line]
                lines[place] = {**lines[place], "answer": rng.choice(given)}
            case _:
                lines[place] = changed(lines[place], rng)
    if place and rng.random() < 0.3:
        del lines[place + 1 :]  # or some later line would be the one that is refused
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
    last_unfinished(game_of, folder)
    for game in games:
        if isinstance(game, SavedGame):
            one_line(game.title)
            opponents = entry_of(game.header.game).opponents
            for seat in game.header.seats:
                one_line(seat.name)
                one_line(opponents.title(seat.player, game.header.descriptions))
                opponents.sentence(seat.player, game.header.descriptions)
            tried(lambda game=game: list(summary(game_of, game.path)))  # type: ignore[misc]
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


def changed_archive(rng: Random) -> bytes:
    packed, how = io.BytesIO(), rng.choices((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_LZMA), (9, 9, 1))[0]
    members = {JOURNAL_NAME: changed_journal(rng) if rng.random() < 0.5 else journal("fixed")}
    if rng.random() < 0.5:
        members[DROPS_NAME] = b"0" * 30_000_000 if rng.random() < 0.1 else entry(rng, changed_recording(rng))
    members |= {rng.choice(("x", "../x", JOURNAL_NAME + "/")): b"x" for _member in range(rng.choice((0, 1, 300)))}
    with zipfile.ZipFile(packed, "w", how) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    data = packed.getvalue()
    return data if rng.random() < 0.4 else bitten(data, rng)


def attack_archive(folder: Path, rng: Random) -> None:
    path = folder / "friend.shogun"
    path.write_bytes(changed_archive(rng))
    tried(lambda: take_in(game_of, path, folder / "taken"))
    look_at(folder / "taken")


def changed_tower(rng: Random) -> bytes:
    text = tower_text(rng.choice(("classic", "steep", "hoard")))[0]
    if rng.random() < 0.3:
        return bitten(text.encode(), rng)
    tree: Any = tomllib.loads(text)
    for _change in range(rng.choice((1, 1, 3))):
        tree = changed(tree, rng)
    return toml_bytes(tree)


def toml_bytes(tree: Any) -> bytes:
    """Return plain data as the bytes of a TOML file, as far as it can be said."""
    try:
        return (as_toml(tree) if isinstance(tree, dict) else str(tree)).encode("utf-8", "surrogatepass")
    except (ValueError, OverflowError):
        return b"9" * 5000


def attack_tower(folder: Path, rng: Random) -> None:
    path = folder / "mine.toml"
    path.write_bytes(changed_tower(rng))
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


def changed_personality(rng: Random) -> bytes:
    if rng.random() < 0.3:
        return bitten(personality().encode(), rng)
    return toml_bytes(changed(tomllib.loads(personality()), rng))


def attack_personality(folder: Path, rng: Random) -> None:
    data = changed_personality(rng)
    path = folder / "mine.toml"
    path.write_bytes(data)
    tried(lambda: named([str(path)]))
    text = data.decode("utf-8", "replace")
    tried(lambda: opponent("mine", {"mine": text}))
    one_line(title("mine", {"mine": text}))
    sentence("mine", {"mine": text})


STUDY = Study(("random", "greedy"), Setup(3), "model", None, 1)


def changed_results(rng: Random) -> bytes:
    game = LadderGame(0, 0, 1, (1, 2, 3), (2,), {"random": {"winters": 2}})
    lines = [msgspec.to_builtins(STUDY), *(msgspec.to_builtins(game) for _game in range(3))]
    place = rng.randrange(len(lines))
    try:
        lines[place] = changed(lines[place], rng)
        data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    except OverflowError:
        data = b"9" * 5000
    return bitten(data, rng) if rng.random() < 0.3 else data


def attack_results(folder: Path, rng: Random) -> None:
    path = folder / "results.jsonl"
    path.write_bytes(changed_results(rng))

    def look() -> None:
        kept = Results.resume(STUDY, path, Setup)
        standings(STUDY, kept.played)

    tried(look)


def changed_resting(rng: Random) -> bytes:
    return changed_json(resting(), rng)


def changed_json(data: bytes, rng: Random, times: int = 1) -> bytes:
    """Return a file of JSON after so many changes."""
    if rng.random() < 0.3:
        return bitten(data, rng)
    tree = msgspec.json.decode(data)
    for _change in range(times):
        tree = changed(tree, rng)
    try:
        return msgspec.json.encode(tree)
    except OverflowError:
        return b"9" * 5000


def attack_resting(folder: Path, rng: Random) -> None:
    path = folder / "resting.json"
    path.write_bytes(changed_resting(rng))
    tried(lambda: load_resting(path, load_tower("classic")))


@cache
def settings() -> bytes:
    seats = [SeatChoice("Aki", "red", "crane", "person"), SeatChoice("Bizen", "blue", "wave", "greedy")]
    return msgspec.json.encode(
        Settings(new_games={"shogun": NewGame(seats, {"side": "sun"}, "classic")}, lessons=["x"])
    )


def changed_settings(rng: Random) -> bytes:
    return changed_json(settings(), rng, rng.choice((1, 1, 4)))


def attack_settings(folder: Path, rng: Random) -> None:
    path = windows.settings_of(folder)
    path.parent.mkdir(parents=True)
    path.write_bytes(changed_settings(rng))
    with kept_inside(folder) as strayed:
        found = load_settings()
        save_settings(found)
        if load_settings() != found:
            raise Flaw(f"settings are not kept: {found}")
    if strayed:
        raise Flaw(f"settings would have been written elsewhere: {strayed}")


@cache
def rated_games() -> bytes:
    ended = [
        RatedGame(
            f"{number:08x}", game, (PERSON, "solid", "mine:choose"), ("Aki", "Bizen", "Chō"), (9, 7, 1), (number % 3,)
        )
        for number, game in enumerate(("shogun", "river-of-gold", "river-of-gold", "rumble-nation"))
    ]
    return msgspec.json.encode(RatingsFile(games=tuple(ended), unrated=("0000ffff",)))


def attack_ratings(folder: Path, rng: Random) -> None:
    path = folder / "data" / FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(changed_json(rated_games(), rng, rng.choice((1, 1, 3))))
    with kept_inside(folder) as strayed:
        lines = RatingLines()
        for entry in GAMES.values():
            one_line(lines.of(entry))
    if strayed:
        raise Flaw(f"ratings would have been written elsewhere: {strayed}")


FILES: dict[str, Callable[[Random], bytes]] = {
    "game.journal": lambda rng: changed_journal(rng) if rng.random() < 0.2 else begun(rng),
    "friend.shogun": changed_archive,
    "mine.toml": changed_tower,
    "who.toml": changed_personality,
    "results.jsonl": changed_results,
    "resting.json": lambda rng: changed_resting(rng) if rng.random() < 0.5 else resting(),
    "report.txt": lambda rng: report_of("what happened", begun(rng)),
}
"""What lies about where a command is run."""


def attack_command(folder: Path, rng: Random) -> None:
    commands.attack_command(folder, rng, FILES)


ATTACKS: dict[str, Callable[[Path, Random], object]] = {
    "journal": attack_journal,
    "moves": lambda _folder, rng: attack_moves(rng),
    "recordings": attack_recordings,
    "plan": attack_plan,
    "archive": attack_archive,
    "tower": attack_tower,
    "model": attack_model,
    "personality": attack_personality,
    "resting": attack_resting,
    "results": attack_results,
    "study": attack_study,
    "settings": attack_settings,
    "ratings": attack_ratings,
    "own file": attack_own,
    "command": attack_command,
}
WEIGHTS = (8, 2, 2, 1, 3, 3, 2, 2, 1, 1, 2, 1, 1, 6, 5)


def case(seed: int, number: int) -> tuple[str, str]:
    """Return of one case what was attacked, and what was wrong; empty if nothing was."""
    rng = Streams(seed).stream(f"case {number}")
    kind = rng.choices(tuple(ATTACKS), WEIGHTS)[0]
    with own_folder() as folder:
        return kind, flaw_of(lambda: ATTACKS[kind](folder, rng))


@contextmanager
def own_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="shogun-fuzz-")).resolve()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def flaw_of(attack: Callable[[], object]) -> str:
    """Return what is wrong after an attack; empty if nothing is."""
    began, before = time.perf_counter(), megabytes()
    try:
        with alarm(HUNG, hang):
            attack()
    except (Exception, Hung):
        return traceback.format_exc(limit=-6)
    seconds, more = time.perf_counter() - began, megabytes() - before
    if seconds > LONGEST_WAIT:
        return f"it waited for {seconds:.1f} s"
    return f"it took {more:.0f} MB" if more > MEGABYTES else ""


@cache
def warm() -> None:
    """Load and make what all cases need, so that none of them is blamed for it."""
    for kind in (*TOWERS, *OTHERS):
        journal(kind)
    resting()
    study()
    assert all(entry.words for entry in GAMES.values())
    told(lambda: check("classic"))
    with own_folder() as folder:
        commands.load_all(folder)


def cases(seed: int, first: int, count: int) -> Iterator[tuple[int, str, str]]:
    """Yield number, kind and flaw of each case."""
    warm()
    for number in range(first, first + count):
        yield number, *case(seed, number)


# In the window


def lay_out_window(folder: Path, rng: Random) -> tuple[Path, Path | None]:
    """Put a stranger's game into the user's folder; return its journal, and a file to be dropped onto the window."""
    path = windows.games_of(folder) / "game.journal"
    path.parent.mkdir(parents=True)
    path.write_bytes(changed_journal(rng) if rng.random() < 0.7 else begun(rng))
    if rng.random() < 0.3:
        drops_path(path).write_bytes(entry(rng, changed_recording(rng)))
    if rng.random() < 0.3:
        keep_draft(path, changed_json(b'{"seat":0,"key":"plan/year1/spring","fields":["Edo",null,3]}', rng))
    if rng.random() < 0.3:
        settings_path = windows.settings_of(folder)
        settings_path.parent.mkdir(parents=True)
        settings_path.write_bytes(changed_settings(rng))
    if rng.random() < 0.8:
        return path, None
    (folder / "friend.shogun").write_bytes(changed_archive(rng))
    return path, folder / "friend.shogun"


def window_case(seed: int, number: int, seen: set[Any]) -> tuple[bool, str]:
    """Return whether a window was opened for a stranger's game, and what was wrong.

    One is opened for each kind of game that was not yet seen, and for others by lot.
    """
    rng = Streams(seed).stream(f"window {number}")
    with own_folder() as folder:
        path, brought = lay_out_window(folder, rng)
        kind = windows.kind_of(path)
        if kind is None or (kind in seen and rng.random() < 0.8):
            return False, ""
        seen.add(kind)
        return True, flaw_of(lambda: windows.open_in_window(folder, rng, brought))


# Many of them


class Share(Struct, frozen=True):
    """Some cases that were tried, one after the other."""

    first: int
    count: int
    attacked: dict[str, int]
    flaws: list[tuple[int, str, str]]
    """Number, kind and flaw."""
    megabytes: float


class Total(Struct):
    """All that was tried with a seed, in one run or several."""

    seed: int
    cases: int = 0
    candidates: int = 0
    """Games of which it was asked whether they are worth a window."""
    windows: int = 0
    attacked: dict[str, int] = {}
    flaws: list[str] = []
    megabytes: float = 0.0

    def add(self, share: Share, *, is_window: bool) -> None:
        """Count a share, and print what is wrong."""
        if is_window:
            self.candidates = share.first + share.count
            self.windows += share.attacked["window"]
        else:
            self.cases = share.first + share.count
            self.attacked = dict(Counter(self.attacked) + Counter(share.attacked))
        for number, kind, flaw in share.flaws:
            option = "--first-window" if is_window else "--first"
            self.flaws.append(f"{option} {number} ({kind})")
            print(f"--seed {self.seed} {option} {number} ({kind}):\n{flaw}", flush=True)
        self.megabytes = max(self.megabytes, share.megabytes)

    def __str__(self) -> str:
        opened = f", {self.windows} windows" if self.windows else ""
        found = f"{len(self.flaws)} flaws" + (f" ({'; '.join(self.flaws)})" if self.flaws else "")
        return f"{self.cases} cases{opened}, {found}; {self.attacked}; at most {self.megabytes:.0f} MB"


def share_of_cases(seed: int, part: range) -> Share:
    """Return what some cases came to."""
    done = list(cases(seed, part.start, len(part)))
    flaws = [one for one in done if one[2]]
    return Share(part.start, len(part), dict(Counter(kind for _number, kind, _flaw in done)), flaws, megabytes())


@cache
def kinds_seen() -> set[Any]:
    """Return the kinds of games for which this process has opened a window."""
    return set()


def share_of_windows(seed: int, part: range) -> Share:
    """Return what some games in the window came to."""
    warm()
    opened, flaws = 0, []
    for number in part:
        is_opened, flaw = window_case(seed, number, kinds_seen())
        opened += is_opened
        if flaw:
            flaws.append((number, "window", flaw))
    return Share(part.start, len(part), {"window": opened}, flaws, megabytes())


def attack_all(total: Total, count: int, windows_wanted: int, jobs: int, keep: Callable[[Total], object]) -> None:
    """Try what is missing to so many cases and windows, and have the total kept after each share of them."""
    missing = range(total.cases, count, SHARE)
    parts = [range(start, min(start + SHARE, count)) for start in missing]
    for share in in_order(partial(share_of_cases, total.seed), parts, jobs):
        total.add(share, is_window=False)
        keep(total)
    if total.windows >= windows_wanted:
        return
    endless = (range(start, start + WINDOWS) for start in itertools.count(total.candidates, WINDOWS))
    with closing(in_order(partial(share_of_windows, total.seed), endless, jobs)) as shares:  # type: ignore[type-var]
        for share in shares:
            total.add(share, is_window=True)
            keep(total)
            if total.windows >= windows_wanted:
                return


def begun_total(options: argparse.Namespace) -> Total:
    """Return what was tried so far: nothing, or what stands in the file to go on with."""
    if options.resume is None or not options.resume.exists():
        return Total(options.seed, options.first, options.first_window)
    found = msgspec.json.decode(options.resume.read_bytes(), type=Total)
    if found.seed != options.seed:
        raise SystemExit(f"{options.resume} is of seed {found.seed}")
    return found


def main() -> int:
    """Attack and tell what was found; return 1 if anything was."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--count", type=int, default=1000, help="cases in all, with those of earlier runs")
    ask.add_argument("--windows", type=int, default=0, help="games that are opened in the window, in all")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--first", type=int, default=0, help="the number of the first case: to look at one again")
    ask.add_argument("--first-window", type=int, default=0, help="the same for windows")
    ask.add_argument("--jobs", type=int, default=1)
    ask.add_argument("--resume", type=Path, help="file in which the total is kept; it is added to what stands there")
    options = ask.parse_args()
    total = begun_total(options)

    def keep(total: Total) -> None:
        if options.resume:
            write_whole(options.resume, msgspec.json.encode(total))

    with suppress(KeyboardInterrupt):
        attack_all(total, options.first + options.count, options.windows, options.jobs, keep)
    print(total)
    return 1 if total.flaws else 0


if __name__ == "__main__":
    sys.exit(main())

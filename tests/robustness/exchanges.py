"""Exchanges tables, lists, numbers and texts in files of all kinds.

`python -m tests.robustness.exchanges --count 20000` tries so many of each kind. A file is read as the program does, and
may end in a sentence of the house's own errors, and in nothing else. Case `n` of a kind is always the same:
`--kind position --first n` shows it again.
"""

import argparse
import json
import math
import sys
import time
import tomllib
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from shogun.base.files import checksum, sealed
from shogun.base.language import CatalogueError, read_catalogue
from shogun.base.notices import forget_notices
from shogun.base.random_streams import Streams
from shogun.base.resources import ASSETS
from shogun.base.shared_file import seal
from shogun.base.worker_pool import in_order
from shogun.game.errors import ComponentsError
from shogun.games import entry_of, game_of
from shogun.games.river_of_gold.rules import components as data_file
from shogun.games.rumble_nation.rules import components
from shogun.games.shogun.opponents import named, opponent, sentence, title
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.half_made_answers import read_half_plan
from shogun.players.ladder import LadderGame, Results, standings
from shogun.players.puzzles.solved_puzzles import Progress, load_progress
from shogun.players.puzzles.verdict import open_puzzle
from shogun.players.ratings import load as load_ratings
from shogun.players.review.decision_verdicts import Decision, Difference
from shogun.players.review.decision_work import DecisionsKey, keep_decisions, kept_decisions
from shogun.players.review.game_review import Estimate, ReviewKey, keep_estimates, kept_curve, kept_estimates
from shogun.table.game_archive import JOURNAL_NAME, take_in
from shogun.table.journal import AnswerLine, parse_journal, read_journal
from shogun.table.journal_files import draft_path, keep_draft
from shogun.table.position_draft import last_exported
from shogun.table.positions import position_text, read_position
from shogun.table.recordings import Recordings
from shogun.table.replay import Replay
from shogun.tower import load_tower
from shogun.tower.file.checks import file_problems
from shogun.tower.file.checks import read_draft as read_tower
from shogun.tower.file.design import as_in_file
from shogun.tower.geometry import geometry_hash
from shogun.tower.quick_model import model_for, read_model
from shogun.tower.resting_cubes import load_resting
from shogun.tower.tower_lookup import load_design, tower_text
from shogun.tower.unsaved_towers import Draft, decoded, read_draft
from shogun.window.kit.runtime.settings import load_settings, settings_path
from tests.robustness import fuzz, originals
from tests.robustness.guard import kept_inside
from tests.robustness.judge import one_line, tried
from tests.robustness.mutate import NUMBERS, TEXTS
from tests.table.forging import opened
from tests.table.forging import sealed as sealed_journal

SHARE = 500
"""Cases that one process tries at once."""


# The exchange


def exchanged(tree: Any, rng: Random) -> Any:
    """Return plain data in which some values have changed places, or have become values of another kind."""
    tree = json.loads(json.dumps(tree))  # a copy
    for _change in range(rng.choice((1, 1, 2, 4))):
        places = list(_places(tree))
        if not places:
            return tree
        around, key = rng.choice(places)
        if rng.random() < 0.4:
            other, place = rng.choice(places)
            with suppress(LookupError):  # one may lie within the other, which is then somewhere else
                around[key], other[place] = json.loads(json.dumps(other[place])), json.loads(json.dumps(around[key]))
        else:
            around[key] = _of_another_kind(around[key], rng)
    return tree


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(tree, dict | list):
        for key in list(tree) if isinstance(tree, dict) else range(len(tree)):
            yield tree, key
            yield from _places(tree[key])


def _of_another_kind(value: Any, rng: Random) -> Any:
    kinds: list[Callable[[], Any]] = [
        lambda: {rng.choice(("x", "red", "0", "type", "name")): value},
        dict,
        lambda: [value] * rng.choice((1, 1, 2, 9)),
        list,
        lambda: rng.choice([number for number in NUMBERS if abs(number) < 1e19]),
        lambda: rng.choice(TEXTS),
        lambda: str(value)[:80],
        lambda: rng.random() < 0.5,
        lambda: None,
        lambda: list(value.values()) if isinstance(value, dict) else {"a": value, "b": value},
        lambda: list(value) if isinstance(value, dict | str) else [[value]],
    ]
    return rng.choice(kinds)()


# Writing


def toml(tree: dict[str, Any], rng: Random) -> bytes:
    """Return plain data as TOML: tables with a header or within braces; what TOML hasn't is left out."""
    lines, tables = [], []
    for key, value in tree.items():
        has_header = rng.random() < 0.8
        if has_header and isinstance(value, dict):
            tables += [f"[{_key(key)}]", *_pairs(value)]
        elif has_header and isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for one in value:
                tables += [f"[[{_key(key)}]]", *_pairs(one)]
        elif value is not None:
            lines.append(f"{_key(key)} = {_inline(value)}")
    return "\n".join((*lines, *tables, "")).encode("utf-8", "surrogatepass")


def _pairs(table: dict[str, Any]) -> Iterator[str]:
    return (f"{_key(key)} = {_inline(value)}" for key, value in table.items() if value is not None)


def _key(key: str) -> str:
    return json.dumps(key).replace("\x7f", "\\u007f")


def _inline(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(_pairs(value)) + "}"
        case list():
            return "[" + ", ".join(_inline(one) for one in value if one is not None) + "]"
        case bool():
            return "true" if value else "false"
        case float() if not math.isfinite(value):
            return "nan" if math.isnan(value) else "inf"
        case float() | int():
            return repr(value)
    return json.dumps(value).replace("\x7f", "\\u007f")


def _plain(data: bytes) -> Any:
    return msgspec.json.decode(data)


def _sealed_json(tree: Any, about: str = "") -> bytes:
    body = msgspec.json.encode(tree)
    return seal(body, about) if isinstance(tree, dict) and tree else body


def _crc_json(tree: Any) -> bytes:
    body = msgspec.json.encode(tree)
    return sealed(body, checksum(body)) if isinstance(tree, dict) and tree else body


# The kinds of files


class Kind(NamedTuple):
    """A kind of file: whole ones as plain data, how it is written, and how the program reads it."""

    whole: Callable[[], list[Any]]
    encoded: Callable[[Any, Random], bytes]
    name: str
    read: Callable[[Path], object]


def of_json(whole: Callable[[], list[Any]], name: str, read: Callable[[Path], object]) -> Kind:
    """Return a kind of files of JSON."""
    return Kind(whole, lambda tree, _rng: msgspec.json.encode(tree), name, read)


@cache
def positions() -> list[Any]:
    """Return positions of all games, as the program writes them."""
    found = []
    for kind in ("simulated", *originals.OTHERS):
        contents = parse_journal(game_of, originals.journal(kind))
        answers = sum(isinstance(line, AnswerLine) for line in contents.lines)
        for part in (0.3, 0.6, 0.9):
            _number, position = last_exported(contents, int(part * answers))
            text = position_text(position.game, position.setup, position.resting, "A title")
            found.append(tomllib.loads(text))
    return found


def _read_puzzle(path: Path) -> None:
    open_puzzle(entry_of, path).task()


@cache
def puzzles() -> list[Any]:
    """Return a shipped puzzle of each game."""
    files = [sorted(folder.glob("*.puzzle"))[0] for folder in sorted(ASSETS.glob("*/puzzles"))]
    return [_plain(file.read_bytes()) for file in files]


@cache
def journals() -> list[Any]:
    """Return the first lines of journals of all games."""
    kinds = ("fixed", "fitted", *originals.OTHERS, *originals.OLD)
    return [opened(originals.journal(kind))[:25] for kind in kinds]


def _journal_bytes(lines: Any, _rng: Random) -> bytes:
    return (
        sealed_journal([line for line in lines if isinstance(line, dict) and line]) if isinstance(lines, list) else b""
    )


def _replayed(path: Path) -> None:
    Replay(read_journal(game_of, path)).run()


def _archive_bytes(lines: Any, rng: Random, path: Path = Path("game.zip")) -> bytes:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(JOURNAL_NAME, _journal_bytes(lines, rng))
    return path.read_bytes()


def _tower(path: Path) -> None:
    tried(lambda: file_problems(read_tower(path.read_text("utf-8", "replace"), str(path))))
    tried(lambda: load_design(str(path)))
    load_tower(str(path))


def _who(path: Path) -> None:
    text = path.read_text("utf-8", "replace")
    tried(lambda: named([str(path)]))
    one_line(title("mine", {"mine": text}))
    sentence("mine", {"mine": text})
    opponent("mine", {"mine": text})


def _results(path: Path) -> None:
    standings(fuzz.STUDY, Results.resume(fuzz.STUDY, path, Setup).played)


@cache
def ladders() -> list[Any]:
    """Return the lines of a ladder's results."""
    game = LadderGame(0, 0, 1, (1, 2, 3), (2,), {"random": {"winters": 2}})
    return [[_plain(msgspec.json.encode(one)) for one in (fuzz.STUDY, game, game)]]


def _lines_of_json(lines: Any, _rng: Random) -> bytes:
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


@cache
def models() -> list[Any]:
    """Return the file of a fitted model."""
    tower = load_tower("classic")
    fit = msgspec.to_builtins(model_for(tower).fit)
    return [
        {"format": 2, "tower": "classic", "geometry": geometry_hash(tower), "fit": _plain(msgspec.json.encode(fit))}
    ]


def _model(path: Path) -> None:
    if (found := read_model(path, load_tower("classic"))) is not None:
        found.drop({"red": 7, "blue": 3}, originals.CUBES, 7)


@cache
def recordings() -> list[Any]:
    """Return what a recording holds."""
    stored = msgspec.msgpack.decode(zlib.decompress(originals.recording()[0][8:]))
    return [json.loads(json.dumps(stored, default=lambda data: ["bytes", data.hex()]))]


def _recording_bytes(tree: Any, _rng: Random) -> bytes:
    packed = zlib.compress(msgspec.msgpack.encode(_with_bytes(tree)))
    data = b"SGR1" + zlib.crc32(packed).to_bytes(4, "little") + packed
    return b"DROP" + (7).to_bytes(4, "little") + (99).to_bytes(4, "little") + len(data).to_bytes(4, "little") + data


def _with_bytes(tree: Any) -> Any:
    match tree:
        case ["bytes", str(digits)]:
            with suppress(ValueError):
                return bytes.fromhex(digits)
        case list():
            return [_with_bytes(one) for one in tree]
        case dict():
            return {key: _with_bytes(one) for key, one in tree.items()}
    return tree


def _recording(path: Path) -> None:
    found = Recordings(path).get(7, 99)
    if found is not None:
        found.poses_at(0.7)
        found.in_tray(found.seconds)


REVIEW = ReviewKey("0" * 64, 1, 1, 8, 3, (0, 5, 9))
DECISIONS = DecisionsKey("0" * 64, 1, 1, 8)


@cache
def reviews() -> list[Any]:
    """Return what is kept of a review."""
    path, thirds = Path("whole.review"), (1 / 3,) * 3
    keep_estimates(path, REVIEW, [Estimate(thirds, thirds, (thirds,)), None, Estimate(thirds, thirds, ())])
    return [_without_crc(path)]


@cache
def decisions() -> list[Any]:
    """Return what is kept of decisions."""
    judge, path = entry_of("rumble-nation").decisions, Path("whole.decisions")
    assert judge is not None
    lost = Difference(-0.25, 0.125)
    answers = [line["answer"] for line in opened(originals.journal("rumble")) if line.get("seat") is not None]
    kind = next(iter(judge.KINDS))
    keep_decisions(path, DECISIONS, {3: Decision(3, 1, kind, (answers[0],), answers[0], lost, lost), 4: None})
    return [_without_crc(path)]


def _without_crc(path: Path) -> Any:
    return {key: value for key, value in _plain(path.read_bytes()).items() if key != "crc"}


def _reviewed(path: Path) -> None:
    kept_estimates(path, REVIEW)
    kept_curve(path, REVIEW.journal)


@cache
def drawings() -> list[Any]:
    """Return the draft of a drawn tower."""
    text = tower_text("classic")[0]
    return [_plain(msgspec.json.encode(Draft("mine", text, text, as_in_file(load_tower("classic")))))]


def _drawing(path: Path) -> None:
    with suppress(ValueError, RecursionError):  # UNDECODABLE, as its docstring says
        draft = read_draft(path)
        decoded(draft.past)


def _plan_bytes(tree: Any, _rng: Random) -> bytes:
    journal = Path("plan.journal")
    keep_draft(journal, msgspec.json.encode(tree))
    return draft_path(journal).read_bytes()


def _components(module: Any, path: Path) -> None:
    with suppress(ComponentsError):
        module.parse(path.read_text("utf-8", "replace"))


def data_of(file: str) -> list[Any]:
    """Return a shipped data file."""
    return [tomllib.loads((ASSETS / file).read_text("utf-8"))]


@cache
def catalogues() -> list[Any]:
    """Return some entries of a catalogue, as lists of keywords and texts."""
    lines = (ASSETS / "locale" / "pl" / "LC_MESSAGES" / "shogun.po").read_text("utf-8").splitlines()[:150]
    return [[list(line.partition(" "))[::2] for line in lines]]


def _catalogue_bytes(tree: Any, _rng: Random) -> bytes:
    return "\n".join(" ".join(map(str, line)) if isinstance(line, list) else str(line) for line in tree).encode()


def _catalogue(path: Path) -> None:
    with suppress(CatalogueError):  # whoever loads a language goes on in English
        found = read_catalogue(path)
        assert found.form(3) >= 0


KINDS: dict[str, Kind] = {
    "position": Kind(positions, toml, "a.position.toml", partial(read_position, game_of)),
    "tower": Kind(lambda: [tomllib.loads(tower_text(name)[0]) for name in ("classic", "pins", "hoard")], toml,
                  "mine.toml", _tower),
    "opponent": Kind(lambda: [tomllib.loads(originals.personality())], toml, "who.toml", _who),
    "puzzle": of_json(puzzles, "a.puzzle", _read_puzzle),
    "puzzles solved": Kind(lambda: [_plain(msgspec.json.encode(Progress(stars={"0" * 16: 2}, days={"2026-11-28": 3})))],
                           lambda tree, _rng: _sealed_json(tree), "puzzles.json", load_progress),
    "journal": Kind(journals, _journal_bytes, "game.journal", _replayed),
    "archive": Kind(journals, _archive_bytes, "game.shogun", lambda path: take_in(game_of, path, Path("taken"))),
    "settings": of_json(lambda: [_plain(fuzz.settings())], "", lambda _path: load_settings()),
    "ratings": of_json(lambda: [_plain(fuzz.rated_games())], "ratings.json", load_ratings),
    "results": Kind(ladders, _lines_of_json, "results.jsonl", _results),
    "model": Kind(models, lambda tree, _rng: _sealed_json(tree), "classic.model.json", _model),
    "resting": Kind(lambda: [_plain(originals.resting())], lambda tree, _rng: msgspec.json.encode(tree),
                    "resting.json", lambda path: load_resting(path, load_tower("classic"))),
    "recording": Kind(recordings, _recording_bytes, "game.drops", _recording),
    "plan": Kind(lambda: [{"seat": 0, "key": "plan/year1/spring", "fields": ["Edo", None, 3]}], _plan_bytes,
                 "plan.plan", lambda _path: read_half_plan(Path("plan.journal"))),
    "drawing": of_json(drawings, "mine.draft", _drawing),
    "review": Kind(reviews, lambda tree, _rng: _crc_json(tree), "game.review", _reviewed),
    "decisions": Kind(decisions, lambda tree, _rng: _crc_json(tree), "game.decisions",
                      lambda path: kept_decisions(path, DECISIONS, entry_of("rumble-nation"))),
    "river_of_gold.toml": Kind(lambda: data_of("river_of_gold/river_of_gold.toml"), toml, "data.toml",
                               partial(_components, data_file)),
    "rumble_nation.toml": Kind(lambda: data_of("rumble_nation/rumble_nation.toml"), toml, "data.toml",
                               partial(_components, components)),
    "catalogue": Kind(catalogues, _catalogue_bytes, "shogun.po", _catalogue),
}  # fmt: skip


# Trying


def attack(kind: str, seed: int, number: int) -> None:
    """Read one file of a kind, in the current folder. Raises whatever a reader mustn't."""
    rng, of = Streams(seed).stream(f"{kind} {number}"), KINDS[kind]
    path = Path(of.name) if of.name else settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    tree = exchanged(rng.choice(of.whole()), rng)
    try:
        data = of.encoded(tree, rng)
    except (TypeError, ValueError, OverflowError):
        return  # no file can say this
    path.write_bytes(data)
    forget_notices()
    tried(lambda: of.read(path))


def cases(kind: str, seed: int, part: range) -> list[tuple[int, str]]:
    """Return the numbers of the cases that failed, and with what."""
    flaws = []
    with fuzz.own_folder() as folder, kept_inside(folder):
        for number in part:
            try:
                attack(kind, seed, number)
            except Exception as error:
                flaws.append((number, f"{type(error).__name__}: {error}"[:300]))
    return flaws


def main() -> int:
    """Attack, and print what was found; return 1 if anything was."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--count", type=int, default=1000, help="cases of each kind")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--first", type=int, default=0)
    ask.add_argument("--kind", choices=KINDS, action="append", help="by default all")
    ask.add_argument("--jobs", type=int, default=1)
    options = ask.parse_args()
    failed = False
    for kind in options.kind or KINDS:
        began = time.perf_counter()
        end = options.first + options.count
        parts = [range(start, min(start + SHARE, end)) for start in range(options.first, end, SHARE)]
        flaws = [flaw for share in in_order(partial(cases, kind, options.seed), parts, options.jobs) for flaw in share]
        print(f"{kind}: {options.count} cases, {len(flaws)} flaws, {time.perf_counter() - began:.0f} s", flush=True)
        for number, told in flaws[:5]:
            print(f"  --kind {kind!r} --first {number}: {told}")
        failed = failed or bool(flaws)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

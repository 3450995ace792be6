"""Damaged files of the program's own: each kind is damaged, read and written to, and what couldn't be read must stay.

One of the attacks of `fuzz.py`.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from shogun.base.files import UNDECODABLE
from shogun.base.notices import forget_notices, next_notice
from shogun.lab.measuring.live_measurement import cache_statistics, cached_statistics
from shogun.lab.running.checkpoints import cache_folder
from shogun.players.ratings import RatingsFile, keep_end, load, ratings_path
from shogun.table import journal_files, recordings, saved_games
from shogun.table.recordings import Recordings
from shogun.tower import load_tower
from shogun.tower.file.design import as_in_file
from shogun.tower.quick_model import cached_path, model_for
from shogun.tower.tower_lookup import tower_text
from shogun.tower.unsaved_towers import Draft, found_draft, keep_draft
from shogun.tower.unsaved_towers import draft_path as drawing_path
from shogun.window.kit.runtime.settings import load_settings, save_settings, settings_path
from shogun.window.workshop.model.editor_model import opened
from tests.robustness.deeds import Sealed, ended, grown
from tests.robustness.guard import kept_inside
from tests.robustness.judge import Flaw, one_line, tried
from tests.robustness.mutate import bitten, changed


class OwnFile(Struct, frozen=True):
    """A kind of file that the program writes for itself."""

    path: Callable[[], Path]
    write: Callable[[], object]
    """Writes it, or something into it."""
    read: Callable[[], object]
    understood: Callable[[bytes], object]
    """Raises one of UNDECODABLE for bytes that may not be written over."""


def _game() -> Path:
    return saved_games.games_folder() / "game.journal"


def _change_settings() -> None:
    settings = load_settings()
    settings.lessons.append("next")
    save_settings(settings)


def _keep_drop() -> None:
    sealed: Any = Sealed()
    Recordings(recordings.drops_path(_game())).add(2, 3, sealed)


def _drops(data: bytes) -> None:
    if not recordings._end_of_whole_entries(data) and not data.startswith(b"DROP"[: len(data)]):
        raise ValueError


def _number(data: bytes) -> None:
    if len(data) > 20 or not data.endswith(b"\n") or not data[:-1].removesuffix(b"\r").isdigit():
        raise ValueError


def _last(data: bytes) -> None:
    if len(data) > 1000:
        raise ValueError


def _plan(data: bytes) -> None:
    checksum, _line_break, plan = data.partition(b"\n")
    if checksum + b"\n" != journal_files._checksum(plan) or len(data) > journal_files.MOST_BYTES:
        raise ValueError
    msgspec.json.decode(plan)


def _drawing(data: bytes) -> None:
    """Say that it may not be written over where it can't be read: the draft in the file that is read as `found`."""
    msgspec.json.decode(data, type=Draft)
    if found_draft("mine") is None:
        raise ValueError


@cache
def _text() -> str:
    return tower_text("classic")[0]


def _draw() -> None:
    keep_draft(Draft("mine", _text(), _text(), as_in_file(load_tower("classic"))))


def _open_drawing() -> None:
    tried(lambda: opened("mine"))


def _caches(_data: bytes) -> None:
    """What is kept to save time may be made anew."""


OWN: dict[str, OwnFile] = {
    "settings": OwnFile(settings_path, _change_settings, load_settings,
                        lambda data: msgspec.json.decode(data, type=dict[str, msgspec.Raw])),
    "ratings": OwnFile(ratings_path, lambda: keep_end(ended(5), ratings_path()), lambda: load(ratings_path()),
                       lambda data: msgspec.json.decode(data, type=RatingsFile)),
    "last": OwnFile(lambda: saved_games.games_folder() / saved_games.LAST_OPENED_NAME,
                    lambda: saved_games.remember_last(_game()),
                    lambda: saved_games.last_opened(saved_games.games_folder()), _last),
    "shown": OwnFile(lambda: journal_files.shown_path(_game()), lambda: journal_files.keep_shown(_game(), 17),
                     lambda: journal_files.read_shown(_game()), _number),
    "drops": OwnFile(lambda: recordings.drops_path(_game()), _keep_drop,
                     lambda: Recordings(recordings.drops_path(_game())).get(2, 3), _drops),
    "plan": OwnFile(lambda: journal_files.draft_path(_game()),
                    lambda: journal_files.keep_draft(_game(), b'{"half":[1,2]}'),
                    lambda: journal_files.read_draft(_game()), _plan),
    "drawing": OwnFile(lambda: drawing_path("mine"), _draw, _open_drawing, _drawing),
    "figures": OwnFile(lambda: next((cache_folder() / "figures").glob("*.json")),
                       lambda: cache_statistics(load_tower("classic"), grown(0.5)),
                       lambda: cached_statistics(load_tower("classic")), _caches),
    "model": OwnFile(lambda: cached_path(load_tower("classic")), lambda: None,
                     lambda: model_for(load_tower("classic")), _caches),
}  # fmt: skip


def damaged(data: bytes, rng: Random) -> bytes:
    """Return what may stand in a file instead of that: a few bytes otherwise, other values, or something else."""
    match rng.randrange(6):
        case 0:
            return rng.choice((b"", b"\x00" * 500, rng.randbytes(300), b"\xff\xfe\x00", b" " * 5_000_000, b"[" * 9000))
        case 1:
            return _with_other_values(data, rng)
        case _:
            for _bite in range(rng.choice((1, 1, 1, 4))):
                data = bitten(data, rng)
            return data


def _with_other_values(data: bytes, rng: Random) -> bytes:
    head, _line_break, body = data.partition(b"\n") if data[:1] not in b"{[" else (b"", b"", data)
    try:
        tree = changed(msgspec.json.decode(body), rng)
        body = msgspec.json.encode(tree)
    except (*UNDECODABLE, OverflowError):
        return bitten(data, rng)
    return journal_files._checksum(body) + body if head else body


def attack_own(folder: Path, rng: Random) -> None:
    """Damage one of the user's files within a folder, read and write it. Raises Flaw."""
    kind = rng.choice(tuple(OWN))
    own = OWN[kind]
    forget_notices()
    with kept_inside(folder) as strayed:
        saved_games.games_folder().mkdir(parents=True, exist_ok=True)
        own.write()
        _attack(kind, own, folder, rng)
    if strayed:
        raise Flaw(f"{kind} would have been written elsewhere: {strayed}")


def _attack(kind: str, own: OwnFile, folder: Path, rng: Random) -> None:
    path = own.path()
    path.parent.mkdir(parents=True, exist_ok=True)
    data = damaged(path.read_bytes() if path.exists() else b'{"format":2,"tower":"classic"}', rng)
    path.write_bytes(data)
    may_be_replaced = _is_understood(own, data)
    for act in rng.sample((own.read, own.write, own.read), 3):
        tried(act)
    if not may_be_replaced and not any(one.read_bytes() == data for one in folder.rglob("*") if one.is_file()):
        raise Flaw(f"{kind}: what couldn't be read was written over: {data[:80]!r}")
    while sentence := next_notice():
        one_line(sentence)
    tried(own.write)
    tried(own.read)


def _is_understood(own: OwnFile, data: bytes) -> bool:
    try:
        own.understood(data)
    except UNDECODABLE:
        return False
    return True

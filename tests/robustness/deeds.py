"""All that the program does to files of its own, each as something that can be killed over, or refused by a disk.

A deed is prepared, done, and looked at: what is there afterwards, as the program reads it, is what was there before or
what shall be there then, and nothing between.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from shogun.base.notices import forget_notices
from shogun.games.shogun.rules.state import Setup
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_measurement import cache_statistics, cached_statistics
from shogun.lab.measuring.live_summary import ENOUGH_BATTLES, LiveStatistics
from shogun.players.ladder import LadderGame, Results, Study
from shogun.players.puzzles.solved_puzzles import load_progress, note_stars, progress_path
from shogun.players.ratings import RatedGame, keep_end, load, ratings_path
from shogun.table import saved_games
from shogun.table.errors import TableError
from shogun.table.game_archive import export_game, rescue, take_in
from shogun.table.journal import PERSON, read_journal
from shogun.table.journal_files import draft_path, drop_draft, keep_draft, keep_shown, read_draft, read_shown
from shogun.table.recordings import Recordings, drops_path
from shogun.table.replay import resume
from shogun.table.saved_games import SUFFIX, games_folder
from shogun.table.session import Session
from shogun.tower import load_tower
from shogun.tower import user_towers as towers
from shogun.tower.tower_lookup import tower_text
from shogun.tower.unsaved_towers import Draft, UserTowerError, draft_names, found_draft
from shogun.tower.unsaved_towers import draft_path as tower_draft_path
from shogun.tower.unsaved_towers import keep_draft as keep_tower_draft
from shogun.tower.user_towers import delete
from shogun.window.kit.runtime.settings import Settings, load_settings, save_settings, settings_path
from tests.robustness.guard import HOMES
from tests.table import toy

REFUSALS = (OSError, TableError, UserTowerError)
"""What a deed raises if it can't be done; anything else is a mistake of the program."""
ODD = b"what nobody can read " * 50
STUDY = Study(("random", "greedy"), Setup(4), "model", None, 1)
GAME = LadderGame(0, 0, 1, (1, 2, 3, 4), (3,), {})


class Deed(Struct, frozen=True):
    """Something that the program does to its files; the user's folders are those of the environment."""

    prepare: Callable[[], object]
    do: Callable[[], object]
    """Raises one of REFUSALS if it can't be done, or returns False."""
    state: Callable[[], Any]
    """Returns what the program reads afterwards; it may put aside what it can't read."""
    kept: bytes = b""
    """What must be found whole in some file, whatever happens."""
    repeats: bool = True
    """Whether it can be done again after it was done, or half done, and then is done."""
    tells: bool = True
    """Whether it says that it couldn't be done."""


def nothing() -> None:
    """Prepare nothing."""


def _then(*acts: Callable[[], object]) -> Callable[[], None]:
    """Return what does one after the other."""

    def done() -> None:
        for act in acts:
            act()

    return done


def user_folders(folder: Path) -> Any:
    """Return what gives the user folders within this one, for a while."""
    forget_notices()
    return patch.dict(os.environ, dict.fromkeys(HOMES, str(folder)))


def holds(data: bytes, folder: Path) -> bool:
    """Return whether a file somewhere in a folder holds just these bytes."""
    return any(path.read_bytes() == data for path in folder.rglob("*") if path.is_file())


# Settings, ratings, the game opened last


def _settings_said() -> Any:
    found = load_settings()
    return found.speed, found.lessons


def _change_settings() -> None:
    before = load_settings()
    after = load_settings()
    after.speed, after.lessons = 2.0, ["a"]
    save_settings(after, before)


def _odd_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(ODD)


def _linked_settings() -> None:
    save_settings(Settings())
    path = settings_path()
    path.rename(path.with_name("own"))
    path.symlink_to("own")


def _linked_settings_said() -> Any:
    return _settings_said(), settings_path().is_symlink()


def ended(number: int) -> RatedGame:
    return RatedGame(f"{number:08x}", "toy", (PERSON, "greedy"), ("A", "B"), (1, 0), (0,))


def _rate(number: int) -> None:
    keep_end(ended(number), ratings_path())


def _rated() -> Any:
    return load(ratings_path()).games


def _solve(number: int) -> None:
    note_stars(f"{number:016x}", 2, "2026-11-26")


def _solved() -> Any:
    found = load_progress()
    return found.stars, found.days


def _remember_last() -> bool:
    saved_games.remember_last(games_folder() / "new.journal")
    return saved_games.last_opened(games_folder()) == "new.journal"


def _last_said() -> Any:
    return saved_games.last_opened(games_folder())


def _games_folder() -> Path:
    games_folder().mkdir(parents=True, exist_ok=True)
    return games_folder()


# A game, and what lies beside it


def _path() -> Path:
    return games_folder() / "game.journal"


def _begin(path: Path | None = None, seed: int = 7) -> None:
    Session.start(toy, toy.header(seed=seed, player=PERSON), path or _path()).close()


def _begin_with_all() -> None:
    session = toy.to_planning(Session.start(toy, toy.header(player=PERSON), _path()))
    session.answer(0, toy.Name(2))
    session.close()
    assert keep_draft(_path(), b'{"half":1}')
    keep_shown(_path(), 3)


def _games() -> Any:
    """Return all games wherever they lie, and what lies beside each; raises if one of them is damaged."""
    root = games_folder()
    found = sorted(root.rglob(f"*{SUFFIX}")) if root.exists() else []
    return [(str(path.relative_to(root)), _game(path), read_draft(path)) for path in found]


def _game(path: Path) -> Any:
    contents = read_journal(toy.game_of, path)
    return contents.header.seed, len(contents.lines)


def _with_session(do: Callable[[Session], object]) -> Callable[[], None]:
    def done() -> None:
        session = resume(read_journal(toy.game_of, _path()))
        try:
            do(session)
        finally:
            session.close()

    return done


def _answer(session: Session) -> None:
    if session.course.question(1, toy.Name(3)) is not None:
        session.answer(1, toy.Name(3))


def _save_anew() -> None:
    session = resume(read_journal(toy.game_of, _path()))
    try:
        saved_games.save_anew(session.writer, "anew")
    finally:
        session.close()


def _export() -> Path:
    return export_game(_path(), games_folder().parent / "out")


def _exported() -> Any:
    out = games_folder().parent / "out"
    found = []
    for path in sorted(out.glob("*.shogun")) if out.exists() else []:
        taken = take_in(toy.game_of, path, games_folder().parent / "check" / sha256(path.read_bytes()).hexdigest())
        found.append(_game(taken))
    return found, _games()


def _prepare_taking() -> None:
    _begin_with_all()
    with suppress(FileNotFoundError):
        _export()
    saved_games.delete(_path())


def _take_in() -> None:
    take_in(toy.game_of, games_folder().parent / "out" / "game.shogun")


def _prepare_rescue() -> None:
    _begin_with_all()
    data = _path().read_bytes()
    _path().write_bytes(data + b"damaged\nlines\n")


def _rescued() -> Any:
    names = sorted(path.name for path in games_folder().glob(f"*{SUFFIX}"))
    whole = {name: _game(games_folder() / name) for name in names if name != "game.journal"}
    return whole, sha256(_path().read_bytes()).hexdigest()


class Sealed:
    """Stands for a recording."""

    def to_bytes(self) -> bytes:
        return b"recorded " * 100


def _keep_drop() -> bool:
    sealed: Any = Sealed()
    kept = Recordings(drops_path(_path()))
    number = len(kept._places) + 1
    return kept.add(number, 2, sealed)


def _drops() -> Any:
    return sorted(Recordings(drops_path(_path()))._places)


def _shown() -> Any:
    return read_shown(_path())


# Towers


@cache
def _classic() -> str:
    return tower_text("classic")[0]


def _save_tower(text: str) -> None:
    towers.save(towers.own_path("mine"), text)


def _towers() -> Any:
    folder = towers.own_path("mine").parent
    found = sorted(folder.rglob("*.toml")) if folder.exists() else []
    return [(str(path.relative_to(folder)), sha256(path.read_bytes()).hexdigest()) for path in found], _drafts()


def _drafts() -> Any:
    return [(name, found.text[-20:]) for name in draft_names() if (found := found_draft(name)) is not None]


def _draw(ending: str) -> None:
    keep_tower_draft(Draft("mine", _classic() + ending))


# What is measured and played by many


def _keep_figures(share: float) -> None:
    cache_statistics(load_tower("classic"), grown(share))


def grown(share: float) -> LiveStatistics:
    interval = Interval(share, share, share)
    return LiveStatistics(ENOUGH_BATTLES, interval, interval, interval, interval)


def _figures() -> Any:
    found = cached_statistics(load_tower("classic"))
    return None if found is None else found.p_out_thrown.mean


def _results_path() -> Path:
    return _games_folder() / "results.jsonl"


def _add_result() -> None:
    results = Results.resume(STUDY, _results_path(), Setup)
    results.add(GAME)


def _results() -> Any:
    if not _results_path().exists():
        return -1
    return min(1, len(Results.resume(STUDY, _results_path(), Setup).played))


DEEDS: dict[str, Deed] = {
    "first settings": Deed(nothing, _change_settings, _settings_said),
    "settings": Deed(lambda: save_settings(Settings()), _change_settings, _settings_said),
    "damaged settings": Deed(lambda: _odd_file(settings_path()), _change_settings, _settings_said, ODD),
    "linked settings": Deed(_linked_settings, _change_settings, _linked_settings_said),
    "first rating": Deed(nothing, lambda: _rate(1), _rated),
    "rating": Deed(lambda: _rate(1), lambda: _rate(2), _rated),
    "damaged ratings": Deed(lambda: _odd_file(ratings_path()), lambda: _rate(1), _rated, ODD),
    "first stars": Deed(nothing, lambda: _solve(1), _solved),
    "stars": Deed(lambda: _solve(1), lambda: _solve(2), _solved),
    "damaged stars": Deed(lambda: _odd_file(progress_path()), lambda: _solve(1), _solved, ODD),
    "last game": Deed(lambda: saved_games.remember_last(_games_folder() / "old.journal"), _remember_last, _last_said),
    "new game": Deed(nothing, _begin, _games, repeats=False),
    "answer": Deed(_begin_with_all, _with_session(_answer), _games, repeats=False),
    "answer taken back": Deed(_begin_with_all, _with_session(lambda one: one.undo(0)), _games, repeats=False),
    "change of seats": Deed(_begin_with_all, _with_session(lambda one: one.change_seat(1, "x")), _games, repeats=False),
    "half-laid plan": Deed(_begin_with_all, lambda: keep_draft(_path(), b'{"half":2}'), _games),
    "dropped plan": Deed(_begin_with_all, lambda: drop_draft(_path()), _games, tells=False),
    "damaged plan": Deed(_then(_begin, lambda: _odd_file(draft_path(_path()))), lambda: keep_draft(_path(), b"[3]"),
                         _games, repeats=False),
    "shown": Deed(_begin_with_all, lambda: keep_shown(_path(), 123), _shown, tells=False),
    "drops": Deed(_then(_begin, _keep_drop), _keep_drop, _drops, repeats=False),
    "other drops": Deed(_then(_begin, lambda: _odd_file(drops_path(_path()))), _keep_drop, _drops, ODD, repeats=False),
    "deleted game": Deed(_begin_with_all, lambda: saved_games.delete(_path()), _games, repeats=False),
    "renamed game": Deed(_begin_with_all, lambda: saved_games.rename(_path(), "other"), _games, repeats=False),
    "game brought back": Deed(_then(_begin_with_all, lambda: saved_games.delete(_path())),
                              lambda: saved_games.bring_back(games_folder() / "deleted" / "game.journal"), _games,
                              repeats=False),
    "game saved anew": Deed(_begin_with_all, _save_anew, lambda: [one[1] for one in _games()], repeats=False),
    "exported game": Deed(_begin_with_all, _export, _exported, repeats=False),
    "game taken in": Deed(_prepare_taking, _take_in, _games, repeats=False),
    "rescued game": Deed(_prepare_rescue, lambda: rescue(toy.game_of, _path()), _rescued, repeats=False),
    "first tower": Deed(nothing, lambda: _save_tower(_classic()), _towers),
    "tower": Deed(lambda: _save_tower(_classic()), lambda: _save_tower(_classic() + "\n# drawn\n"), _towers),
    "first drawing": Deed(nothing, lambda: _draw("\n# drawn\n"), _towers),
    "drawing": Deed(lambda: _draw(""), lambda: _draw("\n# drawn\n"), _towers),
    "damaged drawing": Deed(lambda: _odd_file(tower_draft_path("mine")), lambda: _draw("\n# drawn\n"), _towers, ODD),
    "deleted tower": Deed(lambda: _save_tower(_classic()), lambda: delete("mine", towers.own_path("mine")), _towers,
                          repeats=False),
    "renamed tower": Deed(lambda: _save_tower(_classic()), lambda: towers.rename(towers.own_path("mine"), "other"),
                          _towers, repeats=False),
    "figures": Deed(lambda: _keep_figures(0.25), lambda: _keep_figures(0.75), _figures),
    "result": Deed(lambda: Results.resume(STUDY, _results_path(), Setup), _add_result, _results, repeats=False),
}  # fmt: skip

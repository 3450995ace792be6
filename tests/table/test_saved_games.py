"""Games are found again in the user's folder, and recordings beside them."""

import os
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from shogun.base.files import LONGEST
from shogun.game.questions import Throw
from shogun.table.errors import NotWritable, TowerDisagrees, UnfitName
from shogun.table.journal import TowerInfo, read_journal
from shogun.table.journal_files import draft_path
from shogun.table.recordings import Recordings, drops_path, recorded_again
from shogun.table.replay import Replay, resume
from shogun.table.saved_games import (
    DAYS,
    LEAST_KEPT,
    all_games,
    bring_back,
    delete,
    games_folder,
    new_game_path,
    rename,
    sweep,
)
from shogun.table.session import Session, Turn, run
from shogun.table.towers import Fall, ThrowJob
from shogun.tower import load_tower
from shogun.tower.resting_cubes import TowerState
from tests.systems import not_wine
from tests.table import toy
from tests.table.finding import last_unfinished, saved_games

SEATS = [toy.choose, toy.choose]


def saved(folder: Path, name: str, *, finished: bool, age: int) -> Path:
    path = folder / f"{name}.journal"
    session = Session.start(toy, toy.header(), path)
    if finished:
        run(session, SEATS)
    session.close()
    os.utime(path, (1_800_000_000 - age, 1_800_000_000 - age))
    return path


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    assert games_folder() == tmp_path / "data" / "games"


def test_continue_means_the_last_unfinished_game(tmp_path: Path) -> None:
    saved(tmp_path, "old", finished=False, age=300)
    wanted = saved(tmp_path, "middle", finished=False, age=200)
    saved(tmp_path, "new", finished=True, age=100)
    (tmp_path / "noise.journal").write_bytes(b"noise")
    assert [game.path.stem for game in saved_games(toy.game_of, tmp_path)] == ["new", "middle", "old"]
    game = last_unfinished(toy.game_of, tmp_path)
    assert game is not None
    assert game.path == wanted
    assert not game.is_finished


def test_no_games_is_no_error(tmp_path: Path) -> None:
    assert saved_games(toy.game_of, tmp_path / "nowhere") == []
    assert last_unfinished(toy.game_of, tmp_path / "nowhere") is None


def test_new_games_get_paths_of_their_own(tmp_path: Path) -> None:
    now = datetime(2026, 1, 2, 3, 4, 5)
    first = new_game_path(tmp_path / "games", now=now)
    first.touch()
    assert first != new_game_path(tmp_path / "games", now=now)


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotWritable, match=r"file.games can't be written"):
        new_game_path(tmp_path / "file" / "games")


def test_a_deleted_game_takes_its_recordings_along(tmp_path: Path) -> None:
    path = saved(tmp_path, "game", finished=True, age=1)
    drops_path(path).touch()
    kept = delete(path)
    assert list(tmp_path.iterdir()) == [kept.parent]
    assert sorted(kept.parent.glob("[!.]*")) == [drops_path(kept), kept]


def test_a_file_that_is_no_game_is_listed_with_a_sentence(tmp_path: Path) -> None:
    saved(tmp_path, "good", finished=False, age=100)
    (tmp_path / "noise.journal").write_bytes(b"noise")
    assert {game.path.stem: getattr(game, "why", "") for game in all_games(toy.game_of, tmp_path)} == {
        "good": "",
        "noise": "This file isn't a game of Shogun.",
    }


def test_a_renamed_game_keeps_its_recordings_and_its_title(tmp_path: Path) -> None:
    path = saved(tmp_path, "2026-01-02 03-04-05", finished=False, age=1)
    drops_path(path).write_bytes(b"drops")
    assert saved_games(toy.game_of, tmp_path)[0].title == ""
    new = rename(path, "  Kai in spring ")
    assert sorted(file.name for file in tmp_path.glob("[!.]*")) == ["Kai in spring.drops", "Kai in spring.journal"]
    assert drops_path(new).read_bytes() == b"drops"
    assert saved_games(toy.game_of, tmp_path)[0].title == "Kai in spring"
    assert rename(new, "Kai in spring") == new


def same_but_for_case(path: Path, other: Path) -> bool:
    """Stand for a system on which letters' case makes no difference."""
    return path.parent == other.parent and path.name.casefold() == other.name.casefold()


@not_wine
def test_a_name_can_change_in_its_case_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "samefile", same_but_for_case)
    path = saved(tmp_path, "kai", finished=False, age=1)
    kept = path.read_bytes()
    drops_path(path).write_bytes(b"drops")
    new = rename(path, "Kai")
    assert new.name == "Kai.journal"
    assert sorted(file.name for file in tmp_path.glob("[!.]*")) == ["Kai.drops", "Kai.journal"]
    assert new.read_bytes() == kept and drops_path(new).read_bytes() == b"drops"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "a/b",
        "a\\b",
        "who?",
        "../up",
        ".hidden",
        "end.",
        "NUL",
        "com1.old",
        "com¹",
        "CONIN$",
        "x" * (LONGEST + 1),
    ],
)
def test_a_name_that_no_file_can_have_is_refused_and_nothing_changes(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path, "game", finished=False, age=1)
    with pytest.raises(UnfitName):
        rename(path, name)
    assert path.exists()


def test_two_games_can_not_have_one_name(tmp_path: Path) -> None:
    path, other = (saved(tmp_path, name, finished=False, age=1) for name in ("one", "two"))
    kept = other.read_bytes()
    with pytest.raises(UnfitName, match="already a game called two"):
        rename(path, "two")
    assert path.exists()
    assert other.read_bytes() == kept


def test_a_game_that_is_being_played_is_neither_deleted_nor_renamed(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    session = Session.start(toy, toy.header(), path)
    with pytest.raises(NotWritable, match="another window"):
        delete(path)
    with pytest.raises(NotWritable, match="another window"):
        rename(path, "other")
    session.close()
    assert rename(path, "other").exists()


@pytest.fixture(scope="module")
def tower() -> TowerInfo:
    return TowerInfo.of(load_tower("classic"))


def fall_of(turn: Turn) -> Fall:
    assert turn.fall
    return turn.fall


def keep(kept: Recordings, turn: Turn) -> bool:
    """Keep the recording of a turn's throw; return whether that worked."""
    recording = fall_of(turn).recording
    assert recording
    return kept.add(turn.n, turn.checksum, recording)


class TestSimulated:
    """With the real tower."""

    def played(self, tower: TowerInfo, path: Path) -> tuple[Session, list[Turn]]:
        session = Session.start(toy, toy.header(tower=tower), path)
        drops: list[Turn] = []
        while not session.is_over:
            if isinstance(session.chance, Throw):
                drops.append(session.advance(record=True))
            elif session.chance:
                session.advance()
            else:
                question = session.questions[0]
                session.answer(question.seat, question.moves[-1])
        return session, drops

    def test_a_journal_restores_every_resting_cube_without_physics(
        self, tower: TowerInfo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        session, _drops = self.played(tower, tmp_path / "game.journal")
        monkeypatch.setattr("shogun.tower.drop", None)
        course = Replay(read_journal(toy.game_of, tmp_path / "game.journal")).run()
        assert course.inside == session.inside
        assert isinstance(course.inside, TowerState)
        assert course.inside.resting

    def test_a_game_resumed_goes_on_with_the_same_bits(self, tower: TowerInfo, tmp_path: Path) -> None:
        path = tmp_path / "game.journal"
        self.played(tower, path)
        whole = path.read_bytes()
        lines = whole.splitlines(keepends=True)
        path.write_bytes(b"".join(lines[: len(lines) // 2]))
        session = resume(read_journal(toy.game_of, path))
        while not session.is_over:
            if session.chance:
                session.advance()
            else:
                question = session.questions[0]
                session.answer(question.seat, question.moves[-1])
        assert path.read_bytes() == whole

    def test_a_recording_is_kept_and_found_by_its_throw(self, tower: TowerInfo, tmp_path: Path) -> None:
        path = tmp_path / "game.journal"
        _session, drops = self.played(tower, path)
        kept = Recordings(drops_path(path))
        for turn in drops:
            keep(kept, turn)
        again = Recordings(drops_path(path))
        assert all(again.get(turn.n, turn.checksum) == fall_of(turn).recording for turn in drops)
        assert again.get(drops[0].n, drops[0].checksum + 1) is None

    def test_a_fall_that_the_rules_count_otherwise_is_refused(self, tower: TowerInfo) -> None:
        session = toy.to_planning(Session.start(toy, toy.header(tower=tower)))
        for seat in (0, 1):
            session.answer(seat, toy.Name(3))
        fall, lines = session.throw_job()(), len(session.writer.lines)
        colour, out = next(iter(fall.out.items()))
        fewer = msgspec.structs.replace(fall, out={**fall.out, colour: out - 1})
        with pytest.raises(TowerDisagrees, match="the tower holds"):
            session.accept(fewer)
        assert len(session.writer.lines) == lines
        session.accept(fall)

    def test_damaged_recordings_are_as_if_missing(self, tower: TowerInfo, tmp_path: Path) -> None:
        path = tmp_path / "game.journal"
        _session, drops = self.played(tower, path)
        kept = Recordings(drops_path(path))
        keep(kept, drops[0])
        data = bytearray(drops_path(path).read_bytes())
        data[-5] ^= 4
        drops_path(path).write_bytes(data)
        assert Recordings(drops_path(path)).get(drops[0].n, drops[0].checksum) is None

    def test_a_cut_off_recording_does_not_hide_the_next(self, tower: TowerInfo, tmp_path: Path) -> None:
        path = tmp_path / "game.journal"
        _session, drops = self.played(tower, path)
        kept = Recordings(drops_path(path))
        for turn in drops[:2]:
            assert keep(kept, turn)
        drops_path(path).write_bytes(drops_path(path).read_bytes()[:-20])
        cut = Recordings(drops_path(path))
        assert cut.get(drops[0].n, drops[0].checksum) == fall_of(drops[0]).recording
        assert cut.get(drops[1].n, drops[1].checksum) is None
        keep(cut, drops[2])
        again = Recordings(drops_path(path))
        assert [again.get(turn.n, turn.checksum) is not None for turn in drops] == [True, False, True]

    def test_a_recording_that_cannot_be_kept_stops_nothing(self, tower: TowerInfo, tmp_path: Path) -> None:
        _session, drops = self.played(tower, tmp_path / "game.journal")
        nowhere = Recordings(tmp_path / "missing" / "game.drops")
        assert not keep(nowhere, drops[0])

    def test_a_missing_recording_is_made_again_and_only_shown_if_it_is_the_same(
        self, tower: TowerInfo, tmp_path: Path
    ) -> None:
        path = tmp_path / "game.journal"
        _session, drops = self.played(tower, path)
        jobs = [shown.job for shown in Replay(read_journal(toy.game_of, path)) if shown.job]
        first = fall_of(drops[0])
        assert recorded_again(jobs[0], first.out) == first.recording
        assert recorded_again(jobs[0], {"red": 400}) is None
        assert isinstance(jobs[0], ThrowJob)


def test_the_last_games_that_were_deleted_are_kept_with_what_lies_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _file: None)  # so many take their time
    kept = []
    for number in range(LEAST_KEPT + 2):
        path = tmp_path / f"game {number}.journal"
        Session.start(toy.game_of("toy"), toy.header(number), path).close()
        draft_path(path).write_bytes(b"{}")
        kept.append(delete(path))
        os.utime(kept[-1], (1000 + number, 1000 + number))
    assert [path.exists() for path in kept] == [False, False] + [True] * LEAST_KEPT, (
        "older than 30 days, and not the last"
    )
    assert all_games(toy.game_of, tmp_path) == []
    back = bring_back(kept[-1])
    assert back == tmp_path / f"game {LEAST_KEPT + 1}.journal"
    assert draft_path(back).exists()
    assert [game.path for game in all_games(toy.game_of, tmp_path)] == [back]
    (tmp_path / kept[-2].name).touch()
    assert bring_back(kept[-2]).name == f"game {LEAST_KEPT} 2.journal"


@not_wine
def test_any_number_of_games_stays_in_the_bin_for_thirty_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _file: None)
    paths = [tmp_path / f"game {number}.journal" for number in range(2 * LEAST_KEPT)]
    for number, path in enumerate(paths):
        Session.start(toy.game_of("toy"), toy.header(number), path).close()
        os.utime(path, (5000 + number, 1000 + number))
    now = sweep(tmp_path)
    kept = [delete(path, now) for path in paths]
    almost = now - (DAYS - 1) * 86_400
    for path in kept:
        os.utime(path, (path.stat().st_atime, almost))
    sweep(tmp_path)
    assert all(path.exists() for path in kept)
    back = [bring_back(path) for path in kept]
    assert [path.stat().st_mtime for path in back] == [1000 + number for number in range(2 * LEAST_KEPT)]

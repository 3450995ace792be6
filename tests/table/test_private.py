"""Whatever holds what a journal holds, or was made of it, is for its owner's eyes alone, as the journal is."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from shogun.games import GAMES
from shogun.players.review.decision_work import DecisionsKey, keep_decisions, kept_decisions
from shogun.players.review.game_review import ReviewKey, keep_estimates, kept_estimates
from shogun.table.branch import branch, save_branch
from shogun.table.game_archive import export_game, take_in
from shogun.table.journal import read_journal
from shogun.table.journal_files import decisions_path, keep_draft, keep_shown, review_path
from shogun.table.recordings import Recordings, drops_path
from shogun.table.saved_games import COMPANION_PATHS, delete
from shogun.table.session import Session, run
from shogun.window.kit.runtime.crash_report import LastEvents, write_report
from tests.table import toy

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have no such permissions there")


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """What is written may be read by everybody unless it is said otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def readable_by_others(place: Path) -> list[str]:
    """The files below a folder, or at a path, that others may read."""
    files = (place, *place.rglob("*"))
    return [file.name for file in files if file.is_file() and file.stat().st_mode & 0o077]


class Nothing:
    """Stands for a recording."""

    def to_bytes(self) -> bytes:
        return b"nothing"


def test_nobody_else_may_read_what_belongs_to_a_game(tmp_path: Path) -> None:
    path = tmp_path / "games" / "Kai.journal"
    session = Session.start(toy, toy.header(), path)
    run(session, [toy.choose, toy.choose])
    reviewed, decided = ReviewKey(session.hash(), 1, 1, 1, 2, ()), DecisionsKey(session.hash(), 1, 1, 1)
    assert Recordings(drops_path(path)).add(1, 0, Nothing())  # type: ignore[arg-type]
    keep_estimates(review_path(path), reviewed, [])
    keep_decisions(decisions_path(path), decided, {})
    keep_shown(path, 3)
    assert keep_draft(path, b"{}")
    lacking = {beside(path).suffix for beside in COMPANION_PATHS if not beside(path).exists()}
    assert lacking <= {".broken"}, "whatever lies beside a journal is asked"
    save_branch(branch(read_journal(toy.game_of, path), 3, seed=1), path, tmp_path / "branch.journal")
    export_game(path, tmp_path / "documents")
    take_in(toy.game_of, export_game(path, tmp_path / "documents"), tmp_path / "taken")
    report = write_report(ValueError("it"), LastEvents(), (), path.read_bytes())
    assert report is not None and readable_by_others(report) == []
    session.close()
    assert readable_by_others(tmp_path) == []
    for beside in (review_path, decisions_path):  # as earlier programs wrote them
        beside(path).chmod(0o644)
    kept_estimates(review_path(path), reviewed)
    kept_decisions(decisions_path(path), decided, GAMES["rumble-nation"])
    assert readable_by_others(tmp_path) == []
    delete(path)
    assert readable_by_others(tmp_path) == []

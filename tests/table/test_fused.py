"""A game that was played where cubes fall otherwise: it replays here, shows the same falls, and is gone on with.

`past/fused.shogun` was written by this program with pymunk compiled for fused multiply-adds (GCC 12, x86-64-v3,
`-O3 -ffp-contract=fast`): six throws of three random opponents, with their recordings.
"""

import hashlib
from pathlib import Path

import msgspec
import pytest

from shogun.cli import main
from shogun.games import game_of
from shogun.games.shogun.opponents import opponent
from shogun.table.game_archive import export_game, take_in
from shogun.table.journal import AnswerLine, journal_hash, read_journal, stated_checksum
from shogun.table.recordings import Recordings, drops_path
from shogun.table.replay import Replay, again, resume
from shogun.table.session import run
from shogun.tower.physics.fingerprint import KNOWN, fingerprint
from shogun.tower.resting_cubes import TowerState
from tests.table.test_physics import PAST

HASH = "f2811284775d67298fa319c08108ff359cbc948f32ae6e9b88b40e5a08f367a4"
FALLS = "116a6f78def756e22b145810e852f932f5163915788bee21fdd49752df1ace9b"
"""The SHA-256 of all six recordings, as that build records the throws whenever it makes them."""


@pytest.fixture
def fused(tmp_path: Path) -> Path:
    """The journal, with its recordings beside it, as a given game is taken in."""
    return take_in(game_of, PAST / "fused.shogun", tmp_path / "taken")


def test_the_journal_replays_to_the_same_game(fused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contents = read_journal(game_of, fused)
    course = Replay(contents).run()
    assert journal_hash(contents.header, course.answers) == HASH
    assert isinstance(course.inside, TowerState)
    assert main(["replay", str(fused), "--check"]) == 0
    assert "every state agrees" in capsys.readouterr().out


def test_its_recordings_show_the_falls_that_were_seen_there(fused: Path) -> None:
    contents = read_journal(game_of, fused)
    recordings = Recordings(drops_path(fused))
    digest, throws = hashlib.sha256(), 0
    for shown in Replay(contents):
        line = shown.line
        if shown.job and isinstance(line, AnswerLine):
            stated = stated_checksum(contents.raw[line.n - 1])
            recording = recordings.get(line.n, stated, shown.job, line.answer.out)
            assert recording is not None
            digest.update(msgspec.msgpack.encode(recording))
            throws += 1
    assert (throws, digest.hexdigest()) == (6, FALLS)


@pytest.mark.skipif(KNOWN.get(fingerprint()) != "as on Linux", reason="which throws agree is known of Linux only")
def test_it_was_really_computed_otherwise(fused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    throws = [one for shown in Replay(read_journal(game_of, fused)) for one in again(shown)]
    assert [one.n for one in throws if not one.is_same] == [3]
    assert main(["replay", str(fused), "--check", "--physics"]) == 0
    assert "1 of them were made with another version" in capsys.readouterr().out


def test_looking_at_it_and_handing_it_on_change_no_byte(fused: Path, tmp_path: Path) -> None:
    before = fused.read_bytes(), drops_path(fused).read_bytes()
    Replay(read_journal(game_of, fused)).run()
    given = take_in(game_of, export_game(fused, tmp_path / "given"), tmp_path / "again")
    assert (given.read_bytes(), drops_path(given).read_bytes()) == before
    assert (fused.read_bytes(), drops_path(fused).read_bytes()) == before


def test_it_is_gone_on_with_as_any_other_game(fused: Path) -> None:
    before = fused.read_bytes()
    session = resume(read_journal(game_of, fused))
    run(session, [opponent("random")] * 3)
    session.close()
    assert session.is_over
    assert fused.read_bytes().startswith(before)
    assert Replay(read_journal(game_of, fused)).run().state == session.state

"""`shogun review`, asked of all games."""

import json
import re
from base64 import b64decode
from pathlib import Path

import pytest

from shogun import cli
from shogun.cli.errors import WRONG
from shogun.games import GAMES, entry_of
from shogun.table.journal_files import decisions_path, review_path


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    code = cli.main(line.split())
    caught = capsys.readouterr()
    return code, caught.out, caught.err


@pytest.fixture
def journal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    """A whole game of two."""
    code, _out, _err = run(capsys, f"simulate --game rumble-nation --players 2 --seed 3 --journals {tmp_path}")
    assert code == 0
    return tmp_path / "3.journal"


QUICKEST = "rumble-nation"
ALL = [pytest.param(game, marks=[] if game == QUICKEST else [pytest.mark.slow]) for game in GAMES]


@pytest.mark.parametrize("game", ALL)
def test_a_game_is_looked_back_at(capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str) -> None:
    run(capsys, f"simulate --game {game} --players 3 --seed 3 --tower model --journals {tmp_path}")
    before = (tmp_path / "3.journal").read_bytes()
    code, out, err = run(capsys, f"review {tmp_path}/3.journal --playouts 1 --json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert [len(told[name]) for name in ("players", "booked", "turning_points")] == [3, 3, 3]
    assert all(point["told"] and point["line"] > point["answers"] for point in told["turning_points"])
    assert told["estimates"][-1]["chances"].count(0.0) == 2
    assert (tmp_path / "3.journal").read_bytes() == before


def test_it_is_told_as_a_table_and_as_a_page(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    page = journal.with_name("page.html")
    code, out, err = run(capsys, f"review {journal} --playouts 128 --report {page}")
    assert (code, err) == (0, "")
    assert "Player 1" in out and "100 %" in out and "\n1. line " in out
    text = page.read_text("utf-8")
    assert text.count("<polyline") == 2 and text.count("<li>") == 3
    bare = re.sub(r"data:image/png;base64,[A-Za-z0-9+/=]+", "", text)
    assert "<script" not in bare and "http" not in bare and "Player 2" in bare


def test_what_has_been_found_out_is_kept_beside_the_journal(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    first = run(capsys, f"review {journal} --playouts 128 --json")
    kept = review_path(journal)
    at = kept.stat().st_mtime_ns
    assert run(capsys, f"review {journal} --playouts 128 --json") == first
    assert kept.stat().st_mtime_ns == at, "nothing was estimated again"
    kept.write_bytes(b"not a review")
    assert run(capsys, f"review {journal} --playouts 128 --json") == first


def test_where_nothing_can_be_kept_that_is_said(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    review_path(journal).mkdir()
    code, out, err = run(capsys, f"review {journal} --playouts 128 --json")
    assert code == 0 and json.loads(out)
    assert err.count("the review couldn't be saved") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--playouts 0", "--playouts 0 must be from 1 to 100000"),
        ("--turning-points -1", "--turning-points -1 must be 0 or more"),
        ("--report page.txt", "--report page.txt: the name must end in .html"),
        ("--report /nowhere/page.html", "can't be written: choose a file in a folder that exists"),
        ("--game shogun", "line 1: this is a game of rumble-nation, not of shogun"),
        ("--seconds 0", "--seconds 0 must be more than 0"),
        ("--jobs 0", "--jobs 0 must be at least 1"),
    ],
)
def test_bad_words_are_answered_in_a_sentence(
    capsys: pytest.CaptureFixture[str], journal: Path, words: str, told: str
) -> None:
    code, out, err = run(capsys, f"review {journal} {words}")
    assert (code, out) == (WRONG, "")
    assert told in err and err.count("\n") == 1
    assert not review_path(journal).exists()


def test_a_game_that_has_just_begun_is_none_to_look_back_at(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    header = journal.read_bytes().splitlines(keepends=True)[0]
    begun = journal.with_name("begun.journal")
    begun.write_bytes(header)
    code, _out, err = run(capsys, f"review {begun}")
    assert code == WRONG and err.endswith("nothing has been played yet\n")
    cut = journal.with_name("cut.journal")
    cut.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:30]))
    code, out, _err = run(capsys, f"review {cut} --playouts 128 --json")
    assert code == 0, "an abandoned game can be looked back at"
    assert 0 < json.loads(out)["estimates"][-1]["chances"][0] < 1


def test_the_page_shows_the_boards_of_turning_points(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    page = journal.with_name("page.html")
    run(capsys, f"review {journal} --playouts 128 --turning-points 2 --report {page}")
    text = page.read_text("utf-8")
    pictures = re.findall(r'<img alt="([^"]+)" src="data:image/png;base64,([^"]+)">', text)
    assert [bool(label) for label, _data in pictures] == [True, True]
    assert all(b64decode(data).startswith(b"\x89PNG") for _label, data in pictures)
    assert "Round 1" in text, "parts of the game stand below the curve"


def test_time_that_is_up_ends_it_and_the_next_call_goes_on(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    code, out, err = run(capsys, f"review {journal} --playouts 128 --seconds 0.000001 --json")
    assert (code, err) == (0, "")
    first = json.loads(out)
    assert not first["is_whole"] and len(first["answers"]) < first["looks"]
    assert "open" in first["booked"][0]["chance"]
    whole = json.loads(run(capsys, f"review {journal} --playouts 128 --json")[1])
    assert whole["is_whole"] and len(whole["answers"]) == whole["looks"]
    assert first["answers"][-1] == whole["answers"][-1], "it had looked at the whole game, but not closely"
    review_path(journal).unlink()
    assert json.loads(run(capsys, f"review {journal} --playouts 128 --json")[1]) == whole
    told = run(capsys, f"review {journal} --playouts 127 --seconds 0.000001")[1]
    assert "run the command again to continue" in " ".join(told.split())


def test_a_branch_is_held_against_the_game_that_it_comes_from(
    capsys: pytest.CaptureFixture[str], journal: Path
) -> None:
    branch = journal.with_name("branch.journal")
    assert run(capsys, f"branch {journal} --line 60 --seed 5 --output {branch}")[0] == 0
    told = json.loads(run(capsys, f"review {branch} --playouts 128 --json")[1])
    whole = json.loads(run(capsys, f"review {journal} --playouts 128 --json")[1])
    assert whole["original"] is None
    assert told["original"]["why"] == "" and told["original"]["course"]["answers"] == whole["answers"]
    page = journal.with_name("page.html")
    run(capsys, f"review {branch} --playouts 128 --report {page}")
    assert page.read_text("utf-8").count("<polyline") == 4, "the lines of both games"
    journal.rename(journal.with_name("elsewhere.journal"))
    told = json.loads(run(capsys, f"review {branch} --playouts 128 --json")[1])
    assert told["original"]["course"] is None and "isn't in the same folder" in told["original"]["why"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL)
def test_what_a_seat_decided_is_judged_where_that_is_wanted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_of(game).decisions, "SEARCHED", 128)
    monkeypatch.setattr(entry_of(game).decisions, "PLAYOUTS", 8 if game != "rumble-nation" else 256)
    weak = ",".join(["beginner"] * 3)
    run(capsys, f"simulate --game {game} --players 3 --opponents {weak} --seed 3 --tower model --journals {tmp_path}")
    journal, page = tmp_path / "3.journal", tmp_path / "page.html"
    before = journal.read_bytes()
    assert json.loads(run(capsys, f"review {journal} --playouts 1 --json")[1])["decisions"] == [], (
        "no person has played"
    )
    line = f"review {journal} --playouts 1 --seat 2 --report {page}"
    code, out, _progress = run(capsys, f"{line} --json")
    assert code == 0
    (seat,) = json.loads(out)["decisions"]
    assert seat["seat"] == 2 and seat["is_whole"] and seat["decisions"]
    told = [one for one in seat["decisions"] if one["verdict"]]
    assert told, "beginners make mistakes"
    assert all(one["line"] > one["answers"] and one["done"] and one["better"] for one in told)
    _code, out, _err = run(capsys, line)
    assert told[0]["words"] in out
    plain = out.replace("\n", " ")
    assert (told[0]["reasons"] or f"played: {told[0]['done']}; ")[:40] in " ".join(plain.split())
    assert f"{json.loads(run(capsys, f'{line} --json')[1])['players'][2]}&#x27;s decisions" in page.read_text("utf-8")
    assert decisions_path(journal).exists() and journal.read_bytes() == before


def test_a_seat_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    code, out, err = run(capsys, f"review {journal} --seat 2")
    assert (code, out, err) == (WRONG, "", "shogun: --seat 2 must be from 0 to 1\n")
    assert not review_path(journal).exists(), "nothing is estimated in vain"

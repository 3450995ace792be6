"""The commands do what they say; wrong input gets one sentence on stderr and exit code 2."""

import json
import lzma
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from shogun import cli
from shogun.base.worker_pool import Workers
from shogun.cli.commands import COMMANDS, TOWER_COMMANDS
from shogun.cli.game_options import jobs_of
from shogun.cli.tower_commands.experiments import write_tower
from shogun.games import GAMES, game_of
from shogun.games.shogun.opponents import opponent
from shogun.table.journal import FORMAT, read_journal
from shogun.table.replay import resume
from shogun.table.session import take_turn
from shogun.tower.model_fit import FitPlan
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.quick_model import model_for
from shogun.tower.tower_lookup import load_tower, tower_text
from tests.tower.jams import JAMS

RANDOM = "random,random,random,random"
PAST = Path(__file__).parents[1] / "table" / "past"
"""Journals of earlier programs."""
GAME = ("simulate", "--opponents", RANDOM, "--seed", "7", "--tower", "model", "--json")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main([*map(str, arguments)])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one sentence with which wrong input is refused."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("shogun: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_a_misspelled_command_is_told_the_right_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "tower", "mesure") == "shogun: there is no command mesure; did you mean measure?\n"
    assert "the commands are new, drop" in refused(capsys, "tower", "frobnicate")


class TestSimulate:
    def test_one_json_object_a_game(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = run(capsys, *GAME, "--games", 3)
        assert (code, err) == (0, "")
        games = [json.loads(line) for line in out.splitlines()]
        assert [game["seed"] for game in games] == [7, 8, 9]
        keys = "seed board players scores winners throws decisions seconds journal"
        assert list(games[0]) == keys.split()
        for game in games:
            assert game["board"] == "sun"
            assert game["players"] == ["random"] * 4
            assert len(game["scores"]) == 4
            assert all(game["scores"][seat] == max(game["scores"]) for seat in game["winners"])
            assert game["throws"] > 0
            assert game["decisions"] > 32
            assert game["seconds"] > 0
            assert len(game["journal"]) == 64

    @pytest.mark.parametrize("players", [3, 4, 5])
    @pytest.mark.parametrize("board", ["sun", "moon"])
    def test_any_number_of_players_on_both_sides_keeps_the_invariants(
        self, capsys: pytest.CaptureFixture[str], players: int, board: str
    ) -> None:
        opponents = ",".join(["random"] * players)
        agreed = ("--players", players, "--board", board, "--setup", "draft", "--opponents", opponents)
        code, out, err = run(capsys, "simulate", *agreed, "--seed", 3, "--tower", "model", "--json", "--check")
        assert (code, err) == (0, "")
        assert len(json.loads(out)["scores"]) == players

    def test_players_and_line_up_have_defaults(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _err = run(capsys, "simulate", "--board", "moon", "--tower", "model", "--json", "--seed", 1)
        assert code == 0
        assert json.loads(out)["players"] == ["greedy"] * 4

    def test_the_log_tells_the_game_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _err = run(capsys, *GAME[:-1], "--verbose")
        assert code == 0
        assert len(out.splitlines()) > 100
        assert "Games" in out

    def test_with_json_the_log_goes_to_stderr(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = run(capsys, *GAME, "--verbose")
        assert code == 0
        assert len(out.splitlines()) == 1
        assert len(err.splitlines()) > 100

    def test_a_state_against_the_rules_is_told_and_the_answer_is_no(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("shogun.games.shogun.rules.problems", lambda state: ["a cube is missing"])
        code, out, err = run(capsys, *GAME, "--check")
        assert code == 1
        assert json.loads(out)["seed"] == 7
        assert "seed 7, line 2: a cube is missing" in err

    def test_a_tower_that_disagrees_with_the_rules_is_told(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("shogun.table.towers.Counted.counts", lambda tower: {})
        code, _out, err = run(capsys, *GAME, "--check")
        assert code == 1
        assert "the tower holds {}" in err

    def test_an_opponent_that_fails_is_replaced_and_if_that_one_fails_too_the_answer_is_no(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("shogun.games.shogun.opponents.random_moves.choose", lambda *asked: None)
        code, out, err = run(capsys, *GAME)
        assert code == 0
        assert len(json.loads(out)["failures"]) == err.count("Samurai takes over") == 4
        monkeypatch.setattr("shogun.games.shogun.opponents.planning.greedy.choose", lambda *asked: None)
        code, _out, err = run(capsys, *GAME)
        assert code == 1
        assert "(greedy) failed at plan/year1/spring" in err


def fresh_hashes(hash_seed: str, jobs: int, tower: str) -> str:
    command = [sys.executable, "-m", "shogun", *GAME, "--games", "3", "--tower", tower, "--jobs", str(jobs)]
    command = [*command[: command.index("--tower")], *command[command.index("--tower") + 2 :]]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return "".join(json.loads(line)["journal"] for line in done.stdout.splitlines())


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.parametrize("tower", ["model", pytest.param("classic", marks=pytest.mark.slow)])
def test_the_same_seed_gives_the_same_journals_in_any_process(tower: str) -> None:
    hashes = {fresh_hashes(seed, jobs, tower) for seed, jobs in [("0", 1), ("1", 2), ("4242", 3)]}
    assert len(hashes) == 1
    assert len(hashes.pop()) == 3 * 64


class TestReplay:
    @pytest.fixture
    def journal(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
        assert run(capsys, *GAME, "--tower", "classic", "--journals", tmp_path)[0] == 0
        return tmp_path / "7.journal"

    @pytest.fixture(autouse=True)
    def _tower(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys.modules[__name__], "GAME", (*GAME[:5], "--json"))

    def test_every_state_agrees(self, capsys: pytest.CaptureFixture[str], journal: Path) -> None:
        code, out, _err = run(capsys, "replay", journal, "--check")
        assert code == 0
        assert "every state agrees; the game is over" in out

    def test_the_verdict_as_json_has_the_hash_of_the_simulation(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        simulated = json.loads(run(capsys, *GAME, "--tower", "classic", "--journals", tmp_path)[1])
        verdict = json.loads(run(capsys, "replay", tmp_path / "7.journal", "--check", "--json")[1])
        assert verdict["journal"] == simulated["journal"]
        assert verdict["scores"] == simulated["scores"]
        assert verdict["agrees"] is True

    def test_no_physics_is_needed(
        self, capsys: pytest.CaptureFixture[str], journal: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("shogun.tower.physics.throw.drop", None)
        assert run(capsys, "replay", journal, "--check")[0] == 0

    def test_without_check_the_game_is_told(self, capsys: pytest.CaptureFixture[str], journal: Path) -> None:
        code, out, _err = run(capsys, "replay", journal)
        assert code == 0
        assert len(out.splitlines()) > 100

    def test_taps_and_another_physics_are_told(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "jammed.journal"
        path.write_bytes(lzma.decompress((PAST / "jammed.journal.xz").read_bytes()))
        session = resume(read_journal(game_of, path))
        while session.course.physics != PHYSICS:
            take_turn(session, [opponent("greedy")] * 5)
        session.close()
        assert run(capsys, "replay", path, "--check")[0] == 0
        told = run(capsys, "replay", path)[1]
        assert (
            f"From here on cubes fall with version {PHYSICS} of the program's physics.\nThe tower was clogged" in told
        )

    def test_a_cut_off_line_is_told_and_nothing_touched(
        self, capsys: pytest.CaptureFixture[str], journal: Path
    ) -> None:
        part = journal.read_bytes()[:-30]
        journal.write_bytes(part)
        assert "the last line is cut off" in refused(capsys, "replay", journal, "--check")
        assert journal.read_bytes() == part

    def test_flipped_bits_are_told_with_their_line(self, capsys: pytest.CaptureFixture[str], journal: Path) -> None:
        data = bytearray(journal.read_bytes())
        data[len(data) // 2] ^= 1
        journal.write_bytes(data)
        assert "this line is damaged" in refused(capsys, "replay", journal, "--check")

    def test_an_unknown_version_is_told(self, capsys: pytest.CaptureFixture[str], journal: Path) -> None:
        old = b'"format":%d' % FORMAT
        journal.write_bytes(journal.read_bytes().replace(old, b'"format":77', 1))
        assert "format 77 is unknown" in refused(capsys, "replay", journal, "--check")

    def test_a_journal_that_the_rules_contradict_gets_a_no(
        self, capsys: pytest.CaptureFixture[str], journal: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("shogun.table.replay.state_hash", lambda state: "another")
        code, out, _err = run(capsys, "replay", journal, "--check")
        assert code == 1
        assert "the rules say another" in out


class TestTowerDrop:
    DROP = ("tower", "drop", "classic", "--cubes", "red=5,blue=3,peasant=1", "--seed", 3)

    def test_cubes_are_conserved_and_the_answer_repeats(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _err = run(capsys, *self.DROP, "--json")
        assert code == 0
        report = json.loads(out)
        assert report["thrown"] == {"red": 5, "blue": 3, "peasant": 1}
        together = {c: report["out"].get(c, 0) + report["inside"].get(c, 0) for c in report["thrown"]}
        assert together == report["thrown"]
        assert run(capsys, *self.DROP, "--json")[1] == out

    def test_what_rests_can_be_saved_and_thrown_upon(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        code, out, _err = run(capsys, *self.DROP, "--save", tmp_path / "resting.json", "--json")
        assert code == 0
        inside = json.loads(out)["inside"]
        again = ("tower", "drop", "classic", "--cubes", "black=1", "--seed", 4, "--json")
        report = json.loads(run(capsys, *again, "--resting", tmp_path / "resting.json")[1])
        cubes = sum(report["out"].values()) + sum(report["inside"].values())
        assert cubes == sum(inside.values()) + 1

    def test_taps_are_told(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "narrow.toml"
        path.write_text(JAMS, encoding="utf-8")
        throw = ("tower", "drop", path, "--cubes", "red=60", "--seed", 1)
        taps = json.loads(run(capsys, *throw, "--json")[1])["taps"]
        assert taps > 1
        assert f"\nclogged: tapped {taps} times\nat rest after" in run(capsys, *throw)[1]
        assert json.loads(run(capsys, *self.DROP, "--json")[1])["taps"] == 0
        assert "clogged" not in run(capsys, *self.DROP)[1]

    def test_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = run(capsys, *self.DROP)[1]
        assert out.startswith("Tower classic, seed 3\nthrown: red 5, blue 3, peasant 1\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("simulate --players 7", "3 to 5 players, not 7"),
        ("simulate --players 2 --opponents random,random", "3 to 5 players, not 2"),
        ("simulate --players 4 --opponents random,random", "name one for each"),
        ("simulate --players 4 --opponents random,random,random,random,random", "name one for each"),
        ("simulate --opponents random,nobody,random,random", "there is no opponent 'nobody'"),
        ("simulate --board moon --setup printed", "the moon side has no printed setup"),
        ("simulate --board mars", "'mars'"),
        ("simulate --games 0", "must be at least 1"),
        ("simulate --games many", "must be a whole number"),
        ("simulate --seed 1.5", "must be a whole number"),
        ("simulate --seed 18446744073709551616", "from 0 to 18446744073709551615, not 18446744073709551616"),
        ("simulate --seed -1", "from 0 to 18446744073709551615, not -1"),
        (f"simulate --seed {'9' * 5000}", "from 0 to 18446744073709551615"),
        ("simulate --seed 18446744073709551615 --games 2", "the largest seed is 18446744073709551615"),
        ("ladder --seed -0", "from 0 to 18446744073709551615"),
        ("play --seed ٣", "from 0 to 18446744073709551615"),
        ("tower measure classic --seed 1e3", "from 0 to 18446744073709551615"),
        ("tower compare classic steep --seed 0x1", "from 0 to 18446744073709551615"),
        ("odds nowhere.journal --seed -7", "from 0 to 18446744073709551615"),
        (f"tower drop {'classic' * 9999} --cubes red=1", "There is no tower classicclassic"),
        (f"tower drop classic --cubes {'red' * 100}=1", "at most 40 characters"),
        (f"tower drop classic --cubes red={'9' * 5000}", "are too many; the maximum is 400"),
        ("tower drop classic --cubes red=999999999999999999999", "are too many; the maximum is 400"),
        ("tower drop classic --cubes =5", "name each color once"),
        ("tower drop classic --cubes red=5,", "name each color once"),
        ("tower drop classic --cubes red=٣", "name each color once"),
        ("tower drop classic --cubes re\x1b[31md=5", "name each color once"),
        ("tower drop classic --cubes red=1 --save .", "can't be written"),
        ("tower drop classic --cubes red=1 --save /", "can't be written"),
        ("tower drop classic --cubes red=1 --save nowhere/rest.json", "can't be written"),
        (f"tower drop classic --cubes red=1 --save {'x' * 5000}", "can't be written"),
        ("tower drop classic --cubes red=1 --resting .", "can't be read"),
        ("simulate --jobs -1", "must be at least 1"),
        ("simulate --budget 0", "--budget 0 must be at least 1"),
        ("simulate --tower nowhere", "no tower nowhere"),
        ("simulate --tower nowhere.toml", "There is no file nowhere.toml."),
        ("simulate --frobnicate", "--frobnicate"),
        ("simulate surplus", "surplus"),
        ("tower drop model --cubes red=1", "isn't a valid name"),
        ("tower drop nowhere --cubes red=1", "no tower nowhere"),
        ("tower drop classic --cubes red", "name each color once"),
        ("tower drop classic --cubes red=1,red=2", "name each color once"),
        ("tower drop classic --cubes red=-1", "name each color once"),
        ("tower drop classic --cubes red=10000", "10000 cubes"),
        ("tower drop classic --cubes red=1 --resting nowhere.json", "There is no file nowhere.json."),
        ("tower drop classic", "--cubes"),
        ("replay nowhere.journal", "there is no file nowhere.journal"),
        ("replay", "JOURNAL"),
        ("play --after -1", "above 0"),
        ("play --size huge", "write it as WIDTHxHEIGHT"),
        ("play --size 1023x700", "from 1024x700"),
        ("play --screenshot shot.jpg", "must end in .png"),
        ("play --screenshot nowhere/shot.png", "folder does not exist"),
        ("dance", "no command dance"),
    ],
)
def test_wrong_input_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    told = refused(capsys, *arguments.split())
    assert sentence in told
    assert len(told) < 700 and told.rstrip("\n").isprintable()


def test_the_largest_seed_plays_a_game_that_can_be_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    largest = 2**64 - 1
    code, out, _err = run(
        capsys, "simulate", "--opponents", RANDOM, "--seed", f"+0{largest}", "--journals", tmp_path, "--json"
    )
    assert (code, json.loads(out)["seed"]) == (0, largest)
    journal = tmp_path / f"{largest}.journal"
    code, out, err = run(capsys, "replay", journal, "--check")
    assert (code, err) == (0, "")
    assert "every state agrees" in out
    cubes = ("--cubes", "red=5", "--json")
    code, out, _err = run(capsys, "tower", "drop", "classic", *cubes, "--seed", largest)
    assert (code, json.loads(out)["seed"]) == (0, largest)


def test_a_long_seed_is_shown_whole_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "simulate", "--opponents", RANDOM, "--seed", 2**64 - 1, "--tower", "model")[1]
    assert str(2**64 - 1) in out


WALL = "\n[[wall]]\nfrom = [-200, 60]\nto = [200, 60]\n"
BAFFLE = '\n[[baffle]]\nside = "left"\nheight = 900\nlength = 28\ntilt = 17\n'


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (r"\[funnel\]", "[funnel", "can't be read as TOML"),
        (r"format = 1", "format = 2", "`format`"),
        (r"width = \S+", "width = -90", "width`"),
        (r"width = \S+", "width = nan", "width`"),
        (r"width = \S+", 'width = "wide"', "width`"),
        (r"width = (\S+)", r"width = \1\nwitdh = 3", "witdh`"),
        (r"\Z", WALL, "`wall[0]`"),
        (r"\Z", BAFFLE, "`baffle["),
    ],
)
def test_a_broken_or_impossible_tower_is_refused_with_file_and_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    text = (Path(__file__).resolve().parents[2] / "tower_geometry" / "classic.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(re.sub(old, new, text, count=1), "utf-8")
    told = refused(capsys, "tower", "drop", path, "--cubes", "red=1")
    assert str(path) in told
    assert sentence in told
    assert str(path) in refused(capsys, "simulate", "--tower", path)


def test_a_tower_without_a_way_through_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = (Path(__file__).resolve().parents[2] / "tower_geometry" / "classic.toml").read_text("utf-8")
    half = tomllib.loads(text)["shaft"]["width"] / 2
    path = tmp_path / "mine.toml"
    path.write_text(f"{text}\n[[wall]]\nfrom = [{-half}, 60]\nto = [{half}, 60]\n", "utf-8")
    assert str(path) in refused(capsys, "tower", "drop", path, "--cubes", "red=1")


def test_a_folder_that_cannot_be_written_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "can't be written" in refused(capsys, *GAME, "--journals", tmp_path / "file" / "games")


def test_an_old_journal_is_never_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "7.journal").write_text("precious")
    assert "exists" in refused(capsys, *GAME, "--journals", tmp_path)
    assert (tmp_path / "7.journal").read_text() == "precious"


def test_help_and_version_come_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--help")
    assert (code, err) == (0, "")
    assert "simulate" in out
    assert all(entry.title in " ".join(out.partition("Without")[0].split()) for entry in GAMES.values())
    assert run(capsys, "--version")[1].strip()


@pytest.mark.parametrize("command", [(c.name,) for c in COMMANDS] + [("tower", c.name) for c in TOWER_COMMANDS])
def test_every_command_explains_its_options(capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *command, "--help")
    assert (code, err) == (0, "")
    assert f"Usage: shogun {' '.join(command)}" in out


def test_check_tells_what_is_wrong_and_how_to_mend_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, "tower", "check", "classic")
    assert (code, err) == (0, "")
    assert "0.6 x 0.6 = 0.36" in out
    text = Path("tower_geometry/classic.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace("length = 33", "length = 88", 1), encoding="utf-8")
    code, out, _err = run(capsys, "tower", "check", mine)
    assert code == 1
    assert "problem  baffle[0]: there is no way through for a cube of 8 mm" in out
    assert out.endswith(f"baffle[0] and right wall (line {1 + text[: text.index('[[baffle]]')].count(chr(10))}).\n")
    mine.write_text(text.replace("height = 40", "height = -40", 1), encoding="utf-8")
    code, out, _err = run(capsys, "tower", "check", mine, "--json")
    report = json.loads(out)
    assert (code, report["passed"]) == (1, False)
    line = 1 + text[: text.index("height = 40")].count("\n")
    wrong = {"places": ["funnel.height"], "text": "must be a number >= 1 and <= 1000, not -40", "line": line}
    assert report["findings"] == [{"kind": "problem"} | wrong]


@pytest.mark.parametrize("name", ["[b]", "[bold red]", "'quoted'", "tower with spaces", "塔"])
def test_a_tower_may_have_any_name_that_can_be_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text(Path("tower_geometry/classic.toml").read_text(encoding="utf-8"), encoding="utf-8")
    code, out, err = run(capsys, "tower", "check", path)
    assert (code, err) == (0, "")
    assert out.startswith(f"{path}: no problems\n")
    code, out, err = run(capsys, "tower", "drop", path, "--cubes", "red=1", "--seed", 1)
    assert (code, err) == (0, "")
    assert out.startswith(f"Tower {name}, seed 1\n")


@pytest.mark.slow
def test_check_tells_pairs_of_places_in_brackets_and_in_json_each_by_itself(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = Path("tower_geometry/classic.toml").read_text(encoding="utf-8").replace("length = 33", "length = 62")
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    pairs = {
        tuple(one["places"])
        for one in json.loads(run(capsys, "tower", "check", mine, "--json")[1])["findings"]
        if "the gap is" in one["text"]
    }
    assert pairs == {(f"baffle[{number}]", "left wall" if number % 2 else "right wall") for number in range(5)}
    out = run(capsys, "tower", "check", mine)[1]
    assert "warning  (baffle[0], right wall) ... (baffle[4], right wall) (5 places): the gap is" in out


def test_check_tells_all_that_is_wrong_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = Path("tower_geometry/classic.toml").read_text(encoding="utf-8").partition("[bounds]")[0]
    text = text.replace("mouth = 110", "mouth = 0").replace('side = "left"', 'side = "Left"', 1) + "\ntlit = 3\n"
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "tower", "check", mine)
    assert (code, err) == (1, "")
    mouth, side, tilt = out.splitlines()[1:]
    assert "funnel.mouth: must be a number >= 1 and <= 1000, not 0 (line " in mouth
    assert 'baffle[0].side: must be "left" or "right", not "Left"; did you mean "left"? (line ' in side
    assert "baffle[4].tlit: there is no such key; did you mean `tilt`? (line " in tilt


def test_a_file_without_end_is_not_read_to_its_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    endless = tmp_path / "endless.toml"
    endless.write_bytes(b"#" * 10_000_000)
    assert "it is larger than" in refused(capsys, "tower", "check", endless)
    assert "it is larger than" in refused(capsys, "tower", "drop", "classic", "--cubes", "red=1", "--resting", endless)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes among files")
def test_a_pipe_is_not_waited_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.toml")
    assert "it isn't a file" in refused(capsys, "tower", "check", "pipe.toml")
    assert "it isn't a file" in refused(
        capsys, "tower", "drop", "classic", "--cubes", "red=1", "--resting", "pipe.toml"
    )
    assert "it isn't a file" in refused(capsys, "tower", "measure", "classic", "--throws", "pipe.toml")
    assert "There is no tower" in refused(capsys, "tower", "check", "nowhere")  # it names those there are


def test_check_of_what_cannot_be_read_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "There is no file" in refused(capsys, "tower", "check", tmp_path / "none.toml")
    (tmp_path / "broken.toml").write_text("[funnel", encoding="utf-8")
    assert "can't be read as TOML" in refused(capsys, "tower", "check", tmp_path / "broken.toml")


def test_a_fitted_model_of_a_tower_can_be_played_with(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "simulate", "--opponents", RANDOM, "--seed", 7, "--tower", "model:classic", "--json")
    assert (code, err) == (0, "")
    with_fixed = run(capsys, *GAME)[1]
    assert json.loads(out)["journal"] != json.loads(with_fixed)["journal"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("simulate --tower model:{tower} --board mars", "'mars'"),
        ("simulate --tower model:{tower} --games 2 --seed 18446744073709551615", "the largest seed is"),
        ("simulate --tower model:{tower} --journals {tower}", "mine.toml"),
        ("simulate --tower {tower} --opponents strategist,greedy,greedy --setup other", "'other'"),
        ("ladder --tower model:{tower} --board mars", "'mars'"),
        ("ladder --tower model:{tower} --players 9", "9"),
        ("ladder --tower model:{tower} --results {tower}", "add --resume"),
        ("tower fit {tower} --output {tower}/model.json", "mine.toml"),
        ("tower fit {tower} --output {folder}", "is a folder"),
    ],
)
def test_whatever_is_wrong_is_refused_before_minutes_go_by_over_a_model(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, told: str
) -> None:
    def fitted(*_arguments: object) -> None:
        raise AssertionError("a model is fitted")

    monkeypatch.setattr("shogun.tower.model_fit.fit_model", fitted)
    tower = tmp_path / "mine.toml"
    tower.write_text(tower_text("classic")[0].replace("mouth = 110", "mouth = 111"), "utf-8")
    assert not model_for(load_tower(tower)).is_fitted, "the tower is one for which there is no model"
    words = line.format(tower=tower, folder=tmp_path).split(" ")
    assert told in refused(capsys, *words)


def test_the_numbers_of_a_tower_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "tower", "parameters", "classic")
    told = [line.split() for line in out.splitlines()]
    assert (code, err) == (0, "") and ["shaft.width", "90"] in told and ["ledges.tilt", "18"] in told
    assert ["ledges.height", "215,", "170,", "125,", "80,", "35", "shifted", "together"] in told
    code, out, _err = run(capsys, "tower", "parameters", "classic", "--json")
    assert code == 0 and json.loads(out)["ledges.height"] == [215, 170, 125, 80, 35]
    assert "nobody" in refused(capsys, "tower", "parameters", "nobody")


def test_a_tower_that_was_found_keeps_its_title(tmp_path: Path) -> None:
    write_tower("classic", {"ledges.tilt": 17.5}, tmp_path / "better.toml")
    assert load_tower(tmp_path / "better.toml").title == load_tower("classic").title
    assert {ledge.tilt for ledge in load_tower(tmp_path / "better.toml").baffles} == {17.5}


@pytest.mark.slow
def test_fit_writes_a_model_and_tells_how_good_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.tower.model_fit.STANDARD_PLAN", FitPlan(chains=6, battles=6))
    path = tmp_path / "classic.model.json"
    code, out, _err = run(capsys, "tower", "fit", "classic", "--output", path, "--jobs", 1)
    assert code == 0
    assert f"written to {path}" in out
    assert json.loads(path.read_text(encoding="utf-8"))["fit"]["held_out"]["drops"] > 0
    assert "--jobs 0 must be at least 1" in refused(capsys, "tower", "fit", "classic", "--jobs", 0)
    assert "--chains 3 must be from 15 to 10000" in refused(capsys, "tower", "fit", "classic", "--chains", 3)


@pytest.mark.parametrize("jobs", ["62", "1000000"])
def test_more_processes_than_there_can_be_are_told_of_and_not_started(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    asked: list[int] = []

    def in_order(function: Callable[[int], object], items: Iterable[int], jobs: int) -> Iterator[object]:
        asked.append(jobs)
        return map(function, items)

    monkeypatch.setattr("shogun.cli.game_commands.simulate.in_order", in_order)
    monkeypatch.setattr("shogun.cli.game_commands.simulate.play_one", lambda _order, seed: seed)
    monkeypatch.setattr("shogun.cli.game_commands.simulate._report", lambda games, json: len(list(games)) - 100)
    code, _out, err = run(capsys, "simulate", "--games", 100, "--jobs", jobs, "--tower", "model", "--json")
    assert (code, asked) == (0, [61])
    assert err == f"shogun: --jobs {jobs} is too many: the maximum is 61 processes\n"


def test_opponents_get_the_budget(capsys: pytest.CaptureFixture[str]) -> None:
    line = "simulate --game rumble-nation --players 2 --opponents tests.players.faults:only_seven,random --seed 1"
    code, _out, err = run(capsys, *line.split(), "--budget", 7)
    assert (code, err) == (0, "")
    assert "8 playouts" in run(capsys, *line.split(), "--budget", 8)[2]


def test_a_computer_with_many_processors_starts_as_many_processes_as_there_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 192)
    assert jobs_of(None) == Workers().count == Workers(500).count == 61
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert jobs_of(None) == Workers().count == 1

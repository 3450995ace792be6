"""Opponents in code: the worked example plays, whatever is wrong with one is a sentence, and no file imports one."""

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shogun import cli
from shogun.base.worker_pool import Workers
from shogun.game.errors import OpponentFailed, UnknownOpponent
from shogun.games import DEFAULT, GAMES, Game, entry_of, game_of
from shogun.games.shogun.rules.state import Setup
from shogun.players import custom_opponents, session_driver
from shogun.players.custom_opponents import CodedSeat
from shogun.players.seating import SeparateOpponent, is_coded
from shogun.players.session_driver import SessionDriver, discreet
from shogun.table.journal import Header, SeatInfo, TowerInfo, read_journal
from shogun.table.replay import resume
from shogun.table.session import UNLIMITED, Session
from tests.manual_pages import text
from tests.systems import is_running

EXAMPLE = re.findall("```python\n(.*?)```", text("program/opponent"), re.DOTALL)[0]
WRONG = """
import asyncio, os, sys

class Odd:
    pass

class Mute(BaseException):
    def __str__(self): raise GeneratorExit
    def __reduce__(self): return print, ("the game's process runs it",)

def number(*given): return 7
def nothing(*given): return None
def odd(*given): return Odd()
def raises(*given): raise ValueError("a\\nb")
def leaves(*given): sys.exit(3)
def cancelled(*given): raise asyncio.CancelledError
def stops(*given): raise GeneratorExit
def interrupts(*given): raise KeyboardInterrupt
def mute(*given): raise Mute
def deep(*given):
    found = []
    for _ in range(100_000): found = [found]
    return found
def dies(*given): os._exit(3)
def sleeps(*given):
    while True: pass
def few(view): return 7
def illegal(view, inside, question, rng, budget):
    print("thinking")
    from shogun.games.river_of_gold.rules.state import Move
    from typing import get_args
    import msgspec
    return next(kind() for kind in get_args(Move) if not msgspec.structs.fields(kind))
five = 5
"""

PEEKING = """
import os, sys
print("imported")
os.system("echo by a child")
asked, seats, games = [], set(), set()

def one(view, inside, question, rng, budget):
    print("asked")
    os.write(1, b"by the system\\n")
    if question.key in asked:
        raise RuntimeError("it remembers another game")
    if seats | {question.seat} != {question.seat}:
        raise RuntimeError("it sees what another seat is asked")
    if any("seed" in word or "7" in word for word in sys.argv):
        raise RuntimeError("it knows the command line")
    asked.append(question.key)
    seats.add(question.seat)
    return question.sample(rng) if hasattr(question, "sample") else rng.choice(question.moves)

other = one
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("careful.py").write_text(EXAMPLE, "utf-8")
    Path("wrong.py").write_text(WRONG, "utf-8")
    Path("broken.py").write_text("raise RuntimeError('oh\\nno')", "utf-8")
    Path("stopped.py").write_text("raise GeneratorExit", "utf-8")
    Path("peeking.py").write_text(PEEKING, "utf-8")
    Path("ends.py").write_text("import os; os._exit(4)", "utf-8")
    Path("hangs.py").write_text("while True: pass", "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    code = cli.main(line.split(" "))
    caught = capsys.readouterr()
    assert not {"careful", "wrong", "broken"} & set(sys.modules), "the game's own process imports nothing of it"
    return code, caught.out, caught.err


@pytest.mark.slow
def test_the_worked_example_plays(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(
        capsys, "simulate --opponents careful:choose,greedy,careful:by_lot --tower model --seed 7 --json"
    )
    game = json.loads(out)
    assert (code, err) == (0, "") and "failures" not in game
    assert game["players"] == ["careful:choose", "greedy", "careful:by_lot"]
    again = run(
        capsys, "simulate --opponents careful:choose,greedy,careful:by_lot --tower model --seed 7 --jobs 2 --json"
    )
    assert json.loads(again[1])["journal"] == game["journal"], "the same seed, the same game"


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_each_sits_alone_for_one_game_and_prints_nothing_among_results(game: str, jobs: int, folder: Path) -> None:
    line = f"simulate --game {game} --opponents peeking:one,peeking:other,peeking:one --seed 7 --games 2 --tower model"
    command = [sys.executable, "-m", "shogun", *line.split(), "--json", "--jobs", str(jobs)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    games = [json.loads(row) for row in done.stdout.splitlines()]
    assert [(one["seed"], one.get("failures")) for one in games] == [(7, None), (8, None)]
    printed = ("imported", "by a child", "by the system", "asked")
    assert all(words in done.stderr for words in printed) and "shogun:" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_one_plays_every_game_and_in_ladders(capsys: pytest.CaptureFixture[str], game: str) -> None:
    substitute = entry_of(game).opponents.SUBSTITUTE
    code, out, _err = run(
        capsys,
        f"ladder --game {game} --opponents careful:by_lot,{substitute} --players 3 --games 3 --tower model --json",
    )
    step = json.loads(out)["steps"][0]
    assert (code, step["below"], step["games"]) == (0, "careful:by_lot", 3)
    assert not step.get("failed")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("number", "its answer isn't a move: Expected `object`, got `int`"),
        ("nothing", "its answer isn't a move"),
        ("odd", "its answer isn't a move: Encoding objects of type Odd is unsupported"),
        ("deep", "its answer isn't a move"),
        ("raises", r"ValueError: a\nb (wrong.py, 14)"),
        ("leaves", "SystemExit: 3 (wrong.py, 15)"),
        ("cancelled", "CancelledError: (wrong.py, 16)"),
        ("stops", "GeneratorExit: (wrong.py, 17)"),
        ("interrupts", "KeyboardInterrupt: (wrong.py, 18)"),
        ("mute", "Mute: (wrong.py, 19)"),
        ("dies", "a worker process died"),
        ("illegal", "is not among"),
    ],
)
def test_one_that_fails_is_replaced(capsys: pytest.CaptureFixture[str], function: str, told: str) -> None:
    code, out, err = run(capsys, f"simulate --game river-of-gold --opponents wrong:{function},random --seed 3 --json")
    (failure,) = json.loads(out)["failures"]
    assert code == 0
    assert failure.startswith("Player 1 can't decide (") and failure.endswith("; Samurai takes over.")
    assert told in failure
    assert err.removeprefix("thinking\n") == f"shogun: seed 3: {failure}\n", "what it prints is on stderr too"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("nowhere:choose", "No module named 'nowhere'"),
        ("wrong:nowhere", "has no attribute 'nowhere'"),
        ("wrong:five", "is not a callable object"),
        ("wrong:few", "too many positional arguments"),
        ("broken:choose", r"RuntimeError: oh\nno"),
        ("ends:choose", "a worker process died"),
        ("stopped:choose", "as an opponent: GeneratorExit\n"),
        ("a.b.c:choose", "No module named 'a'"),
    ],
)
def test_one_that_cannot_be_imported_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], word: str, told: str
) -> None:
    for line in (f"simulate --game river-of-gold --opponents {word},random", f"play --opponents {word}"):
        code, out, err = run(capsys, line)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"shogun: {word} can't be imported as an opponent: ") and told in err


@pytest.mark.slow
def test_one_whose_import_never_ends_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(custom_opponents, "IMPORT_SECONDS", 2.0)
    code, _out, err = run(capsys, "simulate --opponents hangs:choose,greedy,greedy")
    assert (code, err) == (2, "shogun: hangs:choose can't be imported as an opponent: it takes longer than 2 s\n")


@pytest.mark.slow
def test_one_that_never_answers_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    with Workers(1) as workers:
        seat = SeparateOpponent(
            CodedSeat("wrong:sleeps", entry_of("river-of-gold"), str(Path.cwd())), workers, patience=3.0
        )
        with pytest.raises(TimeoutError, match="no answer within 3 s"):
            seat(None, None, None, Random(1), UNLIMITED)  # type: ignore[arg-type]


@pytest.mark.slow
def test_one_is_found_where_the_program_runs_now(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "elsewhere").mkdir()
    entry = entry_of("river-of-gold").with_coded(("only_here:nothing",))
    with Workers(1) as workers:
        monkeypatch.chdir(folder / "elsewhere")
        workers.submit(partial(str)).result()
        monkeypatch.chdir(folder)
        Path("only_here.py").write_text(WRONG, "utf-8")
        seat = SeparateOpponent(entry.opponents.opponent("only_here:nothing"), workers)
        with pytest.raises(OpponentFailed, match="isn't a move"):
            seat(None, None, None, Random(1), UNLIMITED)  # type: ignore[arg-type]


def test_other_words_name_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("greedy", "a.toml", "C:x.toml", r"C:\x", "a:b:c", ":f", "a:", "a-b:c", "../a:b", "1a:b", "a:b" * 50):
        assert not is_coded(word), word
    assert is_coded("package.module:function")
    code, _out, err = run(capsys, "play --opponents greedy")
    assert (code, err) == (
        2,
        "shogun: --opponents greedy: name functions of your own as package.module:function\n",
    )


# Saved games


def saved(path: Path) -> None:
    """A game with an opponent in code, as somebody began it who had named it."""
    seats = tuple(
        SeatInfo(name, player=player) for name, player in (("A", "careful:choose"), ("B", "person"), ("C", "greedy"))
    )
    Session.start(game_of(DEFAULT), Header(seed=1, setup=Setup(3), seats=seats, tower=TowerInfo()), path).close()


def directed(path: Path, entry: Game) -> SessionDriver[Game]:
    session = resume(read_journal(game_of, path))
    while session.chance is not None:
        session.advance()
    with Workers(1) as workers:
        driver = SessionDriver(entry, session, workers)
        while 0 in [question.seat for question in session.questions]:
            driver.advance()
        driver.close()
    return driver


@pytest.mark.slow
def test_a_file_makes_nobody_import_it_and_the_seat_comes_back_once_it_is_named(folder: Path) -> None:
    Path("careful.py").write_text(EXAMPLE + "\nopen('imported', 'w').close()\n", "utf-8")
    path = folder / "game.journal"
    saved(path)
    plain = entry_of(DEFAULT)
    driver = directed(path, plain)
    assert driver.session.players[0] == plain.opponents.SUBSTITUTE
    assert [change.why for change in driver.failures] == ["careful:choose is code that --opponents hasn't named"]
    assert not Path("imported").exists()

    named = plain.with_coded(("careful:choose",))
    resumed = resume(read_journal(game_of, path))
    driver = SessionDriver(named, resumed, Workers(1))
    assert [(change.seat, change.player, change.why) for change in driver.failures] == [(0, "careful:choose", "")]
    driver.close()
    assert read_journal(game_of, path).lines[-1].player == "careful:choose"  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "why"),
    [("cancelled", "an error: CancelledError"), ("mute", "an error: Mute"), ("sleeps", "no answer within 3 s")],
)
def test_one_that_fails_is_replaced_in_the_window_and_disturbs_nobody(
    function: str, why: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_driver, "PATIENCE", 3.0)
    plain = entry_of("river-of-gold")
    codes = (f"wrong:{function}", "careful:by_lot")
    entry = plain.with_coded(codes)
    seats = tuple(SeatInfo(code, player=code) for code in codes)
    header = Header(game=plain.code, seed=1, setup=plain.agreed(2, {}), seats=seats)
    session = Session.start(plain.rules, header)
    with Shared(1) as shared:
        driver = SessionDriver(entry, session, shared)
        while len(session.course.answers) < 40:
            driver.turns.clear()
            driver.advance()
    [change] = driver.failures
    assert (change.seat, change.player, change.why) == (0, plain.opponents.SUBSTITUTE, why)
    [process] = driver._processes.values()
    worker = process.submit(os.getpid).result(60)
    driver.close()
    assert driver._processes == {} and not is_running(worker)


class Shared(Workers):
    """The pool that opponents of the program's own and throws share: no code of others comes here."""

    def submit(self, task: Any) -> Any:
        assert not is_coded(task.player), task.player
        return super().submit(task)


def test_a_person_who_has_chosen_another_player_is_not_overruled(folder: Path) -> None:
    path = folder / "game.journal"
    saved(path)
    session = resume(read_journal(game_of, path))
    session.change_seat(0, "greedy")
    plain = entry_of(DEFAULT)
    driver = SessionDriver(plain.with_coded(("careful:choose",)), session, Workers(1))
    assert (driver.session.players[0], list(driver.failures)) == ("greedy", [])
    driver.close()


def test_what_it_is_called_in_the_window() -> None:
    opponents = entry_of("shogun").with_coded(("careful:choose",)).opponents
    assert opponents.codes()[-1] == "careful:choose" and opponents.title("careful:choose") == "careful:choose"
    assert "sees only what a human in its seat would see" in opponents.sentence("careful:choose")
    assert opponents.title("planner") == "Daimyo" and opponents.sentence("planner")
    with pytest.raises(UnknownOpponent, match="other:choose is code that --opponents hasn't named"):
        opponents.opponent("other:choose")


def test_an_error_of_its_own_tells_nobody_at_the_screen_what_it_knows() -> None:
    assert discreet(OpponentFailed("ValueError", "my plan is to attack Edo")) == "an error: ValueError"

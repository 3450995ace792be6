"""An opponent that raises, cheats, dies or never answers is replaced, and the game goes on to its end."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Never

import pytest

from shogun import cli
from shogun.base.worker_pool import Workers
from shogun.games import entry_of, game_of
from shogun.games.shogun import opponents, rules
from shogun.games.shogun.opponents import SUBSTITUTE, opponent, strengths
from shogun.games.shogun.rules.state import Setup
from shogun.players.ladder import Place, Study, play
from shogun.players.seating import SeparateOpponent, change_text, seated, substitute
from shogun.table.errors import NotWritable, SeatFailed
from shogun.table.journal import AnswerLine, Header, SeatInfo, SeatLine, TowerInfo, parse_journal, read_journal
from shogun.table.replay import Replay
from shogun.table.session import Budget, Seat, Session, run
from tests.players import faults

FAILING = 2


def started(path: Path | None = None) -> Session:
    seats = tuple(SeatInfo(f"Seat {seat}", player="faulty" if seat == FAILING else "random") for seat in range(4))
    return Session.start(rules, Header(seed=5, setup=Setup(4), seats=seats, tower=TowerInfo()), path)


def seats_with(failing: Seat) -> list[Seat]:
    return [failing if seat == FAILING else opponent("random") for seat in range(4)]


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers(1) as own:
        own.submit(faults.ready).result()  # its start is no part of anybody's patience
        yield own


class TestGames:
    @pytest.mark.parametrize(
        ("fault", "why"),
        [
            (faults.raising, "KeyError: 'nothing'"),
            (faults.cheating, "a plan has ten action fields and a bid"),
            (faults.dying, "a worker process died"),
            (faults.endless, "no answer within 1 s"),
            (faults.cancelled, "CancelledError"),
        ],
        ids=["raises", "cheats", "dies", "overruns", "is cancelled"],
    )
    def test_the_substitute_plays_on_and_the_journal_tells_of_it(self, fault: Seat, why: str, workers: Workers) -> None:
        session = started()
        seats = seats_with(SeparateOpponent(fault, workers, patience=1.0 if fault is faults.endless else 60.0))
        result = run(session, seats, substitute=substitute(opponents))
        assert result == session.result
        (change,) = session.course.changes
        assert (change.seat, change.player) == (FAILING, SUBSTITUTE)
        assert why in change.why
        contents = parse_journal(game_of, b"".join(session.writer.lines))
        replay = Replay(contents)
        assert replay.run().players[FAILING] == SUBSTITUTE
        failed = contents.lines[change.n - 1]
        assert isinstance(failed, AnswerLine) and "summer" in failed.key, "it is told where it happened"

    def test_what_it_answered_before_stands(self, workers: Workers) -> None:
        faulty, well = started(), started()
        run(faulty, seats_with(SeparateOpponent(faults.dying, workers)), substitute=substitute(opponents))
        run(well, seats_with(opponent("random")))
        at = faulty.course.changes[0].n - 1
        assert faulty.writer.lines[1:at] == well.writer.lines[1:at]
        assert at > 20

    def test_one_that_is_cancelled_here_is_replaced_too(self) -> None:
        session = started()
        run(session, seats_with(faults.cancelled), substitute=substitute(opponents))
        (change,) = session.course.changes
        assert (change.player, change.why) == (SUBSTITUTE, "CancelledError: ")

    def test_a_pressed_ctrl_c_is_no_opponents_fault(self) -> None:
        def interrupted(*_given: object) -> Never:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run(started(), seats_with(interrupted), substitute=substitute(opponents))

    def test_without_a_substitute_the_failure_is_told(self) -> None:
        with pytest.raises(SeatFailed, match=r"seat 2 \(faulty\) failed at plan/year1/summer: KeyError"):
            run(started(), seats_with(faults.raising))

    def test_a_substitute_that_fails_too_ends_the_game(self) -> None:
        broken = substitute(opponents).__class__(SUBSTITUTE, faults.raising)
        with pytest.raises(SeatFailed, match=r"seat 2 \(greedy\)"):
            run(started(), seats_with(faults.raising), substitute=broken)

    def test_a_full_disk_is_nobodys_fault(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        session = started(tmp_path / "game.journal")

        def full(*_arguments: object, **_options: object) -> Never:
            raise NotWritable("the disk is full")

        monkeypatch.setattr(session.writer, "write", full)
        with pytest.raises(NotWritable, match="the disk is full"):
            run(session, seats_with(opponent("random")), substitute=substitute(opponents))


class TestOwnProcess:
    def test_it_plays_as_it_would_here(self) -> None:
        apart, here = started(), started()
        with seated(opponents, ["random", "greedy", "planner", "random"], {}) as seats:
            run(apart, seats)
        run(here, [opponent(code) for code in ("random", "greedy", "planner", "random")])
        assert apart.writer.lines == here.writer.lines

    @pytest.mark.slow
    def test_who_is_asked_for_many_playouts_may_think_longer(self, workers: Workers) -> None:
        session = started()
        slow = SeparateOpponent(faults.endless, workers, patience=0.1)
        run(session, seats_with(slow), Budget(playouts=6), substitute=substitute(opponents))
        assert "no answer within 3 s" in session.course.changes[0].why


class TestCommands:
    @pytest.fixture
    def faulty(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(strengths.KEPT, "faulty", "tests.players.faults:choose")

    def test_simulate_goes_on_and_says_so(
        self, faulty: None, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        arguments = ["--opponents", "random,random,faulty", "--tower", "model", "--seed", "4", "--games", "2"]
        code = cli.main(["simulate", *arguments, "--json", "--journals", str(tmp_path)])
        caught = capsys.readouterr()
        games = [json.loads(line) for line in caught.out.splitlines()]
        assert code == 0
        assert [len(game["failures"]) for game in games] == [1, 1]
        assert caught.err.count("Samurai takes over") == 2
        assert "seed 4: " in caught.err
        journal = tmp_path / "4.journal"
        assert cli.main(["replay", str(journal), "--check"]) == 0
        assert cli.main(["replay", str(journal)]) == 0
        assert "Samurai takes over" in capsys.readouterr().out
        assert any(isinstance(line, SeatLine) for line in read_journal(game_of, journal).lines)

    @pytest.mark.slow
    def test_workers_end_with_the_processes_of_their_opponents(self) -> None:
        """In a process of its own, which would wait forever for a grandchild that nobody ends."""
        arguments = ["--opponents", "planner,random,random", "--tower", "model", "--games", "2", "--jobs", "2"]
        command = [sys.executable, "-m", "shogun", "simulate", *arguments]
        assert subprocess.run(command, capture_output=True, timeout=120, check=False).returncode == 0

    def test_the_ladder_goes_on_and_counts_such_games(
        self, faulty: None, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        arguments = ["--opponents", "random,faulty", "--tower", "model", "--games", "2", "--players", "3"]
        results = tmp_path / "ladder.jsonl"
        code = cli.main(["ladder", *arguments, "--results", str(results), "--json"])
        caught = capsys.readouterr()
        assert code == 0
        assert json.loads(caught.out)["steps"][0]["failed"] == 2
        assert "faulty among random: in 2 games an opponent failed, and greedy played in its place" in caught.err
        assert [json.loads(line)["failed"] for line in results.read_text().splitlines()[1:]] == [[0], [1]]

    def test_games_without_a_failure_tell_of_none(self) -> None:
        study = Study(("random", "greedy"), Setup(3), "model", None, 1)
        assert play(entry_of("shogun"), study, TowerInfo(), Place(0, 0)).failed == ()


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (SeatLine(9, 1, "greedy", "no answer within 30 s"), "Bizen can't decide (no answer within 30 s); "),
        (SeatLine(9, 0, "strategist"), "Shogun now plays for Aki."),
        (SeatLine(9, 1, "person"), "A human now plays for Bizen."),
    ],
)
def test_changes_are_told_in_words(change: SeatLine, text: str) -> None:
    assert change_text(change, ["Aki", "Bizen"], opponents.title).startswith(text)

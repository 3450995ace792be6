"""Kills the program at random moments and looks whether anything that it has acknowledged is lost.

    python -m tests.robustness.kills [--kills 800] [--windows 200] [--seed 1] [--folder FOLDER] [--resume FILE]

At the table a child plays Shogun, one answer after the other, and tells each on stdout once `Session.answer` has
returned. In the window the program runs on an Xvfb of its own, and a person of whom `at_screen.py` tells clicks; where
Xvfb or xdotool is missing, a child clicks through a window that nobody sees, and tells each answer once its question is
off the screen. At a moment drawn by lot it is killed (SIGKILL), and goes on with the same game the next time, as
*Continue* does. After each kill the journal is read: every line that was acknowledged must be there, every answer that
the screen has taken, every card of a half-laid plan that has lain there for a second, and the rules must agree with all
of it.

It ends with code 1 at the first loss, and says what is missing. What is drawn depends on the seed, the moments of the
kills on the machine. With `--resume` a run can be stopped at any time: the file says how far it has come, the games lie
beside it, and the same command goes on until there are so many kills, over all runs.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from shogun.base.files import write_whole
from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.half_made_answers import HalfPlan
from shogun.table.journal import PERSON, AnswerLine, Contents, Header, SeatInfo, TowerInfo, read_journal
from shogun.table.journal_files import read_draft
from shogun.table.replay import Replay, resume
from shogun.table.session import UNLIMITED, Session
from shogun.window.kit.runtime.settings import AT_ONCE, Settings, save_settings
from tests.robustness.at_screen import Seen, data_folder, life
from tests.window.clicking import SMALL, window
from tests.window.real.real_window import Mirror, missing, screen

LONGEST = {"table": 0.12, "window": 1.2}
"""So many seconds pass at most from the first answer that a child tells to the kill."""
TOLD = "told "


class Loss(Exception):
    """Something that was acknowledged is not there."""


class Tally(Struct):
    """What was killed, and how much was looked for."""

    seed: int = 1
    kills: int = 0
    """At the table ..."""
    windows: int = 0
    """... and in the window."""
    lines: int = 0
    answers: int = 0
    """Answers that the screen had taken at the kill."""
    cards: int = 0
    """Cards of half-laid plans."""
    lost_clicks: int = 0
    """How often a person had to lay a card again."""
    games: int = 0
    runs: int = 0

    def __str__(self) -> str:
        killed = f"{self.kills + self.windows} kills in {self.runs} runs, {self.windows} of them of a window"
        sought = f"{self.lines} acknowledged lines, {self.answers} answers and {self.cards} laid cards"
        return (
            f"{killed}: {sought} looked for in {self.games} games: nothing lost; {self.lost_clicks} clicks made again"
        )


# The child


def game_at(path: Path, seed: int) -> Session:
    """Return the game of a journal as it stands, or a new one."""
    if path.exists():
        return resume(read_journal(game_of, path))
    seats = tuple(SeatInfo(f"Player {n}", "", PERSON if n == 1 else "greedy") for n in range(1, 4))
    return Session.start(rules, Header(seed=seed, setup=Setup(3), seats=seats, tower=TowerInfo()), path)


def play_at_table(path: Path, seed: int) -> None:
    """Answer all questions of a game, and tell each answer once it is acknowledged."""
    session, choose, rng = game_at(path, seed), opponent("greedy"), Random(seed)
    while not session.is_over:
        if session.chance is not None:
            tell(session.advance().n)
            continue
        question = session.questions[0]
        move = choose(session.view(question.seat), session.inside, question, Random(question.key), UNLIMITED)
        tell(session.answer(question.seat, move).n)
        if session.undoable(question.seat) and rng.random() < 0.2:
            session.undo(question.seat)
            tell(session.redo(question.seat).n)
    session.close()


def play_in_window(path: Path, seed: int) -> None:
    """Click through a game, and tell the last line of the journal whenever a question has left the screen."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from shogun.games.shogun.screen.scenes.game_scene import GameScene
    from shogun.window.play.routes import ToSavedGame
    from tests.window import clicking

    if not path.exists():
        game_at(path, seed).close()
    choose = opponent("greedy")
    with clicking.window(speed=1000.0, computers_speed=1000.0) as app:
        app.go(ToSavedGame(path))
        scene = app.scene
        assert isinstance(scene, GameScene)
        session = scene.driver.session
        while scene.model.result is None:
            app.step(clicking.A_LONG_TIME)
            if (question := scene.model.question) is not None:
                view = session.view(question.seat)
                move = choose(view, session.inside, question, Random(question.key), UNLIMITED)
                scene.controls.answer(move)
                app.step(0.0)
                if scene.model.question is not question:
                    tell(session.course.answers[-1].n)


def tell(n: int) -> None:
    """Acknowledge a line of the journal."""
    sys.stdout.write(f"{TOLD}{n}\n")
    sys.stdout.flush()


# The parent


def killed(kind: str, path: Path, seed: int, rng: Random) -> Seen:
    """Have a child play, kill it, and return what it told."""
    environment = {**os.environ, "SHOGUN_HOME": str(path.parent)}
    command = [sys.executable, "-m", "tests.robustness.kills", "--child", kind, "--seed", str(seed), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        first = next(_told(child.stdout), None)
        if first is not None:
            time.sleep(rng.random() * LONGEST[kind])
        is_over = child.poll() == 0
        child.kill()
        last = max([first or 0, *_told(child.stdout)])
    if first is None and child.returncode not in (0, -9):
        raise Loss(f"the child ended with code {child.returncode} before it told anything")
    return Seen(last, is_over=is_over)


def _told(lines: Iterator[str]) -> Iterator[int]:
    for line in lines:
        if line.startswith(TOLD) and line.endswith("\n"):
            yield int(line.removeprefix(TOLD))


def check(path: Path, seen: Seen) -> bool:
    """Look for all that was acknowledged and return whether the game is over. Raises Loss."""
    if not path.exists():
        if seen.line:
            raise Loss(f"line {seen.line} was acknowledged, and there is no journal")
        return False
    contents = read_journal(game_of, path)
    Replay(contents).run()
    last = contents.lines[-1].n if contents.lines else 0
    if last < seen.line:
        raise Loss(f"line {seen.line} was acknowledged, the journal of {path} ends with line {last}")
    _check_question(contents, path, seen)
    return contents.is_finished


def _check_question(contents: Contents, path: Path, seen: Seen) -> None:
    """Look for the answer to the question that was on the screen, or for what was half made of it. Raises Loss."""
    if seen.question is None or _is_answered(contents, seen):
        return
    if seen.is_answered:
        raise Loss(f"the answer to {seen.question.key} has left the screen, and is not in {path}")
    half = _half_plan(path)
    if seen.cards and (half is None or (half.key, half.seat) != (seen.question.key, seen.question.seat)):
        raise Loss(f"{seen.cards} lay on the screen, and nothing of it lies beside {path}")
    if missed := {number: card for number, card in seen.cards.items() if half and half.fields[number] != card}:
        raise Loss(f"{missed} lay on the screen, and does not lie beside {path}")


def _is_answered(contents: Contents, seen: Seen) -> bool:
    asked = seen.question
    answers = (line for line in reversed(contents.lines) if isinstance(line, AnswerLine))
    return asked is not None and any((line.seat, line.key) == (asked.seat, asked.key) for line in answers)


def _half_plan(path: Path) -> HalfPlan | None:
    draft = read_draft(path)
    return None if draft is None else msgspec.json.decode(draft, type=HalfPlan)


class Killer:
    """Kills children and windows that play in a folder."""

    def __init__(self, folder: Path, mirror: Mirror | None) -> None:
        self.games = folder / "data" / "games"
        """Where `Continue` looks for them if the folder is SHOGUN_HOME."""
        self.games.mkdir(parents=True, exist_ok=True)
        self._mirror = mirror

    def kill(self, tally: Tally, kind: str, rng: Random) -> None:
        """Kill one and look for what it has acknowledged, and count both. Raises Loss."""
        seed = tally.seed + tally.games
        path = self.games / f"{tally.seed}-{tally.games}.journal"
        seen = self._window(path, seed, rng) if kind == "window" else killed(kind, path, seed, rng)
        is_over = check(path, seen)
        if not seen.is_over:
            count(tally, kind, seen)
        tally.games += is_over

    def _window(self, path: Path, seed: int, rng: Random) -> Seen:
        if not path.exists():
            game_at(path, seed).close()
        return killed("window", path, seed, rng) if self._mirror is None else life(self._mirror, path, rng)


def count(tally: Tally, kind: str, seen: Seen) -> None:
    """Count a kill and what was looked for after it."""
    tally.kills += kind == "table"
    tally.windows += kind == "window"
    tally.lines += seen.line
    tally.answers += seen.is_answered
    tally.cards += len(seen.cards)
    tally.lost_clicks += seen.lost_clicks


Keep = Callable[[Tally], None]


def run(kills: int, windows: int, folder: Path, tally: Tally, keep: Keep = lambda _tally: None) -> Tally:
    """Kill until there are so many kills at the table and in windows, and return what was looked for. Raises Loss."""
    rng = Random(f"{tally.seed} {tally.runs} {tally.kills + tally.windows}")
    tally.runs += 1
    with ExitStack() as stack:
        killer = Killer(folder, _mirror(stack, folder) if windows > tally.windows and not missing() else None)
        while left := (kills - tally.kills) + (windows - tally.windows):
            killer.kill(tally, "table" if rng.random() * left < kills - tally.kills else "window", rng)
            keep(tally)
    return tally


def _mirror(stack: ExitStack, folder: Path) -> Mirror:
    """Return the mirror of windows on a display, both open until the end, that find their games in a folder."""
    stack.enter_context(data_folder(folder))
    # what workers find out, as odds, comes to the bar at any time: a mirror without workers could not know it
    save_settings(
        Settings(introduction_seen=True, speed=4.0, computers_speed=AT_ONCE, undo_seconds=0.0, sound=False, odds=False)
    )
    room = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    display = stack.enter_context(screen(SMALL, room))
    return Mirror(stack.enter_context(window(SMALL)), display)


def tally_in(file: Path, seed: int) -> Tally:
    """Return how far the runs of a file have come; of none yet, where they begin."""
    return msgspec.json.decode(file.read_bytes(), type=Tally) if file.exists() else Tally(seed)


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=800)
    parser.add_argument("--windows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--child", choices=sorted(LONGEST), help=argparse.SUPPRESS)
    parser.add_argument("journal", nargs="?", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        (play_at_table if options.child == "table" else play_in_window)(options.journal, options.seed)
        return 0
    if options.windows and missing():
        print(f"{missing()}: the windows are drawn where nobody sees them.")
    with tempfile.TemporaryDirectory() as temporary:
        return report(options, Path(temporary))


def report(options: argparse.Namespace, temporary: Path) -> int:
    """Kill as the options say, and tell what came of it."""
    file: Path = options.resume or temporary / "tally.json"
    folder = options.folder or file.with_suffix(".games")

    def keep(tally: Tally) -> None:
        write_whole(file, msgspec.json.encode(tally))

    try:
        print(run(options.kills, options.windows, folder, tally_in(file, options.seed), keep))
    except Loss as loss:
        print(f"lost: {loss}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Kills the program at random moments and looks whether anything that it has acknowledged is lost.

    python -m tests.robustness.kills [--kills 800] [--windows 200] [--seed 1] [--folder FOLDER]

A child plays Shogun, one answer after the other, and tells each on stdout once it is acknowledged: at the table when
`Session.answer` has returned, in the window when the question is off the screen. It is killed (SIGKILL) at a moment
drawn by lot, and goes on with the same game the next time, as *Continue* does. After each kill the journal is read:
every line that was told must be there, and the rules must agree with all of it. With `--folder` the game stays there,
and the command goes on with it.

It ends with code 1 at the first loss, and says what is missing. What is drawn depends on the seed, the moments of the
kills on the machine.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec import Struct

from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.state import Setup
from shogun.table.journal import PERSON, AnswerLine, Header, SeatInfo, TowerInfo, read_journal
from shogun.table.replay import Replay
from shogun.table.resuming import resume
from shogun.table.seats import UNLIMITED
from shogun.table.session import Session

LONGEST = {"table": 0.12, "window": 1.2}
"""So many seconds pass at most from the first acknowledged answer to the kill."""
TOLD = "told "


class Loss(Exception):
    """Something that was acknowledged is not there."""


class Tally(Struct):
    """What was killed, and how much was looked for."""

    kills: int = 0
    lines: int = 0
    games: int = 0

    def __str__(self) -> str:
        return f"{self.kills} kills, {self.lines} acknowledged lines looked for in {self.games} games: nothing lost"


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
    from shogun.games.shogun.screen.scenes.game.scene import GameScene
    from shogun.window.play.routes import ToSavedGame
    from tests.window import clicking

    if not path.exists():
        game_at(path, seed).close()
    choose = opponent("greedy")
    with clicking.window(speed=1000.0, computers_speed=1000.0) as app:
        app.go(ToSavedGame(path))
        scene = app.scene
        assert isinstance(scene, GameScene)
        session = scene.director.session
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


def killed(kind: str, path: Path, seed: int, rng: Random) -> int | None:
    """Have a child play, kill it, and return the last line that it told; None if it came to the game's end."""
    environment = {**os.environ, "XDG_DATA_HOME": str(path.parent), "XDG_CONFIG_HOME": str(path.parent)}
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
    return None if is_over else last


def _told(lines: Iterator[str]) -> Iterator[int]:
    for line in lines:
        if line.startswith(TOLD) and line.endswith("\n"):
            yield int(line.removeprefix(TOLD))


def check(path: Path, told: int) -> bool:
    """Look for all that was told and return whether the game is over. Raises Loss."""
    if not path.exists():
        if told:
            raise Loss(f"line {told} was told, and there is no journal")
        return False
    contents = read_journal(game_of, path)
    Replay(contents).run()
    there = [line.n for line in contents.lines if isinstance(line, AnswerLine)]
    last = contents.lines[-1].n if contents.lines else 0
    if last < told:
        raise Loss(f"line {told} was told, the journal ends with line {last}, answer {max(there, default=0)}")
    return contents.is_finished


def run(kills: int, windows: int, seed: int, folder: Path) -> Tally:
    """Kill so many children and return what was looked for. Raises Loss."""
    rng, tally = Random(seed), Tally()
    kinds = ["table"] * kills + ["window"] * windows
    rng.shuffle(kinds)
    number = 0
    path = folder / f"{seed}-{number}.journal"
    for kind in kinds:
        told = killed(kind, path, seed + number, rng)
        tally.kills += told is not None
        tally.lines += told or 0
        if check(path, told or 0):
            tally.games += 1
            number += 1
            path = folder / f"{seed}-{number}.journal"
    return tally


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=800)
    parser.add_argument("--windows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--child", choices=sorted(LONGEST), help=argparse.SUPPRESS)
    parser.add_argument("journal", nargs="?", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        (play_at_table if options.child == "table" else play_in_window)(options.journal, options.seed)
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            print(run(options.kills, options.windows, options.seed, folder))
        except Loss as loss:
            print(f"lost: {loss}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

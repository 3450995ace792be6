"""Command lines of strangers: words that a command knows with values that it may not like, and files of all kinds.

Most run in this process, where nothing opens a window, starts a process or writes outside of the case's folder; what
takes long hears a Ctrl-C. Some run as a process of their own, with the bytes that a shell could hand over.
"""

import io
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from random import Random
from typing import Any, get_type_hints
from unittest.mock import patch

import shogun.cli.commands
import shogun.cli.game_commands.play
import shogun.cli.window_start
from shogun.base.interrupt_exit import INTERRUPTED
from shogun.base.worker_pool import Workers
from shogun.cli import main
from tests.robustness.guard import HOMES, kept_inside
from tests.robustness.interrupts import HEARD
from tests.robustness.judge import HAS_ALARMS, HUNG, LONGEST_SENTENCE, SECONDS, Flaw, alarm, hang, one_line
from tests.robustness.mutate import TEXTS

UNTIL_INTERRUPTED = 0.25
"""Seconds of computing after which somebody presses Ctrl-C."""
LONGEST_PROCESS = 40
"""Seconds for a process, however busy the computer is."""
PROCESSES = 0.004
"""So large a share of the command lines runs as a process of its own."""
ENCODINGS = ("utf-8", "utf-8", "cp1252", "ascii")
WHOLE = (
    *("1", "2", "3", "4", "5") * 3,
    "0",
    "-1",
    "+2",
    "007",
    "61",
    "62",
    "1.5",
    "1e3",
    "1_0",
    "٣",
    "9" * 30,
    "0x10",
    " 1",
    "",
)
"""Numbers, the valid ones small: how much is to be done is up to whoever asks."""
NUMBERS = ("0", "1", "2.5", "-1", "1e-300", "1e300", "nan", "inf", "-inf", "1e999", "5.", ".5", "", "five")
SEEDS = (*("0", "7", "8") * 3, str(2**64 - 1), str(2**64), "-1", "1.5", "+5", "0" * 50 + "3", "9" * 5000, "x")
ODD = (
    *("", " ", "-", "--", "---", "=", "-x", "--no-json", "--help", "--version", "-h", "[red]", "[/b]", "{0}", "%s"),
    *("\udcff", "a\x00b", "é", "\u202e", "x" * 70_000, "*", "~", "~nobody/x", "$HOME", "null", "[1, 2]"),
    *('{"a": 1}', "\\", "a=b=c", "@file", "/", ".", "..", "nowhere/x", "toml", ".toml", ".journal", ".shogun"),
    *("model:", "model:nowhere"),
)
FILES = (
    *("game.journal", "friend.shogun", "mine.toml", "who.toml", "results.jsonl", "resting.json", "report.txt"),
    *("sizes.txt", "folder", "loop", "pipe", "pipe.toml", "empty", "/dev/zero", "/dev/null", "/dev/full", "missing"),
    *("folder/new.png", "shot.png"),
)
CHOICES: dict[str, tuple[str, ...]] = {
    "whole": WHOLE,
    "number": NUMBERS,
    "seed": SEEDS,
    "jobs": (*("1", "2") * 4, "61", "62", "1000000", "0", "-3", "two"),
    "tower": (
        "pipe.toml",
        "classic",
        "steep",
        "hoard",
        "model",
        "model:classic",
        "mine.toml",
        "model:mine.toml",
        "nowhere",
        "/",
    ),
    "opponents": (
        "random,random,random",
        "greedy,random,random,greedy",
        "greedy",
        "random,nobody,greedy",
        ",",
        "who.toml",
        "random,who.toml,random",
        "who.toml,who.toml,random",
        "random,random,random,random,random,random",
        "solid,random",
        "mine:choose,random",
        "nowhere.at:all,solid",
        "strong,beginner,solid",
    ),
    "board": ("sun", "moon", "mars", "SUN"),
    "setup": ("draft", "printed", "other", "table", "lot"),
    "ties": ("neutral", "defender", "attacker"),
    "picture": ("battle.webp", "battle.gif", "shot.png", "folder/battle.gif", "missing/battle.webp", "folder", "loop"),
    "game": (*("shogun", "rumble-nation", "river-of-gold") * 2, "chess", ""),
    "file": FILES,
    "cubes": (
        *("red=5,blue=3,peasant=1", "red=9,blue=1") * 4,
        "red=0",
        "red=1,red=2",
        "red=-1",
        "red=1.5",
        "red",
        "=",
        "red=99999",
        "red=201",
        ",".join(f"c{n}=1" for n in range(300)),
        "x" * 3000 + "=1",
        "\x1b=1",
        "red=٣",
    ),
    "attack": (
        "Shinano:Kozuke:4",
        "Shinano:Kozuke:0",
        "Edo:Edo:1",
        "a:b:c",
        "::",
        "Shinano:Kozuke:999",
        "Nowhere:Edo:1",
    ),
    "province": ("Shinano", "Edo", "nowhere", "shinano"),
    "size": (*("1600x1000", "1280x720") * 2, "1x1", "99999x99999", "x", "1600X1000", "١٦٠٠x٩٠٠"),
    "vary": (
        "ledges.tilt=14:22:3",
        "ledges.length=30:40:2",
        "shaft.width=90",
        "ledges.tilt=22:14:3",
        "a=1:2:0",
        "x",
        "=::",
    ),
    "target": (
        "p_out_thrown=0.67,stock=12",
        "stock=12",
        "start_kept=2",
        "stock=nan",
        "stock",
        "luck=1",
        "=",
        "stock=1e999",
    ),
    "parameters": (
        "ledges.tilt=14:22,ledges.length",
        "ledges.tilt",
        "ledges.tilt=22:14",
        "nowhere",
        "ledges.tilt=a:b",
        "",
    ),
    "backend": ("processes", "processes", "threads", ""),
    "paper": ("a4", "A3", "letter", "a99", "10x10"),
    "bed": ("600x400", "150x150", "9x9", "600", "x", "1e3x400", "600X400.5"),
    "text": (*ODD, *TEXTS),
    "format": ("svg", "dxf", "pdf", "doc"),
    "sheet": (
        "sheet.svg",
        "sheet.dxf",
        "sheet.pdf",
        "shot.png",
        "folder",
        "folder/sheet.svg",
        "missing/sheet.pdf",
        "loop",
    ),
    "throws": ("pipe", "/dev/zero", "4-12", "game", "sizes.txt", "12-4", "0-3", "4", "1-100000"),
}
FLAGS = "flag"
GAMES_FILES = ("game.journal", "game.journal", "friend.shogun", "report.txt")
COMMANDS: dict[tuple[str, ...], tuple[tuple[str, ...], dict[str, str]]] = {
    ("simulate",): (
        (),
        {
            "games": "whole",
            "players": "whole",
            "board": "board",
            "setup": "setup",
            "ties": "ties",
            "advanced": FLAGS,
            "patrons": FLAGS,
            "opponents": "opponents",
            "seed": "seed",
            "tower": "tower",
            "jobs": "jobs",
            "json": FLAGS,
            "verbose": FLAGS,
            "journals": "file",
            "check": FLAGS,
            "game": "game",
        },
    ),
    ("replay",): (
        ("file",),
        {
            "check": FLAGS,
            "physics": FLAGS,
            "picture": "picture",
            "battle": "whole",
            "json": FLAGS,
            "game": "game",
        },
    ),
    ("odds",): (
        ("file",),
        {
            "attack": "attack",
            "threat": "province",
            "revolt": "province",
            "reinforce": FLAGS,
            "no-reinforce": FLAGS,
            "drops": "whole",
            "seed": "seed",
            "jobs": "jobs",
            "json": FLAGS,
        },
    ),
    ("hint",): (("file",), {"seat": "whole", "playouts": "whole", "json": FLAGS, "game": "game"}),
    ("branch",): (
        ("file",),
        {"line": "whole", "as-it-came": FLAGS, "seed": "seed", "output": "file", "game": "game"},
    ),
    ("ladder",): (
        (),
        {
            "opponents": "opponents",
            "players": "whole",
            "games": "whole",
            "board": "board",
            "setup": "setup",
            "ties": "ties",
            "advanced": FLAGS,
            "patrons": FLAGS,
            "tower": "tower",
            "budget": "whole",
            "seed": "seed",
            "jobs": "jobs",
            "results": "file",
            "resume": FLAGS,
            "adjusted": FLAGS,
            "report": FLAGS,
            "json": FLAGS,
            "game": "game",
        },
    ),
    ("play",): (
        ("file",),
        {
            "opponents": "opponents",
            "autoplay": FLAGS,
            "seed": "seed",
            "screenshot": "file",
            "after": "number",
            "size": "size",
        },
    ),
    ("tower", "drop"): (
        ("tower",),
        {
            "cubes": "cubes",
            "seed": "seed",
            "resting": "file",
            "save": "file",
            "picture": "picture",
            "json": FLAGS,
        },
    ),
    ("tower", "watch"): (
        ("tower",),
        {"cubes": "cubes", "seed": "seed", "resting": "file", "record": "picture"},
    ),
    ("tower", "new"): (("file",), {"from": "tower"}),
    ("tower", "parameters"): (("tower",), {"json": FLAGS}),
    ("tower", "sweep"): (
        ("tower",),
        {
            "vary": "vary",
            "battles": "whole",
            "results": "file",
            "seed": "seed",
            "throws": "throws",
            "jobs": "jobs",
            "backend": "backend",
            "plot": "file",
            "json": FLAGS,
        },
    ),
    ("tower", "tune"): (
        ("tower",),
        {
            "target": "target",
            "parameters": "parameters",
            "candidates": "whole",
            "results": "file",
            "output": "file",
            "seed": "seed",
            "throws": "throws",
            "jobs": "jobs",
            "backend": "backend",
            "json": FLAGS,
        },
    ),
    ("tower", "contest"): (
        ("file",),
        {
            "target": "target",
            "battles": "whole",
            "results": "file",
            "seed": "seed",
            "throws": "throws",
            "jobs": "jobs",
            "backend": "backend",
            "json": FLAGS,
        },
    ),
    ("tower", "build"): (
        ("tower",),
        {
            "output": "sheet",
            "format": "format",
            "depth": "number",
            "thickness": "number",
            "kerf": "number",
            "paper": "paper",
            "bed": "bed",
            "comb": FLAGS,
        },
    ),
    ("tower", "measure"): (
        ("tower",),
        {
            "quick": FLAGS,
            "battles": "whole",
            "seed": "seed",
            "throws": "throws",
            "jobs": "jobs",
            "plot": "file",
            "resume": "file",
            "json": FLAGS,
        },
    ),
    ("tower", "verify"): (
        ("tower",),
        {
            "quick": FLAGS,
            "full": FLAGS,
            "physics": FLAGS,
            "jobs": "jobs",
            "resume": "file",
            "json": FLAGS,
        },
    ),
    ("tower", "compare"): (
        ("tower", "tower"),
        {
            "battles": "whole",
            "seed": "seed",
            "throws": "throws",
            "jobs": "jobs",
            "plot": "file",
            "resume": "file",
            "json": FLAGS,
        },
    ),
    ("tower", "check"): (("tower",), {"json": FLAGS}),
    ("tower", "fit"): (("tower",), {"output": "file", "chains": "whole", "jobs": "jobs", "json": FLAGS}),
    (): ((), {"help": FLAGS, "version": FLAGS}),
}
WARMING = (
    "tower measure classic --battles 1",
    "tower measure classic --quick",
    "tower drop classic --cubes red=1 --picture shot.png",
)
LIBRARIES = (
    "cmaes",
    "ezdxf",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_pdf",
    "matplotlib.backends.backend_svg",
    "matplotlib.figure",
    "shogun.window.tower.films",
    "svgelements",
)
"""What some commands load: a Ctrl-C in the middle of that would leave half of it to all later cases."""
NOT_ATTACKED = {"scheduler"}
"""Options of which nobody would wait for the end: of a cluster that isn't there."""
Written = Callable[[Random], bytes]
"""Makes what stands in a file."""


# Words


@cache
def all_commands() -> dict[tuple[str, ...], tuple[tuple[str, ...], dict[str, str]]]:
    """Return COMMANDS with all that it leaves out of the program's commands and options, by their types."""
    found = {words: (places, dict(options)) for words, (places, options) in COMMANDS.items()}
    for words, command in _of_program():
        module, _colon, name = command.place.partition(":")
        function = getattr(import_module(f"shogun.cli.{module}"), name)
        kinds = get_type_hints(function)
        given = signature(function).parameters.values()
        places = tuple(_kind(kinds[one.name]) for one in given if one.kind is Parameter.POSITIONAL_ONLY)
        options = found.setdefault(words, (places, {}))[1]
        for one in given:
            option = one.name.strip("_").replace("_", "-")
            if one.kind is Parameter.KEYWORD_ONLY and option not in NOT_ATTACKED:
                options.setdefault(option, _kind(kinds[one.name]))
    return found


def _of_program() -> Iterator[tuple[tuple[str, ...], shogun.cli.commands.Command]]:
    for command in shogun.cli.commands.COMMANDS:
        yield (command.name,), command
    for command in shogun.cli.commands.TOWER_COMMANDS:
        yield ("tower", command.name), command


def _kind(of: Any) -> str:
    """Return which values suit a type."""
    suiting = {"bool": FLAGS, "int": "whole", "float": "number", "Path": "file"}
    return next((kind for name, kind in suiting.items() if name in str(of)), "text")


def words_of(rng: Random) -> list[str]:
    """Return the words of a command line."""
    command = rng.choice(tuple(all_commands()))
    places, options = all_commands()[command]
    words = [*command, *(value(kind, rng) for kind in places if rng.random() < 0.93)]
    known = [option for option in options if rng.random() < rng.choice((0.1, 0.3, 0.6))]
    if "cubes" in options and rng.random() < 0.8:
        known.append("cubes")
    for option in known:
        words += _option(option, options[option], rng)
    if rng.random() < 0.2:
        _disarrange(words, rng)
    return words


def _option(name: str, kind: str, rng: Random) -> list[str]:
    if kind == FLAGS:
        return [f"--{name}"]
    return [f"--{name}={value(kind, rng)}"] if rng.random() < 0.3 else [f"--{name}", value(kind, rng)]


def value(kind: str, rng: Random) -> str:
    """Return a value of a kind, now and then one of none."""
    if rng.random() < 0.06:
        return rng.choice((*ODD, *TEXTS))
    if kind == "file" and rng.random() < 0.5:
        return rng.choice(GAMES_FILES)
    return rng.choice(CHOICES[kind])


def _disarrange(words: list[str], rng: Random) -> None:
    place = rng.randrange(len(words) + 1)
    match rng.randrange(4):
        case 0 if place < len(words):
            del words[place]
        case 1 if place < len(words):
            words.insert(place, words[place])
        case 2:
            rng.shuffle(words)
        case _:
            words.insert(place, rng.choice((*ODD, *TEXTS)))


# Files


def lay_out(folder: Path, rng: Random, files: dict[str, Written], words: str) -> None:
    """Put the files into a folder that the words name, and what always lies there."""
    for name, written in files.items():
        if name in words:
            (folder / name).write_bytes(written(rng))
    (folder / "sizes.txt").write_text(rng.choice(("4\n5\n6\n", "4 x\n", "0\n", "-3\n", "9" * 5000, "\x00")), "utf-8")
    (folder / "folder").mkdir()
    (folder / "empty").touch()
    if hasattr(os, "mkfifo"):
        for name in ("pipe", "pipe.toml"):
            os.mkfifo(folder / name)
        (folder / "loop").symlink_to(folder / "loop")


# Running them


def attack_command(folder: Path, rng: Random, files: dict[str, Written]) -> None:
    """Run a command line; it ends with an exit code and sentences, and writes nowhere else."""
    words = words_of(rng)
    lay_out(folder, rng, files, " ".join(words))
    try:
        if rng.random() < PROCESSES:
            run_as_process(folder, words, rng.choice(ENCODINGS))
        else:
            run_here(folder, words, rng.choice(ENCODINGS))
    except Flaw as flaw:
        raise Flaw(f"{[word[:200] for word in words]}: {flaw}") from None
    except Exception as error:
        error.add_note(f"words: {[word[:200] for word in words]}")
        raise


def load_all(folder: Path) -> None:
    """Have all commands loaded, so that none is blamed for that."""
    for command in filter(None, all_commands()):
        run_here(folder, [*command, "--help"], "utf-8")
    for library in LIBRARIES:
        with suppress(ImportError):
            import_module(library)
    for line in WARMING:
        run_here(folder, line.split(), "utf-8")


def run_here(folder: Path, words: list[str], encoding: str) -> None:
    """Run a command line in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, newline="") for _stream in range(2))
    began = time.process_time()
    with (
        kept_inside(folder) as strayed,
        undisturbed(),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = main(words)
        except SystemExit as left:
            raise Flaw(f"it left by SystemExit({left.code!r})") from None
        out.flush()
        err.flush()
    if (seconds := time.process_time() - began) > SECONDS + UNTIL_INTERRUPTED:
        raise Flaw(f"it took {seconds:.1f} s")
    written, complained = (stream.buffer.getvalue().decode(encoding) for stream in (out, err))
    judge(code, written, complained, words)
    named = " ".join(words)
    if any(not _is_named(path.partition(" ")[2], named) for path in strayed):
        raise Flaw(f"it would have written elsewhere: {strayed}")


def _is_named(path: str, words: str) -> bool:
    """Return whether somebody asked for what lies there or around it."""
    return any(str(part) in words for part in (Path(path), *Path(path).parents) if len(part.parts) > 1)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Open no window and start no process, and press Ctrl-C if it takes long."""
    opened: dict[str, Any] = {"open_window": lambda options: 0}
    with ExitStack() as stack:
        enter = stack.enter_context
        enter(patch.multiple(shogun.cli.window_start, **opened))
        enter(patch.multiple(shogun.cli.game_commands.play, **opened))
        enter(patch.object(Workers, "submit", _at_once))
        enter(patch.object(secrets, "randbits", lambda bits: 7))
        if HAS_ALARMS:
            before = signal.signal(signal.SIGINT, signal.default_int_handler)
            stack.callback(signal.signal, signal.SIGINT, before)
            enter(alarm(UNTIL_INTERRUPTED, _press_ctrl_c))
        yield


def _press_ctrl_c() -> None:
    signal.signal(signal.SIGVTALRM, lambda _number, _frame: hang())
    signal.setitimer(signal.ITIMER_VIRTUAL, HUNG)
    signal.raise_signal(signal.SIGINT)


def _at_once(_workers: Workers, task: Callable[[], Any]) -> "Future[Any]":
    """Stand for the workers: do a task before `submit` returns."""
    future: Future[Any] = Future()
    try:
        future.set_result(task())
    except Exception as error:
        future.set_exception(error)
    return future


def run_as_process(folder: Path, words: list[str], encoding: str) -> None:
    """Run a command line as a process of its own."""
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONIOENCODING": encoding}
    environment = {**os.environ, **dict.fromkeys(HOMES, str(folder)), **dummies}
    environment["PYTHONPATH"] = str(Path(shogun.cli.commands.__file__).parents[2])
    given: list[bytes] = [os.fsencode(word) for word in words if "\x00" not in word]
    # without --after a window would stay open
    given += [b"--after", b"0.3"] if words[:1] == ["play"] and "--after" not in words else []
    command: list[str | bytes] = [
        sys.executable,
        "-c",
        f"{HEARD}; from shogun.__main__ import main; sys.exit(main())",
        *given,
    ]
    if not given:
        return
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=folder
    ) as process:
        out, err = _ended(process)
    judge(process.returncode, out.decode(encoding, "replace"), err.decode(encoding, "replace"), words)


def _ended(process: "subprocess.Popen[bytes]") -> tuple[bytes, bytes]:
    """Return what a process wrote; one that takes long hears a Ctrl-C."""
    try:
        return process.communicate(timeout=4)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=LONGEST_PROCESS)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Flaw("it did not end by Ctrl-C") from None


def judge(code: object, out: str, err: str, words: list[str]) -> None:
    """Raise Flaw unless a command has ended as commands do."""
    if code not in (0, 1, 2, INTERRUPTED) or isinstance(code, bool):
        raise Flaw(f"exit code {code!r}; {err[-600:]!r}")
    if "Traceback (most recent" in out + err or (code == 2 and not err.startswith("shogun: ")):
        raise Flaw(f"exit code {code}; {err[-1500:]!r}")
    for line in err.splitlines():
        one_line(line.replace("\r", ""))
    asked = " ".join(words)
    if "--json" not in asked:
        for line in out.splitlines():
            one_line(line, LONGEST_SENTENCE + 2 * len(asked))  # a result names whatever it was asked for

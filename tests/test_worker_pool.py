"""The pool of workers: in order, the same for any number of them, and clear when one dies."""

import _thread
import asyncio
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.base.notices import listening
from shogun.base.worker_pool import WorkerDied, Workers, in_order
from tests.systems import is_running


def square(number: int) -> int:
    time.sleep(0.01 * (number % 3))
    return number * number


def fail(number: int) -> int:
    raise ValueError(f"no {number}")


def die(starts: Path) -> int:
    with starts.open("a") as file:
        file.write("x")
    os._exit(3)


def die_once(mark: Path, number: int) -> int:
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return number


def test_results_come_in_the_order_of_the_items_for_any_number_of_jobs() -> None:
    expected = [n * n for n in range(20)]
    assert list(in_order(square, range(20), 1)) == expected
    assert list(in_order(square, range(20), 2)) == expected


@pytest.mark.parametrize("wished", [None, "3"])
def test_matrices_are_multiplied_by_one_thread_in_each_process_unless_somebody_wishes_otherwise(
    wished: str | None,
) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    if wished is not None:
        environment["OPENBLAS_NUM_THREADS"] = wished
    told = "import os, shogun; print(os.environ['OPENBLAS_NUM_THREADS'])"
    ended = subprocess.run([sys.executable, "-c", told], env=environment, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == (wished or "1")


def test_the_error_of_a_task_is_its_own() -> None:
    with Workers(1) as workers, pytest.raises(ValueError, match="no 3"):
        workers.submit(partial(fail, 3)).result(60)


def test_a_worker_that_dies_once_is_replaced(tmp_path: Path) -> None:
    with Workers(2) as workers:
        assert list(workers.map(partial(die_once, tmp_path / "mark"), range(4))) == [0, 1, 2, 3]


def late(number: int) -> int:
    time.sleep(3.0 if number == 0 else 0.0)
    return number


@pytest.mark.slow
def test_what_is_done_first_comes_first_where_order_does_not_matter(tmp_path: Path) -> None:
    with Workers(2) as workers:
        some = list(workers.as_done(late, range(30)))
        assert sorted(some) == list(range(30)) and some[-1] == 0
        assert sorted(workers.as_done(partial(die_once, tmp_path / "mark"), range(9))) == list(range(9))
        assert list(workers.as_done(square, [])) == []
        with pytest.raises(ValueError, match="no"):
            list(workers.as_done(fail, range(3)))


@pytest.mark.parametrize("task", [partial(square, 2), partial(fail, 2)])
def test_who_rests_is_woken_by_a_task_that_ends(task: Callable[[], int]) -> None:
    a_long_time = 60.0
    with Workers(1) as workers:
        future = workers.submit(task)
        workers.rest(a_long_time)
        assert future.done()
        began = time.monotonic()
        workers.rest(0.05)
        assert time.monotonic() - began > 0.04, "nothing else has ended"


@pytest.mark.slow
def test_a_task_that_kills_two_workers_is_given_up(tmp_path: Path) -> None:
    with Workers(1) as workers:
        with pytest.raises(WorkerDied, match="worker process died"):
            workers.submit(partial(die, tmp_path / "starts")).result(60)
        assert (tmp_path / "starts").read_text() == "xx"
        assert workers.submit(partial(square, 3)).result(60) == 9


def own_process(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def busy(workers: Workers, count: int) -> list[int]:
    """Return the processes of all workers, when all of them work."""
    while True:
        tasks = [workers.submit(partial(own_process, 0.3)) for _worker in range(count)]
        if len(found := {task.result(60) for task in tasks}) == count:
            return sorted(found)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="processes are killed as POSIX does")
def test_a_worker_that_is_killed_disturbs_nobody_else() -> None:
    with Workers(2) as workers:
        first, second = busy(workers, 2)
        results = [workers.submit(partial(own_process, 0.2)) for _task in range(12)]
        time.sleep(0.3)
        os.kill(first, signal.SIGKILL)
        done = [future.result(60) for future in results]
    assert len(done) == 12 and second in done


def stop_once(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return "done"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="processes are stopped as POSIX does")
def test_a_worker_that_was_stopped_is_told_and_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shogun.base.worker_pool.HEARTBEATS_BEFORE_LOSS", 6)
    monkeypatch.setattr("shogun.base.worker_pool.HEARTBEATS_BEFORE_WARNING", 3)
    told: list[str] = []
    with Workers(2) as workers, listening(told.append):
        processes = busy(workers, 2)
        began = time.monotonic()
        assert workers.submit(partial(stop_once, tmp_path / "mark")).result(60) == "done"
        assert time.monotonic() - began > 5.9
        left = set(busy(workers, 2)) & set(processes)
    assert told[0].startswith("A worker process hasn't responded for 3 s.")
    assert len(left) == 1


@pytest.mark.usefixtures("ctrl_c_is_heard")
@pytest.mark.skipif(os.name == "nt", reason="processes are stopped as POSIX does")
def test_who_waits_for_a_stopped_worker_can_be_interrupted(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), Workers(2) as workers:
        threading.Timer(2.0, _thread.interrupt_main).start()
        for _result in workers.map(stop_once, [tmp_path / "mark"]):
            raise AssertionError("it stands still")


def test_an_error_tells_where_in_the_worker_it_happened() -> None:
    with Workers(1) as workers, pytest.raises(ValueError) as caught:
        workers.submit(partial(fail, 3)).result(60)
    assert "in fail" in caught.value.__notes__[0]


class Odd(Exception):
    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def fail_oddly() -> None:
    raise Odd(1, 2)


def fail_as_if_a_worker_of_its_own_had_died() -> None:
    raise WorkerDied


def test_what_does_not_survive_the_way_is_told_all_the_same() -> None:
    with Workers(1) as workers:
        with pytest.raises(RuntimeError, match="Odd: 1 and 2"):
            workers.submit(fail_oddly).result(60)
        with pytest.raises(WorkerDied):
            workers.submit(fail_as_if_a_worker_of_its_own_had_died).result(60)
        with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
            workers.submit(lambda: 1).result(60)
        with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
            workers.submit(threading.Lock).result(60)
        assert workers.submit(partial(square, 3)).result(60) == 9


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt, GeneratorExit, asyncio.CancelledError])
def test_what_would_end_a_process_ends_only_its_task(kind: type[BaseException]) -> None:
    with Workers(1) as workers, pytest.raises(RuntimeError, match=f"{kind.__name__}: 7"):
        workers.submit(partial(raise_one, kind)).result(60)


def raise_one(kind: type[BaseException]) -> None:
    raise kind(7)


PRINTING = """
import os, sys
from shogun.base.worker_pool import Workers

def print_in_many_ways():
    print("by Python")
    os.write(1, b"by the system\\n")
    os.system("echo by a child")
    return sys.argv

if __name__ == "__main__":
    with Workers(1, loaded=sys.argv[2:]) as workers:
        known = workers.submit(print_in_many_ways).result(60)
        print(known, sys.argv[1:])
"""


@pytest.mark.parametrize("loaded", [[], ["json"]])
def test_workers_print_nothing_among_results_and_know_no_command_line(loaded: list[str], tmp_path: Path) -> None:
    (tmp_path / "printing.py").write_text(PRINTING)
    command = [sys.executable, str(tmp_path / "printing.py"), "seed", *loaded]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == f"{['']} {['seed', *loaded]}\n"
    assert sorted(done.stderr.splitlines()) == ["by Python", "by a child", "by the system"]


def in_a_pool_of_its_own() -> int:
    return nested.submit(os.getpid).result(60)


nested = Workers(1)


def test_a_worker_that_has_workers_ends_them_with_itself() -> None:
    with Workers(1) as workers:
        innermost = workers.submit(in_a_pool_of_its_own).result(60)
    assert not is_running(innermost)


def test_a_pool_that_was_closed_can_be_used_again() -> None:
    workers = Workers(1)
    assert workers.submit(partial(square, 3)).result(60) == 9
    running = workers.submit(partial(own_process, 0.5))
    waits = workers.submit(partial(own_process, 0.0))
    time.sleep(0.2)
    workers.close()
    assert running.done() and not running.cancelled()
    assert waits.cancelled()
    with workers:
        assert workers.submit(partial(square, 3)).result(60) == 9


@pytest.mark.slow
def test_with_one_task_each_every_task_has_a_process_of_its_own() -> None:
    with Workers(1, tasks_each=1) as workers:
        assert len(set(workers.map(own_process, [0.0] * 3))) == 3


PARENT = """
from functools import partial
import os, sys, time
from shogun.base.worker_pool import Workers

if __name__ == "__main__":
    workers = Workers(1, loaded=sys.argv[1:])
    print(workers.submit(os.getpid).result(60), flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(os.name == "nt", reason="processes are asked after as POSIX does")
@pytest.mark.parametrize("loaded", [(), ("json",)])
def test_workers_end_with_a_parent_that_is_killed(loaded: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    command = [sys.executable, str(tmp_path / "parent.py"), *loaded]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        worker = int(first_line(parent))
        parent.kill()
    deadline = time.monotonic() + 60
    while is_running(worker):
        assert time.monotonic() < deadline, "the worker outlives its parent"
        time.sleep(0.05)


def first_line(process: subprocess.Popen[str]) -> str:
    """Wait for the first line that a process prints."""
    assert process.stdout
    return process.stdout.readline()


PRESSED_WHILE_STARTING = """
import ctypes, os, signal, sys, time
from shogun.base.worker_pool import Workers
heard = []
if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    for delay in (0.05, 0.1, 0.2, 0.4):
        workers = Workers(2)
        workers.warm(os.getpid)
        time.sleep(delay)
        if sys.platform == "win32":
            ctypes.windll.kernel32.GenerateConsoleCtrlEvent(0, 0)
        else:
            os.killpg(0, signal.SIGINT)
        assert workers.submit(os.getpid).result(60) != os.getpid()
        workers.close()
    print("done")
"""


@pytest.mark.slow
def test_ctrl_c_while_workers_start_is_not_theirs(tmp_path: Path) -> None:
    """A terminal sends it to every process; these are of one of their own."""
    (tmp_path / "start.py").write_text(PRESSED_WHILE_STARTING, "utf-8")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "start.py")], capture_output=True, text=True, check=False, timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        start_new_session=True, creationflags=getattr(subprocess, "CREATE_NEW_CONSOLE", 0),
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


def interrupted_simulation() -> subprocess.CompletedProcess[str]:
    options = "simulate --games 500 --tower model --jobs 2 --json"
    heard = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"  # background jobs ignore it
    start = f"{heard}; from shogun.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", start, *options.split()]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    first_line(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent as POSIX does")
def test_an_interrupt_ends_a_simulation_in_one_sentence() -> None:
    done = interrupted_simulation()
    assert (done.returncode, done.stderr) == (INTERRUPTED, "shogun: interrupted\n")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent as POSIX does")
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_ends_an_opponents_long_thought(jobs: int) -> None:
    """Nobody waits for its end: this one would take an hour."""
    options = f"ladder --opponents greedy,strategist --players 3 --games 2 --tower model --budget 1000000 --jobs {jobs}"
    heard = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); print(1, flush=True)"
    start = f"{heard}; from shogun.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", start, *options.split()]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    first_line(process)
    time.sleep(6)  # so that it thinks; if it doesn't yet, it has to end all the same
    process.send_signal(signal.SIGINT)
    try:
        _out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, err) == (INTERRUPTED, "shogun: interrupted\n")


def test_workers_that_are_interrupted_end_at_once() -> None:
    with pytest.raises(KeyboardInterrupt), Workers(1) as workers:
        worker = workers.submit(os.getpid).result()
        workers.submit(partial(time.sleep, 3600))
        raise KeyboardInterrupt
    assert not is_running(worker)


def test_workers_that_are_abandoned_end_in_the_middle_of_their_task() -> None:
    workers = Workers(1)
    worker = workers.submit(os.getpid).result()
    endless = workers.submit(partial(time.sleep, 3600))
    workers.abandon()
    assert not is_running(worker)
    assert endless.done()


def test_a_script_without_its_guard_is_told_what_to_do(tmp_path: Path) -> None:
    script = tmp_path / "measuring.py"
    script.write_text("from shogun.lab import measure\nmeasure('classic', battles=4, discard=0, jobs=2)\n", "utf-8")
    paths = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, script], env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and done.stdout == ""
    *_way, told = done.stderr.strip().splitlines()
    assert 'begins below `if __name__ == "__main__":`' in told
    assert done.stderr.count("Traceback") == 1


@pytest.mark.skipif(os.name == "nt", reason="only POSIX has a process that cleans up afterwards")
def test_a_killed_program_leaves_no_warning_behind() -> None:
    program = """
        import os, signal
        from shogun.base.worker_pool import Workers
        if __name__ == "__main__":
            Workers(1).submit(os.getpid).result()
            os.kill(os.getpid(), signal.SIGKILL)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    assert done.stderr == ""

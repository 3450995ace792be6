"""Who takes chains on their way: this process alone, or several workers; and how both are interrupted."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from shogun.base.work import Workers
from shogun.lab.chains import Leg, Progress, go_on

Go = Callable[[Iterable[Leg]], Iterator[Progress]]
"""Yields where each leg has led, in order; raises KeyboardInterrupt and WorkerDied."""


@contextmanager
def crew(jobs: int) -> Iterator[Go]:
    """Yield what takes chains on their way with so many processes; after an interrupt none of them is waited for."""
    if jobs == 1:
        with late_interrupts() as interrupt_if_asked:
            yield partial(_go_alone, interrupt_if_asked)
        return
    with Workers(jobs) as workers:
        yield partial(workers.map, go_on)


def _go_alone(interrupt_if_asked: Callable[[], None], legs: Iterable[Leg]) -> Iterator[Progress]:
    for leg in legs:
        yield go_on(leg)
        interrupt_if_asked()


@contextmanager
def late_interrupts() -> Iterator[Callable[[], None]]:
    """Hold the first Ctrl-C back until the function that is yielded is called; the second one interrupts at once.

    An interrupt that comes while the physics library calls back would be lost. Where Ctrl-C does something else, or in
    another thread, nothing changes.
    """
    asked: list[int] = []

    def note(number: int, _frame: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    def interrupt_if_asked() -> None:
        if asked:
            raise KeyboardInterrupt

    in_main = threading.current_thread() is threading.main_thread()
    if not (in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler):
        yield interrupt_if_asked
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield interrupt_if_asked
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)

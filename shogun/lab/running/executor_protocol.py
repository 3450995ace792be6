"""What whoever does the work of many towers can do: processes of this machine (`executors.py`), or a cluster."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Executor(Protocol):
    """Does a task for each of some items."""

    def as_done(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield `function(item)` of each item as soon as it is there, in any order; `function` can be pickled.

        Raises KeyboardInterrupt, WorkerDied and LabError.
        """

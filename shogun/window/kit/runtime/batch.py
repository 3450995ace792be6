"""One deed after another for each of several things, a moment of each picture long, so that the window goes on."""

import time
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from shogun.base.language import ngettext
from shogun.window.kit.runtime.error_text import error_text

T = TypeVar("T")
R = TypeVar("R")

SLICE = 0.01
"""Seconds of a picture that go into it."""


class Batch(Generic[T, R]):
    """What is done to several things; one that fails doesn't keep the others from it."""

    def __init__(
        self,
        things: Sequence[T],
        deed: Callable[[T], R],
        errors: tuple[type[Exception], ...],
        finished: "Callable[[Batch[T, R]], None]",
    ) -> None:
        """`errors` are what `deed` may raise; `finished` is called once, at the end or when it was stopped."""
        self.things = things
        self.done: list[R] = []
        """What the deeds have come to."""
        self.failed: list[Exception] = []
        """Why some could not be done."""
        self._deed = deed
        self._errors = errors
        self._finished = finished

    @property
    def tried(self) -> int:
        """How many things it was done to, or tried."""
        return len(self.done) + len(self.failed)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be done."""
        return self.tried == len(self.things)

    def words(self, told: str) -> str:
        """Return what was done, in the words of `told`, and what could not be, with the first reason."""
        if not self.failed:
            return told
        count = len(self.failed)
        failed = ngettext("{n} failed: {why}", "{n} failed, for example: {why}", count)
        why = failed.format(n=count, why=error_text(self.failed[0]))
        return f"{told} {why}" if self.done else why

    def go_on(self) -> None:
        """Do as much as a moment has room for."""
        ends = time.monotonic() + SLICE
        while not self.is_over and time.monotonic() < ends:
            try:
                self.done.append(self._deed(self.things[self.tried]))
            except self._errors as error:
                self.failed.append(error)
        if self.is_over:
            self._finished(self)

    def stop(self) -> None:
        """Leave the rest as it is."""
        self.things = self.things[: self.tried]
        self._finished(self)

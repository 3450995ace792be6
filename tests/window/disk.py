"""A disk that fails under an open window, and has room again."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


def _no_room(_file: int, _data: bytes) -> int:
    raise OSError(28, "No space left on device")


def _no_room_at_last(_file: int) -> None:
    raise OSError(28, "No space left on device")


@contextmanager
def no_room() -> Iterator[None]:
    """While this lasts no file is written whole: the disk refuses it when it is waited for."""
    with pytest.MonkeyPatch.context() as disk:
        disk.setattr("shogun.base.files.sync", _no_room_at_last)
        yield


@contextmanager
def full_disk() -> Iterator[None]:
    """While this lasts nothing can be written to a journal."""
    with pytest.MonkeyPatch.context() as disk:
        disk.setattr(os, "write", _no_room)
        yield

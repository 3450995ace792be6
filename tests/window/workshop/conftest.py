import math
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import pytest

from shogun.base.worker_pool import Workers
from shogun.window.kit.runtime.app import App
from shogun.window.workshop import gallery_scene
from shogun.window.workshop.model.editor_model import EditorModel, opened
from shogun.window.workshop.model.falling_cubes import BackgroundMeasurement
from tests.window.clicking import window

T = TypeVar("T")


class Asleep(Workers):
    """Stands for workers that never answer."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        self.asked += 1
        return Future()


@pytest.fixture(autouse=True)
def far_from_towers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds towers in the checkout."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def towers_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gallery reads all towers before it is drawn, however busy the machine."""
    monkeypatch.setattr(gallery_scene, "FIRST_READING", math.inf)


@pytest.fixture
def desk() -> EditorModel:
    """A copy of classic on the bench, and nobody who measures."""
    return EditorModel(opened("classic"), BackgroundMeasurement(Asleep(), None))


@pytest.fixture
def app() -> Iterator[App]:
    """A window whose workers never answer."""
    with window() as opened_window:
        asleep: Any = Asleep()
        opened_window.workers = asleep
        yield opened_window

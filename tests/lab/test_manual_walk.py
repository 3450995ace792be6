"""Who follows the three examples of the manual, in an empty folder and with nothing of their own yet,
comes to their end: every command runs as it stands there, with fewer battles, and the page of all towers without films.
"""

import shlex
from functools import partial
from pathlib import Path

import msgspec
import pytest

from shogun.cli import main as run
from shogun.lab.measuring.chains import Protocol, Task, tasks
from shogun.lab.measuring.measurement import experiment
from shogun.lab.measuring.timed_measurement import cached_metrics_of, measured_quickly
from shogun.lab.running.batch_evaluation import BatchPlan
from shogun.tower import Geometry, load_tower
from shogun.tower.file.design import built
from shogun.window.kit.runtime.start_options import PlayOptions
from tests.manual_pages import blocks
from tests.tower.file.test_toml_values import EXAMPLES, followed

FEW = Protocol(chains=3, start=20, discarded=2, start_throws=1)
BATTLES, SECONDS = 12, 0.3
"""Of each tower that is measured, and of what ends by the clock."""
WITH_JOBS = ("measure", "sweep", "tune", "compare", "contest", "gallery", "simulate")
NAMES = {"A pin field": "pin-field", "Alternating shelves": "long-shelves", "A narrow hourglass": "two-necks"}
WRITTEN = ("two-necks.png", "two-necks.webp", "narrow.toml", "narrow.pdf", "towers.html")


def walk() -> list[list[str]]:
    """Return the commands of the three examples in the order in which they stand there."""
    lines = [line for block in blocks("towers/examples") for line in block.commands]
    return [shlex.split(line)[1:] for line in lines if line.startswith("shogun ")]


@pytest.fixture
def shortened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let everything measure little, in an empty folder, with no towers and no figures of anybody's."""

    def few_tasks(plan: BatchPlan, tower: Geometry) -> list[Task]:
        geometry = built(tower)
        return tasks(Task(geometry, plan.seed, 0, 0, plan.throws, FEW), min(plan.battles, BATTLES))

    monkeypatch.setattr(BatchPlan, "tasks", few_tasks)
    monkeypatch.setattr(
        "shogun.lab.measuring.measurement.experiment",
        lambda *asked: msgspec.structs.replace(experiment(*asked), protocol=FEW),
    )
    monkeypatch.setattr("shogun.lab.measuring.timed_measurement.HASTY", FEW)
    monkeypatch.setattr(
        "shogun.lab.measuring.timed_measurement.measured_quickly", partial(measured_quickly, seconds=SECONDS)
    )
    monkeypatch.setattr(
        "shogun.window.tower.gallery_page.cached_metrics_of", partial(cached_metrics_of, seconds=SECONDS)
    )
    monkeypatch.setattr("shogun.window.tower.gallery_page.LOOKED_AT", BATTLES)
    monkeypatch.setattr("shogun.window.tower.gallery_page.film_bytes", lambda _film, _ending: b"film")
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path / "own"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


@pytest.mark.slow
@pytest.mark.usefixtures("shortened")
def test_the_three_examples_can_be_followed_to_their_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []

    def opening(options: PlayOptions) -> int:
        opened.append(options.tower)
        return 0

    monkeypatch.setattr("shogun.cli.window_start.open_window", opening)
    for title, name in NAMES.items():
        assert run(["tower", "new", name]) == 0
        Path(f"{name}.toml").write_text(followed(title, **EXAMPLES[title]))
    commands = walk()
    assert {words[1] for words in commands} >= {"sweep", "check", "drop", "watch", "measure", "tune", "edit", "build"}
    for words in commands:
        assert run(few(words)) in allowed(words), (words, capsys.readouterr().err)
    assert all(Path(name).stat().st_size for name in WRITTEN) and load_tower("narrow").baffles
    assert opened == ["narrow"]
    page = Path("towers.html").read_text("utf-8")
    assert all(name in page for name in (*NAMES.values(), "narrow"))


def few(words: list[str]) -> list[str]:
    """Return a command for one process, with few battles and as few towers as may be searched among."""
    name = words[1] if words[0] == "tower" else words[0]
    words = [str(BATTLES) if before == "--battles" else word for before, word in zip(["", *words], words, strict=False)]
    return [
        *words,
        *(["--jobs", "1"] if name in WITH_JOBS else []),
        *(["--candidates", "20"] if name == "tune" else []),
    ]


def allowed(words: list[str]) -> tuple[int, ...]:
    """Return how a command may end: so few battles don't meet a target."""
    return (0, 1) if words[1] == "tune" else (0,)

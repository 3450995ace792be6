"""Every command of the manual runs as it stands, page by page, in an empty folder and with nothing of one's own yet.

Only the work is less: fewer battles, games and candidates, the page of all towers without films, no window opened.
"""

import io
import shlex
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shogun.cli import main as run
from shogun.lab.measuring.chains import SIZES, Protocol, Task, tasks
from shogun.lab.measuring.measurement import experiment
from shogun.lab.measuring.statistics import names_of, recording
from shogun.lab.measuring.timed_measurement import cached_metrics_of, measured_quickly
from shogun.lab.running.batch_evaluation import BatchPlan
from shogun.lab.validation import hopper, verification
from shogun.tower import Geometry, load_tower
from shogun.tower.file.design import built
from shogun.window.kit.runtime.start_options import PlayOptions
from tests.manual_pages import Block, blocks, names
from tests.tower.file.test_toml_values import EXAMPLES, followed

FEW = Protocol(chains=3, start=20, discarded=2, start_throws=1)
BATTLES, SECONDS = 12, 0.3
"""Of each tower that is measured, and of what ends by the clock."""
WITH_JOBS = (
    "measure", "sweep", "tune", "compare", "contest", "gallery", "simulate", "explore", "sensitivity", "residence",
    "sample-size", "verify", "fit", "match", "ladder", "odds",
)  # fmt: skip
LESS = {
    "simulate": {"--games": "1"},
    "ladder": {"--games": "1", "--budget": "1"},
    "hint": {"--playouts": "2"},
    "odds": {"--drops": "20"},
    "tune": {"--candidates": "20"},
    "explore": {"--candidates": "20", "--battles": "12"},
    "sensitivity": {"--samples": "4"},
    "residence": {"--battles": "60"},
    "sample-size": {"--pilot": "160"},
    "fit": {"--chains": "15"},
}
"""Options that make a command do less, by command."""
ANSWERS_NO = ("tune", "match", "verify", "compare", "check")
"""So few battles don't meet a target, for instance."""
NAMES = {"A pin field": "pin-field", "Alternating shelves": "long-shelves", "A narrow hourglass": "two-necks"}
WRITTEN = ("two-necks.png", "two-necks.webp", "narrow.toml", "narrow.pdf", "towers.html")


def walk(page: str) -> Iterator[tuple[Block, list[str]]]:
    """Yield the commands of a page in the order in which they stand there."""
    for block in blocks(page):
        commands = () if block.reason else block.commands
        yield from ((block, shlex.split(line)[1:]) for line in commands if line.startswith("shogun "))


PAGES = [name for name in names() if next(walk(name), None)]


@pytest.fixture
def shortened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let everything measure little, in an empty folder, with no towers and no figures of anybody's."""

    def few_tasks(plan: BatchPlan, tower: Geometry) -> list[Task]:
        geometry = built(tower)
        few = msgspec.structs.replace(FEW, chains=plan.protocol.chains)
        noted = recording(names_of(plan.statistics))
        return tasks(Task(geometry, plan.seed, 0, 0, plan.throws, few, recording=noted), min(plan.battles, BATTLES))

    def few_experiments(geometry: Geometry, plan: verification.VerificationPlan) -> Any:
        standard, fine = experiments(geometry, plan)
        return msgspec.structs.replace(standard, protocol=FEW), msgspec.structs.replace(fine, protocol=FEW)

    experiments = verification.experiments
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
    monkeypatch.setattr("shogun.lab.validation.verification.experiments", few_experiments)
    for name in ("QUICK", "FULL"):
        plan = getattr(verification, name)
        few = {"battles": 8, "fine_battles": 4, "chains": 3, "examine_every": 2, "cubes_alone": 4, "chains_alone": 2}
        monkeypatch.setattr(verification, name, msgspec.structs.replace(plan, **few))
    monkeypatch.setattr("shogun.lab.validation.calibration.CHAINS", (2, 2))
    monkeypatch.setattr(hopper, "verify_physics", partial(hopper.verify_physics, hopper.POINTS[:2], 2))
    monkeypatch.setattr("shogun.lab.measuring.throw_sizes.SIZES", SIZES[:2])
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path / "own"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # whoever plays by typed lines leaves at once
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.syspath_prepend(str(tmp_path / "work"))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[PlayOptions]:
    """Return what would have been opened in a window."""
    asked: list[PlayOptions] = []

    def opening(options: PlayOptions) -> int:
        asked.append(options)
        return 0

    monkeypatch.setattr("shogun.cli.window_start.open_window", opening)
    monkeypatch.setattr("shogun.cli.game_commands.play.open_window", opening)
    return asked


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.usefixtures("shortened")
@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_runs_in_an_empty_folder(
    page: str, opened: list[PlayOptions], capfd: pytest.CaptureFixture[str]
) -> None:
    for block in blocks(page):
        if block.file:
            Path(block.file).write_text(block.code, "utf-8")
    for title, name in NAMES.items() if page == "towers/examples" else ():
        assert run(["tower", "new", name]) == 0
        Path(f"{name}.toml").write_text(followed(title, **EXAMPLES[title]))
    for block, words in walk(page):
        done = run(less(words))
        told = capfd.readouterr()
        assert done in allowed(block, words), (words, told.err)
    for options in opened:
        assert all(path.is_file() for path in (options.journal, options.position) if path)
        assert not options.tower or load_tower(options.tower).name
    sys.modules.pop("careful", None)
    if page == "towers/examples":
        assert all(Path(name).stat().st_size for name in WRITTEN) and load_tower("narrow").baffles
        gallery = Path("towers.html").read_text("utf-8")
        assert all(name in gallery for name in (*NAMES.values(), "narrow"))


def less(words: list[str]) -> list[str]:
    """Return a command for one process, with few battles and as few towers as may be searched among."""
    name = words[1] if words[0] in ("tower", "position", "puzzle") else words[0]
    options = LESS.get(name, {}) | ({"--jobs": "1"} if name in WITH_JOBS else {})
    if "--battles" in words or (name in ("measure", "compare") and "--quick" not in words):
        options |= {"--battles": str(BATTLES)}
    if "--physics" in words and name == "verify":
        return [*words, "--jobs", "1"]
    for option, value in options.items():
        at = words.index(option) if option in words else len(words)
        words = [*words[:at], option, value, *words[at + 2 :]]
    return words


def allowed(block: Block, words: list[str]) -> tuple[int, ...]:
    """Return how a command may end: refused only if the page shows that it is."""
    if block.language == "console" and "\nshogun: " in block.code:
        return (2,)
    return (0, 1) if words[1] in ANSWERS_NO else (0,)

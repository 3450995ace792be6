"""The short form of `touches.py`: some deeds at all their touches; and that what is half done would be noticed."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from shogun.window.kit.runtime.settings import settings_path
from tests.robustness import touches
from tests.robustness.deeds import DEEDS, Deed
from tests.robustness.touches import Loss, Tally, borders, try_all

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes can't be forked here")


@pytest.mark.slow
@pytest.mark.parametrize("deed", ["settings", "damaged ratings", "answer", "half-laid plan", "drops", "deleted game"])
def test_nothing_is_lost_whatever_the_disk_does_at_any_touch(deed: str) -> None:
    command = [sys.executable, "-m", "tests.robustness.touches", "--deed", deed, "--bytes", "6"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1 deeds: ") and done.stdout.endswith("nothing half done, no lock left\n")


def _said() -> str:
    return settings_path().read_text("utf-8") if settings_path().exists() else ""


def _prepare() -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text("before" * 20, "utf-8")


def _careless() -> None:
    handle = os.open(settings_path(), os.O_WRONLY | os.O_TRUNC)
    with os.fdopen(handle, "wb") as file:
        file.write(b"after" * 20)


def _boastful() -> bool:
    try:
        _careless()
    except OSError:
        return True
    return True


def _destructive() -> None:
    settings_path().with_name("new").write_text("after", "utf-8")
    os.replace(settings_path().with_name("new"), settings_path())  # noqa: PTH105  as a touch


def _stuck() -> None:
    raise AssertionError("a mistake of the program")


@pytest.mark.parametrize(
    ("do", "kept", "told"),
    [
        (_careless, b"", "killed at touch"),
        (_destructive, b"before" * 20, "it isn't even done on a good disk"),
    ],
)
def test_what_is_half_done_or_written_over_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch, do: Callable[[], None], kept: bytes, told: str
) -> None:
    monkeypatch.setitem(DEEDS, "x", Deed(_prepare, do, _said, kept))
    with pytest.raises(Loss, match=told):
        try_all("x", 2, Random(1), Tally())


def test_what_is_told_as_done_and_is_not_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEEDS, "x", Deed(_prepare, _boastful, _said))
    trial = touches.Trial("x", Tally())
    with pytest.raises(Loss, match=r"touch 0 \(open\) refused"):
        trial.refuse(0, for_good=False)
    with pytest.raises(Loss, match="full after 7 bytes"):
        trial.fill(7)


def test_a_mistake_of_the_program_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEEDS, "x", Deed(_prepare, _stuck, _said))
    with pytest.raises(AssertionError, match="a mistake"):
        touches.Trial("x", Tally())


def test_all_ends_of_writes_are_tried_and_others() -> None:
    asked = [("open", 0), ("write", 10), ("fsync", 0), ("write", 5)]
    assert {0, 1, 9, 10, 11, 14} <= set(borders(asked, 0, Random(1))) <= set(range(15))
    assert len(borders([("write", 10_000)], 50, Random(1))) > 40
    assert borders([("mkdir", 0)], 50, Random(1)) == []


def test_a_disk_counts_what_the_program_asks_of_it(tmp_path: Path) -> None:
    disk = touches.Disk(lambda *_touch: None)
    with disk.mounted():
        handle = os.open(tmp_path / "file", os.O_WRONLY | os.O_CREAT)
        with os.fdopen(handle, "wb") as file:
            file.write(b"12345")
        (tmp_path / "file").rename(tmp_path / "other")
        (tmp_path / "other").unlink()
    assert disk.touches == [("open", 0), ("write", 5), ("rename", 0), ("unlink", 0)]

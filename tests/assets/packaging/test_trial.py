"""A program is tried as its users have it, and refused if it fails; the table tells how."""

import os
import sys
from pathlib import Path

import pytest

from build import Package, table
from running import BuildFailed
from tests.window.real.real_window import SHOGUN, missing
from trial import Picture, Program, Trial, try_out


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_the_installed_program_plays_measures_and_opens_its_window() -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    trial = try_out(Program((str(SHOGUN),), kept))
    assert trial.done == ["battle", "workers", "sweep", "window"]
    assert trial.menu is not None and trial.picture is not None and trial.picture.colors() > 40


@pytest.mark.parametrize("code", ["import sys; sys.exit('it is broken')", "print('{\"out\": {}}')"])
def test_a_program_that_fails_or_lets_no_cube_out_is_refused(code: str) -> None:
    with pytest.raises(BuildFailed, match=r"it is broken|no cube comes out"):
        try_out(Program((sys.executable, "-c", code), os.environ))


def test_the_table_has_a_row_for_each_file(tmp_path: Path) -> None:
    file = tmp_path / "shogun.deb"
    file.write_bytes(bytes(1_500_000))
    tried = Package(file, 3_000_000, "extracted", Trial(["battle", "window"], 0.7))
    assert table([tried]).splitlines()[-1] == "| `shogun.deb` | 1.5 | 3.0 | 0.70 | extracted: battle, window |"
    assert table([Package(file, 0, "not tried")]).splitlines()[-1] == "| `shogun.deb` | 1.5 | 0.0 |  | not tried |"


def test_colors_of_a_picture_are_counted() -> None:
    assert Picture((70, 1), bytes(4 * 70)).colors() == 1
    assert Picture((70, 1), b"".join(bytes([at, 0, 0, 0]) for at in range(70))).colors() == 10

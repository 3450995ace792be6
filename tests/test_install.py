"""An editable and a plain install find their files from any folder, and a checkout's edited file is the one used.

Each install goes into a fresh virtual environment that borrows only the libraries of this one.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
WHERE = "import shogun.base.resources as r, shogun.tower as t; print(r.ASSETS); print(t.load_tower('classic').title)"

pytest.importorskip("pip", reason="installs are made by pip")
pytest.importorskip("hatchling", reason="installs are built by hatchling, of the extra `dev`")


def run(*command: object, folder: Path) -> str:
    done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fresh_environment(folder: Path) -> Path:
    """A virtual environment without shogun that sees this one's libraries; its Python comes back."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, folder=folder.parent)
    python = folder / SCRIPTS / Path(sys.executable).name
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder).strip()
    Path(site, "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python


def checkout(folder: Path) -> Path:
    """A copy of what a clone holds."""
    for name in ("shogun", "assets", "tower_geometry"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def install(python: Path, *what: object) -> None:
    offline = ("--no-deps", "--no-index", "--no-build-isolation", "-q")
    run(sys.executable, "-m", "pip", "--python", python, "install", *offline, *what, folder=python.parent)


def edit(tower: Path) -> None:
    """Give a tower another title."""
    text = tower.read_text("utf-8")
    tower.write_text(re.sub(r"^title = .*$", 'title = "Edited"', text, count=1, flags=re.MULTILINE), "utf-8")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A working folder that has nothing to do with the program."""
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere"


@pytest.mark.slow
def test_a_plain_install_carries_its_files(tmp_path: Path, elsewhere: Path) -> None:
    clone = checkout(tmp_path / "clone")
    python = fresh_environment(tmp_path / "environment")
    install(python, clone)
    shutil.rmtree(clone)
    assets, title = run(python, "-c", WHERE, folder=elsewhere).splitlines()
    assert Path(assets).parent.name == "shogun"
    assert (tmp_path / "environment") in Path(assets).parents
    assert title
    assert "Użycie" in run(python, "-m", "shogun", "odds", "--help", "--language", "pl", folder=elsewhere)
    command = python.parent / "shogun"
    drop = ("tower", "drop", "classic", "--cubes", "red=5", "--seed", "3", "--json")
    assert run(command, *drop, folder=elsewhere) == run(python, "-m", "shogun", *drop, folder=elsewhere)
    game = ("simulate", "--games", "1", "--seed", "7", "--tower", "model", "--json")
    assert '"winners"' in run(command, *game, folder=elsewhere)


@pytest.mark.slow
def test_an_editable_install_uses_the_edited_file_of_its_checkout(tmp_path: Path, elsewhere: Path) -> None:
    clone = checkout(tmp_path / "clone")
    python = fresh_environment(tmp_path / "environment")
    install(python, "-e", clone)
    assets, title = run(python, "-c", WHERE, folder=elsewhere).splitlines()
    assert Path(assets) == clone / "assets"
    assert title != "Edited"
    assert not list((tmp_path / "environment").rglob("classic.toml")), "no copy that would grow stale"
    edit(clone / "tower_geometry" / "classic.toml")
    assert run(python, "-c", WHERE, folder=elsewhere).splitlines()[1] == "Edited"


@pytest.mark.slow
def test_a_checkout_wins_over_an_installed_copy(tmp_path: Path) -> None:
    clone = checkout(tmp_path / "clone")
    python = fresh_environment(tmp_path / "environment")
    install(python, clone)
    edit(clone / "tower_geometry" / "classic.toml")
    assert run(python, "-c", WHERE, folder=clone).splitlines()[1] == "Edited"

"""How the program starts: quickly, and without a display with a sentence that says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from shogun.cli.errors import WRONG

HEAVY = ("numpy", "pymunk", "pygame", "cyclopts", "rich")
DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
has_unix_display = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="a display can't be taken away here")


def python(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in DISPLAY}
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(
        command, env=kept | environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def loaded(code: str) -> list[str]:
    """The heavy libraries that some code loads in a fresh process."""
    done = python("-c", f"import sys\n{code}\nprint(*[name for name in {HEAVY!r} if name in sys.modules])")
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_importing_shogun_loads_no_library() -> None:
    assert loaded("import shogun") == []


def test_rules_and_table_load_neither_numpy_nor_pymunk() -> None:
    assert (
        loaded("import shogun.games.shogun.rules, shogun.table.replay, shogun.table.session, shogun.table.saved_games")
        == []
    )


@pytest.mark.slow
def test_the_quick_tower_needs_no_numpy() -> None:
    code = "from shogun import cli; cli.main('simulate --tower model --json --seed 7'.split())"
    done = python("-c", f"{code}\nimport sys; assert not {{'numpy', 'pymunk', 'pygame'}} & set(sys.modules)")
    assert done.returncode == 0, done.stderr


def test_bare_shogun_opens_the_window_before_any_library_of_the_command_line() -> None:
    window = (
        "import types\n"
        "window = types.ModuleType('shogun.window.kit.runtime.app')\n"
        "window.run = lambda options, follow: 0\n"
        "sys.modules['shogun.window.kit.runtime.app'] = window\n"
        "import os; os.environ['SDL_VIDEODRIVER'] = 'dummy'\n"
        "sys.argv = ['shogun']\n"
        "from shogun.__main__ import main\n"
        "assert main() == 0\n"
    )
    assert not {"cyclopts", "rich"} & set(loaded(window))


@pytest.mark.slow
@has_unix_display
@pytest.mark.parametrize(
    "words", [[], ["play", "--seed", "7"], ["tower", "edit", "classic"], ["tower", "watch", "classic"]]
)
def test_without_a_display_a_sentence_says_what_to_do(words: list[str]) -> None:
    done = python("-m", "shogun", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (WRONG, "", 1)
    assert done.stderr.startswith("shogun: there is no display to open a window on: run it on a desktop")


def test_the_old_pygame_is_told_with_how_to_repair_it(tmp_path: Path) -> None:
    (tmp_path / "pygame").mkdir()
    (tmp_path / "pygame" / "__init__.py").write_text("ver = '2.6.1'\n")
    done = python("-m", "shogun", PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip uninstall -y pygame pygame-ce" in done.stderr


def test_an_old_pygame_that_lies_beside_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    from shogun.window.kit.runtime.display import old_pygame

    assert not old_pygame()
    (tmp_path / "pygame-2.6.1.dist-info").mkdir()
    monkeypatch.setattr(pygame, "__file__", str(tmp_path / "pygame" / "__init__.py"))
    assert old_pygame()

"""The program for people without Python is built, unpacked into an empty home, used, and removed without a trace.

    python -m pytest -m study tests/assets/packaging

It takes some minutes and needs the network, dpkg-deb, Xvfb and xdotool.

With `SHOGUN_PACKAGE` naming a Debian package that `build.py` has made, that one is looked at.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from shogun.table.game_archive import export_game
from shogun.window.kit.runtime.settings import AT_ONCE, Settings, save_settings
from tests.window.clicking import window
from tests.window.real.play_real_window import Album, begin, play
from tests.window.real.real_window import Mirror, Screen, missing, program, screen, until

ROOT = Path(__file__).resolve().parents[3]
SIZE = (1280, 720)
STATE = re.compile(rb'"state":"(\w+)"')
"""What a journal tells of where the game stands, each season."""
MENU_COLOURS = 40
"""There are more of them in the menu, and fewer in a window in which nothing is drawn yet."""
MOST_UNPACKED, MOST_TO_DOWNLOAD = 120e6, 45e6

pytestmark = [
    pytest.mark.study,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(sys.platform != "linux" or not shutil.which("dpkg-deb"), reason="Debian packages are made here"),
]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if made := os.environ.get("SHOGUN_PACKAGE"):
        return Path(made)
    output = tmp_path_factory.mktemp("packages")
    subprocess.run([sys.executable, ROOT / "assets/packaging/build.py", "--output", output], check=True)
    return next(output.glob("*.deb"))


@pytest.fixture(scope="module")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the root of a system in which nothing is but the package."""
    root = tmp_path_factory.mktemp("root")
    subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
    return root


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty home; the test itself looks for games and settings there too."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("SHOGUN_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    yield home
    strays = [path for path in home.rglob("*") if path.is_file() and "shogun" not in path.parts]
    assert strays == []


def alone(installed: Path, home: Path, *words: str | Path) -> list[str]:
    """Return the command that runs the program where nothing else is, no Python either."""
    bare = ["env", "-i", f"HOME={home}", "PATH=/nonexistent", "LANG=C.UTF-8"]
    if display := os.environ.get("DISPLAY"):
        bare.append(f"DISPLAY={display}")
    return [*bare, str(installed / "usr/bin/shogun"), *map(str, words)]


def run(installed: Path, home: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = alone(installed, home, *words)
    return subprocess.run(command, cwd=home, capture_output=True, text=True, check=False, timeout=600)


def test_it_is_small(package: Path, installed: Path) -> None:
    files = [path for path in installed.rglob("*") if path.is_file() and not path.is_symlink()]
    assert sum(path.stat().st_size for path in files) <= MOST_UNPACKED
    assert package.stat().st_size <= MOST_TO_DOWNLOAD


def test_menu_entries_and_types_of_files_are_there(installed: Path) -> None:
    share = installed / "usr/share"
    entry = (share / "applications/shogun.desktop").read_text("utf-8")
    assert "Exec=shogun play %f" in entry and "MimeType=application/x-shogun-game;" in entry
    assert '<glob pattern="*.shogun"/>' in (share / "mime/packages/shogun.xml").read_text("utf-8")
    assert (share / "icons/hicolor/256x256/apps/shogun.png").is_file()
    assert "SIL OPEN FONT LICENSE" in (share / "doc/shogun/copyright").read_text("utf-8").upper()


def test_all_commands_are_there(installed: Path, home: Path) -> None:
    for words in ("play", "simulate", "ladder", "replay", "odds", "hint", "tower drop", "tower sweep", "tower build"):
        done = run(installed, home, *words.split(), "--help")
        assert (done.returncode, done.stderr) == (0, ""), words


def test_a_tower_is_measured_by_two_workers(installed: Path, home: Path) -> None:
    done = run(installed, home, "tower", "measure", "classic", "--battles", "40", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "All intervals hold" in done.stdout


def test_games_are_the_same_for_any_number_of_workers(installed: Path, home: Path) -> None:
    game = ("simulate", "--games", "2", "--players", "3", "--opponents", "greedy,greedy,planner", "--seed", "3")
    found = []
    for jobs in "12":
        journals = home / "shogun" / jobs
        assert run(installed, home, *game, "--journals", journals, "--jobs", jobs).stderr == ""
        found.append([STATE.findall(path.read_bytes()) for path in sorted(journals.iterdir())])
        assert run(installed, home, "replay", next(journals.iterdir()), "--check").returncode == 0
    assert found[0] == found[1] and all(found[0])


def test_what_needs_more_libraries_says_so(installed: Path, home: Path) -> None:
    done = run(installed, home, "tower", "build", "classic", "--output", home / "sheets.pdf")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_picture_comes_from_a_cold_start_and_from_a_warm_one(
    installed: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with screen(SIZE, tmp_path) as display:
        monkeypatch.setenv("DISPLAY", display.name)
        for start in ("cold", "cold", "cold", "warm", "warm", "warm"):
            if start == "cold":
                forget(installed)
            began = time.monotonic()
            with program(display, alone(installed, home)) as opened:
                until(lambda: colours(display) > MENU_COLOURS, "the menu")
                print(f"{start} start: the menu after {time.monotonic() - began:.2f} s, of the processor", end=" ")
                print(f"{processor_time(opened.pid):.2f} s")
            until(lambda: colours(display) == 1, "an empty screen")


def forget(folder: Path) -> None:
    """Let the system read the files of a folder anew from the disk when they are asked for next."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def colours(display: Screen) -> int:
    """Return how many colours are on the screen, by every seventh pixel of every seventh line."""
    picture = display.picture()
    width, height = picture.get_size()
    return len({picture.get_at_mapped((x, y)) for x in range(0, width, 7) for y in range(0, height, 7)})


def processor_time(pid: int) -> float:
    """Return how long a program and what it waited for have kept the processor busy, s."""
    ticks = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[11:15]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_season_is_played_by_clicks_and_the_game_sent_to_a_friend(
    installed: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_settings(Settings(introduction_seen=True, speed=4.0, computers_speed=AT_ONCE, odds=False, size=SIZE))
    with screen(SIZE, tmp_path) as display:
        monkeypatch.setenv("DISPLAY", display.name)
        pictures = tmp_path / "pictures"
        began = time.monotonic()
        with program(display, alone(installed, home)), window(SIZE) as app:
            mirror, album = Mirror(app, display), Album(pictures, display)
            begin(mirror, album, seed=7)
            contents = play(mirror, album, until="actions/year1/summer")
        print(f"a season in {time.monotonic() - began:.0f} s")
        assert not contents.is_finished
        sent = export_game(next(home.rglob("*.journal")), tmp_path)
        friend = tmp_path / "friend"
        friend.mkdir()
        with program(display, alone(installed, friend, "play", sent)) as opened:
            until(lambda: bool(games(friend)), "the game that was sent, among the friend's own")
            assert opened.poll() is None


def games(home: Path) -> list[Path]:
    return list(home.rglob("*.journal"))

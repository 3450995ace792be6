"""A drop as a picture, still or moving, asked for on the command line; no display is needed."""

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from shogun.games import GAMES
from tests.cli.test_commands import refused, run

DROP = ("tower", "drop", "classic", "--cubes", "red=7,zinc=5,peasant=3", "--seed", 3)
SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_of_a_drop_shows_every_cube_where_it_lies(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _err = run(capsys, *DROP, "--json", "--picture", tmp_path / "a.svg")
    report = json.loads(out)
    assert code == 0
    polygons = [one.attrib["points"] for one in ElementTree.parse(tmp_path / "a.svg").iter(f"{SVG}polygon")]
    corners = [[tuple(map(float, point.split(","))) for point in one.split()] for one in polygons]
    squares = [four for four in corners if len(four) == 4 and abs(math.dist(four[0], four[1]) - 7.6) < 0.01]
    assert len(squares) == 15
    middles = {(round(sum(x for x, _ in four) / 4, 1), round(-sum(y for _, y in four) / 4, 1)) for four in squares}
    for cube in report["resting"]:
        assert min(math.dist((cube["x"], cube["y"]), middle) for middle in middles) < 0.15


@pytest.mark.parametrize("ending", ["png", "webp", "PNG"])
def test_pictures_of_pixels_are_pictures(ending: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, *DROP, "--picture", tmp_path / f"a.{ending}")[0] == 0
    with Image.open(tmp_path / f"a.{ending}") as image:
        assert (image.height, getattr(image, "n_frames", 1)) == (1280, 1)
        assert len(set(image.convert("RGB").resize((60, 100)).get_flattened_data())) > 100


def test_the_picture_changes_nothing_of_the_drop(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plain = run(capsys, *DROP, "--json")[1]
    assert run(capsys, *DROP, "--json", "--picture", tmp_path / "a.svg")[1] == plain


@pytest.mark.parametrize(("ending", "rate"), [("webp", 60), ("gif", 50)])
def test_a_film_of_a_drop_lasts_as_long_as_the_drop(
    ending: str, rate: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / f"a.{ending}"
    code, out, _err = run(capsys, "tower", "watch", "steep", "--cubes", "red=2,tin=1", "--seed", 5, "--record", path)
    assert code == 0
    seconds = float(out.split(" s,")[0].split()[-1])
    with Image.open(path) as film:
        times = []
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            film.load()
            times.append(film.info["duration"] / 1000)
    assert sum(times[:-1]) == pytest.approx(seconds + 0.6, abs=0.06)  # with the cup that brings them
    assert sorted(times)[len(times) // 2] == pytest.approx(1 / rate, abs=0.002)


@pytest.mark.slow
def test_nothing_but_the_report_is_written_to_stdout(tmp_path: Path) -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    environment.pop("PYGAME_HIDE_SUPPORT_PROMPT", None)
    command = [sys.executable, "-m", "shogun", *map(str, DROP), "--json", "--picture", str(tmp_path / "a.png")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["seed"] == 3


@pytest.mark.parametrize("game", GAMES)
def test_no_screen_prints_a_banner(game: str) -> None:
    module = game.replace("-", "_")
    environment = {name: value for name, value in os.environ.items() if name != "PYGAME_HIDE_SUPPORT_PROMPT"}
    code = f"import shogun.games.{module}.screen.pieces, sys; assert 'pygame' in sys.modules"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.skipif(not hasattr(signal, "SIGQUIT"), reason="there is no such key")
@pytest.mark.parametrize("opening", ["draw_without_a_window()", "init_display()"])
def test_quitting_by_a_key_prints_nothing(opening: str) -> None:
    code = (
        "import os, resource, signal\n"
        "from shogun.window.kit.runtime.display import draw_without_a_window, init_display\n"
        "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n"
        "signal.signal(signal.SIGQUIT, signal.SIG_DFL)\n"
        f"{opening}\n"
        "os.kill(os.getpid(), signal.SIGQUIT)\n"
    )
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGQUIT, "", "")


@pytest.mark.parametrize("name", ["a.bmp", "nowhere/a.png", "a", "folder.png"])
def test_a_picture_that_cannot_be_saved_is_refused(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "folder.png").mkdir()
    told = refused(capsys, *DROP, "--picture", tmp_path / name)
    assert "choose a file" in told or "must end in .png" in told
    assert [path.name for path in tmp_path.iterdir()] == ["folder.png"]


@pytest.mark.parametrize("name", ["a.mp4", "nowhere/a.webp", "a.png", "folder.gif"])
def test_a_film_that_cannot_be_saved_is_refused(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "folder.gif").mkdir()
    told = refused(capsys, "tower", "watch", "classic", "--record", tmp_path / name)
    assert "choose a file" in told or "must end in .webp or .gif" in told
    assert [path.name for path in tmp_path.iterdir()] == ["folder.gif"]

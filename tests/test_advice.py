"""No text and no sentence of the program tells anybody to install what isn't this program or one of its libraries.

The index of Python packages has a `shogun` of somebody else's. So every command that installs, wherever one is written
down or made up, is tried here with an index that holds our wheel and a stranger's of that name.
"""

import html
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import InvalidRequirement, Requirement

import shogun
import shogun_battle_tower
from shogun.base import installation
from shogun.base.installation import command_line, how_to_install, install_command
from tests.systems import WINDOWS
from tests.test_install import ROOT, checkout, fresh_environment, install, run

NAME = shogun.__distribution__
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
LIBRARIES = {Requirement(line).name for lines in (PROJECT["dependencies"], *EXTRAS.values()) for line in lines}
OUR_FOLDER = re.compile(r"\.(\[[\w,]+\])?")
"""How a command that is given in the program's folder names that folder."""
INSTALLING = re.compile(
    r"(?:pip3? install|pipx (?:install|inject)|uv (?:tool|pip) install|uv add)"
    r"((?:[ \t]+(?:'[^'\n]+'|\"[^\"\n]+\"|[^\s'\"`()<>|&{}]+))+)"
)
VALUED = ("-r", "--python", "-o")
"""Options that a value follows."""

pytest.importorskip("pip", reason="advice is tried by pip")
pytest.importorskip("hatchling", reason="our wheel is built by hatchling, of the extra `dev`")


def texts() -> Iterator[Path]:
    """Return all that users and helpers read: pages, texts with their translations, docstrings, descriptions."""
    yield from (ROOT / name for name in ("README.md", "CHANGELOG.md", "pyproject.toml", ".ci/run"))
    for folder in ("shogun", "assets", "tower_geometry"):
        yield from (
            path for path in sorted((ROOT / folder).rglob("*"))
            if path.suffix in (".py", ".md", ".po", ".html", ".toml", ".spec", ".nsi")
        )  # fmt: skip


def shown(path: Path) -> str:
    """Return the text of a file as somebody reads it."""
    text = path.read_text("utf-8", errors="replace")
    return (
        html.unescape(re.sub(r"<[^<>]*>", "", text.replace("</code>", "`")))
        if path.suffix == ".html"
        else text.replace('\\"', '"')
    )


def advised(text: str) -> Iterator[str]:
    """Return what the commands in a text install, a requirement or a folder each."""
    for command in INSTALLING.findall(text):
        words = iter(word.strip("'\"") for word in re.findall(r"'[^'\n]+'|\"[^\"\n]+\"|[^\s'\"`]+", command))
        for word in words:
            if word in VALUED:
                next(words, None)
            elif not word.startswith("-"):
                yield word


def is_ours(wanted: str) -> str:
    """Return what an index is asked for where our program is meant; empty for one of its libraries."""
    if OUR_FOLDER.fullmatch(wanted):
        return NAME + wanted.removeprefix(".")
    try:
        return "" if Requirement(wanted).name in LIBRARIES - {NAME} else wanted
    except InvalidRequirement:
        return wanted


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our wheel and a stranger's."""
    folder = tmp_path_factory.mktemp("index")
    offline = ("--no-deps", "--no-index", "--no-build-isolation", "-q")
    run(sys.executable, "-m", "pip", "wheel", *offline, "-w", folder, ROOT, folder=folder)
    with zipfile.ZipFile(folder / "shogun-99.0-py3-none-any.whl", "w") as wheel:
        notes = {
            "METADATA": "Metadata-Version: 2.1\nName: shogun\nVersion: 99.0\n",
            "WHEEL": "Wheel-Version: 1.0\nGenerator: none\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            "RECORD": "",
        }
        wheel.writestr("shogun/__init__.py", "")
        for name, text in notes.items():
            wheel.writestr(f"shogun-99.0.dist-info/{name}", text)
    return folder


def tried(index: Path, command: list[str], folder: Path) -> list[str]:
    """Return the names of what a command of pip's would install from that index, or why it would fail."""
    report = folder / "report.json"
    trial = ("--isolated", "--dry-run", "--no-deps", "--no-index", "--no-build-isolation", "-q", "--report", report)
    done = subprocess.run(
        [*command, *map(str, trial), "--find-links", str(index)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0 or "does not provide the extra" in done.stderr:
        return [done.stderr]
    return [one["metadata"]["name"] for one in json.loads(report.read_text("utf-8"))["install"]]


def test_what_is_read_as_advice() -> None:
    assert list(advised("`pip install 'shogun[lab]'`, or (pipx install .)")) == ["shogun[lab]", "."]
    assert list(advised('"install it with pip install shogun."')) == ["shogun."]
    assert list(advised('cmd /c "py -m pip install -q -e .[dev] && x"; pip install -r a.lock "b[c]"')) == [
        ".[dev]",
        "b[c]",
    ]
    assert [is_ours(word) for word in (".", ".[lab]", "pillow", "shogun[lab]", "shogun")] == [
        NAME, f"{NAME}[lab]", "", "shogun[lab]", "shogun",
    ]  # fmt: skip


@pytest.mark.slow
def test_no_text_has_a_strangers_package_installed(index: Path, tmp_path: Path) -> None:
    found: dict[str, set[str]] = {}
    for path in texts():
        for wanted in map(is_ours, advised(shown(path))):
            found.setdefault(wanted, set()).add(str(path.relative_to(ROOT)))
    found.pop("", None)
    assert f"{NAME}[dev]" in found and f"{NAME}[agents]" in found, "they are found where they are known to be"
    pip = [sys.executable, "-m", "pip", "install", "--ignore-installed"]
    strange = {wanted: places for wanted, places in found.items() if tried(index, [*pip, wanted], tmp_path) != [NAME]}
    assert strange == {}


@pytest.mark.slow
@pytest.mark.parametrize("origin", ["checkout", "folder", "wheel", "lost wheel", "index"])
def test_what_the_program_advises_installs_nothing_else(origin: str, index: Path, tmp_path: Path) -> None:
    python = fresh_environment(tmp_path / "environment")
    wheel = shutil.copy(next(index.glob("shogun_battle_tower-*.whl")), tmp_path)
    clone = checkout(tmp_path / "a clone") if origin in ("checkout", "folder") else None
    given: dict[str, tuple[object, ...]] = {
        "checkout": ("-e", clone), "folder": (clone,), "wheel": (wheel,), "lost wheel": (wheel,),
        "index": (NAME, "--find-links", index, "--ignore-installed"),
    }  # fmt: skip
    install(python, *given[origin])
    if origin == "lost wheel":
        Path(wheel).unlink()
    asking = "from shogun.base.installation import *; print(install_command('ribs', extra='explore'))"
    command = run(python, "-I", "-c", asking, folder=tmp_path).strip()
    version = shogun.__version__
    assert command == command_line(
        str(python), "-m", "pip", "install",
        *{
            "checkout": ("-e", f"{clone}[explore]"),
            "folder": (f"{NAME}[explore] @ file://{str(clone).replace(' ', '%20')}",),
            "wheel": (f"{NAME}[explore] @ file://{wheel}",),
        }.get(origin, (f"{NAME}[explore]=={version}",)),
    )  # fmt: skip
    assert tried(index, shlex.split(command), tmp_path) in ([NAME], [])


@pytest.mark.parametrize(
    ("notes", "has_pip", "told"),
    [
        ({"pipx_metadata.json": ""}, True, "pipx inject {folder} 'ribs>=0.8' 'salib>=1.5'"),
        ({"uv-receipt.toml": ""}, False, "uv tool install -e '{root}[explore]'"),
        ({"pyvenv.cfg": "home = x\nuv = 0.9\n"}, False, "uv pip install --python {python} -e '{root}[explore]'"),
        ({"pyvenv.cfg": "home = x\nuv = 0.9\n"}, True, "{python} -m pip install -e '{root}[explore]'"),
        ({}, False, "{python} -m pip install -e '{root}[explore]'"),
    ],
)
def test_whoever_made_the_environment_is_advised(
    notes: dict[str, str], has_pip: bool, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        requires = (
            "numpy>=1.26",
            "ribs>=0.8; extra == 'explore'",
            'salib>=1.5; extra == "explore"',
            "x; extra == 'lab'",
        )

    for name, text in notes.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(installation, "_distribution", Installed)
    monkeypatch.setattr(installation, "find_spec", lambda name: has_pip or None)
    command = install_command("ribs", extra="explore")
    expected = told.format(folder=tmp_path.name, root=ROOT, python=sys.executable)
    assert command == (expected.replace("'", '"') if WINDOWS else expected)


def test_a_build_without_python_advises_no_installer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "pip" in how_to_install("ribs", extra="explore")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    sentence = how_to_install("ribs", extra="explore")
    assert "can't load more libraries" in sentence and not INSTALLING.search(sentence)


def test_windows_has_its_own_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    words = (r"C:\Program Files\python.exe", "-m", "pip", "install", "pygame-ce", "numpy>=1.26", r"C:\a[lab]")
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        command = command_line(*words)
    assert command == r'"C:\Program Files\python.exe" -m pip install pygame-ce "numpy>=1.26" "C:\a[lab]"'


# The start


def started(paths: list[Path], folder: Path) -> subprocess.CompletedProcess[str]:
    """What the installed command does where Python looks into these folders first."""
    command = "import sys, shogun_battle_tower; sys.argv = ['shogun', 'games']; sys.exit(shogun_battle_tower.main())"
    start = Path(shogun_battle_tower.__file__).parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*paths, start)))}
    return subprocess.run(
        [sys.executable, "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_a_strangers_package_in_the_way_is_told_in_a_sentence(tmp_path: Path) -> None:
    stranger = tmp_path / "site" / "shogun"
    stranger.mkdir(parents=True)
    (stranger / "__init__.py").write_text("raise RuntimeError('it was imported')\n")
    shutil.copy(shogun_battle_tower.__file__, tmp_path / "site")
    done = started([tmp_path / "site"], tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"shogun: another package called shogun is in the way ({stranger}): uninstall it "
        f'("{sys.executable}" -m pip uninstall shogun), and install this program again.\n'
    )


def test_what_is_left_of_a_package_is_in_the_way_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shogun").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert shogun_battle_tower.other_package() == str(tmp_path / "shogun")


def test_this_program_is_found(tmp_path: Path) -> None:
    assert shogun_battle_tower.other_package() == ""
    assert PROJECT["name"] == NAME
    done = started([ROOT], tmp_path)
    assert (done.returncode, done.stderr) == (0, "") and "river-of-gold" in done.stdout

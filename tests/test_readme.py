"""What READMEs and manual promise is there: commands run, files exist, the first screen has what a newcomer needs."""

import os
import re
import shlex
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import shogun
from shogun import cli
from tests.manual_pages import PAGES as MANUAL_PAGES
from tests.manual_pages import blocks, names

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text("utf-8")
COMMANDS = [
    shlex.split(line)
    for block in blocks("program/commandline")
    for line in block.commands
    if line.startswith("shogun ")
]
FIRST_SCREEN = TEXT.splitlines()[:40]
ROOMS = ("base", "game", "tower", "table", "lab", "players", "window", "games", "cli", "envs")
TOPS = ("shogun", "assets", "tests", "tower_geometry")
READMES = [
    ROOT / "README.md",
    *sorted(
        path for top in ("shogun", "assets", "tests", "tower_geometry") for path in (ROOT / top).rglob("README.md")
    ),
]
MOST_WORDS, MOST_WORDS_OF_A_FOLDER = 500, 600
ALL_PAGES = [MANUAL_PAGES / f"{name}.md" for name in names()]
OF_ROOMS = {
    MANUAL_PAGES / "program/where.md": ROOT / "shogun",
    MANUAL_PAGES / "program/window.md": ROOT / "shogun/window",
    MANUAL_PAGES / "program/rumble_nation.md": ROOT / "shogun/games/rumble_nation",
    MANUAL_PAGES / "program/river_of_gold.md": ROOT / "shogun/games/river_of_gold",
    MANUAL_PAGES / "program/event_card.md": ROOT / "shogun/games/shogun/rules",
}
"""Pages of the manual whose tables name modules, and where these lie."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "shogun").rglob("README.md")), *OF_ROOMS]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
PATH = re.compile(r"`([\w-]+(?:[/.][\w-]+)*(?:/|\.py|\.toml|\.md))(?:: ([\w.]+))?`|`([\w-]+(?:/[\w-]+)+)`")
"""What a table of a page names: a file, perhaps with something in it, or a folder."""


def test_the_first_screen_says_how_to_play_on_every_system() -> None:
    blocks = re.findall(r"```(sh|bat)\n(.+?)\n```", "\n".join(FIRST_SCREEN), re.DOTALL)
    assert [language for language, _code in blocks] == ["sh", "bat"]
    starts = [".venv/bin/shogun", r".venv\Scripts\shogun"]
    for (_language, code), start in zip(blocks, starts, strict=True):
        clone, folder, command = code.splitlines()
        assert (clone, folder) == ("git clone ADDRESS shogun", "cd shogun")
        assert "-m venv" in command
        assert command.rstrip('"').endswith(f"&& {start}")


def test_one_line_tests_on_every_system() -> None:
    lines = [line for line in TEXT.splitlines() if "-m pytest" in line]
    assert [line.split()[0] for line in lines] == ["python3", "cmd"]
    assert all("[dev]" in line and line.rstrip('"').endswith("-m pytest -q -n 2 --dist worksteal") for line in lines)


def test_hosted_checks_run_the_lines_of_the_readme() -> None:
    recipe = (ROOT / ".github/workflows/check.yml").read_text("utf-8").splitlines()
    assert [line for line in TEXT.splitlines() if "-m pytest" in line and f"      - run: {line}" not in recipe] == []


def test_the_lines_for_windows_work_in_cmd_and_powershell() -> None:
    for line in (line for line in TEXT.splitlines() if line.startswith("cmd")):
        assert re.fullmatch(r'cmd /c "[^"$`]+"', line)


@pytest.mark.parametrize("page", READMES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_that_is_linked_exists(page: Path) -> None:
    assert [path for path in LINK.findall(page.read_text("utf-8")) if not (page.parent / path).exists()] == []


@pytest.mark.parametrize("page", READMES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_readmes_are_short(page: Path) -> None:
    most = MOST_WORDS if page.parent == ROOT else MOST_WORDS_OF_A_FOLDER
    assert len(page.read_text("utf-8").split()) <= most, "what is to be known stands in the manual (assets/manual)"


def test_the_readme_leads_to_the_three_parts_of_the_manual() -> None:
    first = [f"assets/manual/pages/{part}/index.md" for part in ("play", "towers", "program")]
    assert all(f"({page})" in TEXT for page in (*first, "assets/manual/pages/program/contributing.md"))


def test_every_room_has_a_page_and_is_named_to_whoever_makes_a_change() -> None:
    page = (MANUAL_PAGES / "program/contributing.md").read_text("utf-8")
    for room in ROOMS:
        assert f"| `shogun/{room}` |" in page
        assert (ROOT / "shogun" / room / "README.md").is_file()


def test_the_version_is_the_same_wherever_it_is_written() -> None:
    changes, citation = ((ROOT / name).read_text("utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [shogun.__version__]
    (released,) = re.findall(r"^date-released: (.+)$", citation, re.MULTILINE)
    headings = [heading for heading in re.findall(r"^## (.+)$", changes, re.MULTILINE) if heading != "Unreleased"]
    assert headings[0] == f"{shogun.__version__} ({released})"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_tables_name_what_is_there(page: Path) -> None:
    assert [name for name in named_in_tables(page) if not _is_there(name, page)] == []


@pytest.mark.parametrize("page", [*READMES, *ALL_PAGES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_modules_that_a_page_mentions_are_there(page: Path) -> None:
    mentioned = set(re.findall(r"`([\w/]+\.py)\b", page.read_text("utf-8"))) - {"careful.py"}  # a reader's own
    files = [f"/{path.relative_to(ROOT).as_posix()}" for top in ("shogun", "tests", "assets") for path in _code(top)]
    assert [name for name in mentioned if not any(file.endswith(f"/{name}") for file in files)] == []


@pytest.mark.parametrize("page", [*READMES, *ALL_PAGES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_names_of_modules_and_classes_lead_somewhere(page: Path) -> None:
    spans = re.findall(rf"`(?:shogun\.)?((?:{'|'.join(ROOMS)})(?:\.\w+)+)`", page.read_text("utf-8"))
    assert [name for name in spans if not name.endswith((".py", ".json", ".toml")) and not _is_importable(name)] == []


def _is_importable(name: str) -> bool:
    """Return whether a dotted name, without `shogun.`, is a module or something in one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(("shogun", *parts[:count])))
        except ImportError:
            continue
        for attribute in parts[count:]:
            found = getattr(found, attribute, None)
        return found is not None
    return False


@cache
def _code(top: str) -> list[Path]:
    return sorted((ROOT / top).rglob("*.py"))


def test_a_table_that_names_what_is_gone_is_found(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(
        "| `base/files.py: write_whole` | `base/`: `language.py` |\n| `base/fill.py` | `base/files.py: wrote` |\n"
    )
    assert [_is_there(name, page) for name in named_in_tables(page)] == [True, True, True, False, False]


Named = tuple[str, str, tuple[str, ...]]
"""A path, something in its file or an empty text, and the folders that its table has named before."""


def named_in_tables(page: Path) -> list[Named]:
    """Return what the tables of a page name."""
    found: list[Named] = []
    folders: tuple[str, ...] = ()
    for line in page.read_text("utf-8").splitlines():
        folders = folders if line.startswith("|") else ()
        for path, name, folder in PATH.findall(line) if line.startswith("|") else []:
            found.append((path or folder, name, folders))
            folders = (*folders, (path or folder).rpartition("/")[0] if "." in path else path or folder)
    return found


def _is_there(named: Named, page: Path) -> bool:
    path, name, folders = named
    places = [
        base / folder / path
        for base in (OF_ROOMS.get(page, page.parent), ROOT / "shogun", ROOT)
        for folder in ("", *folders)
    ]
    place = next((place for place in places if place.exists()), None)
    return place is not None and (not name or name.rpartition(".")[2] in place.read_text("utf-8"))


def test_every_command_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "SDL_VIDEODRIVER", "dummy")
    assert {command[1] for command in COMMANDS} == {"simulate", "replay", "tower", "play"}
    for command in COMMANDS:
        if command[1] != "play":  # the window has its own tests
            assert cli.main(_shortened(command[1:])) == 0, capsys.readouterr().err


def _shortened(command: list[str]) -> list[str]:
    """The command with 2 games instead of 20: the same command, sooner."""
    return ["2" if before == "--games" else word for before, word in zip(["", *command], command, strict=False)]


@pytest.mark.parametrize("name", ["LICENSE", "CHANGELOG.md", ".ci/run"])
def test_what_goes_with_a_project_is_there(name: str) -> None:
    assert (ROOT / name).is_file()

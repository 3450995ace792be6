"""The extras of `pyproject.toml` install what the code imports and nothing else, and the lock file has all of it."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
IMPORTED_AS = {
    "pygame-ce": "pygame",
    "fonttools": "fontTools",
    "pillow": "PIL",
    "salib": "SALib",
    "sb3-contrib": "sb3_contrib",
    "stable-baselines3": "stable_baselines3",
}
"""The names of modules that differ from those of their distributions."""
TOOLS = {
    *("hatchling", "pytest-timeout", "pytest-xdist", "ruff", "import-linter", "scipy-stubs", "types-shapely"),
    *("myst-parser", "furo", "ipykernel"),
}
"""What `dev` installs to be run, not to be imported."""
IMPORTED_BY_OTHERS = {"networkx", "lxml"}
"""Libraries that other libraries import for us: those that trimesh needs to write 3MF."""
OURS = {"shogun", "shogun_battle_tower", "tests"}


def requirements(*extras: str) -> dict[str, Requirement]:
    """Return what is installed with these extras, by its name; extras of our own in extras are followed."""
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    own = [one for one in map(Requirement, lines) if one.name == PROJECT["name"]]
    found = {one.name: one for one in map(Requirement, lines) if one.name != PROJECT["name"]}
    return found | (requirements(*(extra for one in own for extra in one.extras)) if own else {})


def modules(names: dict[str, Requirement]) -> set[str]:
    return {IMPORTED_AS.get(name, name) for name in names}


def imports(folder: str) -> dict[str, Path]:
    """Return the libraries of others that the code in a folder imports, each with a file that does."""
    return {
        name: path
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in _imported(path)
        if name not in sys.stdlib_module_names | OURS | beside(folder)
    }


@cache
def beside(folder: str) -> set[str]:
    """Return what scripts of a folder import from beside them, and tests from the training and the packaging."""
    tested = (path for name in ("training", "packaging") for path in (ROOT / "assets" / name).glob("*.py"))
    scripts = (ROOT / folder).rglob("*") if folder == "assets" else tested
    return {path.stem for path in scripts if path.suffix in ("", ".py")}


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "extras"),
    [
        ("shogun", ("lab", "explore", "cluster", "agents")),
        ("tests", ("dev", "benchmarks")),
        ("assets", ("dev", "notebooks", "train")),
    ],
)
def test_what_is_imported_is_installed(folder: str, extras: tuple[str, ...]) -> None:
    known = modules(requirements(*extras)) | ({"packaging"} if folder == "tests" else set())  # pytest brings it
    assert {name: path for name, path in imports(folder).items() if name not in known} == {}


@pytest.mark.slow
def test_what_is_installed_is_imported_or_run() -> None:
    used = imports("shogun") | imports("tests") | imports("assets")
    assert modules(requirements(*PROJECT["optional-dependencies"])) - set(used) == TOOLS | IMPORTED_BY_OTHERS


def test_the_lock_file_has_what_the_tests_need_in_versions_that_will_do() -> None:
    locked: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", LOCK, re.MULTILINE):
        locked.setdefault(name, set()).add(version)
    for name, wanted in requirements("dev").items():
        assert locked.get(name), f"{name} is missing: renew requirements.lock as the manual says (program/contributing)"
        assert all(wanted.specifier.contains(version) for version in locked[name]), wanted
    entries = re.findall(r"^[a-z0-9-]+==.*(?:\n .*)*", LOCK, re.MULTILINE)
    assert all("--hash=sha256:" in entry for entry in entries)

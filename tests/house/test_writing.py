"""Files are written in one place: nothing in the program goes past `base/files.py` to leave half a file, or none."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import shogun

ROOT = Path(shogun.__file__).parent
WRITES = {"write_bytes", "write_text", "rename", "replace", "hardlink_to", "symlink_to", "link"}
"""What changes a file or its name as a whole, called on a path or on `os`."""
WORDS = {"open(", "open_plain(", ".rename(", ".replace(", "write_", "link"}
"""A file without any of them writes nothing: it is not looked through."""
MAY = {
    "base/files.py": "the place",
    "base/shared_file.py": "an empty file that is locked",
    "table/journal_files.py": "journals: appended, locked and synced line by line",
    "table/recordings.py": "recordings can be made again: a damaged one is as if missing",
    "players/ladder.py": "games of a study that are missing are played again",
    "cli/errors.py": "the null device",
    "window/kit/runtime/display.py": "the null device",
}


def writes(source: str) -> Iterator[int]:
    """Yield the lines in which a file is written or renamed, or opened for that."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name) and _is_write(node):
            yield node.lineno


def _is_write(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("open", "open_plain"):
        return any(_is_mode(argument) for argument in (*call.args, *(keyword.value for keyword in call.keywords)))
    return name in WRITES and not _is_of_text(call)


def _is_mode(argument: ast.expr) -> bool:
    text = ast.unparse(argument)
    return "O_WRONLY" in text or "O_RDWR" in text or any(f"'{mode}" in text for mode in ("w", "a", "x", "r+"))


def _is_of_text(call: ast.Call) -> bool:
    """Return whether `replace` is that of a text, a structure or the window's scenes, and `rename` no path's."""
    of = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else "msgspec"
    takes_path = len(call.args) == 1 and not call.keywords
    return not takes_path or of.endswith(("app", "desk", "msgspec", "structs", "saves"))


@pytest.mark.parametrize("source", ["p.write_bytes(b'')", "open(p, 'wb')", "os.open(p, os.O_RDWR)", "p.rename(new)",
                                    "p.open('a')", "part.replace(path)"])  # fmt: skip
def test_a_write_is_found(source: str) -> None:
    assert list(writes(source)) == [1]


@pytest.mark.parametrize("source", ["p.open('rb')", "text.replace('a', 'b')", "app.replace(scene)", "read(p)"])
def test_nothing_else_is(source: str) -> None:
    assert not list(writes(source))


def test_nothing_writes_files_past_the_one_place() -> None:
    sources = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.rglob("*.py")}
    found = {name: list(writes(text)) for name, text in sources.items() if any(word in text for word in WORDS)}
    assert {name: lines for name, lines in found.items() if lines and name not in MAY} == {}
    assert {name for name in MAY if not found[name]} == set()

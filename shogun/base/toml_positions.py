"""Line numbers of the keys and tables in a TOML text, which Python's TOML readers don't report.

The text is cut into tokens, and the few rules that say which key a value belongs to are followed. This isn't a
validating reader: invalid TOML gives some lines or none, and never an error.
"""

import re
from collections.abc import Collection, Iterator

import msgspec

from shogun.base.language import _

Key = str | int
Path = tuple[Key, ...]
"""Path of a value: keys of tables, and indexes of lists and arrays of tables."""

DEEPEST = 30
"""Most keys joined by dots, or nested brackets: Python's reader needs hours for many thousands of them."""
MOST_PLACES = 50_000
"""Most lines that are kept; no tower has more keys."""
_TOKEN = re.compile(
    r"""
    (?P<string> \"\"\" (?: [^"\\]+ | \\. | "{1,2}(?!") )*+ "{3,5} | \'\'\' (?: [^']+ | '{1,2}(?!') )*+ '{3,5}
              | " (?: [^"\\\n] | \\. )*+ " | ' [^'\n]*+ ' )
    | (?P<space> [ \t\r]+ | \#[^\n]* )
    | (?P<mark> [\[\]{}=,.\n] )
    | (?P<bare> [^\s\[\]{}=,.\#"']+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(msgspec.Struct, frozen=True):
    """A token of a TOML text."""

    text: str
    line: int
    is_mark: bool
    """True for `[ ] { } = , .` and the end of a line."""
    start: int


class Lines(msgspec.Struct):
    """Lines of keys and tables, counted from 1."""

    at: dict[Path, int] = {}
    twice: list[tuple[Path, int, int]] = []
    """Keys that occur a second time in the same table, with both lines."""
    single: list[tuple[Path, int, int]] = []
    """Headers `[key]` of arrays of tables, with their lines and the offsets of their brackets."""
    deepest: int = 0
    """Largest number of keys joined by dots."""

    def of(self, path: Path) -> int | None:
        """Return the line of a value, or of the nearest table or list around it that has one."""
        while path and path not in self.at:
            path = path[:-1]
        return self.at.get(path)


def find_lines(text: str, arrays: Collection[str] = ()) -> Lines:
    """Return the lines of keys and tables of a TOML text; a header `[key]` of one of `arrays` counts as `[[key]]`."""
    search = _Search(arrays)
    for token in _tokens(text):
        search.take(token)
    return search.found


def check_depth(text: str) -> None:
    """Raise ValueError for keys joined by more than DEEPEST dots, for which Python's reader might need hours."""
    if any(line.count(".") > DEEPEST for line in text.split("\n")) and find_lines(text).deepest > DEEPEST:
        raise ValueError(_("more than {most} keys are joined by periods").format(most=DEEPEST))


def _tokens(text: str) -> Iterator[Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        kind, piece = match.lastgroup, match[0]
        if kind != "space":
            yield Token(piece, line, kind == "mark", match.start())
        line += piece.count("\n")


class _Frame(msgspec.Struct):
    """An open bracket: of a list, with the number of its current element, or of an inline table (None)."""

    path: Path
    number: int | None


class _Search:
    """Follows the tokens of a text and keeps track of the current place."""

    def __init__(self, arrays: Collection[str]) -> None:
        self.arrays = arrays
        self.found = Lines()
        self.table: Path = ()
        """Path of the current table."""
        self.tables: dict[Path, int] = {}
        """Number of tables in each array of tables."""
        self.frames: list[_Frame] = []
        self.keys: list[Token] = []
        self.header: list[Token] | None = None
        """Opening brackets of the current header."""
        self.value: Path | None = None
        """Path of the value after the last equals sign."""

    def take(self, token: Token) -> None:
        """Process one token."""
        if token.is_mark:
            self._mark(token)
        elif self.value is None and self._wants_key():
            self.keys.append(token)
        else:
            self._element(token)

    def _wants_key(self) -> bool:
        return not self.frames or self.frames[-1].number is None

    def _mark(self, token: Token) -> None:
        if self.header is not None:
            self._in_header(token)
        elif token.text == "\n":
            self._line_ends()
        elif token.text == "=":
            self._assign()
        elif token.text in "[{":
            self._open(token)
        elif token.text in "]}":
            self._close()
        elif token.text == ",":
            self._next()

    def _in_header(self, token: Token) -> None:
        assert self.header is not None
        if token.text == "[" and not self.keys:
            self.header.append(token)
        elif token.text in "]\n":
            self._enter(self.header)
            self.header, self.keys = None, []

    def _enter(self, brackets: list[Token]) -> None:
        """Enter the table of a header that has just ended."""
        names, line = self._names(), brackets[0].line
        if not names:
            return
        path = (*self._through(names[:-1]), names[-1])
        is_single = len(brackets) == 1 and len(names) == 1 and names[0] in self.arrays
        if len(brackets) == 1 and not is_single:
            self._keep(path, line, once=path not in self.tables)
            self.table = self._through(names)
            return
        number = self.tables[path] = self.tables.get(path, -1) + 1
        self.table = (*path, number)
        self.found.at.setdefault(path, line)
        self._keep(self.table, line)
        if is_single:
            self.found.single.append((self.table, line, brackets[0].start))

    def _through(self, names: Path) -> Path:
        """Return the path of a header; an array of tables stands for its last table."""
        path: Path = ()
        for name in names:
            path = (*path, name)
            if path in self.tables:
                path = (*path, self.tables[path])
        return path

    def _names(self) -> Path:
        self.found.deepest = max(self.found.deepest, len(self.keys))
        if len(self.keys) > DEEPEST:
            return ()
        return tuple(_unquoted(token.text) for token in self.keys)

    def _assign(self) -> None:
        names = self._names()
        if self.value is None and names:
            around = self.frames[-1].path if self.frames else self.table
            self.value = (*around, *names)
            for length in range(len(around) + 1, len(self.value)):
                self.found.at.setdefault(self.value[:length], self.keys[0].line)
            self._keep(self.value, self.keys[0].line)
        self.keys = []

    def _element(self, token: Token) -> None:
        """Record the line of a value in a list."""
        if self.frames and self.frames[-1].number is not None and len(self.found.at) < MOST_PLACES:
            self.found.at.setdefault(self._current_path(), token.line)

    def _current_path(self) -> Path:
        """Return the path of the value that begins here."""
        if self.frames and self.frames[-1].number is not None:
            return (*self.frames[-1].path, self.frames[-1].number)
        return self.value or ()

    def _open(self, token: Token) -> None:
        if self.value is None and not self.frames:
            self.header, self.keys = [token], []
            return
        self._element(token)
        path = self._current_path() if len(self.frames) < DEEPEST else ()
        self.frames.append(_Frame(path, 0 if token.text == "[" else None))
        self.value, self.keys = None, []

    def _close(self) -> None:
        if self.frames:
            self.frames.pop()
        self.value = self.value or ()
        self.keys = []

    def _next(self) -> None:
        if self.frames:
            frame = self.frames[-1]
            frame.number = None if frame.number is None else frame.number + 1
        self.value, self.keys = None, []

    def _line_ends(self) -> None:
        if not self.frames:
            self.value, self.keys = None, []

    def _keep(self, path: Path, line: int, *, once: bool = True) -> None:
        if path in self.found.at and once:
            self.found.twice.append((path, self.found.at[path], line))
        elif len(self.found.at) < MOST_PLACES:
            self.found.at[path] = line


def _unquoted(text: str) -> str:
    """Return a key without its quotation marks; escapes are left as they are written."""
    return text[1:-1] if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0] else text

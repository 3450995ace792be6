"""The search, filters and order of a list of saved games, and their summaries, made little by little."""

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from shogun.base.language import _, shown
from shogun.game.protocol import Games
from shogun.table.errors import JournalError
from shogun.table.journal import BranchInfo
from shogun.table.saved_games import Brief, GameFile, branch_words
from shogun.table.summary import KnownSummary, Summary, summary
from shogun.window.kit.input.selection import natural, plain

Order = Literal["date", "name", "result"]
ORDERS: tuple[Order, ...] = ("date", "name", "result")
State = Literal["all", "running", "ended"]
STATES: tuple[State, ...] = ("all", "running", "ended")
Against: TypeAlias = tuple[str, str]
"""Players that a game must have: ("", "") anybody, ("player", code) an opponent, ("name", name) a person."""
ANYBODY: Against = ("", "")
MINUTES = 16
"""Letters of an ISO date up to the minutes."""
MOST_NAMED = 40
"""Most opponents and persons offered as filters: those of most games."""


class GameQuery(Struct, frozen=True):
    """Filters and order of a list."""

    words: str = ""
    game: str = ""
    """The code of a game; empty: all."""
    state: State = "all"
    against: Against = ANYBODY
    order: Order = "date"
    is_reversed: bool = False

    @property
    def is_plain(self) -> bool:
        """Return whether no file has to be read for it."""
        return self == GameQuery(is_reversed=self.is_reversed)

    @property
    def hides(self) -> bool:
        """Return whether it may leave out games."""
        return bool(self.words.strip() or self.game) or self.state != "all" or self.against != ANYBODY


def listed_name(file: GameFile, brief: Brief | None) -> str:
    """Return the name of a game, from what is known of its file so far."""
    if brief is not None and not brief.is_readable:
        return shown(file.name)
    if brief is None:
        return name_of(file.title, "", file.stem)
    return name_of(file.title, brief.created, file.stem, brief.branch)


def name_of(title: str, created: str, stem: str, branch: BranchInfo | None = None) -> str:
    """Return a game's name: its title, else the game it branches off from, else its start, else its file."""
    if not title and branch is not None:
        return branch_words(branch)
    return title or _("Game of {date}").format(date=created.replace("T", " ")[:MINUTES] or shown(stem))


class Files(Protocol):
    """A folder of games: `shogun.table.game_files.GameFiles`."""

    files: list[GameFile]

    def brief(self, file: GameFile, /) -> Brief | None:
        """Return the known facts about a game; None if it hasn't been read yet."""


class GameFinder:
    """Finds games; their searchable texts are worked out once for each."""

    def __init__(self, files: Files, titles: Mapping[str, str]) -> None:
        """`titles`: those of the games, by their codes."""
        self._files = files
        self._titles = titles
        self._texts: dict[GameFile, str] = {}
        self._names: dict[GameFile, tuple[tuple[int, str], ...]] = {}

    def found(self, query: GameQuery) -> list[GameFile]:
        """Return the games that are wanted, in the order that is wanted; those not yet read go by their file's name."""
        games = (
            [file for file in self._files.files if self._is_wanted(file, query)] if query.hides else self._files.files
        )
        if query.order == "name":
            games = sorted(games, key=self._name)
        elif query.order == "result":
            games = sorted(games, key=self._result)
        return games[::-1] if query.is_reversed else list(games)

    def forget(self) -> None:
        """Forget what is gone."""
        there = set(self._files.files)
        self._texts = {file: text for file, text in self._texts.items() if file in there}
        self._names = {file: name for file, name in self._names.items() if file in there}

    def _is_wanted(self, file: GameFile, query: GameQuery) -> bool:
        brief = self._files.brief(file)
        words = plain(query.words).split()
        if words and not all(word in self._text(file, brief) for word in words):
            return False
        if query.game or query.state != "all" or query.against != ANYBODY:
            return brief is not None and _fits(brief, query)
        return True

    def _text(self, file: GameFile, brief: Brief | None) -> str:
        """Return the searchable text: the game's name, its kind, the game it branches off from, and all players."""
        if brief is None:
            return plain(listed_name(file, None))
        if file not in self._texts:
            parts = [listed_name(file, brief), file.stem, self._titles.get(brief.game, ""), *brief.names]
            if brief.branch is not None:
                parts += branch_words(brief.branch), name_of("", brief.created, file.stem)
            self._texts[file] = plain(" ".join(parts))
        return self._texts[file]

    def _name(self, file: GameFile) -> tuple[tuple[int, str], ...]:
        brief = self._files.brief(file)
        if brief is None:
            return natural(listed_name(file, None))
        if file not in self._names:
            self._names[file] = natural(listed_name(file, brief))
        return self._names[file]

    def _result(self, file: GameFile) -> tuple[int, int]:
        """Return the rank among results: a person's wins, by points, then losses, running games, and damaged files."""
        brief = self._files.brief(file)
        if brief is None or not brief.is_readable:
            return 3, 0
        if not brief.is_finished:
            return 2, 0
        return (0 if brief.is_won else 1), -brief.points

    def opponents(self) -> list[Against]:
        """Return against whom games were played, the most frequent first."""
        counted: Counter[Against] = Counter()
        for file in self._files.files:
            if (brief := self._files.brief(file)) is not None:
                counted.update(set(_at_table(brief)))
        return [opponent for opponent, _count in counted.most_common(MOST_NAMED)]


def _at_table(brief: Brief) -> list[Against]:
    return [
        ("player", player) if player else ("name", name)
        for name, player in zip(brief.names, brief.players, strict=True)
    ]


def _fits(brief: Brief, query: GameQuery) -> bool:
    if query.game not in ("", brief.game):
        return False
    if query.state != "all" and (not brief.is_readable or brief.is_finished != (query.state == "ended")):
        return False
    return query.against == ANYBODY or query.against in _at_table(brief)


# Summaries of saved games, made little by little while the window stays responsive

SLICE = 0.006
"""Seconds of a frame that go into summaries."""
KEPT = 200
"""Summaries kept, the last used ones; each holds a view of its game."""
WANTED = 24
"""Summaries waited for, more than a list shows at once: the last requested comes first."""

Key = tuple[Path, int, int]
"""A file as it is now: its path, when it was changed (ns), and its size."""


class GameSummaries:
    """Summaries of saved games; a file that has changed is read again."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._known: OrderedDict[Key, Summary | str] = OrderedDict()
        self._wanted: list[Path] = []
        self._path: Path | None = None
        self._work: Iterator[Summary | None] | None = None

    def get(self, path: Path) -> KnownSummary:
        """Return the summary of a game, a sentence if it is damaged; None as long as it is being made."""
        key = _key(path)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
        elif path not in self._wanted:
            self._wanted = [*self._wanted[-WANTED + 1 :], path]
        return known

    @property
    def is_busy(self) -> bool:
        """Return whether a summary is waited for."""
        return bool(self._wanted)

    def go_on(self) -> bool:
        """Work for a moment and return whether a summary was finished."""
        ends = time.perf_counter() + SLICE
        finished = False
        while self._wanted and not finished:
            finished = self._advance()
            if time.perf_counter() > ends:
                break
        return finished

    def _advance(self) -> bool:
        path = self._wanted[0]
        if self._work is None or self._path != path:
            self._path, self._work = path, summary(self._games, path)
        try:
            known: KnownSummary = next(self._work)
        except JournalError as error:
            known = _("Line {n} of its file can't be used: {why}.").format(n=error.line, why=error.sentence)
        if known is None:
            return False
        self._known[_key(path)] = known
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        self._wanted.pop(0)
        self._work = None
        return True


def _key(path: Path) -> Key:
    try:
        stat = path.stat()
    except OSError:  # it was deleted a moment ago
        return path, 0, 0
    return path, stat.st_mtime_ns, stat.st_size

"""Which games of a folder are listed, and in which order: what was typed, and what was chosen above the list."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from shogun.base.language import _, shown
from shogun.table.storage.game_brief import Brief, GameFile, branch_words
from shogun.window.kit.input.plain_text import natural, plain

Order = Literal["date", "name", "result"]
ORDERS: tuple[Order, ...] = ("date", "name", "result")
State = Literal["all", "running", "ended"]
STATES: tuple[State, ...] = ("all", "running", "ended")
Against: TypeAlias = tuple[str, str]
"""Who must have sat at the table: ("", "") anybody, ("player", code) an opponent, ("name", name) a person of a name."""
ANYBODY: Against = ("", "")
MINUTES = 16
"""Letters of an ISO date up to the minutes."""
MOST_NAMED = 40
"""So many opponents and persons can be chosen: those of most games."""


class GameQuery(Struct, frozen=True):
    """What is wanted."""

    words: str = ""
    game: str = ""
    """The code of a game; empty: all."""
    state: State = "all"
    against: Against = ANYBODY
    order: Order = "date"
    is_reversed: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether nothing has to be known of what stands in the files."""
        return self == GameQuery(is_reversed=self.is_reversed)

    @property
    def hides(self) -> bool:
        """Whether some games may be left out."""
        return bool(self.words.strip() or self.game) or self.state != "all" or self.against != ANYBODY


def called(file: GameFile, brief: Brief | None) -> str:
    """Return what a game is called by what is known of its file by now."""
    if brief is not None and not brief.is_readable:
        return shown(file.name)
    if not file.title and brief is not None and brief.branch_of is not None:
        return branch_words(brief.branch_of)
    return name_of(file.title, "" if brief is None else brief.created, file.stem)


def name_of(title: str, created: str, stem: str) -> str:
    """Return what a game is called: its name, else when it began, else what its file is called."""
    return title or _("Game of {date}").format(date=created.replace("T", " ")[:MINUTES] or shown(stem))


class Files(Protocol):
    """A folder of games: `shogun.table.storage.game_files.GameFiles`."""

    files: list[GameFile]

    def brief(self, file: GameFile, /) -> Brief | None:
        """Return what is known of a game by now; None if it wasn't read yet."""


class GameFinder:
    """Finds games; what they are looked for by is worked out once for each."""

    def __init__(self, files: Files, titles: Mapping[str, str]) -> None:
        """`titles`: those of the games, by their codes."""
        self._files = files
        self._titles = titles
        self._texts: dict[GameFile, str] = {}
        self._names: dict[GameFile, tuple[tuple[int, str], ...]] = {}

    def found(self, query: GameQuery) -> list[GameFile]:
        """Return the games that are wanted, in the order that is wanted; those not yet read go by their file's name."""
        found = (
            [file for file in self._files.files if self._is_wanted(file, query)] if query.hides else self._files.files
        )
        if query.order == "name":
            found = sorted(found, key=self._name)
        elif query.order == "result":
            found = sorted(found, key=self._result)
        return found[::-1] if query.is_reversed else list(found)

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
        """Return where words are looked for: the game's name, its kind, and all players."""
        if brief is None:
            return plain(called(file, None))
        if file not in self._texts:
            parts = (called(file, brief), file.stem, self._titles.get(brief.game, ""), *brief.names)
            self._texts[file] = plain(" ".join(parts))
        return self._texts[file]

    def _name(self, file: GameFile) -> tuple[tuple[int, str], ...]:
        brief = self._files.brief(file)
        if brief is None:
            return natural(called(file, None))
        if file not in self._names:
            self._names[file] = natural(called(file, brief))
        return self._names[file]

    def _result(self, file: GameFile) -> tuple[int, int]:
        """Return the place among results: what a person has won, by points, then what was lost, runs, or is no game."""
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
        return [one for one, _count in counted.most_common(MOST_NAMED)]


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

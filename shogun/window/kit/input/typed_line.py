"""A line of text while it is typed: its caret, selection, input method composition, and undo."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import pygame
from msgspec import Struct, field

from shogun.window.kit.input import clipboard

COMMAND = pygame.KMOD_CTRL | pygame.KMOD_GUI
"""Ctrl, or the command key of a Mac."""
LONGEST_PASTE = 1000
Stand = tuple[str, int, int]
"""Text, caret, and the other end of the selection."""
Burst: TypeAlias = Literal["", "typed", "erased before", "erased after"]
"""Changes that are undone together as long as they follow each other; empty: each is undone separately."""


class TypedLine(Struct, eq=False):
    """The line that has the keyboard's focus; places are counted in characters before them."""

    value: str
    caret: int = 0
    anchor: int = 0
    """The other end of the selection; equal to the caret if nothing is selected."""
    composed: str = ""
    """An input method's unfinished composition at the caret."""
    is_typed: bool = False
    """True if anything was changed since the line got the focus."""
    _past: list[Stand] = field(default_factory=list)
    _future: list[Stand] = field(default_factory=list)
    _burst: Burst = ""
    """The kind of the last change: consecutive typing is undone together, word by word, and so is erasing.
    """

    @staticmethod
    def of(value: str, *, whole: bool = False) -> "TypedLine":
        """Return a line with the caret at its end, all of it selected if it is taken `whole`."""
        return TypedLine(value, len(value), 0 if whole else len(value))

    @property
    def chosen(self) -> tuple[int, int]:
        """Beginning and end of the selection."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def chosen_text(self) -> str:
        """The selected text; empty: none."""
        start, end = self.chosen
        return self.value[start:end]

    @property
    def shown(self) -> str:
        """The text including the composition."""
        return self.value[: self.caret] + self.composed + self.value[self.caret :]

    def follow(self, value: str) -> None:
        """Take over a text changed by the scene, perhaps because of invalid characters."""
        if value == self.value:
            return
        is_whole = bool(self.value) and self.chosen == (0, len(self.value))
        self.caret = len(value) if is_whole else max(0, min(len(value), self.caret + len(value) - len(self.value)))
        self.anchor = 0 if is_whole else self.caret
        self.value = value

    # Moving

    def go(self, place: int, *, select: bool = False) -> None:
        """Put the caret somewhere, and select everything between if requested."""
        self.caret = max(0, min(place, len(self.value)))
        self._burst = ""
        if not select:
            self.anchor = self.caret

    def choose_all(self) -> None:
        """Select the whole line."""
        self.anchor = 0
        self.go(len(self.value), select=True)

    def _neighbour(self, step: int, *, word: bool) -> int:
        """Return the place one letter, including its accents, or one word to the right (1) or to the left (-1)."""
        place = self.caret + step
        while 0 < place < len(self.value) and not self._is_edge(place, step, word=word):
            place += step
        return max(0, min(place, len(self.value)))

    def _is_edge(self, place: int, step: int, *, word: bool) -> bool:
        before, after = self.value[place - 1], self.value[place]
        if unicodedata.combining(after):
            return False
        if not word:
            return True
        return before.isspace() and not after.isspace() if step < 0 else after.isspace() and not before.isspace()

    def _step(self, step: int, *, word: bool, select: bool) -> None:
        start, end = self.chosen
        if start != end and not select and not word:
            self.go(end if step > 0 else start)
        else:
            self.go(self._neighbour(step, word=word), select=select)

    # Editing

    def put(self, text: str) -> None:
        """Insert a text in place of the selection."""
        self._replace(text, "typed" if len(text) == 1 else "")

    def erase(self, step: int, *, word: bool = False) -> None:
        """Erase the selection, or else the letter or the word after (1) or before (-1) the caret."""
        burst: Burst = self._burst
        running: Burst = ""
        if not self.chosen_text:
            running = "" if word else "erased after" if step > 0 else "erased before"
            self.go(self._neighbour(step, word=word), select=True)
        if self.chosen_text:
            self._burst = burst
            self._replace("", running)

    def _replace(self, text: str, burst: Burst) -> None:
        """Replace the selection with a text; a word typed after a space starts a new undo step."""
        start, end = self.chosen
        is_new_word = burst == "typed" and not text.isspace() and self.value[:start].endswith(" ")
        self._remember(runs_on=bool(burst) and burst == self._burst and not is_new_word)
        self._set(self.value[:start] + text + self.value[end:], start + len(text))
        self._burst, self.composed = burst, ""

    def _set(self, value: str, caret: int) -> None:
        self.value, self.caret, self.anchor = value, caret, caret
        self.is_typed = True

    def _remember(self, *, runs_on: bool) -> None:
        self._future.clear()
        if not runs_on:
            self._past.append((self.value, self.caret, self.anchor))

    def _swap(self, source: list[Stand], target: list[Stand]) -> None:
        """Restore the last state in `source`, and keep the present one in `target`."""
        if source:
            target.append((self.value, self.caret, self.anchor))
            value, self.caret, self.anchor = source.pop()
            self.value, self.is_typed, self._burst = value, True, ""

    def undo(self) -> None:
        """Undo the last change."""
        self._swap(self._past, self._future)

    def redo(self) -> None:
        """Redo the change undone last."""
        self._swap(self._future, self._past)

    # The clipboard

    def copy(self) -> None:
        """Copy the selection to the clipboard."""
        if self.chosen_text:
            clipboard.copy(self.chosen_text)

    def cut(self) -> None:
        """Move the selection to the clipboard."""
        if self.chosen_text:
            self.copy()
            self.erase(1)

    def paste(self) -> None:
        """Insert the clipboard's first line, without control characters."""
        first = next(iter(clipboard.text().strip().splitlines()), "")[:LONGEST_PASTE]
        if text := "".join(letter for letter in first.replace("\t", " ") if letter.isprintable()):
            self.put(text)

    # Keys

    def press(self, key: int, modifiers: int) -> None:
        """Handle a key; the characters of letters come through `put`."""
        if self.composed:
            return  # the key belongs to the input method
        shift, command = bool(modifiers & pygame.KMOD_SHIFT), bool(modifiers & COMMAND)
        if act := ACTS.get((key, command, shift)):
            act(self)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._step(-1 if key == pygame.K_LEFT else 1, word=command, select=shift)
        elif key in (pygame.K_HOME, pygame.K_END):
            self.go(0 if key == pygame.K_HOME else len(self.value), select=shift)
        elif key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self.erase(-1 if key == pygame.K_BACKSPACE else 1, word=command)


ACTS: Mapping[tuple[int, bool, bool], Callable[[TypedLine], None]] = {
    (pygame.K_a, True, False): TypedLine.choose_all,
    (pygame.K_c, True, False): TypedLine.copy,
    (pygame.K_x, True, False): TypedLine.cut,
    (pygame.K_v, True, False): TypedLine.paste,
    (pygame.K_z, True, False): TypedLine.undo,
    (pygame.K_z, True, True): TypedLine.redo,
    (pygame.K_y, True, False): TypedLine.redo,
    (pygame.K_INSERT, True, False): TypedLine.copy,
    (pygame.K_INSERT, False, True): TypedLine.paste,
    (pygame.K_DELETE, False, True): TypedLine.cut,
}
"""Actions of keys, by key, Ctrl, and Shift."""

"""A game by typed lines, for terminals and screen readers: its questions, its table in words, and answers to type."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct

from shogun.base.language import _, shown
from shogun.game.questions import offered
from shogun.game.words import Words, to_move, view_lines


class Misunderstood(Exception):
    """Error for a typed line that is no answer; the message is a sentence that says what to type."""


class Answering(Protocol):
    """An answer to a question, composed of one or more typed lines."""

    def lines(self) -> Sequence[str]:
        """Return what can be typed now, a line for each choice."""

    def take(self, typed: str, /) -> Any:
        """Return the move once it is complete, else None: `lines` says what comes next. Raises Misunderstood."""

    def back(self) -> bool:
        """Take back the last step of the answer, and return whether there was one."""

    def advised(self, move: Any, /) -> str:
        """Prepare a move that was advised, and return in a sentence what to type for it."""


class Dialogue(Protocol):
    """A game by typed lines: `Game.dialogue`. A module with these functions will do.

    While they are called, seats have their players' names (`words.calling`).
    """

    def player_names(self, setup: Any, /) -> Sequence[str]:
        """Return names for the players of a new game, until they have others."""

    def question_text(self, question: Any, view: Any, names: Sequence[str], /) -> str:
        """Return a question in a sentence that names who is asked; `view` is that seat's. May be empty for chance."""

    def table_lines(self, view: Any, names: Sequence[str], /) -> Sequence[str]:
        """Return everything that a player sees, a line for each thing."""

    def event_lines(self, events: Sequence[Any], view: Any, names: Sequence[str], /) -> Sequence[str]:
        """Return the events of one answer in sentences; `view` is an onlooker's after it."""

    def advice_lines(self, hint: Any, /) -> Sequence[str]:
        """Return the move of an adviser's hint in words, without the reasons."""

    def answering(self, view: Any, inside: Any, question: Any, names: Sequence[str], /) -> Answering:
        """Return an empty answer to a question; `inside` is the content of the tower."""


# Answers from numbered lists


class Item(Struct, frozen=True, eq=False):
    """A numbered choice: a move, or a further list."""

    label: str
    move: Any = None
    more: "Callable[[], Sequence[Item]] | None" = None
    """Function that returns the list to choose from next; None: the choice is the move."""
    leads_to: Callable[[Any], bool] = lambda _move: False
    """Function that returns whether a move can be chosen from that list."""


class AnswerList:
    """Answer chosen from a list by its number, or from several lists by several numbers."""

    def __init__(self, items: Sequence[Item], head: Sequence[str] = ()) -> None:
        """Choose from these items; `head` are lines that come before the first list."""
        self._head = head
        self._lists: list[Sequence[Item]] = [items]
        """The lists chosen from so far, the present one last."""
        self._chosen: list[str] = []
        """The labels of what was chosen so far."""
        self._wanted = ""
        """Part of the labels that are shown; empty: all."""

    def lines(self) -> Sequence[str]:
        """Return what was chosen so far, and the choices with their numbers, only those that were searched for."""
        choices = [f"{number}. {item.label}" for number, item in self._found(self._wanted)]
        return [*(self._chosen or ([] if self._wanted else self._head)), *choices]

    def _found(self, wanted: str) -> Iterator[tuple[int, Item]]:
        for number, item in enumerate(self._lists[-1], 1):
            if reads_like(wanted, item.label):
                yield number, item

    def take(self, typed: str) -> Any:
        """Take numbers, or part of a choice to search for; nothing typed: the only choice, or the whole list again."""
        words = typed.split()
        if not words and len(self._lists[-1]) == 1:
            words = ["1"]
        if words and all(word.isdecimal() for word in words):
            return self._choose([int(word) for word in words])
        if not any(self._found(typed)):
            sentence = _("No choice contains {text}. {what}")
            raise Misunderstood(sentence.format(text=shown(typed), what=self._what()))
        self._wanted = typed
        return None

    def _choose(self, numbers: Sequence[int]) -> Any:
        for place, number in enumerate(numbers):
            if not 1 <= number <= len(self._lists[-1]):
                raise Misunderstood(self._what())
            item = self._lists[-1][number - 1]
            if item.more is None:
                if place < len(numbers) - 1:
                    raise Misunderstood(self._what())
                return item.move
            self._lists.append(item.more())
            self._chosen.append(f"{item.label}:")
            self._wanted = ""
        return None

    def _what(self) -> str:
        most = len(self._lists[-1])
        return _("Type a number from 1 to {most}.").format(most=most) if most > 1 else _("Type 1, or press Enter.")

    def back(self) -> bool:
        """Go back to the list before, or to the whole list."""
        if self._wanted:
            self._wanted = ""
            return True
        if len(self._lists) > 1:
            self._lists.pop()
            self._chosen.pop()
            return True
        return False

    def advised(self, move: Any) -> str:
        """Return the numbers of a move."""
        del self._lists[1:], self._chosen[:]
        self._wanted = ""
        numbers = " ".join(map(str, _numbers(self._lists[0], move)))
        return _("To do that, type {numbers}.").format(numbers=numbers) if numbers else ""


def _numbers(items: Sequence[Item], move: Any) -> list[int]:
    """Return the numbers that lead to a move; none if it isn't among the choices."""
    for number, item in enumerate(items, 1):
        if item.more is None and item.move == move:
            return [number]
        if item.more is not None and item.leads_to(move) and (further := _numbers(item.more(), move)):
            return [number, *further]
    return []


def reads_like(wanted: str, text: str) -> bool:
    """Return whether a text contains what somebody searches for, whatever its case and accents."""
    return _plain(wanted) in _plain(text)


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.strip())
    return "".join(sign for sign in parts if not unicodedata.combining(sign)).casefold()


# Games without words of their own for this


class PlainDialogue:
    """Moves as numbered lists in a game's words, and its view field by field."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def player_names(self, setup: Any) -> Sequence[str]:
        """Return the game's names for the seats."""
        return self._words.seat_names(setup)[: setup.seats]

    def question_text(self, question: Any, _view: Any, names: Sequence[str]) -> str:
        """Return that it is a player's turn."""
        return to_move(question, names)

    def table_lines(self, view: Any, _names: Sequence[str]) -> Sequence[str]:
        """Return the fields of a view."""
        return [f"{'  ' * line.depth}{line.label}: {line.text}".rstrip() for line in view_lines(view)]

    def event_lines(self, events: Sequence[Any], _view: Any, names: Sequence[str]) -> Sequence[str]:
        """Return the events in the game's words."""
        return [self._words.sentence(event, names) for event in events]

    def advice_lines(self, hint: Any) -> Sequence[str]:
        """Return the advised move in the game's words."""
        return self._words.move_lines(hint.move)

    def answering(self, _view: Any, _inside: Any, question: Any, _names: Sequence[str]) -> Answering:
        """Return a list of the moves on offer."""
        return AnswerList([Item("; ".join(self._words.move_lines(move)), move) for move in offered(question)])

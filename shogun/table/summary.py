"""Summaries of saved games for the list, made gradually: each shows a game as an onlooker sees it, without secrets."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from shogun.game.protocol import Games
from shogun.table.journal import PERSON, read_journal
from shogun.table.replay import Replay


class Summary(Struct, frozen=True):
    """Summary of one saved game."""

    view: Any
    """An onlooker's view of the last state."""
    asked: tuple[int, ...]
    """Seats with open questions."""
    players: tuple[str, ...]
    """Player of each seat now: `PERSON`, or the code of an opponent."""
    result: Any
    """Result of the game, None while it runs."""
    answers: int
    """Number of standing answers."""

    @property
    def people(self) -> tuple[int, ...]:
        """Seats that humans play now."""
        return tuple(seat for seat, player in enumerate(self.players) if player == PERSON)


KnownSummary: TypeAlias = Summary | str | None
"""Knowledge of a game so far; a sentence if it is damaged."""


STEPS = 10
"""Answers that are replayed between two pauses."""


def summary(games: Games, path: Path) -> Iterator[Summary | None]:
    """Replay a journal and yield its summary; before that, None at intervals, so that the caller can do other work.

    Raises JournalError if the journal can't be read, or the rules contradict it.
    """
    replay = Replay(read_journal(games, path))
    for number, _shown in enumerate(replay):
        if number % STEPS == 0:
            yield None
    course, game = replay.course, replay.course.game
    asked = tuple(question.seat for question in course.questions if question.seat is not None)
    view, result = game.view(course.state, None), game.result(course.state)
    yield Summary(view, asked, tuple(course.players), result, len(course.answers))

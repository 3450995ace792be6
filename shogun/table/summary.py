"""What the list of games tells of a saved game: how far it has come, as all may know it. Never a secret."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from shogun.game.protocol import Games
from shogun.table.journal import PERSON, read_journal
from shogun.table.replay import Replay


class Summary(Struct, frozen=True):
    """One saved game in short."""

    view: Any
    """The last state, as an onlooker sees it."""
    asked: tuple[int, ...]
    """The seats whose answers are waited for."""
    players: tuple[str, ...]
    """Who plays each seat now: `PERSON`, or the code of an opponent."""
    result: Any
    """How it ended, None while it runs."""
    answers: int
    """How many answers stand."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that persons play now."""
        return tuple(seat for seat, player in enumerate(self.players) if player == PERSON)


Known: TypeAlias = Summary | str | None
"""What is known of a game by now; a sentence if it is damaged."""


# Summaries of saved games are made by playing them through, a little at a time.

STEPS = 10
"""Answers that are played between two pauses."""


def summary(games: Games, path: Path) -> Iterator[Summary | None]:
    """Play a journal through and yield its summary; before it None again and again, so that others can do something.

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

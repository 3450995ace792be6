"""Summaries of saved games are made by playing them through, a little at a time."""

from collections.abc import Iterator
from pathlib import Path

from shogun.game.protocol import Games
from shogun.table.past.replay import Replay
from shogun.table.past.summary import Summary
from shogun.table.storage.journal import read_journal

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

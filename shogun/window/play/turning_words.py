"""What happened at a turning point of a game, in words: over all the answers that belong to it."""

from collections.abc import Iterator, Sequence

from shogun.base.language import _
from shogun.players.review.game_review import Entry, is_forced
from shogun.table.past.history import History
from shogun.table.running.undo_history import Passed
from shogun.window.play.game_plugin import GamePlugin


def happened(game: GamePlugin, history: History, entry: Entry) -> tuple[str, ...]:
    """Return what happened at a change, sentence by sentence, as the log tells it without its headings.

    Of a plan it is told what was planned; where the log tells nothing, what was decided, and at last the headings that
    followed.
    """
    names, steps = [seat.name for seat in history.header.seats], history.steps[entry.first : entry.place]
    told = [
        sentence
        for place, step in enumerate(steps, entry.first)
        for sentence in _told(game, history, place, step, names)
    ]
    if not told:
        told = [" ".join(line.split()) for step in steps for line in _decided(game, step)]
    if not told:
        told = [game.telling.log_line(event, names).text for step in steps for event in step.events]
    return tuple(told)


def _told(game: GamePlugin, history: History, place: int, step: Passed, names: Sequence[str]) -> Iterator[str]:
    """Yield what the log tells of an answer, which stood at a place."""
    decided, seat = _decided(game, step), step.question.seat
    if len(decided) > 1 and seat is not None:
        plan = ", ".join(" ".join(line.split()) for line in decided)
        yield _("{who}: {what}").format(who=names[seat], what=plan)
        return
    if game.turning_points is not None:
        yield from game.turning_points.told(history, place, names)
    else:
        lines = [game.telling.log_line(event, names) for event in step.events]
        yield from (line.text for line in lines if not line.heading)


def _decided(game: GamePlugin, step: Passed) -> Sequence[str]:
    """Return in words what a seat has decided; nothing where it had no choice."""
    has_chosen = step.question.seat is not None and not is_forced(step)
    return game.words.move_lines(step.answer) if has_chosen else ()

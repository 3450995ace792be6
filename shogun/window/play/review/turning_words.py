"""What happened at a turning point of a game, in words: over all the answers that belong to it."""

from collections.abc import Iterator, Sequence

from shogun.base.language import _
from shogun.game.seat_names import calling
from shogun.players.review.booking import Entry
from shogun.table.past.history import History
from shogun.table.running.undo_history import Passed
from shogun.window.play.game_plugin import GamePlugin

SENTENCES = 4
"""So many are told, the first ones: what has changed most comes before what followed from it."""


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
        told = [" ".join(line.split()) for step in steps for line in _decided(game, step, names)]
    if not told:
        told = [game.telling.log_line(event, names).text for step in steps for event in step.events]
    return tuple(told[:SENTENCES])


def _told(game: GamePlugin, history: History, place: int, step: Passed, names: Sequence[str]) -> Iterator[str]:
    """Yield what the log tells of an answer, which stood at a place."""
    decided, seat = _decided(game, step, names), step.question.seat
    if len(decided) > 1 and seat is not None:
        plan = ", ".join(" ".join(line.split()) for line in decided)
        yield _("{who}: {what}").format(who=names[seat], what=plan)
        return
    brought = game.turning_points
    if brought is not None:
        yield from brought.told(history, place, names)
    else:
        lines = [game.telling.log_line(event, names) for event in step.events]
        yield from (line.text for line in lines if not line.heading)


def _decided(game: GamePlugin, step: Passed, names: Sequence[str]) -> Sequence[str]:
    """Return in words what a seat has decided; nothing where it had no choice."""
    has_chosen = step.question.seat is not None and not step.is_forced
    with calling(names):
        return game.words.move_lines(step.answer) if has_chosen else ()

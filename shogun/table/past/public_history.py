"""The past of a running game, to be given away: all up to the last period that has ended, without what is hidden.

What is still to be drawn follows from the seed, plans stand in the lines of the period that runs, and what was taken
back nobody else has seen: all that is left out. Lots that are still hidden, such as the order of a deck, are laid anew
by the rules, always in the same way, and so the hashes of states tell nothing either. An excerpt can be looked at as an
onlooker does, but not be played on.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.chance import Draw, Drawn, Order, Shuffle, as_listed
from shogun.game.protocol import AnyGame
from shogun.table.errors import HiddenLots
from shogun.table.past.copied_past import Throws, copied, played
from shogun.table.past.replay import Replay
from shogun.table.running.undo_history import Passed
from shogun.table.storage.journal import FORMAT, Contents, Header, SeatLine

NO_SEED = 0
"""Stands in the place of the seed."""


def excerpt(contents: Contents) -> tuple[bytes, Throws]:
    """Return the journal of a game's past; and for each throw in it number and checksum of its line, there and here.

    Raises Disagreement where the rules contradict the journal, and HiddenLots.
    """
    Replay(contents).run()
    past = _public(contents)
    answers = redacted(contents.game, [step for step in past if isinstance(step, Passed)])
    return copied(contents, without_seed(contents.header), past, answers)


def without_seed(header: Header) -> Header:
    """Return the header of a mere past: it tells nothing of what is still to come, nor of a game that it branches off.

    Of that game, too, lots may be hidden.
    """
    branch = UNSET if header.branch is UNSET else replace(header.branch, of="")
    return replace(header, seed=NO_SEED, format=FORMAT, excerpt=True, branch=branch)


def _public(contents: Contents) -> list[Passed | SeatLine]:
    """Return the answers that stand, and changes of seats, up to the end of the last period that has ended."""
    past, game = played(contents), contents.game
    ends = [place for place, step in enumerate(past, 1) if isinstance(step, Passed) and _ends_period(game, step)]
    return past[: ends[-1]] if ends else []


def _ends_period(game: AnyGame, step: Passed) -> bool:
    return game.period(step.before) != game.period(step.after)


def redacted(
    game: AnyGame, past: Sequence[Passed], seats: Collection[int] = (), order: Order = as_listed
) -> Sequence[Any]:
    """Return the answers of a past as everybody may have them, or as they may who have seen what these seats saw.

    All other lots that are still hidden are laid anew in this order.

    Raises HiddenLots if not everybody was shown all lots as they were drawn, and the rules don't say which are hidden.
    """
    if past and hasattr(game, "redacted"):
        answers: Sequence[Any] = game.redacted(past, seats, order)
        return answers
    if any(_looks_the_same(game, step, other) for step in past for other in _others(step)):
        raise HiddenLots(_("a public record with hidden draws can't be exported"))
    return [step.answer for step in past]


def _others(step: Passed) -> Iterator[Drawn]:
    """Yield other lots that might have been drawn: two that lie side by side exchanged, or another one in the place."""
    question, answer = step.question, step.answer
    if not isinstance(question, Shuffle | Draw) or not isinstance(answer, Drawn):
        return
    for place, (one, other) in enumerate(pairwise(answer.items)):
        yield Drawn((*answer.items[:place], other, one, *answer.items[place + 2 :]))
    left = [item for item in question.items if item not in answer.items]
    for place in range(len(answer.items)) if left else ():
        yield Drawn((*answer.items[:place], left[0], *answer.items[place + 1 :]))


def _looks_the_same(game: AnyGame, step: Passed, other: Drawn) -> bool:
    """Return whether nobody but the players would have seen a difference between a step's lots and others."""
    another = game.play(step.before, None, other)
    seen = list(step.events), game.view(step.after, None)
    return seen == (list(another.events), game.view(another.state, None))

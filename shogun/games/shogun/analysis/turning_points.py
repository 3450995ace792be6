"""What followed from an answer of a game that is looked back at, in sentences, with the chances of battles."""

from collections.abc import Iterator, Sequence

from shogun.base.language import _
from shogun.games.shogun.analysis.review import throw_luck
from shogun.games.shogun.analysis.review_figures import ThrowLuck
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.words.wording import sentence
from shogun.table.past.history import History

QUIET = (ev.CubesThrown, ev.NoAction, ev.YearBegan, ev.SeasonBegan, ev.WinterBegan, ev.ActionBegan)
"""What says nothing of who has gained by it."""


def told(history: History, place: int, names: Sequence[str]) -> list[str]:
    """Return what followed from the answer that was given at a place, the chance of a battle after its end."""
    return list(_told(history, place, names))


def _told(history: History, place: int, names: Sequence[str]) -> Iterator[str]:
    for event in history.steps[place].events:
        if not isinstance(event, QUIET):
            yield sentence(event, names)
        if isinstance(event, ev.BattleSettled) and (luck := throw_luck(history, place)) is not None:
            yield _odds(luck)


def _odds(luck: ThrowLuck) -> str:
    if luck.settled.kind == "revolt":
        return _("Before the throw, the defender's chance was {chance:.0%}.").format(chance=luck.defence)
    return _("Before the throw, the attacker's chance was {chance:.0%}.").format(chance=luck.attack)

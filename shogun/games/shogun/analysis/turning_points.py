"""Turning points of a game: the consequences of an answer in sentences, with the chances of battles."""

from collections.abc import Iterator, Sequence

from shogun.base.confidence_intervals import percent
from shogun.base.language import _
from shogun.games.shogun.analysis.review import ThrowLuck, throw_luck
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.words import sentence
from shogun.table.replay import History

QUIET = (ev.CubesThrown, ev.NoAction, ev.YearBegan, ev.SeasonBegan, ev.WinterBegan, ev.ActionBegan)
"""Events that don't show who has gained."""


def told(history: History, place: int, names: Sequence[str]) -> list[str]:
    """Return the consequences of the answer at a place, with the chance of a battle after its end."""
    return list(_event_sentences(history, place, names))


def _event_sentences(history: History, place: int, names: Sequence[str]) -> Iterator[str]:
    for event in history.steps[place].events:
        if not isinstance(event, QUIET):
            yield sentence(event, names)
        if isinstance(event, ev.BattleSettled) and (luck := throw_luck(history, place)) is not None:
            yield _odds(luck)


def _odds(luck: ThrowLuck) -> str:
    if luck.settled.kind == "revolt":
        return _("Before the throw, the defender's chance was {chance}.").format(chance=percent(luck.defence))
    return _("Before the throw, the attacker's chance was {chance}.").format(chance=percent(luck.attack))

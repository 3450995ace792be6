"""What has happened to a player since they were last asked, in one sentence; only what all could see."""

from collections.abc import Iterator, Sequence

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.screen.play.model import Digest
from shogun.table.replay import History
from shogun.table.undo_history import Passed


def digest(history: History, seat: int) -> Digest | None:
    """Return what has happened since a seat was last busy, None if that was nothing to speak of."""
    answered = last_answer(history, seat)
    if not answered:
        return None
    place, events = _since(history.steps, answered, seat)
    parts = [*_provinces(history.state(place), history.state(len(history)), seat), *_happened(events, seat)]
    if not parts:
        return None
    return Digest(_("Since your last turn: {parts}.").format(parts="; ".join(parts)), place)


def last_answer(history: History, seat: int) -> int:
    """Return the place after the last answer of a seat, 0 if it has given none."""
    return next((n for n, step in reversed(list(enumerate(history.steps, 1))) if step.line.seat == seat), 0)


def _since(steps: Sequence[Passed], answered: int, seat: int) -> tuple[int, list[ev.Event]]:
    """Return the place from which on there is something to tell after an answer, and what has happened since.

    An attack of the seat that was under way then was watched to its end: it is no news. What others, or peasants, have
    taken after the same answer is.
    """
    for place, step in enumerate(steps[answered:], answered + 1):
        for number, event in enumerate(step.events, 1):
            if isinstance(event, ev.BattleSettled) and event.attacker == seat:
                later = [event for passed in steps[place:] for event in passed.events]
                return place, [*step.events[number:], *later]
            if isinstance(event, ev.BattleSettled | ev.BattleBegan | ev.RevoltBroke):
                break
        else:
            continue
        break
    return answered, [event for step in steps[answered:] for event in step.events]


def _provinces(before: State, now: State, seat: int) -> Iterator[str]:
    owned, owns = set(before.owned(seat)), set(now.owned(seat))
    if lost := sorted(owned - owns):
        yield _("you lost {provinces}").format(provinces=", ".join(lost))
    if won := sorted(owns - owned):
        yield _("you won {provinces}").format(provinces=", ".join(won))


def _happened(events: Sequence[ev.Event], seat: int) -> Iterator[str]:
    battles = [event for event in events if isinstance(event, ev.BattleBegan)]
    own = sum(seat in (battle.attacker, battle.defender) for battle in battles)
    if own:
        yield ngettext("{n} battle of yours", "{n} battles of yours", own).format(n=own)
    if others := len(battles) - own:
        yield ngettext("{n} battle between others", "{n} battles between others", others).format(n=others)
    revolts = [event.province for event in events if isinstance(event, ev.RevoltBroke) and event.seat == seat]
    if revolts:
        yield _("revolt against you in {provinces}").format(provinces=", ".join(revolts))
    voided = sum(isinstance(event, ev.CardVoided) and event.seat == seat for event in events)
    if voided:
        yield ngettext("{n} action of your plan is lost", "{n} actions of your plan are lost", voided).format(n=voided)
    for event in events:
        if isinstance(event, ev.Scored) and event.seat == seat:
            yield ngettext("you scored {n} point", "you scored {n} points", event.total).format(n=event.total)

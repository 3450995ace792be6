"""Digest of public events since a player was last asked, in one sentence."""

from collections.abc import Iterator, Sequence

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.screen.play.model import Digest
from shogun.table.course import PastAnswer
from shogun.table.replay import History


def digest(history: History, seat: int) -> Digest | None:
    """Return the digest since a seat's last answer, None if there is nothing worth mentioning."""
    answered = last_answer(history, seat)
    if not answered:
        return None
    place, events = _since(history.steps, answered, seat)
    parts = [*_provinces(history.state(place), history.state(len(history)), seat), *_happened(events, seat)]
    if not parts:
        return None
    return Digest(_("Since your last turn: {parts}.").format(parts="; ".join(parts)), place)


def last_answer(history: History, seat: int) -> int:
    """Return the place after the last answer of a seat, 0 if it hasn't given any."""
    return next((n for n, step in reversed(list(enumerate(history.steps, 1))) if step.line.seat == seat), 0)


def _since(steps: Sequence[PastAnswer], answered: int, seat: int) -> tuple[int, list[ev.Event]]:
    """Return the place of the first new event after an answer, and the events since.

    The seat's own attack under way at that moment isn't news, since it was watched to its end; conquests by others
    or by peasants after the same answer are.
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

"""Remarks of Rumble Nation's computer opponents on areas, cards and the war; everything in this game is open."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from shogun.base.language import marked
from shogun.game.remarks import Importance, Remark, Speakers, Word, counted_points
from shogun.games.rumble_nation.rules import state as ev
from shogun.games.rumble_nation.rules.state import Over, State
from shogun.games.rumble_nation.words import card_name

PRECIOUS = 8
"""Least number of a castle that everybody wants."""
CHAPTER = 2
"""Number of rounds that count as a season."""

CLAIMED = (
    marked("{area}, castle {castle}. I don't collect small change."),
    marked("I'm ahead in {area}. Castle {castle} has always suited me."),
)
PASSED = (
    marked("{other} has outnumbered me in {area}. I was comfortable there."),
    marked("{other} is ahead of me in {area}. For today."),
)
EQUAL = (
    marked("{other} and I are equal in {area}. The katana will have an opinion."),
    marked("Equal in {area}. {other} may still leave with dignity."),
)
CARD = (
    marked("{card}: some plans fit on one card."),
    marked("I've played {card}. There's a time for dice and a time for paper."),
)
CARD_AGAINST = (
    marked("{other} plays {card}. I take it personally."),
    marked("{card}, against me? {other} must be worried."),
)
FINISHED = (
    marked("All my soldiers stand where they should. Katana {katana} is mine."),
    marked("I'm done. The rest of you may keep guessing."),
)
AREA_WON = (
    marked("{area} with a strength of {strength}. I'd do it again."),
    marked("{area} is decided: castle {castle} flies my banner."),
    marked("I came to {area} for castle {castle}. I leave with it."),
)
AREA_LOST = (
    marked("{strength} in {area}, and {other} had {best}. Arithmetic is a cruel art."),
    marked("{other} takes {area}. My soldiers there send their regards."),
)
KATANA_LOST = (
    marked("Equal in {area}, and the katana pointed at {other}."),
    marked("{area} was lost by the length of a katana."),
)
SUPPORT = (marked("{area} first, and the neighbors follow. That was the idea."),)
WON = (
    marked("{points}. The nation may stop rumbling."),
    marked("The war is over, and I know who to thank: the dice."),
)
BEATEN = (
    marked("{other} wins. I'd like to see those dice."),
    marked("{points}, and a lesson on where not to stand."),
)


class _Scene(Struct, frozen=True):
    """State that everybody has seen."""

    before: State
    after: State
    names: Sequence[str]


def remarks(before: State, events: Sequence[Any], after: State, speakers: Speakers) -> Iterator[Remark]:
    """Yield all possible remarks on events."""
    scene = _Scene(before, after, speakers.names)
    for event in events:
        if find := _FINDERS.get(type(event)):
            yield from (remark for remark in find(event, scene) if remark.seat in speakers.computers)


def ends_chapter(before: State, after: State) -> bool:
    """Return whether a season of rounds has passed, or the war is over."""
    is_over = isinstance(after.stage, Over) and not isinstance(before.stage, Over)
    return before.round // CHAPTER != after.round // CHAPTER or is_over


# Deployment


def _of_area(area: str, seat: int, scene: _Scene) -> Iterator[Remark]:
    """Yield remarks on the strongest player in an area by soldiers, after a seat has deployed there."""
    castle, before, after = scene.after.castles[area], scene.before.soldiers[area], scene.after.soldiers[area]
    others = [other for other in range(len(after)) if other != seat and after[other]]
    if not others or after[seat] <= before[seat]:
        return
    rival = max(others, key=lambda other: after[other])
    words: Mapping[str, Word] = {"area": area, "castle": castle}
    is_precious = castle >= PRECIOUS
    of_lead, of_tie = (
        (Importance.NOTABLE, Importance.UNUSUAL) if is_precious else (Importance.UNUSUAL, Importance.MINOR)
    )
    if after[seat] > after[rival] and before[seat] <= before[rival]:
        yield Remark(seat, CLAIMED, of_lead, {**words, "other": scene.names[rival]})
        yield Remark(rival, PASSED, of_lead, {**words, "other": scene.names[seat]})
    elif after[seat] == after[rival]:
        yield Remark(seat, EQUAL, of_tie, {**words, "other": scene.names[rival]})


def _of_deployed(event: ev.Deployed, scene: _Scene) -> Iterator[Remark]:
    yield from _of_area(event.area, event.seat, scene)


def _of_card(event: ev.CardPlayed, scene: _Scene) -> Iterator[Remark]:
    words: Mapping[str, Word] = {"card": partial(card_name, event.card), "other": scene.names[event.seat]}
    yield Remark(event.seat, CARD, Importance.UNUSUAL, words)
    for victim in dict.fromkeys(transfer.seat for transfer in event.transfers):
        if victim != event.seat:
            yield Remark(victim, CARD_AGAINST, Importance.NOTABLE, words)


def _of_finished(event: ev.Finished, scene: _Scene) -> Iterator[Remark]:
    if any(player.katana is None for player in scene.after.players):
        yield Remark(event.seat, FINISHED, Importance.NOTABLE, {"katana": event.katana})


# The war


def _of_resolved(event: ev.AreaResolved, scene: _Scene) -> Iterator[Remark]:
    if event.winner is None:
        return
    words: Mapping[str, Word] = {"area": event.area, "castle": event.castle}
    best = event.strengths[event.winner]
    yield Remark(event.winner, AREA_WON, Importance.STRIKING, {**words, "strength": best})
    if len(event.supported) > 1:
        yield Remark(event.winner, SUPPORT, Importance.DECISIVE, words)
    for seat, strength in enumerate(event.strengths):
        if seat == event.winner or not strength:
            continue
        lost: Mapping[str, Word] = {**words, "strength": strength, "best": best, "other": scene.names[event.winner]}
        if strength == best:
            yield Remark(seat, KATANA_LOST, Importance.DECISIVE, lost)
        elif event.castle >= PRECIOUS:
            yield Remark(seat, AREA_LOST, Importance.STRIKING, lost)


def _of_end(event: ev.GameEnded, scene: _Scene) -> Iterator[Remark]:
    for seat, points in enumerate(event.points):
        words: Mapping[str, Word] = {"points": counted_points(points), "other": scene.names[event.winner]}
        yield Remark(seat, WON if seat == event.winner else BEATEN, Importance.DECISIVE, words)


_FINDERS: Mapping[type, Callable[[Any, _Scene], Iterator[Remark]]] = {
    ev.Deployed: _of_deployed, ev.CardPlayed: _of_card, ev.Finished: _of_finished,
    ev.AreaResolved: _of_resolved, ev.GameEnded: _of_end,
}  # fmt: skip

"""Remarks of River of Gold's computer opponents on deliveries, journeys, influence, the Emperor and points.

They see what a spectator sees: nothing of the customers in anybody's hand.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from shogun.base.language import marked
from shogun.game.remarks import Importance, Remark, Speakers, Word, counted_points
from shogun.games.river_of_gold.rules import events as ev
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.words import customer_name, region_name

CHAPTER = 3
"""Number of rounds that count as a season."""
RICH = 6
"""Points at once that deserve a remark."""
DEAR = 8
"""Koku for a building that deserve a remark."""

DELIVERED = (
    marked("Delivered: {customer}. A pleasure, and paid for."),
    marked("One customer fewer is waiting: {customer}."),
    marked("{delivered} deliveries so far. I keep a list, and it's getting long."),
)
GOOD_TRADE = (
    marked("{points} in one turn. The river has been kind."),
    marked("{points} for one turn's work. I'll have tea now."),
)
MASTERY = (
    marked("A mastery and {points}. Practice pays."),
    marked("Mastery comes to those who keep sailing: {points}."),
)
JOURNEY = (
    marked("Once down the whole river. The ship could do it alone by now."),
    marked("All the way to the sea, and back to the first bend."),
)
OVERFLOW = (
    marked("My storehouse is full. The river takes the rest."),
    marked("What I couldn't store would have fed a village. I know, I know."),
)
BUILT_DEAR = (
    marked("{paid} koku for one house. It had better have a view."),
    marked("{paid} koku. Whoever moors there will pay me back."),
)
AHEAD = (
    marked("{region}: they bow to me first now."),
    marked("My influence grows. {region} has noticed."),
)
PASSED = (
    marked("{region}: they bow to {other} now. I'll remember the faces."),
    marked("{other} has overtaken me in one region: {region}."),
)
EMPEROR = (
    marked("The Emperor is here. Everybody stand up straight."),
    marked("The Emperor rewards owners. I like his way of thinking."),
    marked("The Emperor looks down the river. I've had my houses painted."),
)
LAST_TILE = (
    marked("That was the last tile. Please finish your tea."),
    marked("The last house of the river is on the table. I brought the broom."),
)
LEAD_TAKEN = (
    marked("{points} and in front. The current is with me."),
    marked("I'm in front now. There's plenty of room in my wake."),
)
LEAD_LOST = (
    marked("{other} has passed me. I can read the name on the stern."),
    marked("{other} is in front. Somebody should drop an anchor."),
)
WON = (
    marked("{points}. The river really is made of gold."),
    marked("The Emperor has a favorite merchant. I'm blushing."),
)
BEATEN = (
    marked("{other} wins. Next year I'll buy a faster ship."),
    marked("{points}, and dry feet. It could be worse."),
)


class _Scene(Struct, frozen=True):
    """State that everybody has seen."""

    before: View
    events: Sequence[Any]
    after: View
    names: Sequence[str]


def remarks(before: View, events: Sequence[Any], after: View, speakers: Speakers) -> Iterator[Remark]:
    """Yield all possible remarks on events."""
    scene = _Scene(before, events, after, speakers.names)
    for remark in _all(scene):
        if remark.seat in speakers.computers:
            yield remark


def ends_chapter(before: View, after: View) -> bool:
    """Return whether a season of rounds has passed, or the game is over."""
    rounds = [max(0, view.turn) // view.seats // CHAPTER for view in (before, after)]
    return rounds[0] != rounds[1] or bool(after.scores and not before.scores)


def _all(scene: _Scene) -> Iterator[Remark]:
    for event in scene.events:
        if find := _FINDERS.get(type(event)):
            yield from find(event, scene)
    is_over = any(isinstance(event, ev.GameEnded) for event in scene.events)
    if not is_over:
        yield from _of_points(scene)


def _of_points(scene: _Scene) -> Iterator[Remark]:
    """Yield remarks on many points at once, and on the leader."""
    before, after = ([player.points for player in view.players] for view in (scene.before, scene.after))
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        if new - old >= RICH:
            yield Remark(seat, GOOD_TRADE, Importance.UNUSUAL, {"points": counted_points(new - old)})
    led, leads = _leader(before), _leader(after)
    if led is None or leads is None or led == leads:
        return
    yield Remark(leads, LEAD_TAKEN, Importance.NOTABLE, {"points": counted_points(after[leads])})
    yield Remark(led, LEAD_LOST, Importance.NOTABLE, {"other": scene.names[leads]})


def _leader(points: Sequence[int]) -> int | None:
    """Return the seat with the most points, None for a tie."""
    return points.index(max(points)) if points.count(max(points)) == 1 else None


def _of_delivered(event: ev.Delivered, scene: _Scene) -> Iterator[Remark]:
    count = len(scene.after.players[event.seat].delivered)
    if count > 1:
        words: Mapping[str, Word] = {"customer": partial(customer_name, event.customer), "delivered": count}
        yield Remark(event.seat, DELIVERED, Importance.MINOR, words)


def _of_mastery(event: ev.MasteryClaimed, _scene: _Scene) -> Iterator[Remark]:
    yield Remark(event.seat, MASTERY, Importance.STRIKING, {"points": counted_points(event.points)})


def _of_sailed(event: ev.Sailed, _scene: _Scene) -> Iterator[Remark]:
    if event.journey:
        yield Remark(event.seat, JOURNEY, Importance.EVERYDAY)


def _of_gained(event: ev.Gained, _scene: _Scene) -> Iterator[Remark]:
    if event.what in ("silk", "rice", "porcelain") and event.lost:
        yield Remark(event.seat, OVERFLOW, Importance.UNUSUAL)


def _of_built(event: ev.Built, _scene: _Scene) -> Iterator[Remark]:
    if event.paid >= DEAR:
        yield Remark(event.seat, BUILT_DEAR, Importance.MINOR, {"paid": event.paid})


def _of_influence(event: ev.InfluenceGained, scene: _Scene) -> Iterator[Remark]:
    """Yield remarks on a marker that passes all others of a track."""
    on_track = [player.influence[event.region - 1] for player in scene.before.players]
    on_track[event.seat] = 0
    best = max(on_track)
    if event.source <= best < event.target and best:
        words: Mapping[str, Word] = {"region": partial(region_name, event.region), "other": scene.names[event.seat]}
        yield Remark(event.seat, AHEAD, Importance.UNUSUAL, words)
        yield Remark(on_track.index(best), PASSED, Importance.UNUSUAL, words)


def _of_emperor(_event: ev.EmperorCame, scene: _Scene) -> Iterator[Remark]:
    yield from (Remark(seat, EMPEROR, Importance.DECISIVE) for seat in range(scene.after.seats))


def _of_last_tile(event: ev.LastTileLaid, _scene: _Scene) -> Iterator[Remark]:
    yield Remark(event.seat, LAST_TILE, Importance.DECISIVE)


def _of_end(event: ev.GameEnded, scene: _Scene) -> Iterator[Remark]:
    first = scene.names[event.winners[0]]
    for seat, points in enumerate(event.points):
        words: Mapping[str, Word] = {"points": counted_points(points), "other": first}
        yield Remark(seat, WON if seat in event.winners else BEATEN, Importance.END, words)


_FINDERS: Mapping[type, Callable[[Any, _Scene], Iterator[Remark]]] = {
    ev.Delivered: _of_delivered, ev.MasteryClaimed: _of_mastery, ev.Sailed: _of_sailed, ev.Gained: _of_gained,
    ev.Built: _of_built, ev.InfluenceGained: _of_influence, ev.EmperorCame: _of_emperor,
    ev.LastTileLaid: _of_last_tile, ev.GameEnded: _of_end,
}  # fmt: skip

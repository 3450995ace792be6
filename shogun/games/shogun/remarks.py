"""Remarks of Shogun's computer opponents on battles, revolts, hunger, the turn order and points.

They see what a spectator sees, and mention nothing else.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from shogun.base.language import marked
from shogun.game.remarks import Importance, Remark, Speakers, Word, counted_points
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.state import BattleThrow, Over
from shogun.games.shogun.rules.views import View

MANY = 3
"""Number of armies that counts as a host."""

# Battles between players: the attacker, the defender, and the effect of the tower

TAKEN = (
    marked("I wanted {province}, not a quarrel with {other}. Now I have both."),
    marked("{province} was well worth the walk."),
    marked("{other} looked the other way. I looked at {province}."),
)
TAKEN_BARELY = (marked("{mine} to {theirs} at {province}. I'd planned for a wider margin."),)
REPELLED = (
    marked("{other} keeps {province}. I keep my temper."),
    marked("I'll write to my family that {province} was merely visited."),
    marked("{province} looked weaker from a distance."),
)
SWALLOWED = (
    marked("I threw {thrown} at {province} and saw {mine}. The tower has the rest."),
    marked("{thrown} in, {mine} out. The tower is on somebody's payroll."),
)
SACRIFICED = (
    marked("I left one army in {province}. {other} brought {their_thrown} to move it."),
    marked("One army of mine kept {their_thrown} of theirs busy at {province}. A fair trade."),
)
LOST = (
    marked("{other} has {province} now. {other} also has my full attention."),
    marked("{province} is only lent."),
    marked("I never liked the weather in {province} anyway."),
)
HELD = (
    marked("{other} knows the way home from {province} by now."),
    marked("{province} stays where it is: with me."),
    marked("Visitors to {province} are asked to announce themselves."),
)
HELD_AGAINST_ODDS = (marked("{other} threw {their_thrown} at {province}, I threw {thrown}. Count again, please."),)
TIED = (
    marked("{other} and I have found a compromise: nobody gets {province}."),
    marked("{mine} to {theirs} at {province}. The peasants are delighted."),
)

# Battles against peasants

SETTLED = (
    marked("{province} had no lord. It didn't seem happy about it."),
    marked("Nobody was using {province}."),
)
HUMBLED = (
    marked("Turned away from {province} by farmers. I'd rather not talk about it."),
    marked("The farmers of {province} fight as if they owned the place."),
)
REVOLT_HELD = (
    marked("The peasants of {province} have made their point. So have I."),
    marked("{province} is calm again. I'd call it tired."),
)
REVOLT_LOST = (
    marked("I asked too much of {province}. {province} has answered."),
    marked("{province} has left my service without notice."),
)

# Failed plans, once everybody has seen that

NO_CHESTS = (
    marked("My plan for {province} was excellent. It only lacked chests."),
    marked("An empty treasury saves {province} a lot of noise."),
)
VOIDED = (marked("I had an appointment in {province}. {province} has changed hands."),)

# Turn order

FIRST = (
    marked("First in line. There's nobody ahead of me to blame."),
    marked("I go first this season. Patience is for gardeners."),
)
LAST = (
    marked("Last in line. I'll see everybody's mistakes before I make mine."),
    marked("I go last. The patient cat eats too."),
)

# Winter

HUNGRY = (
    marked("More mouths than rice this winter. Somebody is going to be unhappy, and I know who."),
    marked("I counted provinces when I should have counted rice."),
)
FED = (marked("Not one grain short, and not one to spare. I call that bookkeeping."),)
LEAD_TAKEN = (
    marked("The lead is mine. Please look at somebody else."),
    marked("{points} and the lead. I expect visitors."),
)
LEAD_LOST = (marked("{other} leads now. The view from behind is instructive."),)
BEHIND = (
    marked("{other} is {gap} ahead. I suggest that we all visit {other}."),
    marked("{other} is winning. I only mention it."),
)
WON = (
    marked("Shogun at last. From here on it's mostly paperwork."),
    marked("{points}. My ancestors may sit down now."),
)
BEATEN = (
    marked("{other} is Shogun. I'll write a poem about the tower."),
    marked("{points}, and a good view of {other} winning."),
)


class _Scene(Struct, frozen=True):
    """State that everybody has seen."""

    before: View
    events: Sequence[Any]
    after: View
    speakers: Speakers

    def name(self, seat: int) -> str:
        return self.speakers.names[seat]


_Event = TypeVar("_Event")
_Finder = Callable[[Any, _Scene], Iterator[Remark]]


def remarks(before: View, events: Sequence[Any], after: View, speakers: Speakers) -> Iterator[Remark]:
    """Yield all possible remarks on events."""
    scene = _Scene(before, events, after, speakers)
    for event in events:
        if find := _FINDERS.get(type(event)):
            for remark in find(event, scene):
                if remark.seat in speakers.computers:
                    yield remark
    yield from (remark for remark in _of_points(scene) if remark.seat in speakers.computers)


def ends_chapter(before: View, after: View) -> bool:
    """Return whether a season or the game ends."""
    is_over = isinstance(after.stage, Over) and not isinstance(before.stage, Over)
    return (before.year, before.season) != (after.year, after.season) or is_over


# Battles


def _of_battle(event: ev.BattleSettled, scene: _Scene) -> Iterator[Remark]:
    thrown = next((one.thrown for one in scene.events if isinstance(one, ev.CubesThrown)), {})
    if event.kind == "revolt":
        yield from _of_revolt(event)
    elif event.attacker is not None and event.defender is not None:
        yield from _of_attacker(event, event.attacker, event.defender, _sides(event, scene, thrown))
        yield from _of_defender(event, event.defender, event.attacker, _sides(event, scene, thrown))
    elif event.attacker is not None and isinstance(scene.before.stage, BattleThrow):
        if event.winner == event.attacker:
            yield Remark(event.attacker, SETTLED, Importance.EVERYDAY, {"province": event.province})
        else:
            yield Remark(event.attacker, HUMBLED, Importance.NOTABLE, {"province": event.province})


class _Sides(Struct, frozen=True):
    """Cubes that both sides of a battle threw in, including their own from the tray."""

    attacking: int
    defending: int
    names: Sequence[str]

    def words(self, event: ev.BattleSettled, *, attacks: bool) -> Mapping[str, Word]:
        """Return the words for sentences in which one side speaks."""
        other = event.defender if attacks else event.attacker
        pairs = (self.attacking, event.attackers), (self.defending, event.defenders + event.peasants)
        (thrown, mine), (their_thrown, theirs) = pairs if attacks else reversed(pairs)
        return {
            "province": event.province, "other": "" if other is None else self.names[other], "thrown": thrown,
            "their_thrown": their_thrown, "mine": mine, "theirs": theirs,
        }  # fmt: skip


def _sides(event: ev.BattleSettled, scene: _Scene, thrown: Mapping[str, int]) -> _Sides:
    def count(seat: int | None) -> int:
        return 0 if seat is None else thrown.get(scene.after.colour(seat), 0)

    return _Sides(count(event.attacker), count(event.defender), scene.speakers.names)


def _of_attacker(event: ev.BattleSettled, seat: int, defender: int, sides: _Sides) -> Iterator[Remark]:
    words = sides.words(event, attacks=True)
    if event.winner == seat:
        is_bare = event.survivors == 1 and event.defenders > 0
        importance = Importance.NOTABLE if sides.defending >= MANY else Importance.UNUSUAL
        yield Remark(seat, TAKEN_BARELY if is_bare else TAKEN, importance, words)
    elif event.winner == defender:
        is_swallowed = 2 * event.attackers <= sides.attacking and sides.attacking >= MANY
        if is_swallowed:
            yield Remark(seat, SWALLOWED, Importance.DECISIVE, words)
        else:
            yield Remark(seat, REPELLED, Importance.NOTABLE, words)
    elif event.tie:
        yield Remark(seat, TIED, Importance.STRIKING, words)


def _of_defender(event: ev.BattleSettled, seat: int, attacker: int, sides: _Sides) -> Iterator[Remark]:
    words = sides.words(event, attacks=False)
    if event.winner == seat:
        against_odds = sides.attacking >= sides.defending + 2
        if against_odds:
            yield Remark(seat, HELD_AGAINST_ODDS, Importance.DECISIVE, words)
        else:
            yield Remark(seat, HELD, Importance.NOTABLE, words)
    elif event.winner == attacker:
        is_given = sides.defending == 1 and sides.attacking >= MANY
        if is_given:
            yield Remark(seat, SACRIFICED, Importance.STRIKING, words)
        else:
            yield Remark(seat, LOST, Importance.NOTABLE, words)
    elif event.tie:
        yield Remark(seat, TIED, Importance.STRIKING, words)


def _of_revolt(event: ev.BattleSettled) -> Iterator[Remark]:
    if event.defender is None:
        return
    words: Mapping[str, Word] = {"province": event.province}
    if event.winner == event.defender:
        yield Remark(event.defender, REVOLT_HELD, Importance.UNUSUAL, words)
    else:
        yield Remark(event.defender, REVOLT_LOST, Importance.STRIKING, words)


# Plans, turn order, winter


def _of_skipped(event: ev.ActionSkipped, _scene: _Scene) -> Iterator[Remark]:
    if event.reason == "no_chests":
        yield Remark(event.seat, NO_CHESTS, Importance.UNUSUAL, {"province": event.province})


def _of_voided(event: ev.CardVoided, _scene: _Scene) -> Iterator[Remark]:
    yield Remark(event.seat, VOIDED, Importance.MINOR, {"province": event.province})


def _of_order(event: ev.TurnOrderSet, _scene: _Scene) -> Iterator[Remark]:
    yield Remark(event.seats[0], FIRST)
    yield Remark(event.seats[-1], LAST)


def _of_supply(event: ev.Supplied, _scene: _Scene) -> Iterator[Remark]:
    words: Mapping[str, Word] = {"provinces": event.provinces, "rice": event.rice}
    if event.short:
        yield Remark(event.seat, HUNGRY, Importance.NOTABLE, words)
    elif event.rice == event.provinces:
        yield Remark(event.seat, FED, Importance.UNUSUAL, words)


def _of_points(scene: _Scene) -> Iterator[Remark]:
    """Yield remarks on the leader, after scoring in a game that isn't over."""
    if not any(isinstance(event, ev.Scored) for event in scene.events) or isinstance(scene.after.stage, Over):
        return
    before, after = _leader(scene.before), _leader(scene.after)
    if after is None:
        return
    points = [player.points for player in scene.after.players]
    best, least = points[after], min(range(len(points)), key=points.__getitem__)
    if before != after:
        yield Remark(after, LEAD_TAKEN, Importance.DECISIVE, {"points": counted_points(best)})
    if before not in (None, after) and before is not None:
        yield Remark(before, LEAD_LOST, Importance.DECISIVE, {"other": scene.name(after)})
    if points[least] < best - 1:
        words: Mapping[str, Word] = {"other": scene.name(after), "gap": counted_points(best - points[least])}
        yield Remark(least, BEHIND, Importance.STRIKING, words)


def _leader(view: View) -> int | None:
    """Return the seat with the most points, None for a tie."""
    points = [player.points for player in view.players]
    return points.index(max(points)) if points.count(max(points)) == 1 else None


def _of_end(event: ev.GameEnded, scene: _Scene) -> Iterator[Remark]:
    first = event.winners[0]
    for seat, points in enumerate(event.points):
        if seat in event.winners:
            yield Remark(seat, WON, Importance.VICTORY, {"points": counted_points(points)})
        elif len(event.winners) == 1:
            yield Remark(seat, BEATEN, Importance.END, {"points": counted_points(points), "other": scene.name(first)})


_FINDERS: Mapping[type, _Finder] = {
    ev.BattleSettled: _of_battle, ev.ActionSkipped: _of_skipped, ev.CardVoided: _of_voided,
    ev.TurnOrderSet: _of_order, ev.Supplied: _of_supply, ev.GameEnded: _of_end,
}  # fmt: skip

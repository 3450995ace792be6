"""The consequences of a plan: each assignment, the chests over the season, and the winter (4.3, 5, 8).

Nobody knows which event will be drawn, nor the order of the face-down action cards. So the season is walked through
with each possible event, and in each order that could make a difference to what can be paid; the rules say at every
step what is possible and what it brings. Different outcomes are shown as a range. Others' actions are left out, and
battles and revolts bring nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from msgspec import Struct, field
from msgspec.structs import replace

from shogun.games.shogun.analysis.threats import Assignment, Season, Span, Supply, supplies
from shogun.games.shogun.rules.actions import COST, DEPLOYED, armies_deployed, obstacle, rice_yield, tax_yield
from shogun.games.shogun.rules.cards import ACTIONS, Action, Card
from shogun.games.shogun.rules.events import SkipReason
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import MAJORITY, scores


class _Purse(Struct):
    """A seat's goods in the course of one season, and the outcomes of its actions so far."""

    event: int
    chests: int
    reserve: int
    rice: int
    line: tuple[int, ...] = ()
    skipped: dict[Action, SkipReason] = field(default_factory=dict)
    missing: dict[Action, int] = field(default_factory=dict)

    def copy(self) -> "_Purse":
        return replace(self, skipped=self.skipped.copy(), missing=self.missing.copy())


class _Gain(Struct, frozen=True):
    """The gain of an action under one event."""

    chests: int = 0
    rice: int = 0
    armies: int = 0


class Prospects:
    """Foresees the consequences of one seat's plans, from one position."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self._positions = _positions(view)
        self._obstacles: dict[tuple[int, Action, str, int, int], SkipReason | None] = {}
        self._seasons: dict[tuple[Card | None, ...], Season] = {}
        at = view.action or 0
        self._known = tuple(action for action in view.actions[at:] if action is not None)
        self._hidden = tuple(action for action in ACTIONS if action not in view.actions)

    def season(self, fields: Sequence[Card | None]) -> Season:
        """Return the consequences of a plan: the cards on the ten action fields, then the bid; it may be half laid."""
        key = tuple(fields)
        if key not in self._seasons:
            self._seasons[key] = self._foresee(key)
        return self._seasons[key]

    def _foresee(self, fields: tuple[Card | None, ...]) -> Season:
        laid = {action: card for action, card in zip(ACTIONS, fields, strict=False) if isinstance(card, str)}
        bid = fields[-1] if isinstance(fields[-1], int) and not self.view.bids else 0
        ends = [end for event in range(len(self._positions)) for end in self._walk(event, laid, bid)]
        built = self._built(laid, ends)
        standing = sum(self.view.provinces[name].armies for name in self.view.owned(self.seat))
        reserve = self.view.players[self.seat].reserve
        return Season(
            assignments={action: self._assignment(action, laid[action], ends, built) for action in laid},
            line=tuple(Span.of(places) for places in zip(*(end.line for end in ends), strict=True)),
            chests=Span.of(end.chests for end in ends),
            reserve=Span.of(end.reserve for end in ends),
            armies=Span.of(standing + reserve - end.reserve for end in ends),
            rice=Span.of(end.rice for end in ends),
            supplies=tuple(self._supplies(ends)),
            scores=tuple(scores(self._with_buildings(built))),
        )

    # Walking through the season

    def _walk(self, event: int, laid: Mapping[Action, str], bid: int) -> Iterator[_Purse]:
        """Yield the end of the season under one event, for each order of the hidden actions that may matter."""
        player = self.view.players[self.seat]
        purse = _Purse(event, player.chests - bid, player.reserve, player.rice, (player.chests - bid,))
        for action in self._known:
            self._act(purse, action, laid.get(action))
            purse.line = (*purse.line, purse.chests)
        for order in self._orders(purse, laid):
            end = purse.copy()
            for action in order:
                self._act(end, action, laid.get(action))
            yield end

    def _orders(self, purse: _Purse, laid: Mapping[Action, str]) -> Iterator[tuple[Action, ...]]:
        """Yield the possible orders of the hidden actions: only one if everything can be paid anyway."""
        planned = [action for action in self._hidden if action in laid]
        money = [action for action in planned if action in COST or action == "taxes"]
        others = tuple(action for action in planned if action not in money)
        costs = sum(COST.get(action, 0) for action in money)
        armies = sum(self._gain(purse.event, action, laid[action]).armies for action in money)
        if costs <= purse.chests and armies <= purse.reserve:
            yield tuple(planned)
            return
        for order in permutations(money):
            yield (*order, *others)

    def _act(self, purse: _Purse, action: Action, province: str | None) -> None:
        """Carry out an action, or skip it (5.0)."""
        if province is None:
            return
        reason = self._obstacle(purse, action, province)
        if reason is not None:
            purse.skipped[action] = reason
            purse.missing[action] = COST[action] - purse.chests if reason == "no_chests" else 0
            return
        gain = self._gain(purse.event, action, province)
        purse.chests += gain.chests
        purse.rice += gain.rice
        purse.reserve -= gain.armies

    def _obstacle(self, purse: _Purse, action: Action, province: str) -> SkipReason | None:
        key = (purse.event, action, province, purse.chests, purse.reserve)
        if key not in self._obstacles:
            position = self._with_goods(self._positions[purse.event], purse)
            self._obstacles[key] = obstacle(position, self.seat, action, province)
        return self._obstacles[key]

    def _with_goods(self, position: View, purse: _Purse) -> View:
        players = list(position.players)
        own = players[self.seat]
        players[self.seat] = replace(own, chests=purse.chests, reserve=purse.reserve, rice=purse.rice)
        return replace(position, players=tuple(players))

    def _gain(self, event: int, action: Action, province: str) -> _Gain:
        """Return the gain of an action; its price is a loss."""
        position = self._positions[event]
        if action == "taxes":
            return _Gain(chests=tax_yield(position, self.seat, province))
        if action == "rice":
            return _Gain(rice=rice_yield(position, self.seat, province))
        armies = armies_deployed(position, action) if action in DEPLOYED else 0
        return _Gain(chests=-COST.get(action, 0), armies=armies)

    # Totals

    def _assignment(self, action: Action, name: str, ends: Sequence[_Purse], built: Mapping[Action, str]) -> Assignment:
        gains = [self._gain(event, action, name) for event in range(len(self._positions))]
        skips = [end.skipped[action] for end in ends if action in end.skipped]
        province = self.view.provinces[name]
        return Assignment(
            action,
            name,
            done="surely" if not skips else ("never" if len(skips) == len(ends) else "perhaps"),
            reasons=tuple(sorted(set(skips))),
            chests=Span.of(gain.chests for gain in gains),
            rice=Span.of(gain.rice for gain in gains),
            armies=Span.of(gain.armies for gain in gains),
            points=self._points(action, built),
            peasants=province.markers if action in ("taxes", "rice") else 0,
            marching=province.armies - 1 if action in ("battle_a", "battle_b") else 0,
            missing=max((end.missing.get(action, 0) for end in ends), default=0),
        )

    def _built(self, laid: Mapping[Action, str], ends: Sequence[_Purse]) -> dict[Action, str]:
        """Return the buildings that may be built."""
        return {kind: laid[kind] for kind in MAJORITY if kind in laid and any(kind not in end.skipped for end in ends)}

    def _points(self, action: Action, built: Mapping[Action, str]) -> int:
        """Return the points that one building adds to the others that are planned."""
        if action not in built:
            return 0
        others = {kind: name for kind, name in built.items() if kind != action}
        return self._total(built) - self._total(others)

    def _total(self, built: Mapping[Action, str]) -> int:
        return scores(self._with_buildings(built))[self.seat].total

    def _with_buildings(self, built: Mapping[Action, str]) -> View:
        provinces = dict(self.view.provinces)
        for kind, name in built.items():
            assert kind in MAJORITY
            lies = provinces[name]
            provinces[name] = Province(lies.owner, lies.armies, (*lies.buildings, kind), lies.markers)
        return replace(self.view, provinces=provinces)

    def _supplies(self, ends: Sequence[_Purse]) -> Iterator[Supply]:
        seen = {(end.event, end.rice): end for end in ends}
        for end in seen.values():
            yield from supplies(self._with_goods(self._positions[end.event], end), self.seat)


def _positions(view: View) -> tuple[View, ...]:
    """Return the position with each event that may be drawn; the remaining ones decide about winter."""
    if view.event is not None or not view.events:
        return (view,)
    return tuple(
        replace(view, event=event, events=tuple(other for other in view.events if other != event))
        for event in view.events
    )

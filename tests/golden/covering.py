"""What the kept games must show between them: what the rules know, as far as games come to it by lot."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, EVENTS, PEASANT, SPECIALS, Side, board
from shogun.games.shogun.rules.questions import Deploy, DrawCard, ExchangeCards, Move, Plan, Reinforce, Stay, TakeCard
from shogun.games.shogun.rules.state import LineUp, RevoltThrow, Setup, State, Wintering

from .kept import Past

TOWERS = (
    "classic",
    "hoard",
    "steep",
    "model",
    "model:classic",
    "model:hoard",
    "model:steep",
    "model:keeps",
    "model:returns",
)
"""The shipped towers, the quick models of each, and those of two towers that keep or return nearly all cubes."""
LINE_UPS: tuple[tuple[Side, LineUp], ...] = (("sun", "printed"), ("sun", "draft"), ("moon", "draft"))
SHORT = ("0", "1", "2", "3-4", "5-6", "7 or more")

WANTED = (
    *(f"game: {seats} players, {side}, {line_up}" for seats, (side, line_up) in product((3, 4, 5), LINE_UPS)),
    *(f"game: tower {tower}" for tower in TOWERS),
    "game: first seat agreed", "game: first seat by lot",
    "draft: card from the table", "draft: card from the deck", "draft: exchange",
    *(f"event: {card} in its season" for card in EVENTS),
    *(f"event: {card} in winter" for card in EVENTS),
    "event: a theatre removes a marker", "event: a theatre where no marker lies", "event: a castle's army",
    "event: taxes of 7 cut to 5", "event: taxes raised to 6", "event: rice cut to 3", "event: rice raised to 4",
    "event: 3 deployed for 3 chests", "event: 2 deployed for 2 chests", "event: two peasants against an attack",
    "event: a temple keeps armies out",
    *(f"special: {card} taken" for card in SPECIALS),
    "special: +1 chest", "special: +1 rice", "special: 6 armies", "special: the usual number in place of 6",
    "special: +1 attack", "special: +1 attack refused", "special: +1 defence", "special: +1 defence refused",
    "special: a castle's army and one of +1 defence", "special: 6 armies under the event",
    *(f"bid: {bid}" for bid in ("chest 4", "chest 3", "chest 2", "chest 1", "chest 0", "a province", "none", "lots")),
    "plan: 11 cards or more", "plan: fewer than 11 cards", "plan: no province",
    *(f"action: {action} carried out" for action in ACTIONS),
    *(f"skipped: {why}" for why in (
        "no_site", "has_building", "no_chests", "no_reserve", "lone_army", "no_target")),
    "march: to an own province", "march: armies stay after deploy 1", "march: planned in a province lost since",
    "battle: attacker wins", "battle: attacker wins against peasants too", "battle: defender wins",
    "battle: defender wins by peasants", "battle: peasants take all losses",
    "battle: peasants on the tray take no part", "battle: others on the tray take no part",
    "battle: tie", "battle: tie, 0:0", "battle: tie, more peasants but no defender's army",
    "battle: more survive than were sent", "battle: buildings won", "battle: buildings lost to nobody",
    "neutral: attacker wins", "neutral: peasants win", "neutral: tie", "neutral: tie, 0:0",
    "neutral: no peasant left to defend", "neutral: a province that somebody had",
    *(f"{when} revolt: {how}" for when in ("action's", "winter's")
      for how in ("won", "won against none", "lost", "tied", "tied, 0:0")),
    "action's revolt: second marker", "action's revolt: third marker", "winter's revolt: a marker lies there",
    *(f"winter: {short} short" for short in SHORT),
    *(f"winter: {number} revolts of one player" for number in (1, 2, 3)),
    "winter: the order of revolts chosen",
    *(f"scoring: most of {kind}, {how}" for kind in BUILDINGS for how in ("alone", "tied")),
    "scoring: no province",
    "end: most points", "end: most chests of equal points", "end: shared",
)  # fmt: skip
"""What is looked for by lot until some game shows it."""

BY_HAND = {
    "skipped: no_tile": "28 castles, 26 temples and 26 theatres don't run out where sites are built on by lot",
    "winter: fewer provinces than revolts": "nobody is short of more rice than they have provinces to feed (8.2)",
}
"""What no game shows, and why; tests of the rules set up such positions."""


class Witness:
    """Looks on at one game and notes what it shows, in the words of `WANTED`."""

    def __init__(self, setup: Setup, tower: str) -> None:
        self.found = {
            f"game: {setup.seats} players, {setup.side}, {setup.line_up}",
            f"game: tower {tower}",
            f"game: first seat {'by lot' if setup.first_seat is None else 'agreed'}",
        }
        self.event = ""
        self.special: dict[int, str] = {}
        self.reinforcements: set[str] = set()
        self.sent = 0
        self.before: State
        self.had: set[str] = set()

    def watch(self, pasts: Iterable[Past]) -> set[str]:
        """Look on at a whole game and return what it shows."""
        for past in pasts:
            self.before = past.before
            self.had |= {name for name, province in past.before.provinces.items() if province.owner is not None}
            self.note(self.answered(past, past.line.answer))
            for event in past.events:
                self.note(self.told(event))
            self.note(self.on_the_tray(past))
        self.note(self.ended(past.after))
        return self.found

    def note(self, found: Iterator[str | None]) -> None:
        self.found.update(words for words in found if words)

    def answered(self, past: Past, answer: Any) -> Iterator[str | None]:
        """Yield what an answer shows by itself."""
        plain: dict[type[Move], str] = {
            TakeCard: "draft: card from the table", DrawCard: "draft: card from the deck",
            ExchangeCards: "draft: exchange", Stay: "march: armies stay after deploy 1",
        }  # fmt: skip
        yield plain.get(type(answer))
        subject = past.line.key.split("/")[0]
        if isinstance(answer, Plan) and past.line.seat is not None:
            owned = len(past.before.owned(past.line.seat))
            yield "plan: 11 cards or more" if owned >= 6 else "plan: fewer than 11 cards"
            yield "plan: no province" if not owned else None
        elif isinstance(answer, Deploy):
            yield "special: 6 armies" if answer.armies == 6 else "special: the usual number in place of 6"
            yield "special: 6 armies under the event" if answer.armies == 6 and self.event == "deploy_1" else None
        elif isinstance(answer, Reinforce):
            yield f"special: +1 {subject}" if answer.armies else f"special: +1 {subject} refused"
        elif subject == "revolt":
            yield "winter: the order of revolts chosen"

    def on_the_tray(self, past: Past) -> Iterator[str | None]:
        """Yield what stayed on the tray after a battle between players, and which majorities a winter had."""
        for event in past.events:
            if isinstance(event, ev.BattleSettled) and event.kind == "players":
                others = set(past.after.tray) - {PEASANT}
                yield "battle: peasants on the tray take no part" if PEASANT in past.after.tray else None
                yield "battle: others on the tray take no part" if others else None
        if any(isinstance(event, ev.Scored) for event in past.events):
            yield from majorities(past.before)

    def told(self, event: ev.Event) -> Iterator[str | None]:
        """Yield what an event shows."""
        teller: dict[type, Callable[[Any], Iterator[str | None]]] = {
            ev.EventDrawn: self.drawn, ev.WinterBegan: self.drawn, ev.SpecialTaken: self.taken,
            ev.BidRevealed: self.bid, ev.LotsDrawn: self.bid, ev.ActionSkipped: self.skipped, ev.Built: self.built,
            ev.TaxesCollected: self.gathered, ev.RiceConfiscated: self.gathered, ev.MarkerPlaced: self.marked,
            ev.Deployed: self.deployed, ev.Moved: self.moved, ev.CardVoided: self.moved, ev.BattleBegan: self.attacked,
            ev.Reinforced: self.reinforced, ev.BattleSettled: self.settled, ev.Supplied: self.supplied,
            ev.RevoltsDrawn: self.supplied, ev.Scored: self.scored,
        }  # fmt: skip
        yield from teller[type(event)](event) if type(event) in teller else ()

    def drawn(self, event: ev.EventDrawn | ev.WinterBegan) -> Iterator[str | None]:
        self.event = event.event
        yield f"event: {event.event} in {'its season' if isinstance(event, ev.EventDrawn) else 'winter'}"

    def taken(self, event: ev.SpecialTaken) -> Iterator[str | None]:
        if event.seat in self.special:  # of the season before
            self.special = {}
        self.special[event.seat] = event.card
        yield f"special: {event.card} taken"

    def bid(self, event: ev.BidRevealed | ev.LotsDrawn) -> Iterator[str | None]:
        if isinstance(event, ev.LotsDrawn):
            yield "bid: lots"
        elif event.card is None:
            yield "bid: none"
        else:
            yield "bid: a province" if isinstance(event.card, str) else f"bid: chest {event.card}"

    def skipped(self, event: ev.ActionSkipped) -> Iterator[str | None]:
        yield f"skipped: {event.reason}"

    def built(self, event: ev.Built) -> Iterator[str | None]:
        yield f"action: {event.building} carried out"
        if event.building == "theatre" and self.event.startswith("theatre"):
            yield "event: a theatre removes a marker" if event.calmed else "event: a theatre where no marker lies"

    def gathered(self, event: ev.TaxesCollected | ev.RiceConfiscated) -> Iterator[str | None]:
        land = self.before.board.lands[event.province]
        if isinstance(event, ev.TaxesCollected):
            yield "action: taxes carried out"
            yield "special: +1 chest" if self.special[event.seat] == "chest" else None
            yield "event: taxes of 7 cut to 5" if self.event == "taxes_0" and land.tax == 7 else None
            yield "event: taxes raised to 6" if self.event == "taxes_2" and land.tax < 6 else None
        else:
            yield "action: rice carried out"
            yield "special: +1 rice" if self.special[event.seat] == "rice" else None
            yield "event: rice cut to 3" if self.event == "rice_4" and land.rice > 3 else None
            yield "event: rice raised to 4" if self.event == "rice_3" and land.rice < 4 else None

    def marked(self, event: ev.MarkerPlaced) -> Iterator[str | None]:
        yield {2: "action's revolt: second marker", 3: "action's revolt: third marker"}.get(event.markers)

    def deployed(self, event: ev.Deployed) -> Iterator[str | None]:
        yield f"action: deploy{({3: 5, 2: 3, 1: 1})[event.paid]} carried out"
        if self.event == "deploy_1" and event.paid == event.armies != 1:
            yield f"event: {event.armies} deployed for {event.paid} chests"

    def moved(self, event: ev.Moved | ev.CardVoided) -> Iterator[str | None]:
        if isinstance(event, ev.CardVoided):
            yield "march: planned in a province lost since"
            return
        yield "march: to an own province"
        yield from self.marched(event.source, event.seat)

    def attacked(self, event: ev.BattleBegan) -> Iterator[str | None]:
        self.reinforcements, self.sent = set(), event.armies
        yield from self.marched(event.source, event.attacker)
        if event.defender is None:
            yield "neutral: a province that somebody had" if event.target in self.had else None
            yield "neutral: no peasant left to defend" if not self.before.peasants else None
            yield "event: two peasants against an attack" if self.event == "peasants_3" else None

    def marched(self, source: str, seat: int) -> Iterator[str | None]:
        state, acting = self.before, self.before.acting
        action = state.actions[acting.action] if acting else None
        yield f"action: {action} carried out" if action and action.startswith("battle") else None
        near = [state.provinces[name] for name in board(state.setup.side, state.setup.seats).neighbours[source]]
        if self.event.startswith("temple") and any("temple" in p.buildings and p.owner != seat for p in near):
            yield "event: a temple keeps armies out"

    def reinforced(self, event: ev.Reinforced) -> Iterator[str | None]:
        self.reinforcements.add(event.reason)
        yield "event: a castle's army" if event.reason == "castle" else None
        if self.reinforcements >= {"castle", "defence"}:
            yield "special: a castle's army and one of +1 defence"

    def settled(self, event: ev.BattleSettled) -> Iterator[str | None]:
        stage = self.before.stage
        if isinstance(stage, RevoltThrow):
            is_winter = isinstance(stage.at, Wintering)
            when, markers = "winter's" if is_winter else "action's", self.before.provinces[event.province].markers
            yield f"{when} revolt: {ending(event, event.winner is not None, event.defenders + event.peasants)}"
            yield f"{when} revolt: won against none" if event.winner is not None and not event.peasants else None
            yield "winter's revolt: a marker lies there" if is_winter and markers else None
        elif event.kind == "neutral":
            cubes = event.attackers + event.peasants
            yield f"neutral: {ending(event, event.winner == event.attacker, cubes, 'attacker wins', 'peasants win')}"
        else:
            yield from self.fought(event)

    def fought(self, event: ev.BattleSettled) -> Iterator[str | None]:
        """Yield what a battle between players shows."""
        before, peasants = self.before.provinces[event.province], event.peasants
        cubes = event.attackers + event.defenders + peasants
        yield f"battle: {ending(event, event.winner == event.attacker, cubes, 'attacker wins', 'defender wins')}"
        if event.winner == event.attacker:
            yield "battle: attacker wins against peasants too" if peasants else None
            yield "battle: buildings won" if before.buildings else None
            yield "battle: more survive than were sent" if event.survivors > self.sent else None
        elif event.winner is not None:
            yield "battle: defender wins by peasants" if event.attackers >= event.defenders else None
            yield "battle: peasants take all losses" if 0 < event.attackers <= peasants else None
        else:
            more = peasants > event.attackers and not event.defenders
            yield "battle: tie, more peasants but no defender's army" if more else None
            yield "battle: buildings lost to nobody" if before.buildings else None

    def supplied(self, event: ev.Supplied | ev.RevoltsDrawn) -> Iterator[str | None]:
        if isinstance(event, ev.RevoltsDrawn):
            yield f"winter: {len(event.provinces)} revolts of one player"
            return
        yield f"winter: {('0', '1', '2', '3-4', '3-4', '5-6', '5-6', '7 or more')[min(event.short, 7)]} short"

    def scored(self, event: ev.Scored) -> Iterator[str | None]:
        yield "scoring: no province" if not event.provinces else None

    def ended(self, state: State) -> Iterator[str | None]:
        """Yield how a game ended."""
        points = sorted((player.points for player in state.players), reverse=True)
        ranks = sorted(((player.points, player.chests) for player in state.players), reverse=True)
        if points[0] > points[1]:
            yield "end: most points"
        else:
            yield "end: shared" if ranks[0] == ranks[1] else "end: most chests of equal points"


def majorities(state: State) -> Iterator[str]:
    """Yield how the most buildings of each kind are held, but for what the last revolt of a winter changes."""
    for names, kind in product(state.board.regions.values(), BUILDINGS):
        owners = [state.provinces[name].owner for name in names if kind in state.provinces[name].buildings]
        numbers = [owners.count(owner) for owner in set(owners)]
        if numbers:
            yield f"scoring: most of {kind}, {'alone' if numbers.count(max(numbers)) == 1 else 'tied'}"


def ending(event: ev.BattleSettled, is_won: bool, cubes: int, won: str = "won", lost: str = "lost") -> str:
    """Return how a battle ended; `cubes` of both sides lay on the tray."""
    if event.tie:
        return ("tie" if event.attacker is not None else "tied") + (", 0:0" if not cubes else "")
    return won if is_won else lost

"""Shogun by typed lines: the table in words, the facts needed for each choice, and a plan laid field by field."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext, shown
from shogun.game.dialogue import Answering, AnswerList, Item, Misunderstood, reads_like
from shogun.game.errors import IllegalMove
from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.analysis.fights import attack
from shogun.games.shogun.analysis.odds import first_odds
from shogun.games.shogun.analysis.plan_words import SEASONS_LEFT, chests_text, points_text, warnings, winter_text
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, EVENTS, Action, Card
from shogun.games.shogun.rules.events import CubesThrown, Event
from shogun.games.shogun.rules.questions import (
    Choice,
    FaceRevolt,
    March,
    MarchQuestion,
    Move,
    Plan,
    PlanQuestion,
    PlayerQuestion,
    Stay,
    TakeCard,
    TakeSpecial,
)
from shogun.games.shogun.rules.state import Drafting, Grouping, Setup
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.words import (
    ACTION_NAMES,
    BUILDING_NAMES,
    COLOUR_NAMES,
    SEASON_NAMES,
    SPECIAL_NAMES,
    SPECIAL_TEXTS,
    armies,
    card_text,
    chests,
    cubes,
    event_name,
    event_text,
    move_text,
    region_name,
    seat_names,
    sentence,
)
from shogun.games.shogun.words import question_text as question_text  # noqa: PLC0414  part of the dialogue
from shogun.players.adviser import Hint
from shogun.table.towers import Inside

Names = Sequence[str]


def player_names(setup: Setup) -> list[str]:
    """Return the players' colors, by which the cubes are called."""
    return seat_names(setup)[: setup.seats]


def event_lines(events: Sequence[Event], view: View, names: Names) -> list[str]:
    """Return events in sentences, and after a throw what stays in the tower."""
    return [line for event in events for line in _event_lines(event, view, names)]


def _event_lines(event: Event, view: View, names: Names) -> Iterator[str]:
    yield sentence(event, names)
    if isinstance(event, CubesThrown):
        yield _inside(view)


def _inside(view: View) -> str:
    return _("In the tower: {cubes}.").format(cubes=cubes(view.tower))


# The table in words


def table_lines(view: View, names: Names) -> list[str]:
    """Return everything that a player sees: season, actions, players, tower, provinces by region, and the own plan."""
    return [
        *_season(view),
        *_order(view, names),
        *_players(view, names),
        *_tower(view),
        *_map(view, names),
        *_own(view),
    ]


def _season(view: View) -> Iterator[str]:
    if isinstance(view.stage, Drafting | Grouping):
        if view.market:
            yield _("Face-up province cards: {provinces}.").format(provinces=", ".join(view.market))
        return
    yield _("Year {year}, {season}").format(year=view.year, season=_(SEASON_NAMES[view.season])) + "."
    if view.event:
        yield _("Event: {name}. {text}").format(name=event_name(view.event), text=event_text(view.event))
    if view.events:
        coming = (_event(card) for card in view.events)
        yield _("Events to come, with the rice that each costs in winter: {events}.").format(events=", ".join(coming))
    if view.actions:
        places = (_action(view, place) for place in range(len(view.actions)))
        yield _("Actions in their order: {actions}.").format(actions=", ".join(places))


def _event(card: str) -> str:
    return f"{event_name(card)} ({EVENTS[card].winter_rice})"


def _action(view: View, place: int) -> str:
    action = view.actions[place]
    words = f"{place + 1} {_('face down') if action is None else _(ACTION_NAMES[action])}"
    return _("{action} (now)").format(action=words) if place == view.action else words


def _order(view: View, names: Names) -> Iterator[str]:
    if view.order and view.bids:
        yield _("Turn order: {who}.").format(who=", ".join(names[seat] for seat in view.order))
    if view.specials:
        places = (f"{place} {_special(view, card, names)}" for place, card in enumerate(view.specials, 1))
        yield _("Special cards by their place in turn order: {cards}.").format(cards=", ".join(places))
    if view.bids:
        bids = (f"{name}: {card_text(bid)}" for name, bid in zip(names, view.bids, strict=True))
        yield _("Bids: {bids}.").format(bids=", ".join(bids))


def _special(view: View, card: Any, names: Names) -> str:
    owners = [names[seat] for seat, taken in enumerate(view.specials_taken) if taken == card]
    return f"{_(SPECIAL_NAMES[card])} ({owners[0]})" if owners else _(SPECIAL_NAMES[card])


def _players(view: View, names: Names) -> Iterator[str]:
    for seat, (name, player) in enumerate(zip(names, view.players, strict=True)):
        colour = _(COLOUR_NAMES[view.colour(seat)])
        facts = [
            chests(player.chests),
            ngettext("{n} rice", "{n} rice", player.rice).format(n=player.rice),
            _("{armies} in the reserve").format(armies=armies(player.reserve)),
            _provinces(len(view.owned(seat))),
            ngettext("{n} point", "{n} points", player.points).format(n=player.points),
        ]
        who = name if name.casefold() == colour.casefold() else f"{name} ({colour})"
        yield f"{who}: {', '.join(facts)}."
        if view.groups:
            sizes = ", ".join(map(str, view.groups[seat]))
            yield _("Groups of armies that {who} has left: {sizes}.").format(who=name, sizes=sizes)


def _tower(view: View) -> Iterator[str]:
    yield _inside(view)
    if any(view.tray.values()):
        yield _("On the tray: {cubes}. They are part of the next throw.").format(cubes=cubes(view.tray))


def _provinces(count: int) -> str:
    return ngettext("{n} province", "{n} provinces", count).format(n=count)


def _map(view: View, names: Names) -> Iterator[str]:
    for region, provinces in view.board.regions.items():
        title = region_name(region)
        yield f"{title[:1].upper()}{title[1:]}: {'; '.join(_majorities(view, provinces, names))}".removesuffix(" ")
        for name in provinces:
            yield f"  {_province(view, name, names)}"


def _majorities(view: View, provinces: Sequence[str], names: Names) -> Iterator[str]:
    """Yield who has how many buildings of each kind in a region, the most first."""
    for building in BUILDINGS:
        owners = [view.provinces[name].owner for name in provinces if building in view.provinces[name].buildings]
        counts = Counter(owner for owner in owners if owner is not None)
        if counts:
            leaders = ", ".join(f"{names[seat]} {count}" for seat, count in counts.most_common())
            yield f"{_(BUILDING_NAMES[building])} ({leaders})"


def _province(view: View, name: str, names: Names) -> str:
    """Return a province with its owner, pieces, yield and neighbors."""
    border = _("borders on {provinces}").format(provinces=", ".join(view.board.neighbours[name]))
    return f"{name}: {_pieces(view, name, names)}; {_yield(view, name)}; {border}."


def _pieces(view: View, name: str, names: Names) -> str:
    province = view.provinces[name]
    facts = [_("neutral")] if province.owner is None else [names[province.owner], armies(province.armies)]
    facts += [
        _(BUILDING_NAMES[building]) for building in BUILDINGS for _one in range(province.buildings.count(building))
    ]
    if province.markers:
        markers = ngettext("{n} revolt marker", "{n} revolt markers", province.markers)
        facts.append(markers.format(n=province.markers))
    return ", ".join(facts)


def _yield(view: View, name: str) -> str:
    land = view.board.lands[name]
    free = land.sites - len(view.provinces[name].buildings)
    return _("taxes {taxes}, rice {rice}, free building sites {sites}").format(
        taxes=land.tax, rice=land.rice, sites=free
    )


def _own(view: View) -> Iterator[str]:
    if view.plan is not None:
        yield _("Your plan:")
        yield from _plan_lines(view.plan)


def _plan_lines(plan: Plan) -> list[str]:
    """Return a plan in words, a line for each field."""
    names = [*(_(ACTION_NAMES[action]) for action in ACTIONS), _("Bid")]
    return [f"{name}: {card_text(card)}" for name, card in zip(names, (*plan.fields, plan.bid), strict=True)]


# Answers


def advice_lines(hint: Hint) -> list[str]:
    """Return the advised move in words."""
    return _plan_lines(hint.move) if isinstance(hint.move, Plan) else [move_text(hint.move)]


def answering(view: View, inside: Inside, question: PlayerQuestion, names: Names) -> Answering:
    """Return an empty answer: a plan by fields, a march by target and armies, anything else from a list."""
    if isinstance(question, PlanQuestion):
        return PlanAnswer(view, question, names)
    if isinstance(question, MarchQuestion):
        source = f"{question.source}: {_pieces(view, question.source, names)}."
        return AnswerList(list(_marches(view, inside, question, names)), [source])
    return AnswerList([Item(_label(view, question, move, names), move) for move in question.moves])


def _label(view: View, question: Choice, move: Move, names: Names) -> str:
    """Return a choice with what one needs to know for it."""
    text = move_text(move)
    match move:
        case TakeCard(name):
            where = region_name(view.board.lands[name].region)
            own = [near for near in view.board.neighbours[name] if view.provinces[near].owner == question.seat]
            beside = _("next to your {provinces}").format(provinces=", ".join(own)) if own else ""
            return "; ".join(filter(None, (f"{text} ({where})", _yield(view, name), beside)))
        case TakeSpecial(card):
            place = _("number {n} in turn order").format(n=view.specials.index(card) + 1)
            return f"{text}, {place}. {_(SPECIAL_TEXTS[card])}"
        case FaceRevolt(name):
            return f"{text}: {_pieces(view, name, names)}"
    return text


def _marches(view: View, inside: Inside, question: MarchQuestion, names: Names) -> Iterator[Item]:
    for target in question.targets:
        marches = tuple(March(question.source, target, number) for number in range(1, question.most + 1))

        @cache  # odds take a moment
        def more(marches: tuple[March, ...] = marches) -> list[Item]:
            return [Item(_march(view, inside, question.seat, march), march) for march in marches]

        yield Item(f"{target}: {_pieces(view, target, names)}", more=more, leads_to=marches.__contains__)
    if question.may_stay:
        yield Item(move_text(Stay()), Stay())


def _march(view: View, inside: Inside, seat: int, march: March) -> str:
    """Return the number of armies, and for an attack the chance to win."""
    if view.provinces[march.target].owner == seat:
        return armies(march.armies)
    try:
        win = first_odds(attack(view, march), inside, Random(f"{march}")).win.value
    except IllegalMove:
        return armies(march.armies)
    return _("{armies}, wins {chance} of the time").format(armies=armies(march.armies), chance=percent(win))


# A plan, field by field

_AFFIRMED = ("y", "yes")
_EMPTY = "-"


class PlanAnswer:
    """A plan in the making: cards on fields, which can be changed until it is committed."""

    def __init__(self, view: View, question: PlanQuestion, names: Names) -> None:
        self._view, self._question, self._names = view, question, names
        known = [action for action in view.actions if action is not None]
        self._actions: list[Action] = [*known, *(action for action in ACTIONS if action not in known)]
        """The actions in the season's order, as far as it is known; the bid is the field after them."""
        self._laid: dict[int, Card | None] = {}
        """The cards by field, counted from 0; None: the field stays empty."""
        self._before: list[dict[int, Card | None]] = []
        """The cards before each step, to take it back."""
        self._is_new = True
        """True if all cards are listed next, not only those that are left."""

    # What is said

    def lines(self) -> list[str]:
        """Return the cards and the next field; of a complete plan all fields."""
        field, is_new = self._next, self._is_new
        self._is_new = False
        if field is None:
            how = _("Type yes to commit this plan, or change it: “3 7” puts card 7 on field 3.")
            return [*(self._all_cards() if is_new else self._rest()), *self._fields(), *self._effects(), how]
        asked = _("Field {n}, {action}: which card?").format(n=field + 1, action=self._title(field))
        return [*(self._all_cards() if is_new else self._rest()), *(self._how() if is_new else ()), asked]

    def _how(self) -> Iterator[str]:
        yield _("Type a card's number or the beginning of its name. “3 7” puts card 7 on field 3.")
        if self._question.empty_fields:
            count = self._question.empty_fields
            sentence = ngettext(
                "{n} field stays empty: type - for no card.", "{n} fields stay empty: type - for no card.", count
            )
            yield sentence.format(n=count)

    def _fields(self) -> Iterator[str]:
        yield _("Your plan:")
        for field, card in sorted(self._laid.items()):
            yield f"{field + 1}. {self._title(field)}: {card_text(card)}"

    def _effects(self) -> Iterator[str]:
        """Yield what a complete plan brings, and its risks."""
        view, seat = self._view, self._question.seat
        plan = self._plan()
        season = Prospects(view, seat).season((*plan.fields, plan.bid))
        yield f"{chests_text(season)}. {winter_text(season, len(view.owned(seat)))[0]}."
        yield f"{points_text(season.scores, seat)}."
        yield from warnings(season, SEASONS_LEFT[view.season])

    def _title(self, field: int) -> str:
        return _(ACTION_NAMES[self._actions[field]]) if field < len(self._actions) else _("Bid")

    def _all_cards(self) -> Iterator[str]:
        yield from _season(self._view)
        player = self._view.players[self._question.seat]
        have = _("You have {chests}, {rice} and {provinces}.")
        rice = ngettext("{n} rice", "{n} rice", player.rice).format(n=player.rice)
        owned = len(self._view.owned(self._question.seat))
        yield have.format(chests=chests(player.chests), rice=rice, provinces=_provinces(owned))
        yield _(
            "Your cards. A province acts where its card is; chest cards are for the bid, and do nothing on an action."
        )
        for number, card in enumerate(self._question.cards, 1):
            yield f"{number}. {self._card(card)}"
        if self._laid and self._next is not None:
            yield from self._fields()

    def _card(self, card: Card) -> str:
        if not isinstance(card, str):
            return card_text(card)
        strangers = [
            f"{near} ({_pieces(self._view, near, self._names)})"
            for near in self._view.board.neighbours[card]
            if self._view.provinces[near].owner != self._question.seat
        ]
        facts = [_pieces(self._view, card, self._names), _yield(self._view, card)]
        if strangers:
            facts.append(_("borders on {provinces}").format(provinces=", ".join(strangers)))
        return f"{card}: {'; '.join(facts)}"

    def _rest(self) -> Iterator[str]:
        left = [
            f"{number}. {card_text(card)}" for number, card in enumerate(self._question.cards, 1) if card in self._left
        ]
        if left:
            yield _("Cards left: {cards}.").format(cards="; ".join(left))

    # What is laid

    @property
    def _left(self) -> list[Card]:
        laid = list(self._laid.values())
        return [card for card in self._question.cards if card not in laid]

    @property
    def _next(self) -> int | None:
        """The first field that isn't decided; None if all are, since the last cards decide for the others."""
        if not self._left:
            return None
        return next((field for field in range(len(self._actions) + 1) if field not in self._laid), None)

    def take(self, typed: str) -> Plan | None:
        """Take a card for the next field, a card for a given field, or the word that commits a complete plan."""
        words = typed.split()
        if not words:
            self._is_new = True
            return None
        if self._next is None and self._is_yes(typed):
            return self._verified(self._plan())
        field, word = self._next, typed
        if len(words) > 1 and words[0].isdecimal():
            field, word = int(words[0]) - 1, " ".join(words[1:])
        if field is None or not 0 <= field <= len(self._actions):
            raise Misunderstood(_("Type yes, or the numbers of a field and a card."))
        self._put(field, self._card_of(word.strip()))
        return None

    @staticmethod
    def _is_yes(typed: str) -> bool:
        return typed.strip().casefold() in (*_AFFIRMED, _("yes").casefold())

    def _card_of(self, word: str) -> Card | None:
        cards = self._question.cards
        if word == _EMPTY:
            return None
        if word.isdecimal():
            if not 1 <= int(word) <= len(cards):
                raise Misunderstood(_("Your cards have numbers from 1 to {most}.").format(most=len(cards)))
            return cards[int(word) - 1]
        found = [card for card in cards if isinstance(card, str) and reads_like(word, card[: len(word)])]
        if len(found) != 1:
            sentence = (
                _("None of your cards is called {text}.")
                if not found
                else _("Several of your cards begin with {text}.")
            )
            raise Misunderstood(sentence.format(text=shown(word)))
        return found[0]

    def _put(self, field: int, card: Card | None) -> None:
        """Put a card on a field; the card that was there goes where the other one came from. Raises Misunderstood."""
        laid = dict(self._laid)
        old = laid.pop(field, None)
        if card is None:
            laid[field] = None
            if list(laid.values()).count(None) > self._question.empty_fields:
                raise Misunderstood(_("Every field needs a card as long as you have one."))
        else:
            source = next((other for other, there in laid.items() if there == card), None)
            laid[field] = card
            if source is not None:
                del laid[source]
                if old is not None:
                    laid[source] = old
        bid = laid.get(len(self._actions))
        if isinstance(bid, int) and bid not in self._question.bids:
            sentence = _("You can't pay a bid of {chests}: bid less, or a province.")
            raise Misunderstood(sentence.format(chests=chests(bid)))
        self._before.append(self._laid)
        self._laid = laid

    def _plan(self) -> Plan:
        """Return the complete plan."""
        cards = {self._actions[field]: card for field, card in self._laid.items() if field < len(self._actions)}
        return Plan(tuple(cards.get(action) for action in ACTIONS), self._laid.get(len(self._actions)))

    def _verified(self, plan: Plan) -> Plan:
        try:
            self._question.verify(plan)
        except IllegalMove as error:
            raise Misunderstood(error.sentence) from error
        return plan

    def back(self) -> bool:
        """Take back the last card."""
        if not self._before:
            return False
        self._laid = self._before.pop()
        return True

    def advised(self, move: Plan) -> str:
        """Lay an advised plan."""
        self._before.append(self._laid)
        cards = (*(move.on(action) for action in self._actions), move.bid)
        self._laid = dict(enumerate(cards))
        return _("The suggested plan has been filled in: type yes to commit it, or change it.")

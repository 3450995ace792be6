"""Encoding of Shogun for learning agents: a seat's view as arrays, and moves as sequences of a few actions.

Seats are in table order, the viewer first. A plan takes an action for each field in the order of `ACTIONS`, then the
bid; a march takes its target and then its armies.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from shogun.game.agent_encoding import MOST, ActionNames, Cell, Composer, Listed, Part, around, seat_rows
from shogun.games.shogun.rules import questions as mv
from shogun.games.shogun.rules.cards import (
    ACTIONS,
    ARMIES,
    BUILDINGS,
    CHEST_CARDS,
    EVENTS,
    FACE_DOWN,
    FIELDS,
    MOST_MARKERS,
    PEASANT,
    PEASANTS,
    SEASONS,
    SPECIALS,
    YEARS,
    board,
)
from shogun.games.shogun.rules.questions import Choice, March, MarchQuestion, Plan, PlanQuestion, Stay
from shogun.games.shogun.rules.setup import GROUPS
from shogun.games.shogun.rules.state import (
    AttackerReinforcing,
    ChoosingRevolt,
    DefenderReinforcing,
    Deploying,
    Drafting,
    Grouping,
    Marching,
    Planning,
    Province,
    Setup,
    TakingSpecials,
)
from shogun.games.shogun.rules.views import View, passing_winter

_STAGES = (
    Drafting, Grouping, Planning, TakingSpecials, Deploying, Marching, AttackerReinforcing, DefenderReinforcing,
    ChoosingRevolt,
)  # fmt: skip
_ASKED = (
    "a province card is drafted", "a group is placed", "plans are laid", "a special card is taken",
    "armies are deployed", "armies march", "the attacker may send one more", "the defender may send one more",
    "a revolt is chosen",
)  # fmt: skip
_GROUP_SIZES = tuple(sorted({size for sizes in GROUPS.values() for size in sizes}))
_PROVINCES = tuple(board("sun", 5).lands)
"""All provinces in the order of the board, so that actions have the same numbers in every variant."""
_OPEN = 2
"""First number in planning boards for a card that is face up: chest cards, then provinces."""

_NAMES = ActionNames(
    {
        "": ("draw", "exchange", "stay", "leave empty"),
        "province": _PROVINCES,
        "chests": CHEST_CARDS,
        "special": SPECIALS,
        "number": tuple(range(ARMIES + 1)),
    }
)
_DRAW, _EXCHANGE, _STAY, _EMPTY = _NAMES.of("").values()
_PROVINCE, _SPECIAL = _NAMES.of("province"), _NAMES.of("special")
_CARD: Mapping[Any, int] = {**_NAMES.of("chests"), **_PROVINCE}
_NUMBER = tuple(_NAMES.of("number").values())


# Observations


@cache
def parts(setup: Setup) -> tuple[Part, ...]:
    """Return the arrays of an observation: provinces, marks, players, boards, actions, events, specials, table."""
    seats, provinces = seat_rows(setup.seats), tuple(setup.board.lands)
    return (
        Part("provinces", provinces, _province_cells(seats)),
        Part("marks", provinces, _mark_cells()),
        Part("players", seats, _player_cells(setup)),
        Part("boards", seats, _board_cells()),
        Part("actions", ACTIONS, _action_cells()),
        Part("events", tuple(EVENTS), _event_cells()),
        Part("specials", SPECIALS, _special_cells(seats)),
        Part("table", (), _table_cells()),
    )


def _province_cells(seats: tuple[str, ...]) -> tuple[Cell, ...]:
    return (
        *(Cell(f"of {seat}", 1, "1: belongs to this seat") for seat in seats),
        Cell("armies", ARMIES, "armies in it"),
        *(Cell(building, 3, f"buildings: {building}") for building in BUILDINGS),
        Cell("markers", MOST_MARKERS, "revolt markers"),
    )


def _mark_cells() -> tuple[Cell, ...]:
    return (
        Cell("field", FIELDS, "the field of one's own plan on which its card lies, 11: the bid, 0: none"),
        Cell("won", 1, "1: conquered this season"),
        Cell("market", 1, "1: its card can be drafted"),
        Cell("source", 1, "1: what is asked is about it, or armies march or attack from it"),
        Cell("target", 1, "1: is attacked"),
    )


def _player_cells(setup: Setup) -> tuple[Cell, ...]:
    seats = setup.seats
    return (
        Cell("chests", MOST, "chests"),
        Cell("reserve", ARMIES, "armies in the reserve"),
        Cell("rice", MOST, "rice on the track"),
        Cell("points", MOST, "victory points"),
        Cell("tower", ARMIES, "armies in the tower"),
        Cell("tray", ARMIES, "armies on the tray"),
        Cell("waiting", ARMIES, "armies about to be thrown"),
        Cell("planned", 1, "1: has laid a plan"),
        Cell("order", seats, "the place in the season's order of turns, from 1; 0 before it is known"),
        Cell("chooser", seats, "the place among those who choose special cards, from 1; 0: bids are not revealed"),
        Cell("turn", 1, "1: carries out the present action"),
        Cell("short", len(_PROVINCES), "rice that is missing this winter"),
        *(Cell(f"groups of {size}", len(GROUPS[seats]), "draft: groups of this size left") for size in _GROUP_SIZES),
    )


def _board_cells() -> tuple[Cell, ...]:
    most = _OPEN + len(CHEST_CARDS) + len(_PROVINCES) - 1
    told = "0: empty or not laid, 1: face down, 2 to 6: that chest card less 2, from 7: the province's number less 7"
    return tuple(Cell(name, most, told) for name in (*ACTIONS, "bid"))


def _action_cells() -> tuple[Cell, ...]:
    return (
        Cell("place", len(ACTIONS), "its place in the season's order, from 1; 0: face down"),
        Cell("now", 1, "1: is being carried out"),
    )


def _event_cells() -> tuple[Cell, ...]:
    return (
        Cell("open", 1, "1: is face up, and still to come"),
        Cell("now", 1, "1: holds this season"),
        Cell("unseen", 1, "1: may still be revealed next year"),
    )


def _special_cells(seats: tuple[str, ...]) -> tuple[Cell, ...]:
    return (
        Cell("place", len(SPECIALS), "its place, from 1; 0 before they are laid out"),
        *(Cell(f"of {seat}", 1, "1: this seat has it") for seat in seats),
    )


def _table_cells() -> tuple[Cell, ...]:
    return (
        *(Cell(f"asked {place}", 1, f"1: {told}") for place, told in enumerate(_ASKED)),
        Cell("exchanged", 1, "draft: 1: the two cards were exchanged"),
        Cell("year", YEARS, "the year"),
        *(Cell(season, 1, f"1: it is {season}") for season in SEASONS),
        Cell("peasants", PEASANTS, "peasants in the reserve"),
        Cell("peasants in the tower", PEASANTS, "peasants in the tower"),
        Cell("peasants on the tray", PEASANTS, "peasants on the tray"),
        Cell("peasants waiting", PEASANTS, "peasants about to be thrown"),
        Cell("deck", len(_PROVINCES), "draft: cards in the deck"),
    )


_CARD_NUMBERS: Mapping[Any, int] = {
    None: 0,
    FACE_DOWN: 1,
    **{card: number for number, card in enumerate((*CHEST_CARDS, *_PROVINCES), _OPEN)},
}
_NOTHING_LAID = (0,) * FIELDS


def cells(view: View, seat: int) -> list[int]:
    """Return all values of these arrays."""
    seats = view.setup.seats
    order = around(seat, seats)
    found: list[int] = []
    for province in view.provinces.values():
        found += _province_numbers(province, seat, seats)
    found += _marks(view)
    for other in order:
        _add_player(found, view, other)
    for other in order:
        found += _board_numbers(view, other)
    found += _action_numbers(view.actions, view.action)
    found += _event_numbers(view.events, view.event, view.unseen_events)
    found += _special_numbers(view.specials, tuple([view.specials_taken[other] for other in order]))
    _add_table(found, view)
    return found


@lru_cache(maxsize=4096)
def _province_numbers(province: Province, seat: int, seats: int) -> tuple[int, ...]:
    owners = (province.owner == other for other in around(seat, seats))
    buildings = map(province.buildings.count, BUILDINGS)
    return (*owners, province.armies, *buildings, province.markers)


def _marks(view: View) -> list[int]:
    """Return the numbers of marks; few provinces have any."""
    width = 5
    places = _places(view.setup)
    found = [0] * (width * len(places))
    if view.plan is not None:
        for field, card in enumerate((*view.plan.fields, view.plan.bid), 1):
            if card in places:
                found[places[card] * width] = field
    for offset, names in enumerate((view.won, view.market, _sources(view), _targets(view)), 1):
        for name in names:
            found[places[name] * width + offset] = 1
    return found


@cache
def _places(setup: Setup) -> Mapping[Any, int]:
    """Return the index of each province among those in play."""
    return {name: place for place, name in enumerate(setup.board.lands)}


def _sources(view: View) -> Sequence[str]:
    """Return the provinces that the current question is about."""
    match view.stage:
        case Marching(source=name):
            return (name,)
        case Grouping(province=name) | Deploying(province=name):
            return (name,)
        case AttackerReinforcing(battle=battle) | DefenderReinforcing(battle=battle):
            return (battle.source,)
        case ChoosingRevolt(winter=winter):
            return winter.provinces
    return ()


def _targets(view: View) -> Sequence[str]:
    stage = view.stage
    return (stage.battle.target,) if isinstance(stage, AttackerReinforcing | DefenderReinforcing) else ()


def _add_player(found: list[int], view: View, seat: int) -> None:
    player, colour, winter = view.players[seat], view.colour(seat), passing_winter(view)
    found += (
        min(MOST, player.chests), player.reserve, min(MOST, player.rice), min(MOST, player.points),
        view.tower.get(colour, 0), view.tray.get(colour, 0), view.waiting.get(colour, 0), view.planned[seat],
        view.order.index(seat) + 1 if seat in view.order else 0,
        view.choosers.index(seat) + 1 if seat in view.choosers else 0,
        view.turn == seat, winter.short[seat] if winter and winter.short else 0,
    )  # fmt: skip
    found += map(view.groups[seat].count, _GROUP_SIZES) if view.groups else (0,) * len(_GROUP_SIZES)


def _board_numbers(view: View, seat: int) -> Sequence[int]:
    """Return the cards on a planning board, for the viewer's own plan all of them."""
    if seat == view.seat and view.plan is not None:
        return _cards(view.plan.fields, view.plan.bid)
    if not view.bids:
        return _NOTHING_LAID
    return _cards(view.boards[seat], view.bids[seat])


@lru_cache(maxsize=1024)
def _cards(fields: tuple[Any, ...], bid: Any) -> tuple[int, ...]:
    return tuple(_CARD_NUMBERS[card] for card in (*fields, bid))


@lru_cache(maxsize=1024)
def _action_numbers(actions: tuple[Any, ...], place: int | None) -> tuple[int, ...]:
    places = {action: number for number, action in enumerate(actions, 1) if action is not None}
    now = None if place is None or place >= len(actions) else actions[place]
    return tuple(number for action in ACTIONS for number in (places.get(action, 0), action == now))


@lru_cache(maxsize=1024)
def _event_numbers(events: tuple[str, ...], event: str | None, unseen: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(number for name in EVENTS for number in (name in events, name == event, name in unseen))


@lru_cache(maxsize=1024)
def _special_numbers(laid: tuple[Any, ...], taken: tuple[Any, ...]) -> tuple[int, ...]:
    places = {special: number for number, special in enumerate(laid, 1)}
    return tuple(number for name in SPECIALS for number in (places.get(name, 0), *(name == theirs for theirs in taken)))


def _add_table(found: list[int], view: View) -> None:
    stage = view.stage
    kind = type(stage)
    found += [kind is one for one in _STAGES]
    found += (isinstance(stage, Drafting) and stage.exchanged, view.year)
    found += [view.season == season for season in SEASONS]
    piles = (view.tower, view.tray, view.waiting)
    found += (view.peasants, *(pile.get(PEASANT, 0) for pile in piles), view.deck_size)


# Actions


def actions(_setup: Setup) -> tuple[str, ...]:
    """Return the name of each action, the same in every variant of the game."""
    return _NAMES.names


def longest(_setup: Setup) -> int:
    """Return the maximum number of actions in an answer: a plan has eleven fields."""
    return FIELDS


def composer(_view: View, question: Choice | MarchQuestion | PlanQuestion) -> Composer:
    """Return the composer of an answer: a plan by fields, a march by target and armies, otherwise one action."""
    if isinstance(question, PlanQuestion):
        return _PlanComposer(question)
    if isinstance(question, MarchQuestion):
        return _MarchComposer(question)
    return Listed([((_CODES[type(move)](move),), move) for move in question.moves])


_CODES: Mapping[type, Callable[[Any], int]] = {
    mv.TakeCard: lambda move: _PROVINCE[move.province],
    mv.DrawCard: lambda _move: _DRAW,
    mv.ExchangeCards: lambda _move: _EXCHANGE,
    mv.PlaceGroup: lambda move: _NUMBER[move.armies],
    mv.TakeSpecial: lambda move: _SPECIAL[move.card],
    mv.Deploy: lambda move: _NUMBER[move.armies],
    mv.Reinforce: lambda move: _NUMBER[move.armies],
    mv.FaceRevolt: lambda move: _PROVINCE[move.province],
}


class _MarchComposer:
    """March: its target or none, and then the number of armies."""

    def __init__(self, question: MarchQuestion) -> None:
        self._question = question
        self._targets = {_PROVINCE[name]: name for name in question.targets}
        self._target: str | None = None

    def legal(self) -> list[int]:
        if self._target is not None:
            return list(_NUMBER[1 : self._question.most + 1])
        return [*self._targets, _STAY] if self._question.may_stay else list(self._targets)

    def take(self, action: int) -> March | Stay | None:
        if self._target is not None:
            return March(self._question.source, self._target, action - _NUMBER[0])
        if action == _STAY:
            return Stay()
        self._target = self._targets[action]
        return None


class _PlanComposer:
    """Plan by fields with the bid last; a field can stay empty as far as there are too few cards (4.3).

    Only actions are offered that leave a way to fill the last field: by a card that can be bid (4.4), or by none.
    """

    def __init__(self, question: PlanQuestion) -> None:
        self._left: dict[int, Any] = {_CARD[card]: card for card in question.cards}
        self._bids = {_CARD[card] for card in question.bids}
        """Actions of the remaining cards that can be bid."""
        self._empty = question.empty_fields
        """Number of fields still to be left empty."""
        self._laid: list[Any] = []

    def legal(self) -> list[int]:
        if len(self._laid) == len(ACTIONS):
            return [*self._bids, _EMPTY] if self._empty else list(self._bids)
        ends = len(self._bids) + self._empty
        """Number of ways left to fill the bid."""
        cards = [action for action in self._left if ends > 1 or action not in self._bids]
        return [*cards, _EMPTY] if self._empty and ends > 1 else cards

    def take(self, action: int) -> Plan | None:
        card = None if action == _EMPTY else self._left.pop(action)
        if card is None:
            self._empty -= 1
        self._bids.discard(action)
        if len(self._laid) == len(ACTIONS):
            return Plan(tuple(self._laid), card)
        self._laid.append(card)
        return None

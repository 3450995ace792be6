"""Encoding of Rumble Nation for learning agents: a seat's view as arrays, and moves as sequences of a few actions.

Everything is open (11.2), so an observation holds the whole state; seats are in turn order, the viewer first.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from shogun.game.agent_encoding import MOST, ActionNames, Cell, Code, Listed, Part, around, seat_rows
from shogun.game.questions import OneOf
from shogun.games.rumble_nation.rules.components import AREAS, CARDS, COUNTS, DAIMYO, DICE, PIECES, TACTICS, soldiers_of
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    CarryOut,
    Choosing,
    Deploy,
    Deploying,
    Move,
    PlayCard,
    Playing,
    RollAgain,
    RollDice,
    Setup,
    State,
    TakeDaimyo,
    TakingDaimyo,
)

_SEATS = max(COUNTS)
_SOLDIERS = max(PIECES.soldiers, PIECES.soldiers_advanced)
_STAGES = (TakingDaimyo, Choosing, Deploying, Playing)
_TACTICS, _DAIMYO_CARDS = tuple(TACTICS), tuple(DAIMYO)
_ALL_CASTLES = sum(PIECES.large_castles) + sum(PIECES.small_castles)
"""Points of somebody who takes all castles."""
_MOST_TRANSFERS = 6
"""Maximum number of transfers by a card: the most neighbors that an area has (6.12, 10)."""

_NAMES = ActionNames(
    {
        "": ("roll", "roll again", "that is all", "without the daimyo", "with the daimyo"),
        "card": tuple(CARDS),
        "pieces of": seat_rows(_SEATS),
        "from": (*AREAS, RESERVE),
        "to": (*AREAS, RESERVE),
        "number": tuple(range(_SOLDIERS + 1)),
    }
)
_ROLL, _ROLL_AGAIN, _ALL = _NAMES["", "roll"], _NAMES["", "roll again"], _NAMES["", "that is all"]
_DAIMYO = (_NAMES["", "without the daimyo"], _NAMES["", "with the daimyo"])
_CARD, _FROM, _TO = _NAMES.of("card"), _NAMES.of("from"), _NAMES.of("to")
_OF = tuple(_NAMES.of("pieces of").values())
_NUMBER = tuple(_NAMES.of("number").values())


# Observations


@cache
def parts(setup: Setup) -> tuple[Part, ...]:
    """Return the arrays of an observation: areas, players, cards, table."""
    seats = seat_rows(setup.seats)
    cards = tuple(CARDS) if setup.advanced else tuple(TACTICS)
    return (
        Part("areas", AREAS, _area_cells(seats, setup)),
        Part("players", seats, _player_cells(setup)),
        Part("cards", cards, _card_cells(seats)),
        Part("table", (), _table_cells()),
    )


def _area_cells(seats: tuple[str, ...], setup: Setup) -> tuple[Cell, ...]:
    daimyo = tuple(Cell(f"daimyo of {seat}", 1, "1: this seat's daimyo stands here") for seat in seats)
    return (
        Cell("castle", max(PIECES.large_castles), "the large castle that was laid here; 0 before"),
        Cell("dice", max(PIECES.soldiers_by_die), "soldiers that the dice on the table would bring here"),
        *(Cell(f"soldiers of {seat}", _SOLDIERS, "this seat's soldiers here") for seat in seats),
        *(daimyo if setup.advanced else ()),
    )


def _player_cells(setup: Setup) -> tuple[Cell, ...]:
    return (
        Cell("reserve", _SOLDIERS, "soldiers off the board"),
        Cell("daimyo", 1, "1: the daimyo is in the reserve"),
        Cell("katana", max(setup.seats, *COUNTS[setup.seats].katana), "the katana held; 0: not finished yet"),
        Cell("turn", 1, "1: this seat is on turn"),
        Cell("first", 1, "1: this seat began"),
        Cell("tactics", 1, "1: has played its tactics card"),
        Cell("daimyo card", 1, "1: has played its daimyo card"),
        Cell("points", _ALL_CASTLES, "castles taken in the war, added up"),
    )


def _card_cells(seats: tuple[str, ...]) -> tuple[Cell, ...]:
    return (
        Cell("open", 1, "1: lies on the table, for whoever takes or plays it"),
        Cell("asked", 1, "1: is being played, and asked is how"),
        *(Cell(f"before {seat}", 1, "1: lies before this seat") for seat in seats),
    )


def _table_cells() -> tuple[Cell, ...]:
    stages = ("a daimyo card is taken", "roll or play a card", "the dice are split", "a card is carried out")
    return (
        *(Cell(f"stage {place}", 1, f"1: {told}") for place, told in enumerate(stages)),
        Cell("round", MOST, "rounds of the deployment, from 1; 0 before"),
        *(Cell(f"die {die + 1}", 6, "the number of a die that was rolled, 0: none") for die in range(DICE)),
        Cell("again", 1, "1: the dice were rolled again"),
    )


def cells(view: State, seat: int) -> list[int]:
    """Return all values of these arrays."""
    all_players = view.players
    players = (*all_players[seat:], *all_players[:seat])
    found: list[int] = []
    castles, offered, advanced = view.castles, _offered(view), view.setup.advanced
    daimyo, nobody = _daimyo_numbers(tuple([player.daimyo for player in players])), (False,) * len(players)
    for area, soldiers in view.soldiers.items():
        found += (castles.get(area, 0), offered.get(area, 0), *soldiers[seat:], *soldiers[:seat])
        if advanced:
            found += daimyo.get(area, nobody)
    for other, player in zip(around(seat, len(players)), players, strict=True):
        found += (
            player.reserve, player.daimyo == RESERVE, player.katana or 0, other == view.turn, other == view.first,
            player.tactic is not None, player.daimyo_played, player.points,
        )  # fmt: skip
    asked = view.stage.card if isinstance(view.stage, Playing) else ""
    found += _card_numbers(_TACTICS, view.tactics, asked, tuple([player.tactic for player in players]))
    if advanced:
        taken = tuple([player.daimyo_card for player in players])
        found += _card_numbers(_DAIMYO_CARDS, view.daimyo_cards, asked, taken)
    _add_table(found, view)
    return found


def _offered(view: State) -> Mapping[str, int]:
    """Return the areas and numbers of soldiers that the dice offer (4.3)."""
    stage = view.stage
    if not isinstance(stage, Deploying):
        return {}
    total, areas = sum(stage.dice), {castle: area for area, castle in view.castles.items()}
    return {areas[total - single]: soldiers_of(single) for single in set(stage.dice)}


@lru_cache(maxsize=256)
def _card_numbers(
    cards: tuple[str, ...], pool: tuple[str, ...], asked: str, taken: tuple[str | None, ...]
) -> tuple[int, ...]:
    """Return the numbers of cards, cached as they seldom change."""
    return tuple(
        number for card in cards for number in (card in pool, card == asked, *(card == other for other in taken))
    )


@lru_cache(maxsize=256)
def _daimyo_numbers(places: tuple[str | None, ...]) -> Mapping[str | None, tuple[bool, ...]]:
    """Return the owners of daimyo by place; most places have none."""
    return {place: tuple(place == other for other in places) for place in places}


@cache
def _stage_numbers(kind: type) -> tuple[bool, ...]:
    return tuple(kind is one for one in _STAGES)


def _add_table(found: list[int], view: State) -> None:
    stage = view.stage
    found += _stage_numbers(type(stage))
    found.append(min(MOST, view.round))
    if isinstance(stage, Deploying):
        found += (*stage.dice, stage.again)
    else:
        found += (0,) * (DICE + 1)


# Actions


def actions(_setup: Setup) -> tuple[str, ...]:
    """Return the name of each action, the same for any number of players."""
    return _NAMES.names


def longest(_setup: Setup) -> int:
    """Return the maximum number of actions in an answer: two for each transfer, and one to finish."""
    return 2 * _MOST_TRANSFERS + 1


def composer(view: State, question: OneOf[Move]) -> Listed:
    """Return the composer of an answer: a card; or area and daimyo; or transfers one by one."""
    seats = view.setup.seats
    return Listed([(_CODES[type(move)](move, question.seat, seats), move) for move in question.moves])


def _carry_out(move: CarryOut, seat: int, seats: int) -> Code:
    """Return the actions of a card: origin, target, owner, number and daimyo of each transfer, then the end."""
    code: list[int] = []
    for sent in move.transfers:
        whose = _OF[(sent.seat - seat) % seats]
        code += (whose, _FROM[sent.source], _TO[sent.target], _NUMBER[sent.soldiers], _DAIMYO[sent.daimyo])
    return (*code, _ALL)


_CODES: Mapping[type, Callable[[Any, int, int], Code]] = {
    TakeDaimyo: lambda move, _seat, _seats: (_CARD[move.card],),
    PlayCard: lambda move, _seat, _seats: (_CARD[move.card],),
    RollDice: lambda _move, _seat, _seats: (_ROLL,),
    RollAgain: lambda _move, _seat, _seats: (_ROLL_AGAIN,),
    Deploy: lambda move, _seat, _seats: (_TO[move.area], _DAIMYO[move.daimyo]),
    CarryOut: _carry_out,
}

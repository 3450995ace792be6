"""The prepared moments at which chapters begin: real games with the simulated tower, kept only in memory."""

from collections.abc import Mapping

from msgspec import Struct

from shogun.games.shogun import rules
from shogun.games.shogun.rules.cards import (
    ACTIONS,
    ARMIES,
    CHEST_CARDS,
    COLOURS,
    EVENTS,
    PEASANT,
    PEASANTS,
    SPECIALS,
    Action,
    Card,
    Season,
    Special,
)
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.state import Planning, Player, Province, Setup, Stage, State
from shogun.games.shogun.screen.listing import houses
from shogun.games.shogun.screen.tutorial.steps import FieldName
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.session import Session
from shogun.tower.resting_cubes import TowerState
from shogun.tower.tower_lookup import load_tower
from shogun.window.game.lessons.chapter import LEARNER

SEATS = 3
SETUP = Setup(SEATS, "sun", "printed", first_seat=LEARNER, colours=COLOURS[:SEATS])
TOWER = "classic"
THROWN_AT_START = {**dict.fromkeys(COLOURS[:SEATS], 7), PEASANT: 10}
"""Cubes of the starting throw, as in every game (2.9)."""
OPPONENT = "greedy"

Laid = Mapping[FieldName, Card]
"""Cards of a plan by field."""


class StartingPosition(Struct, frozen=True):
    """A moment of a game; cubes that aren't mentioned are in the reserves."""

    provinces: Mapping[str, Province]
    actions: tuple[Action, ...]
    """The first action cards; the others follow in the order of the planning board."""
    events: tuple[str, ...]
    """The face-up events, without the season's."""
    plans: tuple[Laid, ...]
    """The opponents' plans, in seat order from the player's left."""
    laid: Laid = {}
    """The cards on the player's planning board from the beginning."""
    season: Season = "spring"
    year: int = 1
    chests: tuple[int, ...] = (18, 18, 18)
    rice: tuple[int, ...] = (0, 0, 0)
    points: tuple[int, ...] = (0, 0, 0)
    seed: int = 1
    specials: tuple[Special, ...] = SPECIALS
    stage: Stage = Planning()
    event: str | None = None
    """The event of the season, once it is drawn."""


def begin(position: StartingPosition) -> Session:
    """Return a game that begins at a position and isn't saved."""
    session = Session.start(rules, header(position.seed))
    filled = session.course.tower.throw(session.inside, THROWN_AT_START, position.seed, record=False).inside
    assert isinstance(filled, TowerState)
    session.course.begin_at(state_of(position, filled), filled)
    return session


def header(seed: int) -> Header:
    """Return the header of a lesson: the player against two opponents, with the simulated tower."""
    players = (PERSON, *[OPPONENT] * (SEATS - 1))
    own = [houses()[colour] for colour in SETUP.colours]
    seats = tuple(SeatInfo(house.name, house.crest, player) for house, player in zip(own, players, strict=True))
    return Header(seed=seed, setup=SETUP, seats=seats, tower=TowerInfo.of(load_tower(TOWER)))


def state_of(position: StartingPosition, tower: TowerState) -> State:
    """Return the state of a position: every cube that is neither on the board nor in the tower is in reserve."""
    inside = tower.counts()
    state = State(
        setup=SETUP,
        stage=position.stage,
        provinces={name: position.provinces.get(name, Province()) for name in SETUP.board.lands},
        players=[],
        plans=_plans(position),
        specials_taken=[None] * SEATS,
        tower=inside,
        peasants=PEASANTS - inside.get(PEASANT, 0),
        year=position.year,
        season=position.season,
    )
    for seat, colour in enumerate(SETUP.colours):
        armies = sum(state.provinces[name].armies for name in state.owned(seat))
        reserve = ARMIES - armies - inside.get(colour, 0)
        state.players.append(Player(position.chests[seat], reserve, position.rice[seat], position.points[seat]))
    _lay_cards(state, position)
    return state


def _lay_cards(state: State, position: StartingPosition) -> None:
    """Lay out the cards of the season; by autumn four of the twelve events have been seen, and so on."""
    state.actions = tuple(dict.fromkeys((*position.actions, *ACTIONS)))
    state.specials, state.events, state.event = position.specials, position.events, position.event
    seen = {*position.events, *([position.event] if position.event else [])}
    state.event_deck = tuple(sorted(set(EVENTS) - seen))[:8]
    if not isinstance(position.stage, Planning):
        state.order = tuple(range(SEATS))
        state.choosers = state.order
        state.specials_taken = list(position.specials[:SEATS])


def _plans(position: StartingPosition) -> list[Plan | None]:
    """Return the opponents' plans, all of them full; during planning the player's own is missing."""
    plans: list[Plan | None] = [_plan(position, seat, laid) for seat, laid in enumerate(position.plans, LEARNER + 1)]
    own = None if isinstance(position.stage, Planning) else _plan(position, LEARNER, position.laid)
    return [own, *plans]


def _plan(position: StartingPosition, seat: int, laid: Laid) -> Plan:
    """Return a plan with its empty fields filled as far as the hand suffices (4.3).

    Pending actions get chest cards first, so that nothing happens there except for the lesson's subject.
    """
    owned = (name for name, land in position.provinces.items() if land.owner == seat)
    cards: list[Card] = [*reversed(CHEST_CARDS), *sorted(owned)]
    left = (card for card in cards if card not in laid.values())
    at = getattr(position.stage, "at", None)
    actions = tuple(dict.fromkeys((*position.actions, *ACTIONS)))
    first = at.action if at else 0
    empty = [action for action in (*actions[first:], *actions[:first]) if action not in laid]
    fields: dict[FieldName, Card] = {**laid, **dict(zip(empty, left, strict=False))}
    return Plan(tuple(fields.get(action) for action in ACTIONS), fields.get("bid"))

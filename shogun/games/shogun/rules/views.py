"""A seat's view of a game (hidden information): everything public, and its own secrets."""

from collections.abc import Mapping

from msgspec import Struct

from shogun.games.shogun.rules.cards import ACTIONS, EVENTS, FACE_DOWN, Action, Board, Card, EventKind, Season, Special
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.state import (
    ChoosingRevolt,
    DrawingRevolts,
    Player,
    Province,
    RevoltThrow,
    Setup,
    Stage,
    State,
    Wintering,
)


class View(Struct, frozen=True):
    """A game as `seat` sees it; `seat` is None for an onlooker, who sees only what is public.

    It has no seed, no random stream, no order of a deck and no face-down card of others; its mutable parts are copies,
    never the game's own.
    """

    seat: int | None
    setup: Setup
    year: int
    season: Season
    stage: Stage
    """The stage at which the game waits; it has nothing secret."""
    provinces: Mapping[str, Province]
    players: tuple[Player, ...]
    tower: Mapping[str, int]
    """Cubes in the tower by color: public, since it can be counted (7.5)."""
    tray: Mapping[str, int]
    waiting: Mapping[str, int]
    """Cubes of the current battle that will be thrown with those on the tray."""
    peasants: int
    market: tuple[str, ...]
    deck_size: int
    groups: tuple[tuple[int, ...], ...]
    last_seen: tuple[tuple[str, ...], ...]
    """Draft: the two face-up cards from which each seat last chose, sorted (2.5)."""
    events: tuple[str, ...]
    """Face-up events that are still to come; in winter the one that is left over."""
    event: str | None
    unseen_events: tuple[str, ...]
    """Events that may still be revealed next year, sorted."""
    actions: tuple[Action | None, ...]
    """The action cards in their ten places, None for a face-down card (4.1)."""
    specials: tuple[Special, ...]
    specials_taken: tuple[Special | None, ...]
    choosers: tuple[int, ...]
    """Seats in the order in which they choose special cards; empty before the bids are revealed."""
    order: tuple[int, ...]
    action: int | None
    """The place (from 0) of the action that is being carried out, None outside of the action phase."""
    turn: int | None
    """The seat whose turn it is in that action."""
    planned: tuple[bool, ...]
    """For each seat, True if it has laid its plan."""
    boards: tuple[tuple[Card | None, ...], ...]
    """Each seat's ten action fields in the order of `ACTIONS` as all see them: `FACE_DOWN`, a card, or None
    where it is empty; an empty tuple before the bids are revealed."""
    bids: tuple[Card | None, ...]
    """Each seat's bid; empty until the bids are revealed."""
    plan: Plan | None
    """The own plan."""
    won: tuple[str, ...]
    """Provinces conquered this season: their cards are on no planning board (4.8)."""

    @property
    def board(self) -> Board:
        """The board of this game."""
        return self.setup.board

    @property
    def event_kind(self) -> EventKind | None:
        """The change that the season's event makes (4.5); None before it is drawn."""
        return EVENTS[self.event].kind if self.event else None

    def special(self, seat: int) -> Special | None:
        """Return the special card that a seat has this season (4.6)."""
        return self.specials_taken[seat]

    def colour(self, seat: int) -> str:
        """Return the color of a seat's cubes."""
        return self.setup.colours[seat]

    def owned(self, seat: int) -> list[str]:
        """Return the provinces of a seat, in the order of the board."""
        return [name for name, province in self.provinces.items() if province.owner == seat]


class Result(Struct, frozen=True):
    """The end of a game: winners' seats, points and chests in seat order (9.1)."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    chests: tuple[int, ...]


def passing_winter(view: View) -> Wintering | None:
    """Return the present winter, with the counts made in it so far (8.2), None in other seasons.

    None too before anything was counted, and once the game has ended.
    """
    stage = view.stage
    if isinstance(stage, RevoltThrow):
        stage = stage.at
    if isinstance(stage, ChoosingRevolt | DrawingRevolts):
        stage = stage.winter
    return stage if isinstance(stage, Wintering) and view.season == "winter" else None


def view(state: State, seat: int | None) -> View:
    """Return the view of a game for a seat, or for an onlooker (None)."""
    at = state.acting
    return View(
        seat=seat,
        setup=state.setup,
        year=state.year,
        season=state.season,
        stage=state.stage,
        provinces=state.provinces.copy(),
        players=tuple(state.players),
        tower=state.tower.copy(),
        tray=state.tray.copy(),
        waiting=state.waiting.copy(),
        peasants=state.peasants,
        market=state.market,
        deck_size=len(state.deck),
        groups=state.groups,
        last_seen=state.last_seen,
        events=state.events,
        event=state.event,
        unseen_events=state.event_deck,
        actions=_seen_actions(state, at.action if at else 0),
        specials=state.specials,
        specials_taken=tuple(state.specials_taken),
        choosers=state.choosers,
        order=state.order,
        action=at.action if at else None,
        turn=state.order[at.turn] if at and at.turn < len(state.order) else None,
        planned=tuple(plan is not None for plan in state.plans),
        boards=tuple(_seen_board(state, of) for of in range(state.setup.seats)),
        bids=_seen_bids(state),
        plan=state.plans[seat] if seat is not None else None,
        won=state.won or (),
    )


def _seen_actions(state: State, action: int) -> tuple[Action | None, ...]:
    """Five action cards are face up at first, one more after each of the first five actions (4.1, 4.7)."""
    seen: list[Action | None] = [card if place < 5 + action else None for place, card in enumerate(state.actions)]
    return tuple(seen + [None] * (len(ACTIONS) - len(seen))) if seen else ()


def _seen_board(state: State, of: int) -> tuple[Card | None, ...]:
    """Return a seat's board as others see it: hidden while planning, then face down until a card's turn (4.3, 4.7)."""
    if state.event is None:
        return ()
    plan = state.plans[of]
    assert plan is not None  # the event is drawn after all have planned
    open_fields = _revealed(state, of)
    return tuple(
        card if card is None or action in open_fields else FACE_DOWN
        for action, card in zip(ACTIONS, plan.fields, strict=True)
    )


def _revealed(state: State, of: int) -> tuple[Action, ...]:
    """Return the actions whose cards of this seat have been revealed (4.7)."""
    at = state.acting
    if at is None:
        return ()
    has_had_turn = of in state.order[: at.turn + 1]
    return state.actions[: at.action + has_had_turn]


def _seen_bids(state: State) -> tuple[Card | None, ...]:
    """Bids are public once they are revealed (4.6)."""
    if state.event is None:
        return ()
    return tuple(plan.bid if plan else None for plan in state.plans)

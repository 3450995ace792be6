"""Builds games in a given stage, so that a rule's test reads: given this board, when that happens, then this.

Seat 0 plays red, 1 blue, 2 yellow, 3 black, 4 purple. All cubes that a test doesn't mention stand in the reserves;
where it names a smaller reserve, the rest is in the tower. So every game that is built here obeys rule 9.3.
"""

from collections.abc import Iterable, Mapping
from typing import Self, TypeVar

import pytest

from shogun.game.questions import Drawn, Shuffle, Thrown
from shogun.games.shogun.rules import IllegalMove, Setup, State, Step, View, awaited, play, problems, view
from shogun.games.shogun.rules.cards import (
    ACTIONS,
    ARMIES,
    EVENTS,
    PEASANT,
    PEASANTS,
    SPECIALS,
    Action,
    Building,
    Card,
    Season,
    Side,
    Special,
)
from shogun.games.shogun.rules.events import Event
from shogun.games.shogun.rules.game import Answer
from shogun.games.shogun.rules.questions import Plan, PlanQuestion, Question, TakeSpecial
from shogun.games.shogun.rules.state import Planning, Player, Province, TakingSpecials

CALM_EVENT = "theatre_5"
"""The event of a season whose event doesn't matter: it concerns only No theatres and revolt markers."""
NO_LOSS = "taxes_0"
"""The event that costs no rice in winter."""

Some = TypeVar("Some", bound=Event)
Told = TypeVar("Told")


def held(seat: int, armies: int = 1, *buildings: Building, markers: int = 0) -> Province:
    """Return a province that `seat` holds."""
    return Province(seat, armies, buildings, markers)


class Scene:
    """A game under test: it plays answers, checks rule 9.3 after each, and remembers what was told."""

    def __init__(self, state: State) -> None:
        assert problems(state) == []
        self.state = state
        self.told: list[Event] = []
        self.step: Step | None = None

    @property
    def question(self) -> Question:
        """The only open question."""
        (question,) = awaited(self.state)
        return question

    def answer(self, answer: Answer, *, seat: int | None = None) -> Self:
        """Play an answer of whoever is asked; with several asked, of `seat`."""
        who = seat if seat is not None else self.question.seat
        self.step = play(self.state, who, answer)
        self.state = self.step.state
        self.told += self.step.events
        assert problems(self.state) == []
        return self

    def throw(self, **out: int) -> Self:
        """Let exactly these cubes lie on the tray after the throw that is due."""
        return self.answer(Thrown(out))

    def draw(self, *items: str | int) -> Self:
        """Draw these cards or lots."""
        return self.answer(Drawn(items))

    def shuffle(self, *first: str | int) -> Self:
        """Shuffle so that `first` come first, the others in the order of the question."""
        assert isinstance(self.question, Shuffle)
        rest = [item for item in self.question.items if item not in first]
        return self.answer(Drawn((*first, *rest)))

    def refusal(self, answer: object, seat: int | None = None) -> str:
        """Return the rule that forbids an answer of whoever is asked (or of `seat`)."""
        who = seat if seat is not None else awaited(self.state)[0].seat
        with pytest.raises(IllegalMove) as refused:
            play(self.state, who, answer)  # type: ignore[arg-type]  # wrong types are refused too
        assert refused.value.sentence
        assert f"(rule {refused.value.rule})" in str(refused.value)
        return refused.value.rule

    def of(self, kind: type[Some]) -> list[Some]:
        """Return what was told of one kind."""
        return [event for event in self.told if isinstance(event, kind)]

    def the(self, kind: type[Some]) -> Some:
        """Return the only thing that was told of one kind."""
        (event,) = self.of(kind)
        return event

    def seen(self, seat: int | None = None) -> View:
        """Return what a seat sees; None: an onlooker."""
        return view(self.state, seat)

    def __getitem__(self, province: str) -> Province:
        """Return a province."""
        return self.state.provinces[province]

    def player(self, seat: int) -> Player:
        """Return a player's goods."""
        return self.state.players[seat]


# Building


def in_season(
    board: Mapping[str, Province],
    plans: Mapping[int, Mapping[Action, Card]] | None = None,
    *,
    seats: int = 4,
    side: Side = "sun",
    year: int = 1,
    season: Season = "spring",
    event: str = CALM_EVENT,
    events_left: tuple[str, ...] | None = None,
    specials: Mapping[int, Special] | None = None,
    order: tuple[int, ...] | None = None,
    actions: tuple[Action, ...] = (),
    chests: int | Mapping[int, int] = 10,
    reserve: Mapping[int, int] | None = None,
    rice: Mapping[int, int] | None = None,
    points: Mapping[int, int] | None = None,
    tray: Mapping[str, int] | None = None,
    peasants: int = 10,
    bids: Mapping[int, Card] | None = None,
) -> Scene:
    """Return a season that has come to its ten actions; `plans` holds only the cards that matter.

    The actions named in `actions` or in the plans come first. The play goes on up to the first question.
    """
    plans, order = plans or {}, order or tuple(range(seats))
    setup = Setup(seats, side, "draft", first_seat=0)
    state = _position(
        board, setup, chests=chests, reserve=reserve, rice=rice, points=points, tray=tray, peasants=peasants
    )
    state.year, state.season = year, season
    _deal_events(state, event, events_left)
    state.actions = tuple(dict.fromkeys((*actions, *_named(plans), *ACTIONS)))
    state.plans = [plan_of(plans.get(seat, {}), (bids or {}).get(seat)) for seat in range(seats)]
    return _take_specials(state, specials or {}, order)


def _take_specials(state: State, specials: Mapping[int, Special], order: tuple[int, ...]) -> Scene:
    """Let the last seat take its special card: then the places give this turn order, and the actions begin."""
    taken, last = _deal_specials(specials, order), order[-1]
    state.specials = tuple(dict.fromkeys((*(taken[seat] for seat in order), *SPECIALS)))
    state.specials_taken = [None if seat == last else taken[seat] for seat in range(len(order))]
    state.choosers, state.stage = order, TakingSpecials((last,))
    return Scene(state).answer(TakeSpecial(taken[last]))


def in_planning(
    board: Mapping[str, Province],
    *,
    seats: int = 4,
    chests: int | Mapping[int, int] = 10,
    actions: tuple[Action, ...] = ACTIONS,
    specials: tuple[Special, ...] = SPECIALS,
) -> Scene:
    """Return a game at the planning of the first spring."""
    state = _position(board, Setup(seats, line_up="draft", first_seat=0), chests=chests)
    _deal_events(state, "", ("theatre_5", "taxes_0", "rice_3", "deploy_1"))
    state.event = None
    state.actions, state.specials, state.stage = actions, specials, Planning()
    return Scene(state)


def _position(
    board: Mapping[str, Province],
    setup: Setup,
    *,
    chests: int | Mapping[int, int],
    reserve: Mapping[int, int] | None = None,
    rice: Mapping[int, int] | None = None,
    points: Mapping[int, int] | None = None,
    tray: Mapping[str, int] | None = None,
    peasants: int = 10,
) -> State:
    """Return a game with these armies and goods; the tower holds all cubes that are nowhere else."""
    state = State(
        setup=setup,
        stage=Planning(),
        provinces={name: board.get(name, Province()) for name in setup.board.lands},
        players=[],
        plans=[None] * setup.seats,
        specials_taken=[None] * setup.seats,
        tray=dict(tray or {}),
        peasants=peasants,
    )
    assert set(board) <= set(state.provinces)
    for seat in range(setup.seats):
        paid = chests if isinstance(chests, int) else chests.get(seat, 10)
        kept = _keep_in_reserve(state, seat, (reserve or {}).get(seat))
        state.players.append(Player(paid, kept, (rice or {}).get(seat, 0), (points or {}).get(seat, 0)))
    _fill_tower(state, PEASANT, PEASANTS - peasants - state.tray.get(PEASANT, 0))
    return state


def _keep_in_reserve(state: State, seat: int, wanted: int | None) -> int:
    """Return how many armies a reserve holds: as many as wanted, and the others lie in the tower, else all."""
    colour = state.colour(seat)
    on_board = sum(state.provinces[name].armies for name in state.owned(seat))
    free = ARMIES - on_board - state.tray.get(colour, 0)
    kept = free if wanted is None else wanted
    _fill_tower(state, colour, free - kept)
    return kept


def _fill_tower(state: State, colour: str, count: int) -> None:
    if count:
        state.tower[colour] = count


def _deal_events(state: State, event: str, left: tuple[str, ...] | None) -> None:
    count = {"spring": 3, "summer": 2, "autumn": 1}[state.season]
    state.event = event
    state.events = left or tuple(name for name in (NO_LOSS, "rice_3", "deploy_1", "castle_2") if name != event)[:count]
    unseen = sorted(set(EVENTS) - {event, *state.events})
    state.event_deck = tuple(unseen[: 8 if state.year == 1 else 4])


def _deal_specials(specials: Mapping[int, Special], order: tuple[int, ...]) -> dict[int, Special]:
    """Return each seat's special card: those that a test names, and for the others some that hardly ever matter."""
    quiet: tuple[Special, ...] = ("defence", "armies", "rice", "chest", "attack")
    free = iter([special for special in quiet if special not in specials.values()])
    return {seat: specials[seat] if seat in specials else next(free) for seat in sorted(order)}


def _named(plans: Mapping[int, Mapping[Action, Card]]) -> tuple[Action, ...]:
    return tuple(dict.fromkeys(action for fields in plans.values() for action in fields))


def plan_of(fields: Mapping[Action, Card], bid: Card | None = None) -> Plan:
    """Return a plan with only these cards on its fields."""
    return Plan(tuple(fields.get(action) for action in ACTIONS), bid)


def filled_plan(
    question: PlanQuestion, fields: Mapping[Action, Card] | None = None, *, bid: Card | None = None
) -> Plan:
    """Return a legal plan: with these cards, and any others wherever a field must be filled."""
    laid = dict(fields or {})
    rest = iter([card for card in question.cards if card != bid and card not in laid.values()])
    for action in ACTIONS:
        if action not in laid:
            card = next(rest, None)
            if card is not None:
                laid[action] = card
    return plan_of(laid, bid)


def lay_plans(scene: Scene, bids: Iterable[Card | None]) -> Scene:
    """Let all seats plan anything, with these bids in seat order."""
    for seat, bid in enumerate(bids):
        question = next(question for question in awaited(scene.state) if question.seat == seat)
        assert isinstance(question, PlanQuestion)
        scene.answer(filled_plan(question, bid=bid), seat=seat)
    return scene

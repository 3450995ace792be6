"""Everything that holds at every state, asked at every state of random games: two games by default, many as a study."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from shogun.game.chance import Draw, Drawn, Shuffle, Throw
from shogun.games.shogun.rules import IllegalMove, Setup, State, awaited, new, play, problems, result, verify
from shogun.games.shogun.rules.cards import ARMIES, CHEST_CARDS, PEASANT, PEASANTS
from shogun.games.shogun.rules.events import BidRevealed, Built, Deployed, Event, TaxesCollected
from shogun.games.shogun.rules.moves import March, Plan, Stay
from shogun.games.shogun.rules.questions import Choice, MarchQuestion, PlanQuestion, Question

from .random_games import TOWERS, Turn, turns

SETUPS = (Setup(3, "moon", "draft"), Setup(4), Setup(5, "sun", "draft"), Setup(3), Setup(4, "moon", "draft"), Setup(5))
STATES = msgspec.json.Decoder(State)
FOREIGN: tuple[Any, ...] = ("Osaka", 5, -1, True, 1.0)


def conforms(game: Sequence[Turn], rng: Random, plans: int) -> None:
    """Ask everything at every state of a game."""
    for turn in game:
        state = turn.before
        assert_cubes_are_kept(state)
        assert problems(state) == []
        assert state.copy() == state == STATES.decode(msgspec.json.encode(state))
        assert_chests_are_kept(turn)
        for question in awaited(state):
            assert_exactly_these_moves_are_playable(state, question, rng, plans)
    assert_undone(game)
    last = game[-1].step.state
    assert awaited(last) == ()
    assert result(last)


def assert_cubes_are_kept(state: State) -> None:
    for seat, player in enumerate(state.players):
        standing = sum(province.armies for province in state.provinces.values() if province.owner == seat)
        assert standing + player.reserve + elsewhere(state, state.colour(seat)) == ARMIES
    assert state.peasants + elsewhere(state, PEASANT) == PEASANTS


def elsewhere(state: State, colour: str) -> int:
    return sum(place.get(colour, 0) for place in (state.tower, state.tray, state.waiting))


def assert_chests_are_kept(turn: Turn) -> None:
    """What somebody has more or less afterwards was told as paid or gained, chest by chest."""
    for seat, (before, after) in enumerate(zip(turn.before.players, turn.step.state.players, strict=True)):
        assert after.chests - before.chests == sum(gained(event, seat) for event in turn.step.events)


def gained(event: Event, seat: int) -> int:
    match event:
        case TaxesCollected() if event.seat == seat:
            return event.chests
        case Built() | Deployed() | BidRevealed() if event.seat == seat:
            return -event.paid
    return 0


def assert_exactly_these_moves_are_playable(state: State, question: Question, rng: Random, plans: int) -> None:
    match question:
        case PlanQuestion():
            for _sample in range(plans):
                plan = question.sample(rng)
                verify(state, question.seat, plan)
                refuses(state, question.seat, broken(plan, question, rng))
        case Choice() | MarchQuestion():
            moves = question.moves
            assert len(set(moves)) == len(moves) == question.count()
            for move in moves:
                verify(state, question.seat, move)
            for other in others(state, question):
                if other not in moves:
                    refuses(state, question.seat, other)
        case Shuffle() | Draw() | Throw():
            refuses(state, None, Drawn(("Osaka",)))


def others(state: State, question: Choice | MarchQuestion) -> Iterator[object]:
    """Yield moves of the same kinds, of which only those that are listed may be played."""
    if isinstance(question, MarchQuestion):
        yield Stay()
        for target in state.provinces:
            yield from (March(question.source, target, armies) for armies in (0, 1, question.most, question.most + 1))
            yield March(target, question.source, 1)
        return
    for move in question.moves:
        for field in move.__struct_fields__:
            value: Any = getattr(move, field)
            for wrong in (value + 1, value - 1) if isinstance(value, int) else (f"{value}!", "", None):
                yield msgspec.structs.replace(move, **{field: wrong})


def broken(plan: Plan, question: PlanQuestion, rng: Random) -> Plan:
    """Return a plan that is wrong in one place."""
    fields, place = list(plan.fields), rng.randrange(len(plan.fields))
    laid = [index for index, card in enumerate(fields) if card is not None]
    ways = ["foreign", "twice", "gap", "short"] + (["dear"] if question.chests < max(CHEST_CARDS) else [])
    match rng.choice(ways):
        case "foreign":
            fields[place] = rng.choice(FOREIGN)
        case "twice":
            one, other = rng.sample(laid, 2)
            fields[one] = fields[other]
        case "gap":
            fields[rng.choice(laid)] = None
        case "short":
            fields.pop()
        case "dear":
            dear = rng.choice([card for card in CHEST_CARDS if card > question.chests])
            swapped = [plan.bid if card == dear else card for card in fields]
            return Plan(tuple(swapped), dear)
    return Plan(tuple(fields), plan.bid)


def refuses(state: State, seat: int | None, answer: Any) -> None:
    with pytest.raises(IllegalMove) as refused:
        verify(state, seat, answer)
    assert refused.value.rule


def assert_undone(game: Sequence[Turn]) -> None:
    """From any state that was kept the game goes on as it did; back at the start it is the new game."""
    for turn in reversed(game):
        assert play(turn.before, turn.question.seat, turn.answer) == turn.step
    assert game[0].before == new(game[0].before.setup)


@pytest.mark.parametrize("setup", SETUPS[:2])
def test_9_3_all_that_holds_holds_at_every_state_of_a_random_game(setup: Setup) -> None:
    rng = Random(setup.seats)
    conforms(list(turns(setup, TOWERS["mixed"], rng)), rng, plans=5)


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
def test_9_3_all_that_holds_holds_at_every_state_with_100_plans_each(setup: Setup) -> None:
    rng = Random(setup.seats + 10)
    conforms(list(turns(setup, TOWERS["quick"], rng)), rng, plans=100)


@pytest.mark.study
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("tower", sorted(TOWERS))
@pytest.mark.parametrize("setup", SETUPS)
def test_9_3_all_that_holds_holds_at_every_state_of_many_games(setup: Setup, tower: str) -> None:
    for seed in range(30):
        rng = Random(seed)
        conforms(list(turns(setup, TOWERS[tower], rng)), rng, plans=100)

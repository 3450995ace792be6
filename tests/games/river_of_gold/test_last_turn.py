"""The last turn of a game: what is found to be the best end of it, held against a search that leaves nothing out."""

import math
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from shogun.game.questions import Drawn, OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis.hint import hint
from shogun.games.river_of_gold.analysis.last_turn import Outcome, best_end
from shogun.games.river_of_gold.analysis.win_chances import win_chances
from shogun.games.river_of_gold.opponents.rollouts import Lots, end_well, play_on
from shogun.games.river_of_gold.opponents.solid import choose
from shogun.games.river_of_gold.rules import State
from shogun.games.river_of_gold.rules.game import carry_out
from shogun.games.river_of_gold.rules.playing import Play
from shogun.players.adviser import PlanHint
from shogun.table.session import UNLIMITED
from shogun.table.towers import Counted

from .rules.random_games import SETUPS, chance

FEW_GOODS = 5
"""With more of them there are too many exchanges to try them all."""


def last_turn(name: str, most_goods: int = FEW_GOODS) -> State:
    """Return the beginning of a game's last turn with at most so many goods to exchange; `solid` has played so far."""
    for number in count():
        setup = SETUPS[sum(name.encode()) % len(SETUPS)]
        state = played_to_last_turn(rules.new(setup), Random(f"{name}/{number}"))
        if sum(state.players[state.active].goods) <= most_goods:
            return state
    raise AssertionError("it counts for ever")


def played_to_last_turn(state: State, rng: Random, turns_before: int = 0) -> State:
    """Return a game when its last turn begins, or so many turns before."""
    while True:
        (question,) = rules.awaited(state)
        if not isinstance(question, OneOf):
            answer: Any = chance(question, rng)
        elif state.pending[-1].verb == "turn" and state.last_turn == state.turn + turns_before:
            return state
        else:
            answer = choose(rules.view(state, question.seat), None, question, rng, UNLIMITED)  # type: ignore[arg-type]
        state = rules.play(state, question.seat, answer).state


class Everything:
    """Tries every move that the rules allow, but which card is discarded and what others choose."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: dict[bytes, Outcome] = {}

    def best(self, state: State) -> Outcome:
        """Return the best end."""
        if state.is_over:
            ended = rules.result(state)
            assert ended is not None
            win = 1 / len(ended.winners) if self.seat in ended.winners else 0.0
            return Outcome(win, ended.points[self.seat], ended.favor[self.seat])
        here = state.players, state.pending, state.tiles, state.markers, state.row, state.claims
        key = msgspec.msgpack.encode(here)
        if key not in self.known:
            self.known[key] = max(map(self.best, self.followers(state)))
        return self.known[key]

    def followers(self, state: State) -> Iterator[State]:
        """Yield what comes after each move."""
        (question,) = rules.awaited(state)
        if not isinstance(question, OneOf):
            answers: tuple[Any, ...] = (shuffled(state),)
        elif question.seat != self.seat or state.pending[-1].verb == "discard":
            answers = question.moves[:1]
        else:
            answers = tuple(question.moves)
        for answer in answers:
            progress = Play(state.copy())
            carry_out(progress, answer)
            yield progress.state


def shuffled(state: State) -> Drawn:
    """Return the discard pile as the deck, in any order: which card is drawn makes no difference any more."""
    return Drawn(tuple(sorted(state.discards)))


def hold(state: State) -> None:
    """Hold what is found against what a search of everything finds, and play it."""
    seat = state.active
    found = best_end(state, seat)
    assert found.outcome == Everything(seat).best(state)
    moves = list(found.moves)
    while moves:
        (question,) = rules.awaited(state)
        answer = moves.pop(0) if isinstance(question, OneOf) else shuffled(state)
        state = rules.play(state, question.seat, answer).state
    ended = rules.result(state)
    assert ended is not None
    assert (ended.points[seat], ended.favor[seat]) == (found.outcome.points, found.outcome.favor)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_the_best_of_a_last_turn_is_found(number: int) -> None:
    hold(last_turn(f"quick/{number}", 3))


@pytest.mark.study
@pytest.mark.parametrize("number", range(200))
def test_the_best_of_two_hundred_last_turns_is_found(number: int) -> None:
    hold(last_turn(f"study/{number}"))


def test_the_adviser_is_exact_in_the_last_turn() -> None:
    state = last_turn("adviser", 18)
    seat, (question,) = state.active, rules.awaited(state)
    assert isinstance(question, OneOf)
    advised = hint(rules.view(state, seat), None, question, Random(1), UNLIMITED)  # type: ignore[arg-type]  # no tower
    found = best_end(state, seat)
    assert isinstance(advised, PlanHint)
    assert advised.plan == found.moves[: len(advised.plan)]
    assert f"{found.outcome.points} points" in advised.reasons[1]
    assert "Every line to the end was checked" in advised.reasons[1]


def test_playouts_that_end_well_use_the_last_turn_better_than_quick_ones() -> None:
    gained = [0, 0]
    for number in range(12):
        begun = last_turn(f"well {number}", most_goods=99)
        for place, play in enumerate((play_on, end_well)):
            state = begun.copy()
            play(state, 1, Lots(number))
            ended = rules.result(state)
            assert ended is not None
            gained[place] += ended.points[begun.active]
    quick, well = gained
    assert well > quick


def test_who_is_ahead_after_quick_turns_may_have_missed_it() -> None:
    setup = next(setup for setup in SETUPS if setup.seats == 4)
    for number in count():
        state = played_to_last_turn(rules.new(setup), Random(f"nearly {number}"), turns_before=1)
        after = state.copy()
        end_well(after, 9, Lots(Random("luck/0").getrandbits(48)))
        ended = rules.result(after)
        assert ended is not None and after.turn > state.turn
        first, second, *_others = sorted(range(4), key=lambda seat: -ended.points[seat])
        lead = ended.points[first] - ended.points[second]
        if 0 < lead <= 3:
            break
    found = win_chances(state, Counted(), 1, "luck")
    assert found is not None
    spread = 2.0 * (after.turn - state.turn) / state.seats
    assert math.log(found[0][first] / found[0][second]) == pytest.approx(lead / spread, rel=1e-3)

"""Playouts: a quick player for every seat, games dealt from a view, and how long opponents may think."""

from collections.abc import Callable, Sequence
from math import fsum
from random import Random
from typing import Any, TypeAlias

from shogun.game.questions import ChanceAnswer, Drawn, Rolled, Shuffle
from shogun.games.river_of_gold.opponents.evaluation import Appraisal, turns_left
from shogun.games.river_of_gold.opponents.turn_plans import best, choice, plans, worth_by_die
from shogun.games.river_of_gold.rules.components import CUSTOMERS, tiles_of
from shogun.games.river_of_gold.rules.effects import SIDES
from shogun.games.river_of_gold.rules.game import awaited, carry_out, moves_at
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import Effect, Move, State
from shogun.games.river_of_gold.rules.views import View
from shogun.table.session import Budget

QUICK_FAVOR = 1
"""Points of favor that are spent at most in a turn that is only thought of."""
LONGEST = 200
"""More turns than a game can have."""
_CHANCES = ("roll", "reshuffle")


class Lots:
    """The luck of a playout: the same seed gives each turn the same die, whatever was done before."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self._dice = self.rng.choices(range(1, SIDES + 1), k=LONGEST)

    def answer(self, state: State, effect: Effect) -> ChanceAnswer:
        """Return the question to chance: a roll, or the shuffle of the discard pile."""
        if effect.verb == "roll":
            return Rolled((self._dice[state.turn % LONGEST],))
        (question,) = awaited(state)
        assert isinstance(question, Shuffle), "nothing else is left to chance in a turn"
        return Drawn(tuple(self.rng.sample(question.items, len(question.items))))


def carry_on(progress: Play, effect: Effect, lots: Lots) -> None:
    """Let chance, or a quick choice of the seat, answer an effect; it must not be a turn."""
    state = progress.state
    if effect.verb in _CHANCES:
        carry_out(progress, lots.answer(state, effect))
    else:
        moves = moves_at(state)
        several = len(moves) > 1
        carry_out(progress, choice(Appraisal(state, effect.seat), effect.verb, moves) if several else moves[0])


def played_to_end_of_turn(state: State, moves: Sequence[Move], lots: Lots) -> State:
    """Return the game after these moves of the seat on turn, before its roll; other choices are made quickly."""
    progress, turn = Play(state.copy()), state.turn
    for move in moves:
        carry_out(progress, move)
    current = progress.state
    while current.pending and current.turn == turn and current.pending[-1].verb != "end_turn":
        carry_on(progress, current.pending[-1], lots)
    return current


def next_turn_worth(appraisal: Appraisal) -> float:
    """Return the worth of the seat's next turn on average over the die, with favor spent where that pays."""
    by_die, most = worth_by_die(appraisal), appraisal.player.favor
    return fsum(max(_changed(appraisal.favor, by_die, die, most)) for die in range(SIDES)) / SIDES


def _changed(price: float, by_die: Sequence[float], die: int, most: int) -> list[float]:
    """Return the worth of each number's action that can be reached from `die` by at most `most` favor."""
    steps = [min((other - die) % SIDES, (die - other) % SIDES) for other in range(SIDES)]
    return [worth - price * step for worth, step in zip(by_die, steps, strict=True) if step <= most]


Rival: TypeAlias = Callable[[State, Random], Move]
"""Returns a move of the seat on turn in a playout."""


TakeTurn: TypeAlias = Callable[[State, int], Sequence[Move]]
"""Returns the moves of a seat's turn in a playout."""


def play_on(state: State, turns: int, lots: Lots, seat: int = 0, rival: Rival | None = None) -> None:
    """Let every seat play quickly for a number of turns, or to the end of the game.

    A `rival` takes the turns of all seats but `seat`.
    """

    def taken(current: State, active: int) -> Sequence[Move]:
        if rival is None or active == seat:
            return quick_turn(current, active)
        return (rival(current, lots.rng),)

    _play(state, turns, lots, taken)


def end_well(state: State, turns: int, lots: Lots) -> None:
    """Let every seat play as in `play_on`, but use favor and exchanges in its last turn as a good player does."""
    _play(state, turns, lots, _turn_that_ends_well)


def quick_turn(state: State, seat: int) -> tuple[Move, ...]:
    """Return a turn of the seat on turn that is quickly thought of, with little favor."""
    return best(plans(Appraisal(state, seat), most_favor=QUICK_FAVOR, exchanging=False)).moves


def _turn_that_ends_well(state: State, seat: int) -> tuple[Move, ...]:
    is_last = state.last_turn is not None and turns_left(state, seat) == 0
    return best(plans(Appraisal(state, seat))).moves if is_last else quick_turn(state, seat)


def _play(state: State, turns: int, lots: Lots, take_turn: TakeTurn) -> None:
    progress, last = Play(state), state.turn + turns
    while state.pending:
        effect = state.pending[-1]
        if effect.verb == "turn":
            if state.turn >= last:
                return
            for move in take_turn(state, effect.seat):
                carry_out(progress, move)
        else:
            carry_on(progress, effect, lots)
        progress.events.clear()


# Determinization: a game made from a seat's view, everything hidden dealt again


def dealt(view: View, rng: Random) -> State:
    """Return a game that agrees with the view; others' hands, the deck and the stacks are random."""
    state = State(
        setup=view.setup,
        pending=list(view.pending),
        players=[player.copy() for player in view.players],
        hands=[() for _player in view.players],
        order=view.order,
        turn=view.turn,
        last_turn=view.last_turn,
        answers=view.answers,
        scoring=view.scoring,
        masteries=view.masteries,
        claims=view.claims,
        discards=view.discards,
        tiles=list(view.tiles),
        markers=list(view.markers),
        row=view.row,
        gone=view.gone,
        table=view.table,
        scores=view.scores,
    )
    deal_again(state, view, rng)
    return state


def deal_again(state: State, view: View, rng: Random) -> None:
    """Deal everything hidden of a game again."""
    delivered = {name for player in view.players for name in player.delivered}
    seen = {*delivered, *view.hand, *view.discards}
    cards = [name for name in CUSTOMERS if name not in seen]
    rng.shuffle(cards)
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            state.hands[seat] = view.hand
        else:
            state.hands[seat], cards = tuple(cards[:size]), cards[size:]
    state.deck = tuple(cards[: view.deck_size])
    out = {*view.tiles, *view.row, *view.gone}
    state.era_1 = tuple(rng.sample([name for name in _ERA_1 if name not in out], view.era_1_size))
    state.era_2 = tuple(rng.sample([name for name in _ERA_2 if name not in out], view.era_2_size))


_ERA_1, _ERA_2 = tiles_of("era 1"), tiles_of("era 2")


# Time budgets: how long opponents may think while people wait

SECONDS = 0.2


def budget_for(_question: Any) -> Budget:
    """Return how long an opponent may think about a question while people wait for it."""
    return Budget(seconds=SECONDS)

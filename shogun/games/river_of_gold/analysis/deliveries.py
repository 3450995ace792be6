"""Two customers in three turns: the course of such a puzzle, in which dice, draws and others' turns are fixed."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from shogun.base.random_streams import Streams
from shogun.game.chance import Draw, Roll, Shuffle
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.opponents import solid
from shogun.games.river_of_gold.opponents.evaluation import Appraisal, turns_left
from shogun.games.river_of_gold.opponents.turn_plans import TurnPlan, plans
from shogun.games.river_of_gold.rules.moves import Build, Deliver, Exchange, Move, Sail, SpendFavor
from shogun.games.river_of_gold.rules.turn.turns import TURN
from shogun.players.puzzles.fixed_course import FixedCourse
from shogun.players.puzzles.puzzle_judge import Answer, PuzzleStart, Sought
from shogun.table.running.chance_answers import lots

OWN_TURNS, DELIVERIES = 3, 2
ACTIONS = Build | Sail | Deliver
LEAST_LEFT = 4.0
"""Turns that a seat still has at least, about, where such a puzzle begins."""
OTHER_PLANS = 24
"""So many of the best ways to use a turn otherwise than for a delivery are tried."""
ANSWERS = 24


def may_begin(start: PuzzleStart) -> bool:
    """Return whether there are enough turns, and customers in hand, not all of whom are served at once."""
    state: rules.State = start.state
    return len(state.hands[start.seat]) >= DELIVERIES and turns_left(state, start.seat) >= LEAST_LEFT


def dice_to_come(start: PuzzleStart) -> list[int]:
    """Return what the own die is going to show in the turns after this one."""
    state, streams = start.state, Streams(start.header.seed)
    keys = [f"die/turn{state.turn + later * state.seats + 1}/seat{start.seat}" for later in range(OWN_TURNS - 1)]
    return [lots(Roll(key, 1, 6), streams).dice[0] for key in keys]  # type: ignore[union-attr]


def turns_of(answer: Answer) -> int:
    """Return how many own turns have had their action."""
    return sum(isinstance(move, ACTIONS) for move in answer)


class _Line(Struct, frozen=True):
    """Moves of the own turns, and what they come to."""

    moves: Answer
    value: float


class DeliveryCourse(FixedCourse):
    """Three own turns by the puzzle's own dice, with everybody else playing as solid players."""

    def __init__(self, start: PuzzleStart) -> None:
        super().__init__(rules, start, solid.choose)
        self.wanted = frozenset(start.state.hands[start.seat])

    def worth(self, answer: Answer) -> float:
        """Return the points that are gained in these turns, at least one, if two customers get what they wanted."""
        left = iter(answer)
        return self._worth(*self._turns(lambda state, asked: next(left, None) or self.usual(state, asked)))

    def drawn(self, rng: Any) -> Answer:
        """Return moves of these turns, drawn at random."""
        return self._turns(lambda _state, asked: asked.sample(rng))[0]

    def sought(self) -> Sought | None:
        """Return the best ways to serve both, the best of each first action, and what a solid player does."""
        state, asked = self.to_own(self.start.state)
        found = sorted(self._lines(state, asked, ()), key=lambda line: -line.value)
        by_action: dict[Move | None, Answer] = {}
        for line in found:
            by_action.setdefault(first_action(line.moves), line.moves)
        answers = dict.fromkeys((*by_action.values(), *(line.moves for line in found[:ANSWERS])))
        return Sought(tuple(answers)[:ANSWERS], self._turns(self.usual)[0]) if answers else None

    def _turns(self, chooser: Callable[[Any, Any], Any]) -> tuple[Answer, Any]:
        """Return the moves that somebody chooses up to the action of the last turn, and what that leads to."""
        moves = list[Move]()
        state, asked = self.to_own(self.start.state)
        while asked is not None:
            turn = state.turn
            moves.append(chooser(state, asked))
            state = rules.play(state, self.seat, moves[-1]).state
            if turns_of(tuple(moves)) == OWN_TURNS:
                return tuple(moves), self._ended(state, turn)
            state, asked = self.to_own(state)
        return tuple(moves), state

    def _ended(self, state: Any, turn: int) -> Any:
        """Return the game when a turn is over; whoever is asked answers as usual."""
        while state.turn == turn and (asked := rules.awaited(state)):
            question: Any = asked[0]
            is_chance = isinstance(question, Shuffle | Draw | Roll)
            answer = lots(question, self._streams) if is_chance else self.usual(state, question)
            state = rules.play(state, question.seat, answer).state
        return state

    def _worth(self, moves: Answer, state: Any) -> float:
        served = {move.customer for move in moves if isinstance(move, Deliver)} & self.wanted
        if len(served) < DELIVERIES or turns_of(moves) > OWN_TURNS:
            return 0.0
        gained = state.players[self.seat].points - self.start.state.players[self.seat].points
        return float(max(1, gained))

    def _lines(self, state: Any, asked: Any, before: Answer) -> Iterator[_Line]:
        while asked is not None and state.pending[-1].verb != TURN:
            before = (*before, self.usual(state, asked))
            state, asked = self.to_own(rules.play(state, self.seat, before[-1]).state)
        if asked is None:
            return
        for plan in self._plans(state, before):
            after, moves, turn = state, (*before, *plan.moves), state.turn
            for move in plan.moves:
                after = rules.play(after, self.seat, move).state
            if turns_of(moves) == OWN_TURNS:
                yield _Line(moves, self._worth(moves, self._ended(after, turn)))
            else:
                yield from self._lines(*self.to_own(after), moves)

    def _plans(self, state: Any, before: Answer) -> Iterator[TurnPlan]:
        """Yield the ways to use a turn by which two can still be served in time."""
        served = sum(isinstance(move, Deliver) and move.customer in self.wanted for move in before)
        found = sorted(plans(Appraisal(state, self.seat)), key=lambda plan: -plan.worth)
        yield from (plan for plan in found if self._serves(plan))
        if DELIVERIES - served < OWN_TURNS - turns_of(before):
            yield from [plan for plan in found if not self._serves(plan)][:OTHER_PLANS]

    def _serves(self, plan: TurnPlan) -> bool:
        last = plan.moves[-1]
        return isinstance(last, Deliver) and last.customer in self.wanted


def first_action(answer: Answer) -> Move | None:
    """Return the first action of an answer."""
    return next((move for move in answer if isinstance(move, ACTIONS)), None)


def turn_by_turn(answer: Answer) -> Iterator[Answer]:
    """Yield what each turn of an answer consists of: favor, exchanges and its action, without choices after it."""
    turn = list[Move]()
    for move in answer:
        if isinstance(move, ACTIONS | SpendFavor | Exchange):
            turn.append(move)
        if isinstance(move, ACTIONS):
            yield tuple(turn)
            turn.clear()

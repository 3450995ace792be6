"""Puzzles of three turns: two customers, the most influence in a region, or a mastery.

Dice, draws and others' turns are fixed, so the answers are searched and each is played to its end once.
"""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.random_streams import Streams
from shogun.game.questions import Roll
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.opponents import solid
from shogun.games.river_of_gold.opponents.evaluation import Appraisal, turns_left
from shogun.games.river_of_gold.opponents.rollouts import Lots, played_to_end_of_turn
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL
from shogun.games.river_of_gold.opponents.turn_plans import TurnPlan, plans
from shogun.games.river_of_gold.rules.components import MASTERIES, REGIONS, SHORES
from shogun.games.river_of_gold.rules.game import carry_out
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.scoring import MEASURES
from shogun.games.river_of_gold.rules.state import Build, Deliver, Exchange, Move, Sail, SpendFavor, State
from shogun.games.river_of_gold.rules.turns import TURN
from shogun.players.puzzles.proving import LEAD, FixedCourse
from shogun.players.puzzles.puzzle import Answer, CandidateAnswers, PuzzleStart
from shogun.players.puzzles.verdict import REACHED
from shogun.table.session import Seat, lots

OWN_TURNS, DELIVERIES = 3, 2
ACTIONS = Build | Sail | Deliver
LEAST_LEFT = 4.0
"""Turns that a seat still has at least, about, where such a puzzle begins."""
ANSWERS = 24


def dice_to_come(start: PuzzleStart) -> list[int]:
    """Return the numbers of the own die in the turns after this one."""
    state, streams = start.state, Streams(start.header.seed)
    keys = [f"die/turn{state.turn + later * state.seats + 1}/seat{start.seat}" for later in range(OWN_TURNS - 1)]
    return [lots(Roll(key, 1, 6), streams).dice[0] for key in keys]  # type: ignore[union-attr]


def turns_of(answer: Answer) -> int:
    """Return how many own turns have had their action."""
    return sum(isinstance(move, ACTIONS) for move in answer)


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


class Line(Struct, frozen=True):
    """Moves of the own turns, and their result."""

    moves: Answer
    value: float


class ThreeTurns(FixedCourse):
    """Three own turns with the puzzle's own dice, while all others play as solid players."""

    def __init__(self, start: PuzzleStart, others: Seat | None = None, luck: str = "") -> None:
        super().__init__(rules, start, solid.choose, others, luck)

    @staticmethod
    @abstractmethod
    def aims(start: PuzzleStart) -> Sequence[str]:
        """Return what the task may be about where a turn begins; one empty aim if the theme says all."""

    @abstractmethod
    def sought(self, *, to_prove: bool) -> CandidateAnswers | None:
        """Return answers that include the best one, and what a solid player does; None if there are none.

        Unless it is to prove a puzzle, None also as soon as it can't be one.
        """

    @abstractmethod
    def value_after(self, moves: Answer, state: State) -> float:
        """Return the value of the moves of three turns that have led to a state."""

    @abstractmethod
    def tried(self, state: State, before: Answer) -> Iterator[tuple[TurnPlan, State]]:
        """Yield the uses of a turn that may lead to the best end, and the states after them."""

    def idea(self, answer: Answer) -> Hashable:
        """Return an answer's idea, its first action: answers with the same one count as alike."""
        return first_action(answer)

    def worth(self, answer: Answer) -> float:
        """Return the value of these moves, with the usual ones after them."""
        return self.value_after(*self._followed(answer))

    def played_turns(self, answer: Answer) -> State:
        """Return the state after these moves, with the usual ones after them."""
        return self._followed(answer)[1]

    def _followed(self, answer: Answer) -> tuple[Answer, State]:
        left = iter(answer)
        return self.turns(lambda state, asked: next(left, None) or self.usual(state, asked))

    def drawn(self, rng: Any) -> Answer:
        """Return moves of these turns, drawn at random."""
        return self.turns(lambda _state, asked: asked.sample(rng))[0]

    def led_by(self, rule: "TurnRule") -> Answer:
        """Return the moves of a rule of thumb, with the usual ones where it says nothing."""
        return self.turns(_Ruled(self, rule))[0]

    def turns(self, chooser: Callable[[Any, Any], Any]) -> tuple[Answer, State]:
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

    def best_of(self, ideas: Iterable[Hashable]) -> dict[Hashable, float]:
        """Return the value of the best line of each of these ideas."""
        best = dict.fromkeys(ideas, 0.0)
        for line in self.lines(only=best):
            idea = self.idea(line.moves)
            best[idea] = max(best[idea], line.value)
        return best

    def lines(self, only: Iterable[Hashable] = ()) -> Iterator[Line]:
        """Yield the lines of all turns that may be the best, or those of some ideas."""
        state, asked = self.to_own(self.start.state)
        yield from self._lines(state, asked, (), frozenset(only))

    def _lines(self, state: State, asked: Any, before: Answer, only: frozenset[Hashable]) -> Iterator[Line]:
        while asked is not None and state.pending[-1].verb != TURN:
            before = (*before, self.usual(state, asked))
            state, asked = self.to_own(rules.play(state, self.seat, before[-1]).state)
        if asked is None:
            return
        for plan, after in self.tried(state, before):
            moves, turn = (*before, *plan.moves), state.turn
            if only and self.idea(moves) not in only:
                continue
            if turns_of(moves) == OWN_TURNS:
                yield Line(moves, self.value_after(moves, self._ended(after, turn)))
            else:
                yield from self._lines(*self.to_own(after), moves, only)

    @staticmethod
    def after(state: State, plan: TurnPlan) -> State:
        """Return the state after the legal moves of a plan, up to its action."""
        progress = Play(state.copy())
        for move in plan.moves:
            carry_out(progress, move)
        return progress.state

    def _ended(self, state: Any, turn: int) -> Any:
        """Return the game after a turn; questions on the way get the usual answers."""
        while state.turn == turn and (asked := rules.awaited(state)):
            question: Any = asked[0]
            state = rules.play(state, question.seat, self.answered(state, question)).state
        return state


class DeliveryCourse(ThreeTurns):
    """Two customers in three turns; the points gained in them count only if both are served."""

    OTHER_PLANS = 24
    """Number of the best other plans for a turn that are tried besides a delivery."""

    def __init__(self, start: PuzzleStart, others: Seat | None = None, luck: str = "") -> None:
        super().__init__(start, others, luck)
        self.wanted = frozenset(start.state.hands[start.seat])

    @staticmethod
    def aims(start: PuzzleStart) -> Sequence[str]:
        """Return one empty aim where there are customers in hand, not all of whom are served at once."""
        return [""] if len(start.state.hands[start.seat]) >= DELIVERIES else []

    def sought(self, *, to_prove: bool) -> CandidateAnswers | None:
        """Return the best ways to serve both, the best of each first action, and what a solid player does."""
        lines = sorted(self.lines(), key=lambda line: -line.value)
        if not to_prove and (not lines or lines[0].value < LEAD):
            return None
        by_idea: dict[Hashable, Answer] = {}
        for line in lines:
            by_idea.setdefault(self.idea(line.moves), line.moves)
        answers = dict.fromkeys((*by_idea.values(), *(line.moves for line in lines[:ANSWERS])))
        return CandidateAnswers(tuple(answers)[:ANSWERS], self.turns(self.usual)[0]) if answers else None

    def value_after(self, moves: Answer, state: State) -> float:
        """Return the points gained in these turns, at least one, if two customers were served."""
        if self.served(moves) < DELIVERIES or turns_of(moves) > OWN_TURNS:
            return 0.0
        gained = state.players[self.seat].points - self.start.state.players[self.seat].points
        return float(max(1, gained))

    def served(self, moves: Answer) -> int:
        """Return how many of the two customers these moves serve."""
        return len({move.customer for move in moves if isinstance(move, Deliver)} & self.wanted)

    def tried(self, state: State, before: Answer) -> Iterator[tuple[TurnPlan, State]]:
        """Yield the uses of a turn after which two customers can still be served in time."""
        ways = sorted(plans(Appraisal(state, self.seat)), key=lambda plan: -plan.worth)
        chosen = [plan for plan in ways if self._serves(plan)]
        if DELIVERIES - self.served(before) < OWN_TURNS - turns_of(before):
            chosen += [plan for plan in ways if not self._serves(plan)][: self.OTHER_PLANS]
        yield from ((plan, self.after(state, plan)) for plan in chosen)

    def _serves(self, plan: TurnPlan) -> bool:
        last = plan.moves[-1]
        return isinstance(last, Deliver) and last.customer in self.wanted


class Width(Struct, frozen=True):
    """How many plans for a turn are tried: deliveries and those that bring the goal nearer, and others; best first."""

    near: int
    others: int


NARROW, WIDE = Width(8, 4), Width(24, 6)
"""A first look, and a search for proofs."""


class GoalCourse(ThreeTurns):
    """A goal that few ways reach in three turns, and nothing else counts."""

    def __init__(self, start: PuzzleStart, others: Seat | None = None, luck: str = "") -> None:
        super().__init__(start, others, luck)
        self.width = NARROW

    @property
    @abstractmethod
    def missing(self) -> Callable[[State], int]:
        """Returns how much is missing in a state; 0 or less if the goal is reached there."""

    @property
    @abstractmethod
    def most_a_turn(self) -> int:
        """The most by which a turn brings the goal nearer."""

    def is_reached(self, state: State) -> bool:
        """Return whether the goal is reached at the end."""
        return self.missing(state) <= 0

    def value_after(self, moves: Answer, state: State) -> float:
        """Return whether the goal is reached by these turns."""
        return REACHED * (turns_of(moves) <= OWN_TURNS and self.is_reached(state))

    def idea(self, answer: Answer) -> Hashable:
        """Return the first action, any building in a region being the same."""
        action = first_action(answer)
        return ("build", SHORES[action.shore - 1].region) if isinstance(action, Build) else action

    def sought(self, *, to_prove: bool) -> CandidateAnswers | None:
        """Return an answer of each idea, the best first; it is no puzzle if a plain answer or two ideas do it."""
        self.width = WIDE if to_prove else NARROW
        usual = self.turns(self.usual)[0]
        if not to_prove and (self.worth(usual) or self.worth(self.led_by(self.nearest))):
            return None
        best = dict[Hashable, Line]()
        for line in self.lines():
            idea = self.idea(line.moves)
            if idea not in best or line.value > best[idea].value:
                best[idea] = line
                if not to_prove and sum(one.value > 0 for one in best.values()) > 1:
                    return None
        ranked = sorted(best.values(), key=lambda line: -line.value)
        if not ranked or not ranked[0].value:
            return None
        return CandidateAnswers(tuple(line.moves for line in ranked)[:ANSWERS], usual, self.start.aim)

    def nearest(self, state: State, several: Sequence[TurnPlan]) -> TurnPlan | None:
        """Return the plan that brings the goal nearest at once, with as few moves as possible; None if none does."""
        now = self.missing(state)
        steps = [(self.missing(self.after(state, plan)), len(plan.moves), -plan.worth, plan) for plan in several]
        missing, _moves, _worth, plan = min(steps, key=lambda step: step[:3])
        return plan if missing < now else None

    def tried(self, state: State, before: Answer) -> Iterator[tuple[TurnPlan, State]]:
        """Yield plans after which the goal can still be reached, those that bring it nearer first."""
        left = OWN_TURNS - turns_of(before) - 1
        now, most_missing = self.missing(state), self.most_a_turn * left
        if now > most_missing + self.most_a_turn:
            return
        near, others = list[tuple[TurnPlan, State]](), list[tuple[TurnPlan, State]]()
        for plan in sorted(plans(Appraisal(state, self.seat)), key=lambda plan: -plan.worth):
            after = self.after(state, plan)
            missing = self.missing(after)
            if isinstance(plan.moves[-1], Deliver) or (missing < now and missing <= most_missing):
                near.append((plan, after))
            elif missing <= most_missing:
                others.append((plan, after))
        yield from near[: self.width.near]
        yield from others[: self.width.others]


class RegionCourse(GoalCourse):
    """More influence in a region than anybody else after three turns."""

    LEAST_MISSING, MOST_MISSING = 3, 8
    most_a_turn = 5

    @staticmethod
    def aims(start: PuzzleStart) -> Sequence[str]:
        """Return the regions that a rival leads by a number that no single turn makes up for."""
        least, most = RegionCourse.LEAST_MISSING, RegionCourse.MOST_MISSING
        return [
            str(region) for region in REGIONS if least <= _behind(start.state, start.seat, region) <= most
        ]  # fmt: skip

    @property
    def missing(self) -> Callable[[State], int]:
        """Returns the influence that is missing for the lead."""
        region = int(self.start.aim)
        return lambda state: _behind(state, self.seat, region)


def _behind(state: State, seat: int, region: int) -> int:
    """Return the influence that a seat lacks to lead a region alone."""
    others = [player.influence[region - 1] for other, player in enumerate(state.players) if other != seat]
    return max(others) + 1 - state.players[seat].influence[region - 1]


class MasteryCourse(GoalCourse):
    """A mastery, claimed within three turns."""

    LEAST_MISSING = 2
    MOST_A_TURN: ClassVar[Mapping[str, int]] = {"highest_influence": 4, "regions_with_influence": 2}

    @staticmethod
    def aims(start: PuzzleStart) -> Sequence[str]:
        """Return the masteries that the seat can still claim, but not in a turn."""
        state: State = start.state
        return [
            name for place, name in enumerate(state.masteries)
            if start.seat not in state.claims[place]
            and len(state.claims[place]) < len(MASTERIES[name].awards[state.seats])
            and MasteryCourse.LEAST_MISSING <= _lacking(state, start.seat, name) <= OWN_TURNS
        ]  # fmt: skip

    @property
    def most_a_turn(self) -> int:
        """The most by which a turn brings the goal nearer."""
        return self.MOST_A_TURN.get(MASTERIES[self.start.aim].measure, 1)

    @property
    def missing(self) -> Callable[[State], int]:
        """Returns what is missing for the mastery's requirement."""
        return lambda state: _lacking(state, self.seat, self.start.aim)

    def is_reached(self, state: State) -> bool:
        """Return whether the seat has claimed it, which fails if all its awards are gone."""
        return self.seat in state.claims[state.masteries.index(self.start.aim)]


def _lacking(state: State, seat: int, name: str) -> int:
    mastery = MASTERIES[name]
    return mastery.needed - MEASURES[mastery.measure](state, seat)


def may_begin(course: type[ThreeTurns], start: PuzzleStart) -> bool:
    """Return whether there are enough turns, and something to aim at."""
    return turns_left(start.state, start.seat) >= LEAST_LEFT and bool(course.aims(start))


def sought(course: type[ThreeTurns], start: PuzzleStart) -> CandidateAnswers | None:
    """Return the answers for the puzzle's aim, or for the first one that makes a puzzle."""
    aims = (start.aim,) if start.aim else course.aims(start)
    several = (course(replace(start, aim=aim)).sought(to_prove=bool(start.aim)) for aim in aims)
    return next((answers for answers in several if answers is not None), None)


# Rules of thumb for a turn

TurnRule: TypeAlias = Callable[[State, Sequence[TurnPlan]], TurnPlan | None]
"""Chooses among plans for a turn; None: it says nothing about them."""


class _Ruled:
    """Answers as a rule of thumb, or as usual where it says nothing."""

    def __init__(self, course: ThreeTurns, rule: TurnRule) -> None:
        self._course, self._rule, self._left = course, rule, list[Move]()

    def __call__(self, state: State, asked: Any) -> Any:
        """Return the answer to a question."""
        if self._left:
            return self._left.pop(0)
        if state.pending[-1].verb == TURN:
            plan = self._rule(state, plans(Appraisal(state, asked.seat)))
            if plan is not None:
                first, *self._left = plan.moves
                return first
        return self._course.usual(state, asked)


def best_delivery(state: State, several: Sequence[TurnPlan]) -> TurnPlan | None:
    """Return the delivery that brings most points at once."""
    return most_points(state, _with(Deliver, several))


def first_delivery(_state: State, several: Sequence[TurnPlan]) -> TurnPlan | None:
    """Return the delivery that costs fewest moves."""
    return min(_with(Deliver, several), key=lambda plan: len(plan.moves), default=None)


def first_building(_state: State, several: Sequence[TurnPlan]) -> TurnPlan | None:
    """Return the first building that the die allows, with as little favor as possible."""
    return min(_with(Build, several), key=lambda plan: len(plan.moves), default=None)


def most_points(state: State, several: Sequence[TurnPlan]) -> TurnPlan | None:
    """Return the plan that brings most points at once; of several the one with the highest worth."""

    def points(plan: TurnPlan) -> tuple[int, float]:
        after = played_to_end_of_turn(state, plan.moves, Lots(AS_ONE_DEAL))
        return after.players[state.active].points, plan.worth

    return max(several, key=points, default=None)


def _with(action: type[Move], several: Sequence[TurnPlan]) -> list[TurnPlan]:
    return [plan for plan in several if isinstance(plan.moves[-1], action)]

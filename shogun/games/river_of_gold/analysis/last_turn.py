"""The last turn of a game, searched completely, and puzzles of two customers in three turns.

Nothing hidden matters in the last turn, so the best move is found exactly. The rules carry out everything that can be
done up to the final scoring: favor, exchanges, the action, and the choices that it brings. The search only omits what
can't be better: exchanges that pay neither an order nor the die and make no room for gains, and the choice among cards
to discard, since a hand is worth nothing at the end.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct, field

from shogun.base.random_streams import Streams
from shogun.game.questions import Drawn, Roll
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.opponents import solid
from shogun.games.river_of_gold.opponents.evaluation import Appraisal, turns_left
from shogun.games.river_of_gold.opponents.rollouts import Lots, played_to_end_of_turn
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL
from shogun.games.river_of_gold.opponents.turn_plans import TurnPlan, exchanges_for, plans, way_to
from shogun.games.river_of_gold.rules.actions import DISCARD, RESHUFFLE
from shogun.games.river_of_gold.rules.components import CUSTOMERS, GOODS, LIMITS
from shogun.games.river_of_gold.rules.effects import SIDES, exchanges
from shogun.games.river_of_gold.rules.game import carry_out, moves_at
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.scoring import result
from shogun.games.river_of_gold.rules.state import Build, BuyFavor, Deliver, Exchange, Move, Sail, SpendFavor, State
from shogun.games.river_of_gold.rules.turns import END_TURN, TURN, actions
from shogun.players.puzzles.proving import FixedCourse
from shogun.players.puzzles.puzzle import Answer, CandidateAnswers, PuzzleStart
from shogun.table.session import Seat, lots

NEARLY_FULL = 14
"""Koku below the limit within which buying favor may make room for gains."""


class Outcome(Struct, frozen=True, order=True):
    """The end of a game for a seat; the better one is the greater."""

    win: float
    """1 for a sole victory, a share for a shared one, else 0."""
    points: int
    favor: int


class Found(Struct, frozen=True):
    """The best that a seat can reach, and the moves that lead there, its own and those between."""

    outcome: Outcome
    moves: tuple[Move, ...] = ()


def is_last_turn(state: State, seat: int) -> bool:
    """Return whether it is the last turn of a game, and this seat's."""
    return state.last_turn is not None and state.turn == state.last_turn and state.active == seat


def best_end(state: State, seat: int) -> Found:
    """Return the best end that a seat can reach in its turn, the last of the game, and how."""
    return _Search(seat).best(state)


class _Search(Struct):
    """Remembers what it has found for each position."""

    seat: int
    known: dict[Hashable, Found] = field(default_factory=dict)

    def best(self, state: State) -> Found:
        """Return the best end from a position on."""
        if state.is_over:
            return Found(_outcome(state, self.seat))
        key = _key(state)
        if key not in self.known:
            self.known[key] = self._best(state)
        return self.known[key]

    def _best(self, state: State) -> Found:
        asked = state.pending[-1]
        if asked.verb == RESHUFFLE:
            return self.best(_after(state, Drawn(tuple(sorted(state.discards)))))
        if asked.verb == TURN:
            return _better(self._through(state, plan) for plan in _plans(state, self.seat))
        moves = moves_at(state)
        is_alike = asked.verb == DISCARD or asked.seat != self.seat  # hands are worth nothing; others' choices little
        moves = moves[:1] if is_alike else (*moves, *_room(state, self.seat))
        return _better(self._through(state, (move,)) for move in moves)

    def _through(self, state: State, moves: Sequence[Move]) -> Found:
        for move in moves:
            state = _after(state, move)
        then = self.best(state)
        return Found(then.outcome, (*moves, *then.moves))


def _better(ends: Iterable[Found]) -> Found:
    """Return the best; of those that are as good the shortest."""
    return max(ends, key=lambda end: (end.outcome, -len(end.moves)))


def _after(state: State, answer: Move | Drawn) -> State:
    progress = Play(state.copy())
    carry_out(progress, answer)
    return progress.state


def _plans(state: State, seat: int) -> Iterator[tuple[Move, ...]]:
    """Yield every use of a turn: the die, room made for gains, an order's exchanges, the action."""
    for number in range(1, SIDES + 1):
        way = way_to(state.players[seat], number)
        if way is None:
            continue
        turned = _after_all(state, way)
        for room in _rooms(turned, seat):
            for action in _actions(_after_all(turned, room), seat):
                yield (*way, *room, *action)


def _after_all(state: State, moves: Sequence[Move]) -> State:
    for move in moves:
        state = _after(state, move)
    return state


def _actions(state: State, seat: int) -> Iterator[tuple[Move, ...]]:
    """Yield the actions as the die shows, deliveries after the exchanges that they need."""
    player = state.players[seat]
    anywhere = player.backing.ability == "any_customer"
    for action in actions(state, seat):
        if not isinstance(action, Deliver):
            yield (action,)
    for name in state.hands[seat]:
        exchanges = exchanges_for(player, name)
        if exchanges is not None and (anywhere or CUSTOMERS[name].region == player.die):
            yield (*exchanges, Deliver(name))


def _rooms(state: State, seat: int) -> Iterator[tuple[Move, ...]]:
    """Yield the ways to make room for gains before an action: none, and exchanges of what is nearly full."""
    yield ()
    for move in _room(state, seat):
        yield from ((move, *more) for more in _rooms(_after(state, move), seat))


def _room(state: State, seat: int) -> Iterator[Move]:
    """Yield the exchanges that can pay at the end because without them gains would be lost, or to break a tie."""
    player, verb = state.players[seat], state.pending[-1].verb
    counts = verb == END_TURN or player.koku > LIMITS.koku - NEARLY_FULL
    sells = any(gain.verb == "sell_goods" for card in player.of_kind("merchant") for gain in card.journey)
    are_goods_worth = verb != END_TURN and (sells or bool(player.of_kind("artisan")))
    for move in exchanges(state, seat):
        if isinstance(move, BuyFavor):
            if counts:
                yield move
        elif are_goods_worth and player.goods[GOODS.index(move.give)] >= LIMITS.goods - 2 * (verb == TURN):
            yield move


def _outcome(state: State, seat: int) -> Outcome:
    ended = result(state)
    assert ended is not None, "it is over"
    win = 1 / len(ended.winners) if seat in ended.winners else 0.0
    return Outcome(win, ended.points[seat], ended.favor[seat])


def _key(state: State) -> Hashable:
    """Return everything in which two positions of the same turn can differ."""
    players = (
        (
            player.die, player.koku, tuple(player.goods), player.favor, player.favor_limit, player.points,
            tuple(player.influence), player.ships, player.noble_ship, player.delivered,
        )
        for player in state.players
    )  # fmt: skip
    return tuple(players), tuple(state.pending), tuple(state.tiles), tuple(state.markers), state.row, state.claims


# Two customers in three turns: a puzzle in which dice, draws and others' turns are fixed

OWN_TURNS, DELIVERIES = 3, 2
ACTIONS = Build | Sail | Deliver
LEAST_LEFT = 4.0
"""Turns that a seat still has at least, about, where such a puzzle begins."""
OTHER_PLANS = 24
"""Number of the best other plans for a turn that are tried besides a delivery."""
ANSWERS = 24


def may_begin(start: PuzzleStart) -> bool:
    """Return whether there are enough turns, and customers in hand, not all of whom are served at once."""
    state: rules.State = start.state
    return len(state.hands[start.seat]) >= DELIVERIES and turns_left(state, start.seat) >= LEAST_LEFT


def dice_to_come(start: PuzzleStart) -> list[int]:
    """Return the numbers of the own die in the turns after this one."""
    state, streams = start.state, Streams(start.header.seed)
    keys = [f"die/turn{state.turn + later * state.seats + 1}/seat{start.seat}" for later in range(OWN_TURNS - 1)]
    return [lots(Roll(key, 1, 6), streams).dice[0] for key in keys]  # type: ignore[union-attr]


def turns_of(answer: Answer) -> int:
    """Return how many own turns have had their action."""
    return sum(isinstance(move, ACTIONS) for move in answer)


class _Line(Struct, frozen=True):
    """Moves of the own turns, and their result."""

    moves: Answer
    value: float


class DeliveryCourse(FixedCourse):
    """Three own turns with the puzzle's own dice, while all others play as solid players."""

    def __init__(self, start: PuzzleStart, others: Seat | None = None, luck: str = "") -> None:
        super().__init__(rules, start, solid.choose, others, luck)
        self.wanted = frozenset(start.state.hands[start.seat])

    def worth(self, answer: Answer) -> float:
        """Return the points gained in these turns, at least one, if two customers were served."""
        left = iter(answer)
        return self._worth(*self._turns(lambda state, asked: next(left, None) or self.usual(state, asked)))

    def drawn(self, rng: Any) -> Answer:
        """Return moves of these turns, drawn at random."""
        return self._turns(lambda _state, asked: asked.sample(rng))[0]

    def sought(self) -> CandidateAnswers | None:
        """Return the best ways to serve both, the best of each first action, and what a solid player does."""
        state, asked = self.to_own(self.start.state)
        lines = sorted(self._lines(state, asked, ()), key=lambda line: -line.value)
        by_action: dict[Move | None, Answer] = {}
        for line in lines:
            by_action.setdefault(first_action(line.moves), line.moves)
        answers = dict.fromkeys((*by_action.values(), *(line.moves for line in lines[:ANSWERS])))
        return CandidateAnswers(tuple(answers)[:ANSWERS], self._turns(self.usual)[0]) if answers else None

    def by_action(self, actions: Iterable[Move | None]) -> dict[Move | None, float]:
        """Return the value of the best way that begins with each of these actions."""
        state, asked = self.to_own(self.start.state)
        best = dict.fromkeys(actions, 0.0)
        for line in self._lines(state, asked, ()):
            first = first_action(line.moves)
            if first in best:
                best[first] = max(best[first], line.value)
        return best

    def led_by(self, rule: "TurnRule") -> Answer:
        """Return the moves of a rule of thumb, with the usual ones where it says nothing."""
        return self._turns(_Ruled(self, rule))[0]

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
        """Return the game after a turn; questions on the way get the usual answers."""
        while state.turn == turn and (asked := rules.awaited(state)):
            question: Any = asked[0]
            state = rules.play(state, question.seat, self.answered(state, question)).state
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
        """Yield the uses of a turn after which two customers can still be served in time."""
        served = sum(isinstance(move, Deliver) and move.customer in self.wanted for move in before)
        ways = sorted(plans(Appraisal(state, self.seat)), key=lambda plan: -plan.worth)
        yield from (plan for plan in ways if self._serves(plan))
        if DELIVERIES - served < OWN_TURNS - turns_of(before):
            yield from [plan for plan in ways if not self._serves(plan)][:OTHER_PLANS]

    def _serves(self, plan: TurnPlan) -> bool:
        last = plan.moves[-1]
        return isinstance(last, Deliver) and last.customer in self.wanted


# Rules of thumb for a turn

TurnRule: TypeAlias = Callable[[State, Sequence[TurnPlan]], TurnPlan | None]
"""Chooses among plans for a turn; None: it says nothing about them."""


class _Ruled:
    """Answers as a rule of thumb, or as usual where it says nothing."""

    def __init__(self, course: FixedCourse, rule: TurnRule) -> None:
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

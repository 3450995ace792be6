"""The last turn of a game, searched completely.

Nothing hidden matters in the last turn, so the best move is found exactly. The rules carry out everything that can be
done up to the final scoring: favor, exchanges, the action, and the choices that it brings. The search only omits what
can't be better: exchanges that pay neither an order nor the die and make no room for gains, and the choice among cards
to discard, since a hand is worth nothing at the end.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence

from msgspec import Struct, field

from shogun.game.questions import Drawn
from shogun.games.river_of_gold.opponents.turn_plans import exchanges_for, way_to
from shogun.games.river_of_gold.rules.actions import DISCARD, RESHUFFLE
from shogun.games.river_of_gold.rules.components import CUSTOMERS, GOODS, LIMITS
from shogun.games.river_of_gold.rules.effects import SIDES, exchanges
from shogun.games.river_of_gold.rules.game import carry_out, moves_at
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.scoring import result
from shogun.games.river_of_gold.rules.state import BuyFavor, Deliver, Move, State
from shogun.games.river_of_gold.rules.turns import END_TURN, TURN, actions

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

"""The war if it began now, how safe each castle is, and an adviser that finds the best move by playouts (Monte Carlo).

The adviser only says what was computed: both chances with their errors, or that two moves are equally good.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _, ngettext, of_data, signed
from shogun.game.questions import OneOf
from shogun.games.rumble_nation.analysis.decisions import SEARCHED, weighed
from shogun.games.rumble_nation.analysis.swaps import SWAPS
from shogun.games.rumble_nation.analysis.win_chances import tempered
from shogun.games.rumble_nation.rules.components import CARDS
from shogun.games.rumble_nation.rules.playing import Play
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    AreaResolved,
    CarryOut,
    Deploy,
    Move,
    State,
    TakeDaimyo,
    Transfer,
)
from shogun.games.rumble_nation.rules.turns import lay_down, next_seat
from shogun.games.rumble_nation.rules.war import fight
from shogun.games.rumble_nation.words import move_lines
from shogun.players.adviser import Hint
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.players.review.option_chances import Option, Options, chance_sentences
from shogun.players.review.swaps import NO_REASONS, Reasons
from shogun.table.session import Budget
from shogun.table.towers import Inside

# The war if it began now, and after an answer that is being considered


class WarForecast(Struct, frozen=True):
    """A war as it would go: area by area in its order, and the points that each seat would get."""

    outcomes: tuple[AreaResolved, ...]
    points: tuple[int, ...]

    def of(self, area: str) -> AreaResolved:
        """Return how an area would be resolved."""
        return next(outcome for outcome in self.outcomes if outcome.area == area)


def war_now(state: State) -> WarForecast | None:
    """Return how the war would end if it began now; None before the castles are laid.

    Whoever isn't finished is taken to get the katana in the order of their reserves, the smallest first; of equal
    ones, who is on turn sooner.
    """
    if not state.castles:
        return None
    return war_with(state, expected_katana(state))


def war_with(state: State, katana: Sequence[int]) -> WarForecast:
    """Return how the war would end if it began now and each seat held this katana."""
    outcomes = tuple(fight(with_katana(state, katana)))
    return WarForecast(outcomes, points_of(outcomes, state.setup.seats))


def with_katana(state: State, katana: Sequence[int]) -> State:
    """Return the state in which each seat holds this katana."""
    players = zip(state.players, katana, strict=True)
    return replace(state, players=tuple(replace(player, katana=held) for player, held in players))


def points_of(outcomes: tuple[AreaResolved, ...], seats: int) -> tuple[int, ...]:
    """Return the points that each seat gets in these areas (7.5, 8.1)."""
    points = [0] * seats
    for outcome in outcomes:
        if outcome.winner is not None:
            points[outcome.winner] += outcome.castle
        if outcome.second is not None:
            points[outcome.second] += outcome.small or 0
    return tuple(points)


def taken_castles(outcomes: Iterable[AreaResolved], seat: int) -> tuple[list[int], list[int]]:
    """Return the large and the small castles that a seat has taken in these areas (7.5), in their order."""
    resolved = tuple(outcomes)
    large = [outcome.castle for outcome in resolved if outcome.winner == seat]
    small = [outcome.small for outcome in resolved if outcome.second == seat and outcome.small is not None]
    return large, small


def expected_katana(state: State) -> tuple[int, ...]:
    """Return the katana of each seat, held or expected (`war_now`)."""
    left = iter(loose_katana(state))
    order = sorted(
        unfinished(state), key=lambda seat: (state.players[seat].left, (seat - state.turn) % len(state.players))
    )
    given = {seat: next(left) for seat in order}
    return tuple(player.katana or given[seat] for seat, player in enumerate(state.players))


def unfinished(state: State) -> list[int]:
    """Return the seats that hold no katana yet."""
    return [seat for seat, player in enumerate(state.players) if player.katana is None]


def loose_katana(state: State) -> list[int]:
    """Return the katana that nobody has yet, the highest first."""
    held = {player.katana for player in state.players}
    return [katana for katana in state.counts.katana if katana not in held]


def transfers_of(state: State, move: Deploy | CarryOut) -> tuple[Transfer, ...]:
    """Return the transfers of an answer of the seat on turn."""
    if isinstance(move, CarryOut):
        return move.transfers
    return (Transfer(state.turn, RESERVE, move.area, move.soldiers, move.daimyo),)


def moved(state: State, transfers: tuple[Transfer, ...]) -> State:
    """Return the state after the seat on turn has moved these pieces, with the next seat on turn."""
    play = Play(state)
    for transfer in transfers:
        play.transfer(transfer)
    play.change(turn=next_seat(state))
    return play.state


def laid_down(state: State, seat: int, card: str) -> State:
    """Return the state after a seat has played a card, without what the card does."""
    play = Play(state)
    lay_down(play, seat, card)
    return play.state


def finished(state: State, seat: int, katana: int) -> State:
    """Return the state after a seat has taken this katana."""
    play = Play(state)
    play.change_player(seat, katana=katana)
    return play.state


# Safety of castles: the effect of other katana, and castles that depend on one soldier

Hold: TypeAlias = Literal["safe", "hanging", "tie"]
"""Safety of a castle: no single soldier in its area takes it away, one does, or a katana decides."""


def katana_orders(state: State) -> Iterator[tuple[int, ...]]:
    """Yield all seats' katana in each order in which the remaining ones can be taken."""
    seats = unfinished(state)
    for order in permutations(loose_katana(state), len(seats)):
        given = dict(zip(seats, order, strict=True))
        yield tuple(player.katana or given[seat] for seat, player in enumerate(state.players))


def other_points(state: State, expected: WarForecast) -> tuple[tuple[int, ...], ...]:
    """Return, by seat, the other points that a war would bring if the katana were taken in another order."""
    seats = range(len(state.players))
    if not any(has_tie(outcome) for outcome in expected.outcomes):
        return ((),) * len(seats)
    wars = [war_with(state, katana) for katana in katana_orders(state)]
    return tuple(tuple(sorted({war.points[seat] for war in wars} - {expected.points[seat]})) for seat in seats)


def has_tie(outcome: AreaResolved) -> bool:
    """Return whether players are equally strong in an area, for whichever place."""
    strengths = [strength for strength in outcome.strengths if strength]
    return len(set(strengths)) < len(strengths)


def is_open(state: State, outcome: AreaResolved) -> bool:
    """Return whether nobody knows yet who has the highest katana of the strongest, who are equal."""
    best = max(outcome.strengths)
    tied = [player for player, strength in zip(state.players, outcome.strengths, strict=True) if strength == best]
    return best > 0 and len(tied) > 1 and all(player.katana is None for player in tied)


def holds(state: State, expected: WarForecast) -> Mapping[str, Hold]:
    """Return how each castle would be won in a war that began now, if anybody would win it."""
    wars = {expected.outcomes: expected_katana(state)}
    if any(has_tie(outcome) for outcome in expected.outcomes):
        for katana in katana_orders(state):
            wars.setdefault(war_with(state, katana).outcomes, katana)
    return {
        area.area: _hold(state, [(_resolution(war, area.area), katana) for war, katana in wars.items()])
        for area in expected.outcomes
        if area.winner is not None
    }


def _hold(state: State, resolved: Sequence[tuple[AreaResolved, tuple[int, ...]]]) -> Hold:
    """Return how safe an area is, given its outcomes, each with the katana that decides it."""
    if any(outcome.is_tie for outcome, _katana in resolved) or len({outcome.winner for outcome, _ in resolved}) > 1:
        return "tie"
    is_safe = all(_is_safe(state, outcome, with_katana(state, katana)) for outcome, katana in resolved)
    return "safe" if is_safe else "hanging"


def _is_safe(state: State, outcome: AreaResolved, armed: State) -> bool:
    """Return whether the same seat wins whatever a single soldier does; `armed` is the state with all katana."""
    changed = (_resolution(fight(other), outcome.area) for other in _one_soldier_otherwise(armed, outcome))
    return all(resolved.winner == outcome.winner and not is_open(state, resolved) for resolved in changed)


def _one_soldier_otherwise(state: State, outcome: AreaResolved) -> Iterator[State]:
    """Yield the state with one soldier more of each other seat in an area, and with one fewer of its winner."""
    for seat, soldiers in enumerate(state.soldiers[outcome.area]):
        if seat != outcome.winner:
            yield _changed(state, outcome.area, seat, 1)
        elif soldiers:
            yield _changed(state, outcome.area, seat, -1)


def _changed(state: State, area: str, seat: int, more: int) -> State:
    numbers = list(state.soldiers[area])
    numbers[seat] += more
    return replace(state, soldiers={**state.soldiers, area: tuple(numbers)})


def _resolution(war: Iterable[AreaResolved], area: str) -> AreaResolved:
    return next(outcome for outcome in war if outcome.area == area)


# The adviser


def hint(view: State, inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Hint:
    """Return the master's answer, unless another move wins more often, with the chances of both."""
    point = DecisionPoint(view, inside, question)
    options = weighed(point, rng, budget)
    (move,) = options.advised
    share = min(1.0, (budget.playouts or SEARCHED) / SEARCHED)
    reasons = NO_REASONS if options.shares is None else SWAPS.reasons(point, move, rng, share)
    return Hint(move, tuple(_reasons(view, question, options, reasons)))


def _reasons(view: State, question: OneOf[Move], options: Options, reasons: Reasons) -> Iterator[str]:
    (move,) = options.advised
    if len(question.moves) == 1:
        yield _("There is no other choice.")
    elif isinstance(move, TakeDaimyo):
        text = of_data(CARDS[move.card].text)
        yield _("The computer players do best with this one: {text}").format(text=text)
    if options.shares is not None:
        options = replace(options, shares=tempered(options.shares, view, adapting=1.0))
    yield from chance_sentences(options, _told, [(swap.option,) for swap in reasons.swaps])
    yield from SWAPS.sentences(move, reasons)
    if isinstance(move, Deploy | CarryOut):
        yield from _war(view, question.seat, move)


def _told(option: Option) -> str:
    return "; ".join(line for move in option for line in move_lines(move))


def _war(view: State, seat: int, move: Deploy | CarryOut) -> Iterator[str]:
    """Yield what would be different if the war began after the move."""
    now, then = war_now(view), war_now(moved(view, transfers_of(view, move)))
    if now is None or then is None:
        return
    gained = then.points[seat] - now.points[seat]
    points = ngettext("{n} point", "{n} points", then.points[seat]).format(n=then.points[seat])
    if gained:
        sentence = _("If the war began now, it would score you {points} ({more}).")
        yield sentence.format(points=points, more=signed(gained))
    else:
        yield _("If the war began now it would change nothing: you would still score {points}.").format(points=points)
    if others := other_points(moved(view, transfers_of(view, move)), then)[seat]:
        yield _("Ties are counted with the katana you'd probably get; with others you'd score {points}.").format(
            points=", ".join(map(str, others))
        )
    yield from _changes(now, then, seat)


def _changes(now: WarForecast, then: WarForecast, seat: int) -> Iterator[str]:
    won = _areas(now, then, seat)
    if won:
        yield _("It would win you {areas}.").format(areas=", ".join(won))
    lost = _areas(then, now, seat)
    if lost:
        yield _("It would cost you {areas}.").format(areas=", ".join(lost))
    support = _support(then, seat) - _support(now, seat)
    if support > 0:
        yield ngettext(
            "Your victories would send {n} more support to neighbors still to be fought over.",
            "Your victories would send {n} more support to neighbors still to be fought over.",
            support,
        ).format(n=support)


def _areas(before: WarForecast, after: WarForecast, seat: int) -> Sequence[str]:
    """Return the areas that a seat wins afterwards and didn't before, with their castles."""
    return [
        _("{area} ({castle})").format(area=area.area, castle=area.castle)
        for area in after.outcomes
        if area.winner == seat != before.of(area.area).winner
    ]


def _support(war: WarForecast, seat: int) -> int:
    return sum(area.support * len(area.supported) for area in war.outcomes if area.winner == seat)

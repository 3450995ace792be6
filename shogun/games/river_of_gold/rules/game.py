"""The game as a whole: from one awaited answer to the next, as a pure function over plain data.

The state lists the effects still to be carried out. Those that nobody has to answer are carried out one after the
other, each fully, before the next (14.1); the first that needs an answer is what the game awaits.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.errors import IllegalMove
from shogun.game.questions import ChanceAnswer, Draw, Drawn, OneOf, Roll, Rolled, Shuffle
from shogun.games.river_of_gold.rules import actions, effects, setup, turns
from shogun.games.river_of_gold.rules.effects import exchange, exchanges
from shogun.games.river_of_gold.rules.playing import Play, RecordedPlay, Step
from shogun.games.river_of_gold.rules.position import AT_POSITION, begin_turn
from shogun.games.river_of_gold.rules.state import BuyFavor, Effect, ExchangeGoods, Move, Setup, State

Answer = Move | ChanceAnswer
Choice = OneOf[Move]
Question = Choice | Shuffle | Draw | Roll

CARRIED_OUT: Mapping[str, Callable[[Play, Effect], None]] = {
    **effects.GAINS,
    "first_seat": setup.choose_first,
    "first_hand": setup.first_hand,
    "first_koku": setup.first_koku,
    "first_die": turns.first_die,
    "next_turn": turns.next_turn,
    "masteries": turns.claim_masteries,
    "refill": actions.refill,
    "end_slot_leaves": actions.end_slot_leaves,
    "second_marker": actions.second_marker,
    "draw": actions.draw,
    "discard_down": actions.discard_down,
    AT_POSITION: begin_turn,
}
"""The effects that nobody has to answer."""

_CHANCE: Mapping[
    str, tuple[Callable[[State, Effect], Shuffle | Draw | Roll], Callable[[Play, Effect, Any], None], str]
] = {
    "scoring_tiles": (setup.ask_table, setup.lay_scoring_tiles, "2.1"),
    "mastery_cards": (setup.ask_table, setup.lay_masteries, "2.2"),
    "customer_deck": (setup.ask_table, setup.lay_deck, "2.3"),
    "imperial_markets": (setup.ask_table, setup.lay_imperial_markets, "2.4"),
    "starting_tiles": (setup.ask_table, setup.lay_starting_tiles, "2.5"),
    "era_1": (setup.ask_table, setup.lay_era_1, "2.6"),
    "era_2": (setup.ask_table, setup.lay_era_2, "2.6"),
    "patron_drawn": (setup.ask_patron_drawn, setup.lay_patron, "13.1"),
    "first_seat_lot": (setup.ask_first_seat, setup.draw_first_seat, "2.8"),
    "clan_lots": (setup.ask_clan_lots, setup.give_clans, "13.2"),
    "ships": (setup.ask_ships, setup.place_ships, "2.10"),
    turns.ROLL: (turns.ask_roll, turns.take_roll, "4.5"),
    actions.RESHUFFLE: (actions.ask_reshuffle, actions.reshuffle, "7.5"),
}
"""Questions to chance: the lots, the function that carries them out, and the rule."""

_CHOICES: Mapping[str, tuple[Callable[[State, Effect], tuple[Move, ...]], Callable[[Play, Effect, Any], None], str]] = {
    "clan": (setup.ask_clan, setup.take_clan, "2.8"),
    "patron": (setup.ask_patron, setup.take_patron, "13.1"),
    turns.FIRST_DIE: (turns.ask_first_die, turns.choose_first_die, "2.13"),
    turns.TURN: (turns.ask_turn, turns.act, "4.3"),
    turns.END_TURN: (turns.ask_end, turns.end, "4.5"),
    "good": (effects.ask_good, effects.take_good, "14.7"),
    effects.SALE: (effects.ask_sale, effects.sell, "8.5"),
    actions.JOURNEY: (actions.ask_journey, actions.take_journey, "6.7"),
    actions.PLACE_MARKER: (actions.ask_marker, actions.place_marker, "8.6"),
    actions.NOBLE_SHIP: (actions.ask_ship, actions.replace_ship, "8.9"),
    actions.DISCARD: (actions.ask_discard, actions.discard, "7.4"),
}
"""Questions to players: their moves, the function that carries one out, and the rule."""


def new(agreed: Setup) -> State:
    """Return a new game that awaits its first answer; raises `IllegalSetup` if such a game can't be."""
    progress = Play(setup.new(agreed))
    advance(progress)
    return progress.state


def begun_by(agreed: Setup, seat: int) -> Setup:
    """Return the same setup with this seat as the first (2.8); who is first in a position stays so."""
    return agreed if agreed.position else replace(agreed, first_seat=seat)


def awaited(state: State) -> tuple[Question, ...]:
    """Return the open question, to chance or to a seat; none when the game is over."""
    return (_asked(state, state.pending[-1]),) if state.pending else ()


def _asked(state: State, effect: Effect) -> Question:
    if effect.verb in _CHANCE:
        return _CHANCE[effect.verb][0](state, effect)
    ask, _carry_out, rule = _CHOICES[effect.verb]
    moves = (*ask(state, effect), *exchanges(state, effect.seat))
    return OneOf(effect.seat, f"turn{state.turn + 1}/answer{state.answers + 1}/{effect.verb}", moves, rule)


def moves_at(state: State) -> tuple[Move, ...]:
    """Return the moves among which a seat chooses now but for exchanges; none where chance answers."""
    effect = state.pending[-1]
    return _CHOICES[effect.verb][0](state, effect) if effect.verb in _CHOICES else ()


def verify(state: State, seat: int | None, answer: Answer) -> Question:
    """Return the question that a legal answer answers; raises `IllegalMove`, which names the rule it breaks."""
    if not state.pending:
        raise IllegalMove("11.5", _("the game is over"))
    effect = state.pending[-1]
    question = _asked(state, effect)
    if question.seat != seat:
        who = _("chance") if seat is None else _("seat {seat}").format(seat=seat)
        raise IllegalMove(_rule(effect), _("{who} has nothing to decide now").format(who=who))
    if isinstance(question, OneOf):
        question.verify(answer)
    elif not _fits(question, answer):
        raise IllegalMove(_rule(effect), _("{answer} can't be drawn here").format(answer=answer))
    return question


def _rule(effect: Effect) -> str:
    return (_CHANCE[effect.verb] if effect.verb in _CHANCE else _CHOICES[effect.verb])[2]


def _fits(question: Shuffle | Draw | Roll, answer: Answer) -> bool:
    if isinstance(question, Roll):
        return isinstance(answer, Rolled) and answer.answers(question)
    return isinstance(answer, Drawn) and answer.answers(question)


def play(state: State, seat: int | None, answer: Answer) -> Step:
    """Return the result of an answer, up to the next question; `state` stays as it is.

    Raises `IllegalMove` if the rules forbid the answer.
    """
    verify(state, seat, answer)
    progress = Play(state.copy(), reveals=seat is None)
    carry_out(progress, answer)
    return Step(progress.state, tuple(progress.events), progress.reveals)


def states_at_events(state: State, seat: int | None, answer: Answer) -> Sequence[State]:
    """Return the state right after each event of a legal answer; what isn't reported is in the one after the answer."""
    progress = RecordedPlay(state.copy(), reveals=seat is None)
    carry_out(progress, answer)
    return progress.states


def carry_out(progress: Play, answer: Answer) -> None:
    """Carry out a legal answer, and all that follows up to the next question; it isn't verified."""
    state = progress.state
    effect = state.pending[-1]
    if effect.verb in _CHANCE:
        state.pending.pop()
        _CHANCE[effect.verb][1](progress, effect, answer)
    else:
        state.answers += 1
        if isinstance(answer, ExchangeGoods | BuyFavor):
            exchange(progress, effect.seat, answer)
            return
        state.pending.pop()
        _CHOICES[effect.verb][1](progress, effect, answer)
    advance(progress)


def advance(progress: Play) -> None:
    """Carry out all that needs no answer."""
    pending = progress.state.pending
    while pending and (carry := CARRIED_OUT.get(pending[-1].verb)):
        carry(progress, pending.pop())


def is_secret(_asked: object) -> bool:
    """Return False: no question is for one seat only; hands are hidden, and the screen covers them (2.11)."""
    return False


def period(state: State) -> str:
    """Return the part of the game the state is in: "setup", "round1", "round2" ..., or "end"."""
    if state.is_over:
        return "end"
    return f"round{state.turn // state.seats + 1}" if state.turn >= 0 else "setup"


def in_tower(_state: State) -> Mapping[str, int]:
    """Return how many cubes are in the tower: the game has none."""
    return {}

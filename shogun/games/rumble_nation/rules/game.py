"""The game as a whole: from one awaited answer to the next, as a pure function over plain data."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from shogun.base.language import _, shown
from shogun.game.errors import IllegalMove
from shogun.game.questions import ChanceAnswer, Draw, Drawn, OneOf, Roll, Rolled, Shuffle
from shogun.games.rumble_nation.rules import setup, turns
from shogun.games.rumble_nation.rules import turns as deploying
from shogun.games.rumble_nation.rules.playing import Play, Step
from shogun.games.rumble_nation.rules.state import (
    Choosing,
    Deploying,
    DrawingFirstSeat,
    LayingCastles,
    Move,
    Over,
    Playing,
    RevealingDaimyo,
    RevealingTactics,
    Rolling,
    Setup,
    State,
    TakingDaimyo,
)

Answer = Move | ChanceAnswer
Question = OneOf[Move] | Shuffle | Draw | Roll
LONGEST_ANSWER = 200
"""Characters of an answer that are quoted."""

_ASK: dict[type, Callable[[State, Any], Question]] = {
    LayingCastles: setup.ask_castles,
    RevealingTactics: setup.ask_tactics,
    DrawingFirstSeat: setup.ask_first_seat,
    RevealingDaimyo: setup.ask_daimyo,
    TakingDaimyo: setup.ask_daimyo_card,
    Choosing: turns.ask_turn,
    Rolling: deploying.ask_roll,
    Deploying: deploying.ask_split,
    Playing: turns.ask_way,
}
"""Function that makes the question of each stage."""

_CARRY_OUT: dict[type, Callable[[Play, Any, Any], None]] = {
    LayingCastles: setup.lay_castles,
    RevealingTactics: setup.reveal_tactics,
    DrawingFirstSeat: setup.take_first_seat,
    RevealingDaimyo: setup.reveal_daimyo,
    TakingDaimyo: setup.take_daimyo,
    Choosing: turns.choose,
    Rolling: deploying.show_roll,
    Deploying: turns.split,
    Playing: turns.carry_out,
}
"""Function that carries out the answer to each stage."""

_CHANCE_RULES: dict[type, str] = {
    LayingCastles: "2.1", RevealingTactics: "2.2", DrawingFirstSeat: "2.5", RevealingDaimyo: "9.2", Rolling: "4.1",
}  # fmt: skip


def begun_by(agreed: Setup, seat: int) -> Setup:
    """Return the same setup with this seat as the first player (2.5); who is first in a position stays so."""
    return agreed if agreed.position else replace(agreed, first_seat=seat)


def awaited(state: State) -> tuple[Question, ...]:
    """Return the open question, of chance or of the seat on turn; none when the game is over."""
    return () if isinstance(state.stage, Over) else (_ASK[type(state.stage)](state, state.stage),)


def verify(state: State, seat: int | None, answer: Answer) -> Question:
    """Return the question that a legal answer answers; raises `IllegalMove`, which names the rule it breaks."""
    for question in awaited(state):
        if question.seat != seat:
            break
        if isinstance(question, OneOf):
            question.verify(answer)
        else:
            _verify_chance(state, question, answer)
        return question
    who = _("chance") if seat is None else _("seat {seat}").format(seat=seat)
    raise IllegalMove("3.1", _("{who} has nothing to decide now").format(who=who))


def _verify_chance(state: State, question: Shuffle | Draw | Roll, answer: Answer) -> None:
    if isinstance(question, Roll):
        can_be = isinstance(answer, Rolled) and answer.answers(question)
    else:
        can_be = isinstance(answer, Drawn) and answer.answers(question)
    if not can_be:
        quoted = shown(answer, LONGEST_ANSWER)
        sentence = _("{answer} isn't a possible outcome here")
        raise IllegalMove(_CHANCE_RULES[type(state.stage)], sentence.format(answer=quoted))


def play(state: State, seat: int | None, answer: Answer) -> Step:
    """Return the result of an answer, up to the next question; the last deployment leads through the war to the end.

    Raises `IllegalMove` if the rules forbid the answer.
    """
    verify(state, seat, answer)
    progress = Play(state)
    _CARRY_OUT[type(state.stage)](progress, state.stage, answer)
    return Step(progress.state, tuple(progress.events), reveals=seat is None)


def view(state: State, _seat: int | None) -> State:
    """Return all that there is: everything is open to all (11.2). It is the viewer's own copy."""
    return replace(state, soldiers=state.soldiers.copy(), castles=state.castles.copy())


def is_secret(_asked: object) -> bool:
    """Return False: no question or answer is for one seat's eyes only, since everything is open (11.2)."""
    return False


def period(state: State) -> str:
    """Return the part of the game the state is in: "setup", "round1" and so on, or "end"."""
    if isinstance(state.stage, Over):
        return "end"
    return f"round{state.round}" if state.round else "setup"


def in_tower(_state: State) -> Mapping[str, int]:
    """Return an empty mapping: there is no tower."""
    return {}

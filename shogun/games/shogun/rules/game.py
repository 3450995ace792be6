"""The game as a whole: from one awaited answer to the next, as a pure function over plain data."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.errors import IllegalMove
from shogun.game.questions import ChanceAnswer, Draw, Drawn, Shuffle, Throw, Thrown
from shogun.games.shogun.rules import actions, battle, season, setup, winter
from shogun.games.shogun.rules import determinization as dealing
from shogun.games.shogun.rules.playing import Play, Step
from shogun.games.shogun.rules.position_laying import lay
from shogun.games.shogun.rules.questions import ChanceQuestion, Move, Plan, PlanQuestion, Question
from shogun.games.shogun.rules.references import stage_rule
from shogun.games.shogun.rules.state import (
    Acting,
    AttackerReinforcing,
    BattleThrow,
    BeginningWinter,
    ChoosingRevolt,
    DealingPlan,
    DefenderReinforcing,
    Deploying,
    Drafting,
    DrawingEvent,
    DrawingFirstSeat,
    DrawingLots,
    DrawingRevolts,
    Exchanging,
    FillingTower,
    Grouping,
    Marching,
    Over,
    Planning,
    RevealingEvents,
    RevoltThrow,
    Setup,
    ShufflingActions,
    ShufflingDeck,
    ShufflingSpecials,
    State,
    TakingSpecials,
    Wintering,
)

Answer = Move | ChanceAnswer

_ASK: dict[type, Callable[[State, Any], Question]] = {
    DrawingFirstSeat: setup.ask_first_seat,
    ShufflingDeck: setup.ask_deck,
    Drafting: setup.ask_card,
    Exchanging: setup.ask_exchange,
    Grouping: setup.ask_group,
    FillingTower: setup.ask_start_throw,
    RevealingEvents: season.ask_events,
    ShufflingActions: season.ask_actions,
    ShufflingSpecials: season.ask_specials,
    DealingPlan: dealing.ask_plan_cards,
    DrawingEvent: season.ask_event,
    DrawingLots: season.ask_lots,
    TakingSpecials: season.ask_special,
    Deploying: actions.ask_deploy,
    Marching: actions.ask_march,
    AttackerReinforcing: battle.ask_attacker,
    DefenderReinforcing: battle.ask_defender,
    BattleThrow: battle.ask_battle_throw,
    RevoltThrow: battle.ask_revolt_throw,
    BeginningWinter: winter.ask_winter,
    DrawingRevolts: winter.ask_revolts,
    ChoosingRevolt: winter.ask_next_revolt,
}
"""Function that makes the question of each stage with a single one."""

_CARRY_OUT: dict[type, Callable[[Play, Any, Any], None]] = {
    DrawingFirstSeat: setup.take_first_seat,
    ShufflingDeck: setup.lay_deck,
    Drafting: setup.choose_card,
    Exchanging: setup.exchange,
    Grouping: setup.place_group,
    FillingTower: setup.fill_tower,
    RevealingEvents: season.reveal_events,
    ShufflingActions: season.lay_actions,
    ShufflingSpecials: season.lay_specials,
    DealingPlan: dealing.deal_plan,
    DrawingEvent: season.draw_event,
    DrawingLots: season.draw_lots,
    TakingSpecials: season.take_special,
    Deploying: actions.choose_deploy,
    Marching: actions.march,
    AttackerReinforcing: battle.reinforce_attack,
    DefenderReinforcing: battle.reinforce_defence,
    BattleThrow: battle.settle_battle,
    RevoltThrow: actions.settle,
    BeginningWinter: winter.open_winter,
    DrawingRevolts: winter.draw_revolts,
    ChoosingRevolt: winter.face_revolt,
}
"""Function that carries out the answer to each stage."""


def new(agreed: Setup) -> State:
    """Return a new game that awaits its first answer; raises `IllegalSetup` if such a game can't be."""
    state = setup.new(agreed)
    progress = Play(state, state.board)
    if agreed.position:
        lay(state, agreed.position, setup.CHESTS[agreed.seats])
        _advance(progress)
    else:
        setup.begin(progress)
    return state


def begun_by(agreed: Setup, seat: int) -> Setup:
    """Return the same setup with this seat as the first (2.4); who is first in a position stays so."""
    return agreed if agreed.position else replace(agreed, first_seat=seat)


def awaited(state: State) -> tuple[Question, ...]:
    """Return all open questions: one to chance, or one to a player; in planning one for each seat that still plans."""
    stage = state.stage
    if isinstance(stage, Planning):
        return season.ask_plans(state, stage)
    if isinstance(stage, Over):
        return ()
    return (_ASK[type(stage)](state, stage),)


def question_for(state: State, seat: int | None) -> Question:
    """Return the open question of a seat, or of chance (None); raises `IllegalMove` if there is none."""
    stage = state.stage
    if isinstance(stage, Planning):
        if seat is not None and 0 <= seat < len(state.plans) and state.plans[seat] is None:
            return season.ask_plan(state, seat)
    elif not isinstance(stage, Over):
        question = _ASK[type(stage)](state, stage)
        if question.seat == seat:
            return question
    raise _nothing_to_answer(state, seat)


def _nothing_to_answer(state: State, seat: int | None) -> IllegalMove:
    who = _("chance") if seat is None else _("seat {seat}").format(seat=seat)
    return IllegalMove(stage_rule(state.stage), _("{who} has nothing to decide now").format(who=who))


def verify(state: State, seat: int | None, answer: Answer) -> Question:
    """Return the question that a legal answer answers; raises `IllegalMove`, which names the rule it breaks."""
    question = question_for(state, seat)
    if isinstance(question, Shuffle | Draw | Throw):
        _verify_chance(state, question, answer)
    else:
        question.verify(answer)
    return question


def _verify_chance(state: State, question: ChanceQuestion, answer: Answer) -> None:
    if isinstance(question, Throw):
        if not isinstance(answer, Thrown) or not _is_possible(state, question, answer):
            raise IllegalMove(stage_rule(state.stage), _("only cubes that were thrown in or in the tower can come out"))
        return
    if not isinstance(answer, Drawn) or not answer.answers(question):
        raise IllegalMove(stage_rule(state.stage), _("{answer} can't be drawn here").format(answer=answer))


def _is_possible(state: State, question: Throw, answer: Thrown) -> bool:
    cubes, tower = question.cubes, state.tower
    return all(
        type(count) is int and 0 < count <= cubes.get(colour, 0) + tower.get(colour, 0)
        for colour, count in answer.out.items()
    )


def play(state: State, seat: int | None, answer: Answer) -> Step:
    """Return the result of an answer, up to the next question; `state` stays as it is.

    Raises `IllegalMove` if the rules forbid the answer.
    """
    verify(state, seat, answer)
    progress = Play(state.copy(), state.board, reveals=seat is None)
    if isinstance(answer, Plan) and seat is not None:
        season.lay_plan(progress, seat, answer)
    else:
        _CARRY_OUT[type(state.stage)](progress, state.stage, answer)
    _advance(progress)
    return Step(progress.state, tuple(progress.events), progress.reveals)


def _advance(progress: Play) -> None:
    """Carry out all that needs no answer."""
    while True:
        stage = progress.state.stage
        if isinstance(stage, Acting):
            season.act(progress)
        elif isinstance(stage, Wintering):
            winter.pass_winter(progress)
        else:
            return


def is_secret(asked: object) -> bool:
    """Return whether a question or an answer is for its seat's eyes only: a plan is (4.3), all else is public."""
    return isinstance(asked, PlanQuestion | Plan)


def period(state: State) -> str:
    """Return the part of the game the state is in: "setup", "year1/spring" to "year2/winter", or "end"."""
    if isinstance(state.stage, Over):
        return "end"
    if isinstance(state.stage, DrawingFirstSeat | ShufflingDeck | Drafting | Exchanging | Grouping | FillingTower):
        return "setup"
    return state.moment


def in_tower(state: State) -> Mapping[str, int]:
    """Return the number of cubes of each color in the tower (7.5)."""
    return state.tower

"""Puzzles of River of Gold: one turn that counts, in the middle of a game or before its end."""

from collections.abc import Sequence
from random import Random

import numpy as np

from shogun.base.language import _, marked, ngettext
from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis.win_chances import win_chances
from shogun.games.river_of_gold.opponents import solid
from shogun.games.river_of_gold.opponents.determinization import dealt
from shogun.games.river_of_gold.opponents.evaluation import turns_left
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL
from shogun.games.river_of_gold.opponents.strong import weighed
from shogun.games.river_of_gold.opponents.turn_plans import up_to_action
from shogun.games.river_of_gold.rules.moves import Build, Deliver, Move, Sail
from shogun.games.river_of_gold.rules.turn.turns import TURN
from shogun.games.river_of_gold.words.plan_text import plan_text
from shogun.players.puzzles.puzzle_judge import Answer, PuzzleStart, Sought, Theme, Values
from shogun.table.running.seats import UNLIMITED

VERSION = 1
"""Goes up when the same answer is judged otherwise."""
TURNS, ENDING = "turn", "ending"
THEMES = {
    TURNS: Theme(marked("The turn that counts"), "chance", 160),
    ENDING: Theme(marked("Before the end"), "chance", 160),
}
PLAYER = "solid"
"""Plays the games in which puzzles are sought: it answers the same every time."""
COUNTS = (3, 2, 4)
LAST_TURNS, MIDDLE_TURNS = 2.5, 8.0
"""A puzzle before the end begins where a seat has so many turns left at most; one of the middle where it has more."""
FEWEST_PLANS = 8
"""Ways to use the turn, at least: so that none is guessed."""
LOOKED_AT = 16
"""Playouts by which the best ways to use a turn are found."""
ACTIONS = Build | Sail | Deliver
LONGEST_DRAW = 40
"""Moves of a turn that is drawn at random, at most, before its action."""


def is_start(start: PuzzleStart, theme: str) -> bool:
    """Return whether somebody begins a turn that counts: in the middle of a game, or in its last rounds."""
    state: rules.State = start.state
    if state.turn < 0 or state.is_over or state.pending[-1].verb != TURN:
        return False
    left = turns_left(state, start.seat)
    return left <= LAST_TURNS if theme == ENDING else LAST_TURNS < left <= MIDDLE_TURNS


def sought(start: PuzzleStart, theme: str, seed: str) -> Sought | None:
    """Return the answers among which the best is, and what `solid` does."""
    plans = weighed(dealt(start.view, Random(AS_ONE_DEAL)), start.seat)
    answers = list(dict.fromkeys(up_to_action(one.plan.moves) for one in plans))
    if len(answers) < FEWEST_PLANS:
        return None
    values_found = values(start, theme, answers, LOOKED_AT, seed).mean(axis=1)
    order = sorted(range(len(answers)), key=lambda place: (-float(values_found[place]), place))
    return Sought(tuple(answers[place] for place in order[:8]), _usual_turn(start))


def _usual_turn(start: PuzzleStart) -> Answer:
    state, moves = dealt(start.view, Random(AS_ONE_DEAL)), list[Move]()
    while not is_whole(start, TURNS, tuple(moves)):
        question = _asked(state)
        view = rules.view(state, start.seat)
        moves.append(solid.choose(view, start.inside, question, Random(AS_ONE_DEAL), UNLIMITED))
        state = rules.play(state, start.seat, moves[-1]).state
    return tuple(moves)


def _asked(state: rules.State) -> OneOf[Move]:
    (question,) = rules.awaited(state)
    assert isinstance(question, OneOf), "a seat is asked"
    return question


def values(start: PuzzleStart, _theme: str, answers: Sequence[Answer], playouts: int, seed: str) -> Values:
    """Return what answers come to: the chance to win in points of 100, shape (answers, n)."""
    rows = [_chances(start, answers, f"{seed}/{number}") for number in range(playouts)]
    return 100 * np.array(rows).T


def _chances(start: PuzzleStart, answers: Sequence[Answer], seed: str) -> list[float]:
    """Return the share of the victory after each answer, where what is hidden was dealt anew, alike for all."""
    state, found = dealt(start.view, Random(seed)), list[float]()
    for answer in answers:
        after = state
        for move in answer:
            after = rules.play(after, start.seat, move).state
        chances = win_chances(after, start.inside, 1, seed, ahead=False)
        assert chances is not None, "the game is set up"
        found.append(float(chances[0, start.seat]))
    return found


def is_whole(_start: PuzzleStart, _theme: str, moves: Answer) -> bool:
    """Return whether the turn's action was carried out."""
    return bool(moves) and isinstance(moves[-1], ACTIONS)


def is_alike(_start: PuzzleStart, _theme: str, one: Answer, other: Answer) -> bool:
    """Return whether two answers have the same action."""
    return _action(one) == _action(other)


def _action(answer: Answer) -> Move | None:
    return next((move for move in answer if isinstance(move, ACTIONS)), None)


def sample(start: PuzzleStart, theme: str, rng: Random) -> Answer:
    """Return an answer by legal moves, drawn at random."""
    state, moves = dealt(start.view, Random(AS_ONE_DEAL)), list[Move]()
    while not is_whole(start, theme, tuple(moves)):
        question = _asked(state)
        actions = [move for move in question.moves if isinstance(move, ACTIONS)]
        is_long = len(moves) > LONGEST_DRAW and actions
        moves.append(rng.choice(actions) if is_long else question.sample(rng))
        state = rules.play(state, start.seat, moves[-1]).state
    return tuple(moves)


def task(_start: PuzzleStart, theme: str, goal: float) -> list[str]:
    """Return the task in words, and what is given."""
    number = THEMES[theme].playouts
    judged = ngettext(
        "Judged by {n} game that is played on after its action.",
        "Judged by {n} games that are played on after its action.",
        number,
    )
    return [
        _("Make the best of this turn: reach a chance to win of {n} of 100.").format(n=f"{goal:.0f}"),
        judged.format(n=number),
    ]


def about(_theme: str, _aim: str) -> str:
    """Return nothing: the theme says all."""
    return ""


def told(_start: PuzzleStart, _theme: str, answer: Answer) -> str:
    """Return an answer in words, up to its action."""
    return plan_text(up_to_action(answer))

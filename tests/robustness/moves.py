"""Answers of strangers: at a moment of a real game, what was answered there and elsewhere, changed in some place.

Checksums and hashes of states protect a journal against them; here nothing does but the rules of the game.
"""

from random import Random
from typing import Any

import msgspec

from shogun.game.errors import IllegalMove
from shogun.games import game_of
from shogun.table.course import Course
from shogun.table.journal import AnswerLine, Contents, parse_journal, state_hash
from shogun.table.replay import Replay
from tests.robustness.judge import Flaw
from tests.robustness.mutate import changed
from tests.robustness.originals import PLAYED, journal

TRIES = 25
"""Answers at each moment."""


def attack_moves(rng: Random) -> tuple[int, int]:
    """Try answers at a random moment of a game; return how many were refused and how many stand. Raises Flaw.

    One that the rules take must be among those they list, and may leave no state with which anything is wrong.
    """
    contents = parse_journal(game_of, journal(rng.choice(PLAYED)))
    given = [line for line in contents.lines if isinstance(line, AnswerLine) and line.seat is not None]
    moment = rng.choice(given)
    course, before = _course_at(contents, moment), None
    before = state_hash(course.state)
    taken = sum(_is_taken(course, moment.seat, answer) for answer in _answers(contents, moment, given, rng))
    if state_hash(course.state) != before:
        raise Flaw(f"an answer at line {moment.n} has changed the state before it")
    return TRIES - taken, taken


def _course_at(contents: Contents, moment: AnswerLine) -> Course:
    """Return the game as it stands when a line of its journal is to come."""
    replay = Replay(contents)
    for shown in replay if moment.n > 2 else ():
        if shown.line.n == moment.n - 1:
            break
    return replay.course


def _answers(contents: Contents, moment: AnswerLine, given: list[AnswerLine], rng: Random) -> list[Any]:
    """Return answers as a journal could hold them: of this moment or of another one, changed or not."""
    found: list[Any] = []
    while len(found) < TRIES:
        line = moment if rng.random() < 0.7 else rng.choice(given)
        tree = msgspec.to_builtins(line.answer)
        for _change in range(rng.choice((0, 1, 1, 2)) if line is not moment else rng.choice((1, 1, 2))):
            tree = changed(tree, rng)
        try:
            found.append(msgspec.convert(tree, contents.game.types.move))
        except (msgspec.ValidationError, OverflowError):
            found.append(None)
    return found


def _is_taken(course: Course, seat: int | None, answer: Any) -> bool:
    """Give an answer and return whether it stands. Raises Flaw."""
    if answer is None:  # no journal can hold it
        return False
    try:
        question = course.question(seat, answer)
        after = course.game.play(course.state, seat, answer).state
    except IllegalMove:
        return False
    listed = getattr(question, "moves", None)
    if listed is not None and answer not in listed:
        raise Flaw(f"{answer} is taken, and is not listed")
    if wrong := list(course.game.problems(after)):
        raise Flaw(f"{answer} is taken, and then: {wrong}")
    return True

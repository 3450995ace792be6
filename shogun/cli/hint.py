"""`shogun hint`: what an adviser would do at the moment at which a journal stands, and why."""

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.language import _
from shogun.base.streams import Streams
from shogun.cli.arguments import Whole
from shogun.cli.errors import WrongInput
from shogun.cli.table import in_fields
from shogun.games.shogun import rules
from shogun.games.shogun.analysis.advice import Hint
from shogun.games.shogun.analysis.hint import budget_for, hint
from shogun.games.shogun.rules.moves import Plan
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.words.wording import move_text
from shogun.table.course import Course
from shogun.table.journal import PERSON, read_journal
from shogun.table.replay import Replay
from shogun.table.seats import Budget


class HintReport(Struct):
    """The JSON object of `shogun hint --json`."""

    journal: str
    seat: int
    question: str
    """Its key."""
    hint: Hint


def show_hint(
    journal: Path,
    /,
    *,
    seat: Whole | None = None,
    playouts: Whole | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Say what the strategist would do in the place of whoever is asked now, and why.

    Parameters
    ----------
    journal
        The game's file; the hint is for the question with which it ends.
    seat
        Whose move, from 0; where several are asked at once by default the first person's, else the first opponent's.
    playouts
        How many seasons are played in thought, so that the same hint is given again; by default as many as two seconds
        allow for a plan, and a third of a second for anything else.
    json
        One JSON object.
    """
    if playouts is not None and playouts < 1:
        raise WrongInput(_("{option} {number}: expected at least 1").format(option="--playouts", number=playouts))
    contents = read_journal(journal)
    course = Replay(rules, contents).run()
    question = _asked(course, seat)
    budget = budget_for(question) if playouts is None else Budget(playouts=playouts)
    rng = Streams(contents.header.seed).stream(f"hint/seat{question.seat}/{question.key}")
    found = hint(rules.view(course.state, question.seat), course.inside, question, rng, budget)
    report = HintReport(str(journal), question.seat, question.key, found)
    name = contents.header.seats[question.seat].name
    print(msgspec.json.encode(report).decode() if json else _in_words(report, name))
    return 0


def _asked(course: Course, seat: int | None) -> PlayerQuestion:
    """Return the open question of a seat; if none is named, of the first person or opponent. Raises WrongInput."""
    asked = [question for question in course.questions if isinstance(question, PlayerQuestion)]
    if not asked:
        raise WrongInput(_("nobody is asked anything where this game stands"))
    for question in sorted(asked, key=lambda question: course.players[question.seat] != PERSON):
        if seat in (None, question.seat):
            return question
    seats = ", ".join(str(question.seat) for question in asked)
    raise WrongInput(_("--seat {seat}: expected one of those who are asked: {seats}").format(seat=seat, seats=seats))


def _in_words(report: HintReport, name: str) -> str:
    move = report.hint.move
    assert move is not None, "only a window's hint may still be thought about"
    what = "\n".join(in_fields(move)) if isinstance(move, Plan) else "  " + move_text(move)
    return "\n".join((f"{name}:", what, *report.hint.reasons))

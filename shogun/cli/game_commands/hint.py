"""`shogun hint`: the adviser's move at the current moment of a journal, with reasons."""

from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.language import _
from shogun.cli.errors import WrongInput
from shogun.cli.game_options import WholeNumber, check_seats, read_game
from shogun.game.questions import PlayerQuestion
from shogun.game.words import calling
from shogun.games import entry_of
from shogun.players.adviser import Adviser, hint_seed
from shogun.table.course import Course
from shogun.table.journal import PERSON, Header, people_ever
from shogun.table.replay import Replay
from shogun.table.session import UNLIMITED, Budget


class HintReport(Struct):
    """The JSON object of `shogun hint --json`."""

    journal: str
    seat: int
    question: str
    """The question's key."""
    hint: Any


def show_hint(
    journal: Path,
    /,
    *,
    seat: WholeNumber | None = None,
    playouts: WholeNumber | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    game: str | None = None,
) -> int:
    """Show what the strongest opponent would do now in the place of the player who has to decide, and why.

    Parameters
    ----------
    journal
        The game's file; the hint is for its current question.
    seat
        Seat to advise, counted from 0. The hint uses only what that player can see. Default: the first human who has to
        decide, or the first opponent in a game without humans.
    playouts
        Number of simulated games or seasons: more take longer and give a better hint. In Shogun, choices other than
        plans get a tenth as many. Default: the number that a review uses, so that hint and review agree.
    json
        Print one JSON object.
    game
        Refuse the file unless it is of this game: shogun, rumble-nation, river-of-gold, or another that `shogun games`
        lists.
    """
    if playouts is not None and playouts < 1:
        raise WrongInput(_("{option} {number} must be at least 1").format(option="--playouts", number=playouts))
    contents = read_game(journal, game)
    if contents.header.is_excerpt:
        raise WrongInput(
            _("{journal}: this is only the public record of a game, so there is nothing to advise").format(
                journal=journal
            )
        )
    check_seats(contents.header, () if seat is None else (seat,))
    course = Replay(contents).run()
    question = _asked_question(contents.header, course, seat)
    entry = entry_of(contents.header.game)
    adviser: Adviser | None = entry.advice
    if adviser is None:
        raise WrongInput(_("{game} has no hints").format(game=entry.title))
    budget = UNLIMITED if playouts is None else Budget(playouts=playouts)
    rng = Random(hint_seed(contents.header.seed, question))
    names = [seat.name for seat in contents.header.seats]
    with calling(names):
        hint = adviser.hint(entry.rules.view(course.state, question.seat), course.inside, question, rng, budget)
        lines = entry.words.move_lines(hint.move)
    report = HintReport(str(journal), question.seat, question.key, hint)
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        print("\n".join((f"{names[question.seat]}:", *(f"  {line}" for line in lines), *hint.reasons)))
    return 0


def _asked_question(header: Header, course: Course, seat: int | None) -> PlayerQuestion:
    """Return a seat's open question; by default the first human's, or the first opponent's in a game without humans.

    Raises WrongInput.
    """
    asked = [question for question in course.questions if course.chance is None and question.seat is not None]
    if not asked:
        if course.chance is None:
            raise WrongInput(_("this game is over"))
        raise WrongInput(_("this game continues with a throw, a roll or a draw, not with a decision"))
    if seat is None:
        people = [question for question in asked if course.players[question.seat] == PERSON]
        if not people and people_ever(header, course.changes):
            raise WrongInput(_("this game is waiting only for computers; choose with --seat whom to advise"))
        return (people or asked)[0]
    for question in asked:
        if seat == question.seat:
            return question
    seats = ", ".join(f"{question.seat} ({header.seats[question.seat].name})" for question in asked)
    raise WrongInput(_("--seat {seat}: the game is waiting for {seats}").format(seat=seat, seats=seats))

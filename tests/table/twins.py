"""Twins: journals of a running game that look the same to whoever reads them, and differ in something hidden."""

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from shogun.game.errors import RuleError
from shogun.game.protocol import AnyGame, only
from shogun.game.questions import Draw, Drawn, Shuffle
from shogun.games import Game
from shogun.games.shogun.rules.questions import Plan
from shogun.table.course import Course, PastAnswer
from shogun.table.journal import AnswerLine, Contents, PeriodLine, UndoLine, Writer, parse_journal, state_hash
from shogun.table.replay import History
from shogun.table.session import Session
from tests.games.shogun.rules.hidden import dealt_anew
from tests.installed.pebbles import GAME as PEBBLES
from tests.installed.pebbles import rules as pebbles
from tests.table import toy
from tests.table.dice import GAME as DICE
from tests.table.test_branch import SETUPS, go_on, told
from tests.table.tossing import GAME as TOSSING
from tests.table.toy import history_of

TOYS: dict[str, Game] = {"dice": DICE, "toy": TOSSING, "pebbles": PEBBLES}
KINDS: dict[str, tuple[AnyGame, Any]] = {
    **{code: (toy.game_of(code), setup) for code, setup in SETUPS.items()},
    "pebbles": (pebbles, pebbles.Setup()),
}
"""The rules of all games, and what is agreed before one."""
HIDING = {"shogun", "river-of-gold", "toy"}
"""The games that hide anything."""
CASES = tuple(KINDS)
READERS = [pytest.param((0, 1), id="onlooker"), pytest.param((0,), id="seat")]
"""Who plays: of a game of several people only what an onlooker sees is told, to the only one what that seat sees."""
FIRST = 3
"""Periods of a game that are played where only one moment is wanted."""
TRIES = 4
"""Other orders and other secret answers that are tried."""


def moments(code: str, people: Sequence[int], *, quick: bool) -> list[Contents]:
    """Return a game in each period: at its end, or where secret answers are being given, or have just been.

    Quickly at one moment alone: where secret answers are being given, if there are any, in one of the first periods.
    """
    game, setup = KINDS[code]
    session, rng = Session.start(game, told(game, setup, 5, people)), Random(5)
    found: dict[tuple[str, str], bytes] = {}
    while not session.is_over and not (quick and len({period for period, _kind in found}) > FIRST):
        asked = session.questions[0]
        go_on(session, rng, len(session.course.answers) + 1)
        is_secret = asked.seat is not None and game.is_secret(asked)
        kind = "open" if not is_secret else "asked" if any(map(game.is_secret, session.questions)) else "given"
        found[game.period(session.state), kind] = b"".join(session.writer.lines)
    if quick:
        secret = [journal for (_period, kind), journal in found.items() if kind == "asked"]
        journals = (secret or list(found.values())[:-1])[-1:]
    else:
        periods = dict.fromkeys(period for period, _kind in found)
        journals = [rng.choice([found[key] for key in found if key[0] == period]) for period in periods][:-1]
    return [parse_journal(only(game), journal) for journal in journals]


def twins(contents: Contents, seats: Collection[int], rng: Random) -> Iterator[tuple[str, Contents]]:
    """Yield what is hidden from everybody but these seats, by name, and the game with another one in its place."""
    past = history_of(contents)
    others = [*_other_lots(contents, past, seats, rng), *_other_secrets(contents, past, seats, rng)]
    for kind, answers in others:
        if answers != [step.answer for step in past.steps] and looks_the_same(contents.game, past, answers, seats):
            yield kind, rewritten(contents, answers)


def _other_lots(
    contents: Contents, past: History, seats: Collection[int], rng: Random
) -> Iterator[tuple[str, list[Any]]]:
    game, steps = contents.game, past.steps
    drawn = [place for place, step in enumerate(steps) if isinstance(step.answer, Drawn)]
    if not drawn or not hasattr(game, "redacted"):
        return

    def order(question: Shuffle | Draw) -> Sequence[str | int]:
        return rng.sample(question.items, len(question.items))

    for _try in range(TRIES):
        yield "lots", list(game.redacted(steps, seats, order))


def _other_secrets(
    contents: Contents, past: History, seats: Collection[int], rng: Random
) -> Iterator[tuple[str, list[Any]]]:
    game, steps = contents.game, past.steps
    now = game.period(past.state(len(past)))
    for place, step in enumerate(steps):
        if game.period(step.before) != now or step.question.seat in (None, *seats) or not game.is_secret(step.question):
            continue
        for _try in range(TRIES):
            answers = [one.answer for one in steps]
            answers[place] = _another(step, past.state(len(past)), rng)
            yield f"secret of seat {step.question.seat}", answers


def _another(step: PastAnswer, state: Any, rng: Random) -> Any:
    """Return another answer to a secret question, as far as nothing of it has been revealed by a state."""
    question: Any = step.question
    if not isinstance(step.answer, Plan) or state.event is None:
        return question.sample(rng)
    seat = question.seat
    held, dealt = state.plans[seat], dealt_anew(state, None, rng).plans[seat]
    if held is None or dealt is None:
        return step.answer
    fields = zip(step.answer.fields, held.fields, dealt.fields, strict=True)
    return replace(step.answer, fields=tuple(new if given == old else given for given, old, new in fields))


def looks_the_same(game: AnyGame, past: History, answers: Sequence[Any], seats: Collection[int]) -> bool:
    """Return whether other answers are legal, and look to an onlooker and to these seats as those that were given."""
    state, viewers = past.state(0), (None, *seats)
    for step, answer in zip(past.steps, answers, strict=True):
        try:
            found = game.play(state, step.question.seat, answer)
        except RuleError:
            return False
        state = found.state
        if list(found.events) != list(step.events) or _asked(game, state) != _asked(game, step.after):
            return False
        if any(game.view(state, viewer) != game.view(step.after, viewer) for viewer in viewers):
            return False
    return True


def _asked(game: Any, state: Any) -> list[tuple[int | None, str]]:
    return [(question.seat, question.key) for question in game.awaited(state)]


def rewritten(contents: Contents, answers: Sequence[Any]) -> Contents:
    """Return the same game with other answers; its lots belong to no seed."""
    course, writer = Course(contents.game, contents.header), Writer()
    writer.write(contents.header)
    for step, answer in zip(history_of(contents).steps, answers, strict=True):
        period = course.period
        line = replace(step.line, n=writer.next_number, answer=answer)
        course.replay(line)
        writer.write(line)
        if course.period != period:
            writer.write(PeriodLine(writer.next_number, period, state_hash(course.state)))
    return parse_journal(only(contents.game), b"".join(writer.lines))


def taken_back(contents: Contents, seats: Collection[int], rng: Random) -> Iterator[Contents]:
    """Yield a game in which a seat beside these has taken a secret answer back: twice, with different answers."""
    past = history_of(contents)
    for question in contents.game.awaited(past.state(len(past))):
        if question.seat not in (None, *seats) and contents.game.is_secret(question):
            for _time in range(2):
                yield _with_undone(contents, question, rng)
            return


def _with_undone(contents: Contents, question: Any, rng: Random) -> Contents:
    writer = Writer(lines=rewritten(contents, [step.answer for step in history_of(contents).steps]).raw)
    n = writer.next_number
    writer.write(AnswerLine(n, question.seat, question.key, question.sample(rng)), UndoLine(n + 1, n))
    return parse_journal(only(contents.game), b"".join(writer.lines))

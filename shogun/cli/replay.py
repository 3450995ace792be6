"""`shogun replay`: a game told again from its journal, without any physics, and checked."""

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.language import _
from shogun.cli.table import in_words
from shogun.games.shogun import rules
from shogun.players.seating import change_text
from shogun.table.errors import CutOff, Disagreement
from shogun.table.journal import AnswerLine, Contents, SeatLine, journal_hash, read_journal
from shogun.table.remarks import remarks
from shogun.table.replay import Replay


class Verdict(Struct):
    """The JSON object of `shogun replay --json`."""

    journal: str
    """The journal's hash."""
    lines: int
    answers: int
    agrees: bool
    finished: bool
    winners: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    problem: str | None = None


def replay(
    journal: Path,
    /,
    *,
    check: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play a game again from its journal: tell it in words, or with --check say whether every state agrees.

    Parameters
    ----------
    journal
        The journal's file.
    check
        Say whether all answers are legal and every state, the tower's cubes and the result are as written.
    json
        One JSON object with the verdict.
    """
    contents = read_journal(journal)
    if contents.cut_off:
        sentence = _("the last line is cut off; going on with this game loses that line only")
        raise CutOff(journal, len(contents.raw) + 1, sentence)
    if not (check or json):
        return _tell(contents)
    verdict = _verdict(contents)
    print(msgspec.json.encode(verdict).decode() if json else _in_words(verdict))
    return 0 if verdict.agrees else 1


def _tell(contents: Contents) -> int:
    names = [seat.name for seat in contents.header.seats]
    for shown in Replay(rules, contents):
        if isinstance(shown.line, SeatLine):
            print(change_text(shown.line, names))
        for sentence in remarks(shown.line) if isinstance(shown.line, AnswerLine) else ():
            print(sentence)
        for sentence in in_words(shown.events, contents.header):
            print(sentence)
    return 0


def _verdict(contents: Contents) -> Verdict:
    again = Replay(rules, contents)
    problem = None
    try:
        again.run()
    except Disagreement as error:
        problem = str(error)
    answers, result = again.course.answers, rules.result(again.course.state)
    return Verdict(
        journal=journal_hash(contents.header, answers),
        lines=len(contents.raw),
        answers=len(answers),
        agrees=problem is None,
        finished=contents.is_finished,
        winners=result.winners if result else None,
        scores=result.points if result else None,
        problem=problem,
    )


def _in_words(verdict: Verdict) -> str:
    if verdict.problem:
        return verdict.problem
    end = _("the game has ended") if verdict.finished else _("the game is not finished")
    sentence = _("{lines} lines, {answers} answers: every state agrees; {end}.\njournal {hash}")
    return sentence.format(lines=verdict.lines, answers=verdict.answers, end=end, hash=verdict.journal)

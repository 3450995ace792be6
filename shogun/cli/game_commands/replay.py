"""`shogun replay`: a game replayed from its journal and checked, without simulating physics unless asked."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import UNSET, Struct, UnsetType

from shogun.base.language import _, ngettext, shown
from shogun.cli.errors import WrongInput
from shogun.cli.game_options import in_words, read_game, titled
from shogun.game.remarks import Speaking
from shogun.games import Game, entry_of
from shogun.players.seating import change_text
from shogun.table.errors import CutOff, Disagreement
from shogun.table.journal import PERSON, AnswerLine, BranchInfo, Contents, RedoLine, SeatLine, UndoLine, journal_hash
from shogun.table.replay import PhysicsRecheck, Replay, again
from shogun.table.saved_games import branch_words
from shogun.table.session import throw_notes
from shogun.table.speech import HeardEvent, Speech

LONGEST_LIST = 120
"""Characters of a list of lines."""


class CheckReport(Struct):
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
    excerpt: bool | UnsetType = UNSET
    """True for the past of a game without its seed: then no draws could be checked."""
    branch: BranchInfo | UnsetType = UNSET
    """The game that it branched from, if it is a branch."""
    thrown_again: int | UnsetType = UNSET
    """Number of throws simulated again, with --physics."""
    elsewhere: tuple[int, ...] | UnsetType = UNSET
    """Journal lines of throws whose result differs on this machine: they were made elsewhere."""


def replay(
    journal: Path,
    /,
    *,
    check: Annotated[bool, Parameter(negative="")] = False,
    physics: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(negative="")] = False,
    game: str | None = None,
    picture: Path | None = None,
    battle: int | None = None,
    speak: Speaking = "seldom",
) -> int:
    """Play a game again from its journal: tell it in words, or with --check say whether all agrees.

    Parameters
    ----------
    journal
        The journal, or an error report that contains one.
    check
        Verify that all answers are legal, that all draws follow from the seed, and that every state, the tower's cubes,
        and the result match the record.
    physics
        With --check: also simulate every throw again, and list those with a different result here. They were made with
        another version of the physics, processor or library; this is not damage.
    json
        Print one JSON object with the verdict.
    game
        Refuse the file unless it is of this game: shogun, rumble-nation, river-of-gold, or another that `shogun games`
        lists.
    picture
        Save a battle as an animation to this file, .webp or .gif, and do nothing else.
    battle
        With --picture: which battle, counted from 1; default: the most exciting one.
    speak
        How often computer opponents speak between the events: all (after everything noteworthy), seldom (about once a
        season) or never.
    """
    if battle is not None and picture is None:
        raise WrongInput(_("--battle needs --picture as well"))
    if physics and not (check or json):
        raise WrongInput(_("--physics needs --check as well"))
    contents = read_game(journal, game)
    if contents.cut_off:
        sentence = _("the last line is cut off; if you continue this game only that line is lost")
        raise CutOff(journal, len(contents.raw) + 1, sentence)
    if physics and contents.header.is_excerpt:
        raise WrongInput(_("--physics: this is only the public record of a game, without the seed of its throws"))
    if picture is not None:
        return _save(contents, journal, battle, picture)
    if not (check or json):
        return _print_story(contents, speak)
    verdict = _verdict(contents, physics=physics)
    print(msgspec.json.encode(verdict).decode() if json else _in_words(verdict))
    return 0 if verdict.agrees else 1


def _save(contents: Contents, journal: Path, battle: int | None, into: Path) -> int:
    films = entry_of(contents.header.game).films
    if films is None:
        raise WrongInput(_("--picture: this game has no battles to show"))
    from shogun.window.tower.films import FilmError

    try:
        print(films.save_battle(contents, journal, battle, into))
    except FilmError as error:
        raise WrongInput(str(error)) from None
    return 0


def _print_story(contents: Contents, speak: Speaking) -> int:
    entry = entry_of(contents.header.game)
    for sentence in told(entry, contents, Speech(entry.rules, entry.remarks, contents.header), speak):
        print(sentence)
    return 0


def told(game: Game, contents: Contents, speech: Speech, speak: Speaking) -> Iterator[str]:
    """Yield a journal in sentences; `speech` has then heard all of it.

    Opponents' second thoughts are left out, as they were when they happened.
    """
    names = [seat.name for seat in contents.header.seats]
    replayed, again = Replay(contents), -1
    before = replayed.course.state
    for played in replayed:
        if isinstance(played.line, SeatLine):
            yield change_text(played.line, names, partial(titled, game.opponents, contents.header))
        if played.undone is not None and replayed.course.players[played.undone] != PERSON:
            again = played.undone
        elif isinstance(played.line, AnswerLine) and played.line.seat == again:
            again = -1
        else:
            yield from throw_notes(played.line) if isinstance(played.line, AnswerLine) else ()
            yield from in_words(game.words, played.events, contents.header)
        if isinstance(played.line, UndoLine):
            speech.forget(played.line.of)
        n = played.line.of if isinstance(played.line, RedoLine) else played.line.n
        heard = HeardEvent(n, before, played.events, played.state)
        if said := speech.hear(heard, replayed.course.changes, speak):
            yield said.line()
        before = played.state


def _verdict(contents: Contents, *, physics: bool) -> CheckReport:
    played = Replay(contents)
    problem = None
    throws: list[PhysicsRecheck] = []
    try:
        for line in played:
            throws.extend(again(line) if physics else ())
    except Disagreement as error:
        problem = str(error)
    answers, result = played.course.answers, contents.game.result(played.course.state)
    return CheckReport(
        journal=journal_hash(contents.header, answers),
        lines=len(contents.raw),
        answers=len(answers),
        agrees=problem is None,
        finished=contents.is_finished,
        winners=result.winners if result else None,
        scores=result.points if result else None,
        problem=problem,
        excerpt=contents.header.excerpt,
        branch=contents.header.branch,
        thrown_again=len(throws) if physics else UNSET,
        elsewhere=tuple(throw.n for throw in throws if not throw.is_same) if physics else UNSET,
    )


def _in_words(verdict: CheckReport) -> str:
    if verdict.problem:
        return verdict.problem
    end = _("the game is over") if verdict.finished else _("the game isn't finished")
    sentence = ngettext(
        "{lines} lines, {answers} answer: every state agrees; {end}.\njournal {hash}",
        "{lines} lines, {answers} answers: every state agrees; {end}.\njournal {hash}",
        verdict.answers,
    )
    told = sentence.format(lines=verdict.lines, answers=verdict.answers, end=end, hash=verdict.journal)
    past = [_("This is only the public record of a game, without its seed: random draws couldn't be verified.")]
    return "\n".join((told, *(past if verdict.excerpt is True else ()), *_of_branch(verdict), *_of_throws(verdict)))


def _of_branch(verdict: CheckReport) -> Iterator[str]:
    """Yield which game it is a branch of, if any, and what could then not be checked."""
    if verdict.branch is UNSET:
        return
    branch = verdict.branch
    yield branch_words(branch)
    if branch.unseeded:
        yield ngettext(
            "This branch had new luck: there is no seed to verify the draws and throws of its first {n} answer.",
            "This branch had new luck: there is no seed to verify the draws and throws of its first {n} answers.",
            branch.unseeded,
        ).format(n=branch.unseeded)


def _of_throws(verdict: CheckReport) -> Iterator[str]:
    """Yield sentences about the throws that were simulated again, if any."""
    if verdict.thrown_again is UNSET or verdict.elsewhere is UNSET:
        return
    if not verdict.elsewhere:
        yield ngettext(
            "{count} throw was simulated again, with the same result.",
            "{count} throws were simulated again, all with the same results.",
            verdict.thrown_again,
        ).format(count=verdict.thrown_again)
        return
    sentence = ngettext(
        "{count} throw was simulated again: {others} was made with another version of the physics, "
        "processor or library, and gives a different result here (line {lines}).",
        "{count} throws were simulated again: {others} of them were made with another version of the "
        "physics, processor or library, and give different results here (lines {lines}).",
        verdict.thrown_again,
    )
    lines = shown(", ".join(map(str, verdict.elsewhere)), LONGEST_LIST)
    yield sentence.format(count=verdict.thrown_again, others=len(verdict.elsewhere), lines=lines)

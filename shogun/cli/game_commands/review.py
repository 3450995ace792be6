"""`shogun review`: how likely each seat was to win at every moment of a game, and what changed it."""

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.files import absolute, write_whole
from shogun.base.language import _
from shogun.cli.arguments import Whole, jobs_of
from shogun.cli.errors import WrongInput, tell
from shogun.cli.game_commands.review_decisions import check_seats, judged
from shogun.cli.game_commands.review_report import Original, ReviewReport, course_of, report_of
from shogun.cli.game_commands.told_decisions import ToldSeat, told_seats
from shogun.cli.game_options import read_game
from shogun.cli.progress import Progress
from shogun.games import Game, entry_of, game_of
from shogun.players.review.decision_work import DecisionWork, seats_of_people
from shogun.players.review.estimates import Estimate
from shogun.players.review.game_review import GameReview, ReviewWork
from shogun.players.review.kept_review import keep_estimates, kept_estimates
from shogun.table.past.original import original
from shogun.table.past.replay import Replay
from shogun.table.past.visible_past import VisiblePast, visible_past
from shogun.table.storage.game_brief import branch_words
from shogun.table.storage.journal import Contents
from shogun.table.storage.review_file import review_path
from shogun.table.storage.saved_games import is_in_use


def show_review(
    journal: Path,
    /,
    *,
    playouts: Whole | None = None,
    turning_points: Whole = 3,
    seat: list[int] | None = None,
    report: Path | None = None,
    seconds: float | None = None,
    jobs: Whole = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
    game: str | None = None,
) -> int:
    """Look back at a game: how likely everybody was to win at each moment, what changed it, and what was better.

    What is found out is kept in files beside the journal, NAME.review and NAME.decisions, and gone on with. Of a game
    that is still running nothing is judged that depends on a secret: plans, hands, and cards that lie face down. Who
    has played it alone may know their own.

    Parameters
    ----------
    journal
        The game's file, or an error report that contains one. It isn't changed.
    playouts
        Number of playouts from each moment; default: the game's own choice.
    turning_points
        Number of turning points to show.
    seat
        Seat whose decisions are judged, by what it could know at the time, counted from 0; may be repeated. Default:
        all humans. If a human and a computer shared a seat, only the human's decisions count.
    report
        Write a page with the curves and the boards of the turning points to this .html file.
    seconds
        Stop after this time with what is known so far; the next call continues from there. Default: no limit.
    jobs
        Number of processes; results never depend on it.
    json
        Print one JSON object.
    game
        Expected game; a journal says itself which game it is.
    """
    if playouts is not None and not 1 <= playouts <= 100_000:
        raise WrongInput(_("--playouts {number} must be from 1 to 100000").format(number=playouts))
    if turning_points < 0:
        raise WrongInput(_("--turning-points {number} must be 0 or more").format(number=turning_points))
    if seconds is not None and not seconds > 0:
        raise WrongInput(_("--seconds {seconds:g} must be more than 0").format(seconds=seconds))
    if report is not None:
        _check(report)
    making = _Making(playouts, jobs_of(jobs), math.inf if seconds is None else time.monotonic() + seconds)
    contents = read_game(journal, game)
    entry = entry_of(contents.header.game)
    check_seats(contents.header, seat or ())
    if entry.judge is None:
        raise WrongInput(_("{game} has no estimate of who is ahead").format(game=entry.title))
    if not contents.is_finished and is_in_use(journal):
        raise WrongInput(_("{journal}: this game is being played right now").format(journal=journal))
    past = _told(contents)
    work, found = making.review(entry, past, journal)
    if found is None:
        raise WrongInput(_nothing_to_review(past).format(journal=journal))
    told = report_of(found, entry, work, turning_points, _original(making, entry, contents, journal))
    told.decisions = making.decisions(entry, past, journal, sorted(set(seat or seats_of_people(past))))
    if report is not None:
        _write_page(report, told, entry, contents)
    if json:
        print(msgspec.json.encode(told).decode())
    else:
        from shogun.cli.game_commands.review_table import tell_review

        tell_review(told, entry.title)
    return 0


def _told(contents: Contents) -> VisiblePast:
    """Return the past of a game as it may be told. Raises Disagreement, HiddenLots."""
    Replay(contents).run()
    return visible_past(contents)


def _nothing_to_review(past: VisiblePast) -> str:
    if past.is_partial:
        return _(
            "{journal}: this game is still running, and everything in it depends on secrets: review it when it is over"
        )
    return _("{journal}: nothing has been played yet")


def _check(report: Path) -> None:
    """Raise WrongInput where no page can be written: not when all is estimated."""
    if report.suffix != ".html":
        raise WrongInput(_("--report {path}: the name must end in .html").format(path=report))
    if report.is_dir() or not absolute(report).parent.is_dir():
        raise WrongInput(_("{path} can't be written: choose a file in a folder that exists").format(path=report))


def _write_page(path: Path, told: ReviewReport, entry: Game, contents: Contents) -> None:
    from shogun.cli.game_commands.review_page import page
    from shogun.window.game.board_pictures import board_pictures

    boards = board_pictures({entry.code: entry}, contents, [turned.answers for turned in told.turning_points])
    write_whole(path, page(told, boards, entry.title).encode())


class _Making(Struct, frozen=True):
    """How reviews are made."""

    playouts: int | None
    jobs: int
    until: float
    """When it stops, by the monotonic clock."""

    def review(self, entry: Game, past: VisiblePast, path: Path) -> tuple[ReviewWork, GameReview | None]:
        """Return the work of a game's review, and what it has come to by now."""
        judge = entry.judge
        assert judge is not None, "without one nothing is reviewed"
        work = ReviewWork(entry, past, self.playouts or judge.PLAYOUTS)
        return work, work.review(self._estimates(work, path))

    def decisions(self, entry: Game, past: VisiblePast, journal: Path, seats: Sequence[int]) -> tuple[ToldSeat, ...]:
        """Return what is found of the decisions of some seats; nothing in a game without a judge of decisions."""
        if not seats or entry.decisions is None:
            return ()
        judging = DecisionWork(entry, past, seats, entry.decisions.PLAYOUTS)
        return told_seats(judging, entry, judged(judging, journal, self.jobs, self.until))

    def _estimates(self, work: ReviewWork, journal: Path) -> list[Estimate | None]:
        """Return what is known in time; what was known before isn't made again, and what is made is kept at once."""
        path, progress = review_path(journal), Progress()
        known = kept_estimates(path, work.key)
        found: list[Estimate | None] = []
        is_kept = True
        for found in work.estimates(known, self.jobs):
            progress(len(found), len(work.looks))
            if is_kept and len(found) > len(known):
                is_kept = _keep(path, work, found)
            if found and time.monotonic() >= self.until:
                break
        progress(len(work.looks), len(work.looks))
        return found


def _keep(path: Path, work: ReviewWork, found: list[Estimate | None]) -> bool:
    try:
        keep_estimates(path, work.key, found)
    except OSError as error:
        tell(_("the review couldn't be saved: {error}").format(error=error))
        return False
    return True


def _original(making: _Making, entry: Game, contents: Contents, journal: Path) -> Original | None:
    """Return the course of the game of which another is a branch, or why there is none; None if it is no branch."""
    told = contents.header.branch_of
    if told is None:
        return None
    first = original(game_of, contents.header, journal)
    name = branch_words(told)
    if first is None:
        return Original(name, told.step, _("The game it comes from isn't in the same folder."))
    if not first.is_finished:
        return Original(name, told.step, _("The game it comes from isn't over."))
    assert first.path is not None, "it was read from a file"
    _work, found = making.review(entry, _told(first), first.path)
    return Original(name, told.step, "", course_of(found))

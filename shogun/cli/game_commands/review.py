"""`shogun review`: how likely each seat was to win at every moment of a game, and what changed it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from shogun.base.files import absolute, write_whole
from shogun.base.language import _
from shogun.cli.arguments import Whole, jobs_of
from shogun.cli.errors import WrongInput, tell
from shogun.cli.game_commands.review_report import Figures, ReviewReport, Turned, report_of
from shogun.cli.game_options import in_words, read_game
from shogun.cli.progress import Progress
from shogun.games import Entry, entry_of
from shogun.players.review.estimates import Estimate
from shogun.players.review.game_review import GameReview, ReviewWork
from shogun.players.review.kept_review import keep_estimates, kept_estimates
from shogun.players.review.review_words import causes_in, figures, headings, headline
from shogun.table.past.history import History
from shogun.table.past.replay import Replay
from shogun.table.running.undo_history import Passed
from shogun.table.storage.journal import Contents
from shogun.table.storage.review_file import review_path
from shogun.table.storage.saved_games import is_in_use

if TYPE_CHECKING:
    from rich.table import Table

CURVE = 20
"""Characters of a curve in words."""
BARS = "▁▂▃▄▅▆▇█"
SENTENCES = 2
"""Sentences that tell of a turning point, at most: the last ones."""


def show_review(
    journal: Path,
    /,
    *,
    playouts: Whole | None = None,
    turning_points: Whole = 3,
    report: Path | None = None,
    jobs: Whole = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
    game: str | None = None,
) -> int:
    """Look back at a game: how likely everybody was to win at each moment, and what changed it.

    What is found out is kept in a file beside the journal, NAME.review, and gone on with.

    Parameters
    ----------
    journal
        The game's file, or a report of a mistake in which one stands. It isn't changed.
    playouts
        How often the game is played on from each moment; by default as often as the game's judge likes.
    turning_points
        How many of the greatest changes are told.
    report
        Write a page with the curves to this file, ending in .html.
    jobs
        Number of processes; results never depend on it.
    json
        One JSON object.
    game
        Which game it has to be; a journal says itself which it is.
    """
    if playouts is not None and not 1 <= playouts <= 100_000:
        raise WrongInput(_("--playouts {number}: expected 1 to 100000").format(number=playouts))
    if report is not None:
        _check(report)
    jobs = jobs_of(jobs)
    contents = read_game(journal, game)
    entry = entry_of(contents.header.game)
    if entry.judge is None:
        raise WrongInput(_("nobody can say in {game} who is ahead").format(game=entry.title))
    if not contents.is_finished and is_in_use(journal):
        raise WrongInput(_("{journal}: this game is being played").format(journal=journal))
    answers = Replay(contents).run().answers
    work = ReviewWork(entry, contents.header, answers, playouts or entry.judge.PLAYOUTS)
    found = work.review(_estimates(work, journal, jobs))
    if found is None:
        raise WrongInput(_("{journal}: nothing has been played yet").format(journal=journal))
    told = _report(found, entry, contents, work, turning_points)
    causes = causes_in(found)
    table = Figures(
        headings(causes),
        [figures(one, end, causes) for one, end in zip(told.booked, told.estimates[-1].chances, strict=True)],
    )
    if report is not None:
        from shogun.cli.game_commands.review_page import page

        write_whole(report, page(told, table, entry.title).encode())
    print(msgspec.json.encode(told).decode()) if json else _tell(told, table, entry)
    return 0


def _check(report: Path) -> None:
    """Raise WrongInput where no page can be written: not when all is estimated."""
    if report.suffix != ".html":
        raise WrongInput(_("--report {path}: expected a name ending in .html").format(path=report))
    if report.is_dir() or not absolute(report).parent.is_dir():
        raise WrongInput(_("{path}: can't be written: expected a file in a folder that exists").format(path=report))


def _estimates(work: ReviewWork, journal: Path, jobs: int) -> Sequence[Estimate | None]:
    """Return an estimate for each place; what is known already isn't made again, and what is made is kept at once."""
    path, progress = review_path(journal), Progress()
    known = kept_estimates(path, work.key)
    found: list[Estimate | None] = []
    is_kept = True
    for found in work.estimates(known, jobs):
        progress(len(found), len(work.looks))
        if is_kept and len(found) > len(known):
            is_kept = _keep(path, work, found)
    return found


def _keep(path: Path, work: ReviewWork, found: list[Estimate | None]) -> bool:
    try:
        keep_estimates(path, work.key, found)
    except OSError as error:
        tell(_("the review can't be kept: {error}").format(error=error))
        return False
    return True


def _report(found: GameReview, entry: Entry, contents: Contents, work: ReviewWork, number: int) -> ReviewReport:
    past = History(entry.rules, contents.header)
    past.follow(work.answers)
    names = tuple(seat.name for seat in contents.header.seats)
    turned = []
    for one in found.turning_points(number):
        steps = past.steps[one.first : one.place]
        line, told = steps[-1].line.n, tuple(_sentences(steps, entry, contents))[-SENTENCES:]
        words = _("line {line}: {what}").format(line=line, what=headline(one, names))
        turned.append(Turned(one.place, line, one.cause, one.seat, one.changes, told, words))
    return report_of(found, names, tuple(turned))


def _sentences(steps: Sequence[Passed], entry: Entry, contents: Contents) -> Iterator[str]:
    """Yield what happened; of answers from which nothing has followed yet the answers themselves."""
    for step in steps:
        sentences = list(in_words(entry.words, step.events, contents.header))
        yield from sentences or (entry.words.move_lines(step.answer) if step.question.seat is not None else ())


def _tell(told: ReviewReport, figures: Figures, entry: Entry) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    console.print(_table(told, figures, entry))
    for number, turned in enumerate(told.turning_points, 1):
        console.print(f"{number}. {turned.words}", soft_wrap=True, markup=False)
        for sentence in turned.told:
            console.print(f"   {sentence}", soft_wrap=True, markup=False)


def _table(told: ReviewReport, figures: Figures, entry: Entry) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(
        title=_("{game}: what changed the chance to win, in points of 100").format(game=entry.title),
        caption=_(
            "standard error of a figure at most {error:.0f}; {playouts} playouts at each of {moments} moments"
        ).format(error=100 * max(one.error for one in told.booked), playouts=told.playouts, moments=len(told.answers)),
        box=box.SIMPLE_HEAD,
    )
    table.add_column(_("Player"))
    table.add_column(_("Course"), no_wrap=True)
    for heading in figures.headings:
        table.add_column(heading, justify="right")
    for seat, name in enumerate(told.players):
        table.add_row(name, curve([one.chances[seat] for one in told.estimates]), *figures.rows[seat])
    return table


def curve(chances: Sequence[float]) -> str:
    """Return a course as a row of bars."""
    width = min(CURVE, len(chances))
    return "".join(_bars(chances, width))


def _bars(chances: Sequence[float], width: int) -> Iterator[str]:
    for column in range(width):
        chance = chances[round(column * (len(chances) - 1) / max(1, width - 1))]
        yield BARS[min(len(BARS) - 1, int(chance * len(BARS)))]

"""`shogun review` and `shogun reviews`: chances at every moment of a game, its decisions, and sums over many games."""

import math
import time
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.confidence_intervals import percent
from shogun.base.files import absolute, resolved, write_whole
from shogun.base.language import _, current, ngettext
from shogun.base.tables import Output, Table, numbers, words
from shogun.base.worker_pool import in_order
from shogun.cli.errors import WrongInput, tell
from shogun.cli.game_options import WholeNumber, check_seats, jobs_of, read_game
from shogun.cli.progress import Progress
from shogun.games import DEFAULT, Game, entry_of, game_of
from shogun.players.review import game_review
from shogun.players.review.decision_sums import Average, DecisionSums, KindSums, decision_sums
from shogun.players.review.decision_verdicts import (
    GOOD_FINDS_SHOWN,
    MISTAKES_SHOWN,
    Decision,
    DecisionJudge,
    Difference,
    JudgedSeat,
    Verdict,
)
from shogun.players.review.decision_work import (
    DecisionWork,
    keep_decisions,
    kept_decisions,
    played_game,
    seats_of_people,
)
from shogun.players.review.game_review import (
    Booked,
    Cause,
    Estimate,
    GameReview,
    ReviewWork,
    keep_estimates,
    kept_estimates,
)
from shogun.players.review.turning_parts import PartsTask, TurningPart, part_sentences, parts_task
from shogun.players.review.words import (
    causes_in,
    contrast,
    figures,
    headings,
    headline,
    judged_words,
    kind_name,
    most_expensive_words,
    sum_figures,
    sum_headings,
    summary,
    trend_words,
    verdict_name,
    worth,
)
from shogun.table.branch import original
from shogun.table.journal import Contents
from shogun.table.journal_files import decisions_path, review_path
from shogun.table.replay import History, Replay
from shogun.table.saved_games import SUFFIX, branch_words, games_folder, is_in_use
from shogun.table.visible_past import VisiblePast, visible_past

# Judged decisions of some seats, kept next to the journal


def judged(work: DecisionWork, journal: Path, jobs: int, until: float) -> dict[int, Decision | None]:
    """Return the decisions judged until `until` (s, perf_counter): reuse known ones, and keep new ones at once."""
    path, progress = decisions_path(journal), Progress()
    kept = kept_decisions(path, work.key, work.game)
    decisions: dict[int, Decision | None] = {}
    is_kept = True
    for decisions in work.judged(work.usable(kept), jobs):
        progress(len(decisions), len(work.places))
        if is_kept and kept | decisions != kept:
            is_kept = _keep_decisions(path, work, kept | decisions)
        if time.perf_counter() >= until:
            break
    progress(len(work.places), len(work.places))
    return decisions


def _keep_decisions(path: Path, work: DecisionWork, decisions: dict[int, Decision | None]) -> bool:
    try:
        keep_decisions(path, work.key, decisions)
    except OSError as error:
        tell(_("the review couldn't be saved: {error}").format(error=error))
        return False
    return True


# Judged decisions in the command line's JSON


class DecisionReport(Struct):
    """A decision, in the JSON object."""

    answers: int
    """Number of answers given before it."""
    line: int
    """Line of the journal."""
    kind: str
    verdict: Verdict | None
    lost: Difference
    """The gain in share of the victory that the strongest opponent's answer would have brought."""
    found: Difference
    """The gain in share of the victory over the answer of an opponent that plans well."""
    done: str
    better: str
    """The better answer in words, as far as the two differ."""
    words: str
    """Its moment, its verdict, and its cost or gain."""
    reasons: str = ""
    """The parts of it that mattered and their costs, in sentences; empty if nothing is known of its parts."""


class SeatReport(Struct):
    """A seat's decisions, in the JSON object."""

    seat: int
    words: str
    """A summary of how much could have been better."""
    is_whole: bool
    """True if all of its decisions were judged in time."""
    decisions: tuple[DecisionReport, ...]
    """The greatest mistakes first, then good finds, then all others."""

    @property
    def named(self) -> list[DecisionReport]:
        """The decisions with a verdict."""
        return [decision for decision in self.decisions if decision.verdict is not None]


def seat_reports(work: DecisionWork, entry: Game, decisions: dict[int, Decision | None]) -> tuple[SeatReport, ...]:
    """Return the report on each judged seat."""
    past = History(entry.rules, work.header)
    past.follow(work.answers)
    is_whole = len(decisions) == len(work.places)
    return tuple(_seat_report(seat, work, entry, past, is_whole=is_whole) for seat in work.by_seat(decisions))


def _seat_report(seat: JudgedSeat, work: DecisionWork, entry: Game, past: History, *, is_whole: bool) -> SeatReport:
    mistakes, well_seen = seat.mistakes(), seat.well_seen()
    others = [decision for decision in seat.decisions if decision.verdict is None]
    decisions = tuple(_decision_report(decision, work, entry, past) for decision in (*mistakes, *well_seen, *others))
    return SeatReport(seat.seat, summary(mistakes), is_whole, decisions)


def _decision_report(decision: Decision, work: DecisionWork, entry: Game, past: History) -> DecisionReport:
    names, line = [seat.name for seat in work.header.seats], past.steps[decision.place].line.n
    words = contrast(work.judge, work.given(decision), work.moves(decision), names, decision.parts)
    moment = entry.listing.moment(entry.rules.view(past.state(decision.place), None))
    called = f"{verdict_name(decision)} {worth(decision)}" if decision.verdict is not None else _("nothing to report")
    when = _("line {line}, {moment}: {what}").format(line=line, moment=moment, what=called)
    return DecisionReport(
        decision.place,
        line,
        decision.kind,
        decision.verdict,
        decision.lost,
        decision.found,
        words.done,
        words.better,
        when,
        words.reasons,
    )


# The JSON object of `shogun review`


class TurningPoint(Struct):
    """A turning point, in the JSON object."""

    answers: int
    """Number of answers given after it."""
    line: int
    """Line of the journal: the decision, or the first of the events."""
    cause: Cause
    seat: int | None
    changes: tuple[float, ...]
    errors: tuple[float, ...]
    told: tuple[str, ...]
    moment: str
    """The moment of the game, in words."""
    words: str
    """Its cause, and the greatest changes."""


Turned: TypeAlias = tuple[game_review.Entry, Sequence[TurningPart] | None]
"""A turning point, and the parts of its answer that mattered; None if it has no parts, or they aren't known."""


class Moment(Struct):
    """The beginning of a part of the game."""

    answers: int
    words: str


class ChanceCourse(Struct):
    """Everybody's chances over a game."""

    answers: tuple[int, ...]
    """The judged moments, each as a number of answers given."""
    estimates: tuple[Estimate, ...]


class Original(Struct):
    """The game that this one is a branch of."""

    words: str
    step: int
    """The first moment at which they differ, as a number of answers."""
    why: str
    """The reason why its course can't be shown, in a sentence; empty if it can."""
    course: ChanceCourse | None = None


class ReviewReport(Struct):
    """The JSON object of `shogun review --json`."""

    journal: str
    players: tuple[str, ...]
    playouts: int
    looks: int
    """Moments that can be judged; more than were judged if time ran out."""
    is_partial: bool
    """True if other moments of a running game depend on secrets."""
    is_whole: bool
    answers: tuple[int, ...]
    """The judged moments, each as a number of answers given."""
    estimates: tuple[Estimate, ...]
    booked: tuple[Booked, ...]
    """One entry per seat."""
    headings: list[str]
    """Headings of the same figures in words."""
    figures: list[list[str]]
    """One row per seat."""
    parts: tuple[Moment, ...]
    turning_points: tuple[TurningPoint, ...]
    original: Original | None
    decisions: tuple[SeatReport, ...] = ()
    """One entry per judged seat."""


def chance_course_of(reviewed: GameReview | None) -> ChanceCourse | None:
    """Return the course of a game, without the groups that only serve to compute errors."""
    if reviewed is None:
        return None
    return ChanceCourse(
        reviewed.places, tuple(Estimate(estimate.chances, estimate.errors) for estimate in reviewed.estimates)
    )


def report_of(
    found: GameReview, entry: Game, work: ReviewWork, turned: Sequence[Turned], original: Original | None
) -> ReviewReport:
    """Return the report of a review, with these turning points."""
    names, causes, end = tuple(seat.name for seat in work.header.seats), causes_in(found), found.estimates[-1].chances
    booked = tuple(found.booked(seat) for seat in range(found.seats))
    course = chance_course_of(found)
    assert course is not None, "there is something to tell"
    return ReviewReport(
        journal=found.journal,
        players=names,
        playouts=found.playouts,
        looks=len(work.places),
        is_partial=work.is_partial,
        is_whole=found.is_whole,
        answers=course.answers,
        estimates=course.estimates,
        booked=booked,
        headings=headings(causes),
        figures=[figures(one, share, causes) for one, share in zip(booked, end, strict=True)],
        parts=tuple(_parts(work.past, entry)),
        turning_points=tuple(_turning_point(point, work.past, entry, names) for point in turned),
        original=original,
    )


def _parts(past: History, entry: Game) -> Iterator[Moment]:
    for part in entry.telling.parts(past.steps):
        yield Moment(part.place, _moment(past, entry, part.place))


def _moment(past: History, entry: Game, place: int) -> str:
    words: str = entry.listing.moment(entry.rules.view(past.state(place), None))
    return words


def _turning_point(turned: Turned, past: History, entry: Game, names: Sequence[str]) -> TurningPoint:
    from shogun.window.play.reviewing import happened

    change, parts = turned
    began = change.began(past.steps)
    line = past.steps[began].line.n
    moment = _moment(past, entry, began)
    words = _("line {line}, {moment}: {what}").format(line=line, moment=moment, what=headline(change, names))
    events = happened(entry, past, change) if parts is None else part_sentences(entry, past, change, parts, names)
    return TurningPoint(
        change.place, line, change.cause, change.seat, change.changes, change.errors, events, moment, words
    )


def show_review(
    journal: Path,
    /,
    *,
    playouts: WholeNumber | None = None,
    turning_points: WholeNumber = 3,
    seat: list[int] | None = None,
    report: Path | None = None,
    seconds: float | None = None,
    jobs: WholeNumber = 1,
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
        Number of parallel processes; the results are the same for any number.
    json
        Print one JSON object.
    game
        Refuse the file unless it is of this game: shogun, rumble-nation, river-of-gold, or another that `shogun games`
        lists.
    """
    if playouts is not None and not 1 <= playouts <= 100_000:
        raise WrongInput(_("--playouts {number} must be from 1 to 100000").format(number=playouts))
    if turning_points < 0:
        raise WrongInput(_("--turning-points {number} must be 0 or more").format(number=turning_points))
    if seconds is not None and not seconds > 0:
        raise WrongInput(_("--seconds {seconds:g} must be more than 0").format(seconds=seconds))
    if report is not None:
        _check(report)
    making = _ReviewMaker(playouts, jobs_of(jobs), math.inf if seconds is None else time.perf_counter() + seconds)
    contents = read_game(journal, game)
    entry = entry_of(contents.header.game)
    check_seats(contents.header, seat or ())
    if entry.judge is None:
        raise WrongInput(_("{game} has no estimate of who is ahead").format(game=entry.title))
    if not contents.is_finished and is_in_use(journal):
        raise WrongInput(_("{journal}: this game is being played right now").format(journal=journal))
    past = _visible_past(contents)
    work, found = making.review(entry, past, journal)
    if found is None:
        raise WrongInput(_nothing_to_review(past).format(journal=journal))
    turned = making.turned(entry, work, found.turning_points(turning_points))
    review_report = report_of(found, entry, work, turned, _original(making, entry, contents, journal))
    review_report.decisions = making.decisions(entry, past, journal, sorted(set(seat or seats_of_people(past))))
    if report is not None:
        _write_page(report, review_report, entry, contents)
    if json:
        print(msgspec.json.encode(review_report).decode())
    else:
        print_review(review_report, entry.title, has_page=report is not None)
    return 0


def _visible_past(contents: Contents) -> VisiblePast:
    """Return the past of a game as far as it may be shown. Raises Disagreement, HiddenLots."""
    Replay(contents).run()
    return visible_past(contents)


def _nothing_to_review(past: VisiblePast) -> str:
    if past.is_partial:
        return _(
            "{journal}: this game is still running, and everything in it depends on secrets: review it when it is over"
        )
    return _("{journal}: nothing has been played yet")


def _check(report: Path) -> None:
    """Raise WrongInput if the page can't be written: now, not after all the estimating."""
    if report.suffix != ".html":
        raise WrongInput(_("--report {path}: the name must end in .html").format(path=report))
    if report.is_dir() or not absolute(report).parent.is_dir():
        raise WrongInput(_("{path} can't be written: choose a file in a folder that exists").format(path=report))


def _write_page(path: Path, report: ReviewReport, entry: Game, contents: Contents) -> None:
    from shogun.window.game.board_pictures import board_pictures

    boards = board_pictures({entry.code: entry}, contents, [turned.answers for turned in report.turning_points])
    write_whole(path, page(report, boards, entry.title).encode())


class _ReviewMaker(Struct, frozen=True):
    """The settings with which reviews are made."""

    playouts: int | None
    jobs: int
    until: float
    """Monotonic time at which it stops."""

    def review(self, entry: Game, past: VisiblePast, path: Path) -> tuple[ReviewWork, GameReview | None]:
        """Return the work of a game's review, and its result so far."""
        judge = entry.judge
        assert judge is not None, "without one nothing is reviewed"
        work = ReviewWork(entry, past, self.playouts or judge.PLAYOUTS)
        return work, work.review(self._estimates(work, path))

    def decisions(self, entry: Game, past: VisiblePast, journal: Path, seats: Sequence[int]) -> tuple[SeatReport, ...]:
        """Return the judged decisions of some seats; none in a game that has no judge of decisions."""
        if not seats or entry.decisions is None:
            return ()
        judging = DecisionWork(entry, past, seats, entry.decisions.PLAYOUTS)
        return seat_reports(judging, entry, judged(judging, journal, self.jobs, self.until))

    def turned(self, entry: Game, work: ReviewWork, changes: Sequence[game_review.Entry]) -> list[Turned]:
        """Return these turning points with the parts of their answers that mattered, as far as there is time."""
        tasks = [parts_task(entry, work, change) for change in changes]
        parts = in_order(_run_task, [task for task in tasks if task is not None], self.jobs)
        found: list[Turned] = []
        for change, task in zip(changes, tasks, strict=True):
            is_late = task is None or time.perf_counter() >= self.until
            found.append((change, None if is_late else next(parts)))
        return found

    def _estimates(self, work: ReviewWork, journal: Path) -> list[Estimate | None]:
        """Return the estimates known in time; earlier ones are reused, and new ones are kept at once."""
        path, progress = review_path(journal), Progress()
        known = kept_estimates(path, work.key)
        estimates: list[Estimate | None] = []
        is_kept = True
        for estimates in work.estimates(known, self.jobs):
            progress(len(estimates), len(work.places))
            if is_kept and len(estimates) > len(known):
                is_kept = _keep(path, work, estimates)
            if estimates and time.perf_counter() >= self.until:
                break
        progress(len(work.places), len(work.places))
        return estimates


def _run_task(task: PartsTask) -> tuple[TurningPart, ...]:
    return task()


def _keep(path: Path, work: ReviewWork, estimates: list[Estimate | None]) -> bool:
    try:
        keep_estimates(path, work.key, estimates)
    except OSError as error:
        tell(_("the review couldn't be saved: {error}").format(error=error))
        return False
    return True


def _original(making: _ReviewMaker, entry: Game, contents: Contents, journal: Path) -> Original | None:
    """Return the course of the game that another is a branch of, or why there is none; None if it isn't a branch."""
    branch = contents.header.branch_of
    if branch is None:
        return None
    first = original(game_of, contents.header, journal)
    name = branch_words(branch)
    if first is None:
        return Original(name, branch.step, _("The game it comes from isn't in the same folder."))
    if not first.is_finished:
        return Original(name, branch.step, _("The game it comes from isn't over."))
    assert first.path is not None, "it was read from a file"
    _work, found = making.review(entry, _visible_past(first), first.path)
    return Original(name, branch.step, "", chance_course_of(found))


# The review on the terminal: a table of what changed everybody's chances, and the turning points

CURVE = 20
"""Characters of a curve in words."""
BARS = "▁▂▃▄▅▆▇█"


def print_review(report: ReviewReport, title: str, *, has_page: bool = False) -> None:
    """Print a review; `has_page`: a page has been written that lists all decisions."""
    output = Output()
    output.print_table(_table(report, title))
    for number, turned in enumerate(report.turning_points, 1):
        output.print(f"{number}. {turned.words}")
        for sentence in turned.told:
            output.print(sentence, indent=3)
    if not report.decisions:
        output.print(_("No human's decisions to judge: choose a computer's with --seat."))
    for judged_seat in report.decisions:
        _print_decisions(output, judged_seat, report.players[judged_seat.seat], has_page=has_page)
    if report.original is not None:
        first = report.original
        output.print(first.words + (f": {first.why}" if first.why else ""))
        if first.course is not None:
            for seat, name in enumerate(report.players):
                chances = [estimate.chances[seat] for estimate in first.course.estimates]
                output.print(f"{curve(chances)} {percent(chances[-1])}  {name}", indent=3)


def _print_decisions(output: Output, seat: SeatReport, player: str, *, has_page: bool) -> None:
    """Print the greatest mistakes of a seat, and its good finds."""
    output.print(_("{player}: {summary}").format(player=player, summary=seat.words))
    for decision in notable_decisions(seat):
        output.print(decision.words, indent=3)
        output.print(answers_in_words(decision), indent=6)
    more = sum(decision.verdict is not None for decision in seat.decisions) - len(notable_decisions(seat))
    if more and not has_page:
        text = ngettext(
            "{n} more is on the page that --report writes.", "{n} more are on the page that --report writes.", more
        )
        output.print(text.format(n=more), indent=3)
    if not seat.is_whole:
        output.print(_("Time ran out before everything was judged; run the command again to continue."), indent=3)


def notable_decisions(seat: SeatReport) -> list[DecisionReport]:
    """Return the greatest mistakes, and the greatest good find."""
    mistakes = [decision for decision in seat.named if decision.verdict != "well seen"]
    well_seen = [decision for decision in seat.named if decision.verdict == "well seen"]
    return [*mistakes[:MISTAKES_SHOWN], *well_seen[:GOOD_FINDS_SHOWN]]


def answers_in_words(decision: DecisionReport) -> str:
    """Return the parts of a decision that mattered, otherwise a seat's answer and the better one, in words."""
    if decision.reasons:
        return decision.reasons
    against = _("usual: {what}") if decision.verdict == "well seen" else _("better: {what}")
    done = _("played: {what}").format(what=decision.done)
    return f"{done}; {against.format(what=decision.better)}"


def _table(report: ReviewReport, title: str) -> Table:
    title = _("{game}: what changed the chance to win, in percentage points").format(game=title)
    columns = [*words(_("Player"), _("Course")), *numbers(*report.headings)]
    rows = [
        (name, curve([estimate.chances[seat] for estimate in report.estimates]), *report.figures[seat])
        for seat, name in enumerate(report.players)
    ]
    return Table(title, columns, rows, caption=caption(report))


def caption(report: ReviewReport) -> str:
    """Return the precision of the figures, and what is still to be done."""
    text = ngettext(
        "standard error of a figure at most {error:.0f}; {playouts} playouts at {n} moment",
        "standard error of a figure at most {error:.0f}; {playouts} playouts at each of {n} moments",
        len(report.answers),
    )
    error = 100 * max(sums.error for sums in report.booked)
    words = text.format(error=error, playouts=report.playouts, n=len(report.answers))
    if report.is_partial:
        words += "; " + _("this game is still running: moments that depend on secrets aren't judged")
    if report.is_whole:
        return words
    more = _("time ran out before all {all} moments were evaluated; run the command again to continue").format(
        all=report.looks
    )
    return f"{words}; {more}"


def curve(chances: Sequence[float]) -> str:
    """Return a course as a row of bars."""
    width = min(CURVE, len(chances))
    return "".join(_bars(chances, width))


def _bars(chances: Sequence[float], width: int) -> Iterator[str]:
    for column in range(width):
        chance = chances[round(column * (len(chances) - 1) / max(1, width - 1))]
        yield BARS[min(len(BARS) - 1, int(chance * len(BARS)))]


# The review as an HTML page without scripts or external resources

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a07800")
"""One color per seat, told apart also by the color-blind (Okabe and Ito, "Color universal design", 2008)."""
WIDTH, HEIGHT, LEFT, BOTTOM = 960, 340, 48, 44
"""Size of the picture and of its scales' margins, px."""
LETTER = 7
"""Width of a letter below the axis, px."""
_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid #8886; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; }
svg text { font-size: 13px; }
li { margin-bottom: 1.5rem; }
img { display: block; width: 47.5rem; max-width: 100%; height: auto; margin-top: .5rem; border-radius: .4rem; }
.key { display: inline-block; width: 1em; height: .3em; margin-right: .5em; vertical-align: middle; }
"""


def page(report: ReviewReport, boards: Sequence[bytes], title: str) -> str:
    """Return the page of a review; `boards` are the boards after its turning points, as PNG."""
    heading = escape(_("{game}: what decided this game").format(game=title))
    return (
        f'<!doctype html><html lang="{current()}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{heading}</title><style>{_STYLE}</style>'
        f"<h1>{heading}</h1>{_branch(report)}{_picture(report)}{_page_table(report)}"
        f"<h2>{escape(_('Turning points'))}</h2>{_turning_points(report, boards)}"
        f"{''.join(_decisions(seat, report.players[seat.seat]) for seat in report.decisions)}"
        "</html>\n"
    )


def _branch(report: ReviewReport) -> str:
    if report.original is None:
        return ""
    first = report.original
    return f"<p>{escape(first.words)}. {escape(first.why or _('The dashed lines show its chances.'))}</p>"


def _picture(report: ReviewReport) -> str:
    first = _first(report.original)
    axis = _Axis(report, first)
    seats = range(len(report.players))
    own = ChanceCourse(report.answers, report.estimates)
    bands = "".join(axis.band(own, seat) for seat in seats)
    dashed = "".join(axis.line(first, seat, 'stroke-dasharray="7 5" stroke-width="1.5"') for seat in seats if first)
    lines = "".join(axis.line(own, seat, 'stroke-width="2.5"') for seat in seats)
    label = escape(_("Each player's chance to win in the course of the game, in percent, ± two standard errors"))
    scale = "".join(axis.scale(report))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{scale}{bands}{dashed}{lines}</svg>'


def _first(original: Original | None) -> ChanceCourse | None:
    """Return the course of the game that this one is a branch of, from where they differ."""
    if original is None or original.course is None:
        return None
    begin = bisect_left(original.course.answers, original.step)
    return ChanceCourse(original.course.answers[begin:], original.course.estimates[begin:])


class _Axis:
    """Places of moments and chances in the picture."""

    def __init__(self, report: ReviewReport, first: ChanceCourse | None) -> None:
        self._last = max(1, report.answers[-1], *(first.answers[-1:] if first is not None else ()))

    def x(self, place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 4) * place / self._last, 1)

    def y(self, chance: float) -> float:
        return round(8 + (HEIGHT - BOTTOM - 16) * (1 - min(1.0, max(0.0, chance))), 1)

    def line(self, course: ChanceCourse, seat: int, style: str) -> str:
        points = self._points(course, [estimate.chances[seat] for estimate in course.estimates])
        return f'<polyline points="{points}" fill="none" stroke="{_colour(seat)}" {style}/>'

    def band(self, course: ChanceCourse, seat: int) -> str:
        """Return the band of twice its error around a chance."""
        high, low = (
            [estimate.chances[seat] + times * estimate.errors[seat] for estimate in course.estimates]
            for times in (2, -2)
        )
        there, back = self._points(course, high), self._points(course, low).split()
        return f'<polygon points="{there} {" ".join(reversed(back))}" fill="{_colour(seat)}" opacity=".18"/>'

    def _points(self, course: ChanceCourse, heights: Sequence[float]) -> str:
        pairs = zip(course.answers, heights, strict=True)
        return " ".join(f"{self.x(place)},{self.y(height)}" for place, height in pairs)

    def scale(self, report: ReviewReport) -> Iterator[str]:
        """Yield lines and words for percents, parts of the game and turning points."""
        for quarter in range(5):
            y = self.y(quarter / 4)
            yield f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="#8885"/>'
            yield f'<text x="{LEFT - 8}" y="{y + 5}" text-anchor="end" fill="currentColor">{25 * quarter}</text>'
        yield from self._parts(report.parts)
        for number, turned in enumerate(report.turning_points, 1):
            x = self.x(turned.answers)
            yield f'<line x1="{x}" x2="{x}" y1="0" y2="{HEIGHT - BOTTOM}" stroke="#888" stroke-dasharray="4 4"/>'
            y = HEIGHT - BOTTOM + 16
            yield f'<text x="{x}" y="{y}" text-anchor="middle" font-weight="bold" fill="currentColor">{number}</text>'

    def _parts(self, parts: Sequence[Moment]) -> Iterator[str]:
        """Yield the beginnings of the game's parts, with words where there is room."""
        free = 0.0
        for part in parts:
            x, y = self.x(part.answers), HEIGHT - BOTTOM - 8
            yield f'<line x1="{x}" x2="{x}" y1="{y}" y2="{y + 12}" stroke="#888"/>'
            wide = LETTER * len(part.words)
            if x >= free and x + wide <= WIDTH:
                yield f'<text x="{x}" y="{HEIGHT - 8}" fill="currentColor">{escape(part.words)}</text>'
                free = x + wide + 2 * LETTER


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _page_table(report: ReviewReport) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in (_("Player"), *report.headings))
    rows = "".join(
        f'<tr><td><span class="key" style="background:{_colour(seat)}"></span>{escape(name)}</td>'
        + "".join(f"<td>{escape(figure)}</td>" for figure in report.figures[seat])
        + "</tr>"
        for seat, name in enumerate(report.players)
    )
    above = escape(_("Changes to the chance to win, in percentage points."))
    return f"<table><caption>{above}</caption><tr>{head}</tr>{rows}</table><p>{escape(caption(report))}</p>"


def _turning_points(report: ReviewReport, boards: Sequence[bytes]) -> str:
    items = "".join(
        f"<li><b>{escape(turned.words)}</b><br>{escape(' '.join(turned.told))}{_board(board, turned.moment)}</li>"
        for turned, board in zip(report.turning_points, boards, strict=True)
    )
    return f"<ol>{items}</ol>"


def _decisions(seat: SeatReport, player: str) -> str:
    """Return the list of a seat's decisions, the greatest mistakes first."""
    heading = escape(_("{player}'s decisions").format(player=player))
    items = "".join(
        f"<li><b>{escape(one.words)}</b><br>{escape(answers_in_words(one))}</li>" for one in notable_decisions(seat)
    )
    rest = "".join(f"<li>{escape(other.words)}: {escape(answers_in_words(other))}</li>" for other in _others(seat))
    folded = f"<details><summary>{escape(_('All others'))}</summary><ol>{rest}</ol></details>" if rest else ""
    return f"<h2>{heading}</h2><p>{escape(seat.words)}</p><ol>{items}</ol>{folded}"


def _others(seat: SeatReport) -> list[DecisionReport]:
    first = notable_decisions(seat)
    return [decision for decision in seat.named if decision not in first]


def _board(picture: bytes, moment: str) -> str:
    label = escape(_("The board afterwards: {moment}").format(moment=moment), quote=True)
    return f'<img alt="{label}" src="data:image/png;base64,{b64encode(picture).decode()}">'


# `shogun reviews`: the cost of a player's decisions over several games, from the kept results of `review`


class KindReport(Struct):
    """The cost of one kind of decision, in the JSON object."""

    kind: str
    """The kind in English; empty: all together."""
    lost: Average
    mistakes: float
    by_game: tuple[float, ...]
    halves: tuple[Average, Average] | None
    trend: Literal["less", "more"] | None
    rule: str
    """The rule that explains it; empty: none."""
    chapter: str
    """The chapter of the tutorial that explains it; empty: none."""


class SumsReport(Struct):
    """The JSON object."""

    game: str
    games: int
    judged: int
    kinds: tuple[KindReport, ...]


def show_reviews(
    *journals: Path,
    player: str = "",
    json: Annotated[bool, Parameter(negative="")] = False,
    game: str = DEFAULT,
) -> int:
    """Report which kinds of decision cost people most, over several games of one kind.

    It reads the results that `review`, or the window, has saved next to the journals, and judges nothing itself.

    Parameters
    ----------
    journals
        Game files, or folders of them; default: the folder where the window keeps its games.
    player
        Names of the players to report on; default: all humans.
    json
        Print one JSON object.
    game
        Only games of this kind; others are skipped.
    """
    entry = entry_of(game)
    judge = entry.decisions
    if judge is None:
        raise WrongInput(_("{game} has no judge of decisions").format(game=entry.title))
    paths = list(_files(journals or (games_folder(),)))
    played = [found for path in paths if (found := played_game(entry, path, judge.PLAYOUTS)) is not None]
    sums = decision_sums(played, judge.KINDS, player)
    if json:
        kinds = tuple(_kind_report(kind, judge) for kind in sums.kinds)
        print(msgspec.json.encode(SumsReport(entry.code, sums.games, sums.judged, kinds)).decode())
    else:
        _print_sums(sums, entry, judge)
    return 0


def _files(journals: Sequence[Path]) -> Iterator[Path]:
    """Yield the files of games, each once. Raises WrongInput for a name without files."""
    seen = set()
    for path in journals:
        if not path.exists() and path != games_folder():
            raise WrongInput(_("{path}: there is no such file or folder").format(path=path))
        for file in sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]:
            if file.is_file() and resolved(file) not in seen:
                seen.add(resolved(file))
                yield file


def _kind_report(sums: KindSums, judge: DecisionJudge) -> KindReport:
    explained = judge.EXPLAINED.get(sums.kind)
    rule, chapter = ("", "") if explained is None else (explained.rule, explained.chapter)
    return KindReport(sums.kind, sums.lost, sums.mistakes, sums.by_game, sums.halves, sums.trend, rule, chapter)


def _print_sums(sums: DecisionSums, entry: Game, judge: DecisionJudge) -> None:
    output = Output()
    if not sums.kinds:
        output.print(f"{entry.title}: {judged_words(sums)}")
        return
    title = _("{game}: what decisions have cost, in percentage points of the chance to win").format(game=entry.title)
    error = _("± two standard errors across games")
    columns = [*words(_("Kind")), *numbers(*sum_headings(), _("Rule"))]
    rows = [(kind_name(kind), *sum_figures(kind), _kind_report(kind, judge).rule) for kind in sums.kinds]
    output.print_table(Table(title, columns, rows, caption=f"{judged_words(sums)}; {error}"))
    output.print(most_expensive_words(sums))
    output.print(trend_words(sums.kinds[-1]))

"""What some seats have decided in a game that is looked back at: judged, kept beside the journal, and told."""

import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from shogun.base.language import _
from shogun.cli.errors import WrongInput, tell
from shogun.cli.progress import Progress
from shogun.games import Entry
from shogun.players.review.decision_words import contrast, summary, verdict_name, worth
from shogun.players.review.decision_work import Decision, DecisionWork, Difference, JudgedSeat, Verdict
from shogun.players.review.kept_decisions import keep_decisions, kept_decisions
from shogun.table.past.history import History
from shogun.table.storage.journal import PERSON, Header
from shogun.table.storage.review_file import decisions_path


class ToldDecision(Struct):
    """A decision, in the JSON object."""

    answers: int
    """So many answers had been given before it."""
    line: int
    """Of the journal."""
    kind: str
    verdict: Verdict | None
    lost: Difference
    """The share of the victory that the strongest opponent's answer would have brought beside it."""
    found: Difference
    """The share that it has brought beside the answer of an opponent that plans well."""
    done: str
    better: str
    """In words, as far as the two differ."""
    words: str
    """When it was, what it is called, and what it has cost or brought."""


class ToldSeat(Struct):
    """What a seat has decided, in the JSON object."""

    seat: int
    words: str
    """How much could have been better."""
    is_whole: bool
    """Whether all of its decisions were judged in time."""
    decisions: tuple[ToldDecision, ...]
    """The greatest mistakes first, then what was well seen, then all others."""

    @property
    def named(self) -> list[ToldDecision]:
        """Those that are called something."""
        return [one for one in self.decisions if one.verdict is not None]


def seats_to_judge(header: Header, wanted: Sequence[int]) -> list[int]:
    """Return the seats whose decisions are judged: those that are wanted, else those of people. Raises WrongInput."""
    for seat in wanted:
        if not 0 <= seat < len(header.seats):
            last = len(header.seats) - 1
            raise WrongInput(_("--seat {seat}: expected 0 to {last}").format(seat=seat, last=last))
    people = [number for number, seat in enumerate(header.seats) if seat.player == PERSON]
    return sorted(set(wanted)) or people


def judged(work: DecisionWork, journal: Path, jobs: int, until: float) -> dict[int, Decision | None]:
    """Return what is found in time (s, monotonic); what is known isn't judged again, and what is found kept at once."""
    path, progress = decisions_path(journal), Progress()
    kept = kept_decisions(path, work.key, work.game)
    found: dict[int, Decision | None] = {}
    is_kept = True
    for found in work.judged(kept, jobs):
        progress(len(found), len(work.places))
        if is_kept and not found.keys() <= kept.keys():
            is_kept = _keep(path, work, kept | found)
        if time.monotonic() >= until:
            break
    progress(len(work.places), len(work.places))
    return found


def _keep(path: Path, work: DecisionWork, found: dict[int, Decision | None]) -> bool:
    try:
        keep_decisions(path, work.key, found)
    except OSError as error:
        tell(_("the review can't be kept: {error}").format(error=error))
        return False
    return True


def told_seats(work: DecisionWork, entry: Entry, found: dict[int, Decision | None]) -> tuple[ToldSeat, ...]:
    """Return what is told of each seat that was judged."""
    past = History(entry.rules, work.header)
    past.follow(work.answers)
    is_whole = len(found) == len(work.places)
    return tuple(_seat(one, work, entry, past, is_whole=is_whole) for one in work.by_seat(found))


def _seat(one: JudgedSeat, work: DecisionWork, entry: Entry, past: History, *, is_whole: bool) -> ToldSeat:
    mistakes, well_seen = one.mistakes(), one.well_seen()
    others = [decision for decision in one.decisions if decision.verdict is None]
    told = tuple(_told(decision, work, entry, past) for decision in (*mistakes, *well_seen, *others))
    return ToldSeat(one.seat, summary(mistakes), is_whole, told)


def _told(one: Decision, work: DecisionWork, entry: Entry, past: History) -> ToldDecision:
    words, line = contrast(work, past, one), past.steps[one.place].line.n
    moment = entry.listing.moment(entry.rules.view(past.state(one.place), None))
    called = f"{verdict_name(one)} {worth(one)}" if one.verdict is not None else _("nothing to be told")
    when = _("line {line}, {moment}: {what}").format(line=line, moment=moment, what=called)
    return ToldDecision(one.place, line, one.kind, one.verdict, one.lost, one.found, words.done, words.better, when)

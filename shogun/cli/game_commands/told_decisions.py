"""What is told of judged decisions on the command line."""

from msgspec import Struct

from shogun.base.language import _
from shogun.games import Game
from shogun.players.review.decision_verdicts import Decision, Difference, JudgedSeat, Verdict
from shogun.players.review.decision_words import contrast, summary, verdict_name, worth
from shogun.players.review.decision_work import DecisionWork
from shogun.table.past.history import History


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


def told_seats(work: DecisionWork, entry: Game, found: dict[int, Decision | None]) -> tuple[ToldSeat, ...]:
    """Return what is told of each seat that was judged."""
    past = History(entry.rules, work.header)
    past.follow(work.answers)
    is_whole = len(found) == len(work.places)
    return tuple(_seat(one, work, entry, past, is_whole=is_whole) for one in work.by_seat(found))


def _seat(one: JudgedSeat, work: DecisionWork, entry: Game, past: History, *, is_whole: bool) -> ToldSeat:
    mistakes, well_seen = one.mistakes(), one.well_seen()
    others = [decision for decision in one.decisions if decision.verdict is None]
    told = tuple(_told(decision, work, entry, past) for decision in (*mistakes, *well_seen, *others))
    return ToldSeat(one.seat, summary(mistakes), is_whole, told)


def _told(one: Decision, work: DecisionWork, entry: Game, past: History) -> ToldDecision:
    names, line = [seat.name for seat in work.header.seats], past.steps[one.place].line.n
    words = contrast(work.judge, work.given(one), work.moves(one), names)
    moment = entry.listing.moment(entry.rules.view(past.state(one.place), None))
    called = f"{verdict_name(one)} {worth(one)}" if one.verdict is not None else _("nothing to report")
    when = _("line {line}, {moment}: {what}").format(line=line, moment=moment, what=called)
    return ToldDecision(one.place, line, one.kind, one.verdict, one.lost, one.found, words.done, words.better, when)

"""Judging people's decisions in a game against the strongest opponent's answers, with results kept next to the journal.

Each decision is judged from what its seat could know then. The better answer is searched for first; its gain is then
estimated from playouts that the search has not seen, so that nothing looks better because of its luck there.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from shogun.base.files import UNDECODABLE, checksum, keep_private, read_bounded, sealed, unsealed, write_whole
from shogun.base.worker_pool import in_order
from shogun.game.errors import IllegalMove
from shogun.game.protocol import only
from shogun.players.adviser import hint_seed
from shogun.players.review.decision_sums import PlayedGame
from shogun.players.review.decision_verdicts import (
    BOUNDS,
    NONE,
    Considered,
    Decision,
    DecisionJudge,
    DecisionPoint,
    Difference,
    Effect,
    Judgeable,
    JudgedSeat,
    Part,
    Shares,
    TriedAnswer,
    difference_of,
)
from shogun.table.course import PastAnswer
from shogun.table.errors import JournalError
from shogun.table.journal import PERSON, AnswerLine, Header, journal_hash, read_journal
from shogun.table.journal_files import decisions_path
from shogun.table.replay import History, Replay
from shogun.table.visible_past import VisiblePast, whole_past

# Kept results, in a file next to the journal, so that interrupted judging can be resumed
#
# The file is expendable: unusable results are computed again.

MOST_BYTES = 4_000_000
Change = Annotated[float, Meta(ge=-1, le=1)]
Whole = Annotated[int, Meta(ge=0, le=100_000)]


class DecisionsKey(Struct, frozen=True):
    """The conditions of judging: decisions kept under another key are judged again."""

    journal: str
    """The hash of the journal's current answers."""
    version: int
    """Version of the judging."""
    judge: int
    """The version of the game's judge."""
    playouts: int
    """Playouts after each compared move."""


class _Difference(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    mean: Change
    error: Annotated[float, Meta(ge=0, le=1)]


class _Effect(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    what: Annotated[str, Meta(max_length=40)]
    change: Annotated[float, Meta(ge=-1000, le=1000)]


class _Part(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    instead: dict[str, Any]
    lost: _Difference
    effect: _Effect | None


class _Decision(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    place: Whole
    seat: Annotated[int, Meta(ge=0, le=7)]
    kind: Annotated[str, Meta(max_length=40)]
    better: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=50)]
    usual: dict[str, Any]
    lost: _Difference
    found: _Difference
    parts: Annotated[tuple[_Part, ...], Meta(max_length=10)] = ()


class _DecisionsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of such a file: the result at each place; None if there was nothing to judge."""

    key: DecisionsKey
    decisions: dict[Whole, _Decision | None]


def kept_decisions(path: Path, key: DecisionsKey, game: Judgeable) -> dict[int, Decision | None]:
    """Return a file's results, by place; none if they are for other answers, or unusable."""
    try:
        body, stated = unsealed(read_bounded(path, MOST_BYTES))
        keep_private(path)  # earlier programs let others read it
        kept = msgspec.json.decode(body, type=_DecisionsFile)
        if stated != checksum(body) or kept.key != key:
            return {}
        return {
            place: None if decision is None else _decision(decision, place, game)
            for place, decision in kept.decisions.items()
        }
    except (OSError, *UNDECODABLE):
        return {}


def _decision(one: _Decision, place: int, game: Judgeable) -> Decision:
    """Return a kept decision. Raises ValueError if it can't be of this game."""
    instead = tuple(part.instead for part in one.parts)
    msgspec.convert((*one.better, one.usual, *instead), tuple[game.rules.types.move, ...])  # type: ignore[name-defined]
    judge = game.decisions
    if one.place != place or judge is None or one.kind not in judge.KINDS:
        raise ValueError("no decision of this game")
    lost, found = (Difference(one.mean, one.error) for one in (one.lost, one.found))
    parts = tuple(_part(part, judge) for part in one.parts)
    return Decision(one.place, one.seat, one.kind, one.better, one.usual, lost, found, parts)


def _part(one: _Part, judge: DecisionJudge) -> Part:
    effect = None if one.effect is None else Effect(one.effect.what, one.effect.change)
    if effect is not None and effect.what not in judge.EFFECTS:
        raise ValueError("no effect in this game")
    return Part(one.instead, Difference(one.lost.mean, one.lost.error), effect)


def keep_decisions(path: Path, key: DecisionsKey, decisions: Mapping[int, Decision | None]) -> None:
    """Save the results. Raises OSError."""
    body = msgspec.json.encode(
        _DecisionsFile(key, {place: _row(decision) for place, decision in sorted(decisions.items())})
    )
    write_whole(path, sealed(body, checksum(body)), is_private=True)


def _row(one: Decision | None) -> _Decision | None:
    if one is None:
        return None
    lost, found = (_Difference(value.mean, value.error) for value in (one.lost, one.found))
    parts = tuple(_row_of(part) for part in one.parts)
    return _Decision(one.place, one.seat, one.kind, one.better, one.usual, lost, found, parts)


def _row_of(part: Part) -> _Part:
    effect = None if part.effect is None else _Effect(part.effect.what, part.effect.change)
    return _Part(part.instead, _Difference(part.lost.mean, part.lost.error), effect)


FIRST_LOOK_DIVISOR = 4
"""Divisor of the playouts for a first look at decisions ..."""
WORTH_CLOSER_LOOK = 0.01
"""... and the possible loss or gain that makes a closer look worthwhile."""
VERSION = 2
"""Increased when decisions are judged differently."""
PARTS = 40
"""Pieces into which the decisions of a game are divided for workers."""


def seats_of_people(past: VisiblePast) -> list[int]:
    """Return the seats for which people have answered in a game; answers inherited by a branch don't count."""
    given = zip(past.answers, past.players, strict=True)
    own = islice(given, past.header.taken_over, None)
    return sorted({line.seat for line, player in own if player == PERSON and line.seat is not None})


class DecisionPart(Struct, frozen=True):
    """A task for a worker: some decisions of a game."""

    game: Any
    """A `Judgeable`."""
    header: Header
    answers: tuple[AnswerLine, ...]
    places: tuple[int, ...]
    playouts: int

    def __call__(self) -> list[Decision | None]:
        """Return each decision's result; None if there is nothing to judge."""
        past = History(self.game.rules, self.header)
        past.follow(self.answers[: max(self.places) + 1])
        return [self.judged(past, place) for place in self.places]

    def judged(self, past: History, place: int) -> Decision | None:
        """Return the result of the decision at a place of a past; None if there is nothing to judge."""
        judge: DecisionJudge = self.game.decisions
        point, given = self._point(past, place), past.steps[place].answer
        considered = self._good_answers(past, place)
        if considered is None:
            return None
        advised = considered.best
        if given != advised[0]:
            advised = self._rest_of_followed_plan(past, place) or advised
        seat, best, seed = point.question.seat, advised[0], self._seed(point)
        moves = list(dict.fromkeys((given, best, considered.usual)))
        lost, found = NONE, NONE
        if len(moves) > 1:
            shares = judge.shares(point, moves, max(2, self.playouts // FIRST_LOOK_DIVISOR), f"{seed}/look")
            lost, found = _differences(shares, moves, best, considered.usual)
            if max(lost.mean, found.mean) >= WORTH_CLOSER_LOOK:
                shares = self._shares(point, moves)
                lost, found = _differences(shares, moves, best, considered.usual)
        better, other = msgspec.to_builtins(advised), msgspec.to_builtins(considered.usual)
        kind = judge.kind(point, given, best)
        decision = Decision(place, seat, kind, better, other, lost, found)
        if decision.verdict not in BOUNDS:
            return decision
        return replace(decision, parts=judge.parts(point, given, best, self.playouts, f"{seed}/closer"))

    def tried(self, decision: Decision, move: Any) -> TriedAnswer:
        """Return how another answer compares, in the playouts that judged a decision. Raises IllegalMove."""
        past = History(self.game.rules, self.header)
        past.follow(self.answers[: decision.place + 1])
        point, given = self._point(past, decision.place), past.steps[decision.place].answer
        self.game.rules.verify(past.steps[decision.place].before, decision.seat, move)
        best = msgspec.convert(decision.better[0], self.game.rules.types.move)
        moves = list(dict.fromkeys((move, best, given)))
        shares = self._shares(point, moves)
        short, gained = _differences(shares, moves, best, given)
        return TriedAnswer(short, gained, is_best=move == best, is_given=move == given)

    def _seed(self, point: DecisionPoint) -> str:
        """Return the seed of a decision's playouts, made of nothing that is hidden from the seat."""
        return f"{self.header.seed}/{point.question.key}/{point.question.seat}"

    def _shares(self, point: DecisionPoint, moves: Sequence[Any]) -> Shares:
        """Return the shares of the victory by which a verdict is given."""
        shares: Shares = self.game.decisions.shares(point, moves, self.playouts, f"{self._seed(point)}/closer")
        return shares

    def _point(self, past: History, place: int) -> DecisionPoint:
        step = past.steps[place]
        return DecisionPoint(self.game.rules.view(step.before, step.question.seat), past.inside(place), step.question)

    def _good_answers(self, past: History, place: int) -> Considered | None:
        """Return good players' answers at a place: the best is what a hint would have advised there."""
        point = self._point(past, place)
        considered: Considered | None = self.game.decisions.considered(
            point, hint_seed(self.header.seed, point.question)
        )
        return considered

    def _rest_of_followed_plan(self, past: History, place: int) -> tuple[Any, ...]:
        """Return the rest of a plan that was advised earlier in the turn and followed up to and including this answer.

        Following a hint to its end is never a mistake, whatever would be advised halfway. Empty: no
        such plan.
        """
        asked, answers = past.steps[place].question, [past.steps[place].answer]
        for earlier in range(place - 1, -1, -1):
            step = past.steps[earlier]
            if step.question.seat != asked.seat or _kind(step.question.key) != _kind(asked.key):
                break
            answers.insert(0, step.answer)
            considered = self._good_answers(past, earlier)
            if considered is not None and list(considered.best[: len(answers)]) == answers:
                return considered.best[len(answers) - 1 :]
        return ()


def _differences(shares: Shares, moves: Sequence[Any], best: Any, usual: Any) -> tuple[Difference, Difference]:
    """Return the lead of the best move over the first, and of the first over the usual one."""
    given = shares[0]
    return difference_of(shares[moves.index(best)] - given), difference_of(given - shares[moves.index(usual)])


class AnswerTried(Struct, frozen=True):
    """A task for a worker: judging another answer to a decision of a game."""

    part: DecisionPart
    decision: Decision
    move: Any

    def __call__(self) -> TriedAnswer:
        """Return how the answer compares."""
        return self.part.tried(self.decision, self.move)


def _run_part(part: DecisionPart) -> list[Decision | None]:
    return part()


class DecisionWork:
    """The judging of some seats' decisions in a game with these answers.

    The same answers and playouts give the same judgments, however many workers there are and however often it was
    interrupted.
    """

    def __init__(self, game: Judgeable, told: VisiblePast, seats: Sequence[int], playouts: int) -> None:
        self.game, self.header, self.answers, self.playouts = game, told.header, told.answers, playouts
        self.past = past = History(game.rules, self.header)
        past.follow(self.answers)
        self.seats = tuple(seats)
        self.journal = journal_hash(self.header, self.answers)
        people = seats_of_people(told)
        self.places = tuple(
            place for place, step in enumerate(past.steps)
            if step.question.seat in self.seats and _is_decision(step) and place >= self.header.taken_over
            and (told.players[place] == PERSON or step.question.seat not in people)
            and (place not in told.hidden or step.question.seat == told.reader.seat)
        )  # fmt: skip
        """Places where these seats had something to decide, in their order.

        Decisions inherited by a branch don't count, nor those of a computer in a person's seat. And if
        anything is hidden from the reader only the reader's own decisions are judged, by what they could know then.
        """

    @property
    def key(self) -> DecisionsKey:
        """The conditions of judging."""
        return DecisionsKey(self.journal, VERSION, self.judge.VERSION, self.playouts)

    def judged(self, known: Mapping[int, Decision | None], jobs: int) -> Iterator[dict[int, Decision | None]]:
        """Yield the results so far, by place: again and again, until all are there."""
        found = {place: known[place] for place in self.places if place in known}
        yield found
        parts = self.parts(found)
        for part, some in zip(parts, in_order(_run_part, parts, jobs), strict=True):
            found = found | dict(zip(part.places, some, strict=True))
            yield found

    def parts(self, known: Mapping[int, Decision | None]) -> list[DecisionPart]:
        """Return the remaining tasks when these places are known."""
        size = max(1, -(-len(self.places) // PARTS))
        left = [place for place in self.places if place not in known]
        return [self._part(tuple(left[begin : begin + size])) for begin in range(0, len(left), size)]

    def _part(self, places: tuple[int, ...]) -> DecisionPart:
        return DecisionPart(self.game, self.header, self.answers, places, self.playouts)

    @property
    def judge(self) -> DecisionJudge:
        """The judge. Callers have checked that the game provides one."""
        judge = self.game.decisions
        assert judge is not None
        return judge

    def usable(self, kept: Mapping[int, Decision | None]) -> dict[int, Decision | None]:
        """Return those kept decisions that these seats can have made by the rules, whatever a file says."""
        places = set(self.places)
        return {
            place: decision
            for place, decision in kept.items()
            if place in places and (decision is None or self._is_legal(decision))
        }

    def _is_legal(self, decision: Decision) -> bool:
        """Return whether the better and usual answers were legal there, move after move."""
        step, rules = self.past.steps[decision.place], self.game.rules
        try:
            for answers in (decision.better, (decision.usual,), *((part.instead,) for part in decision.parts)):
                state = step.before
                for answer in answers:
                    move = msgspec.convert(answer, rules.types.move)
                    state = rules.play(state, decision.seat, move).state
        except IllegalMove:
            return False
        return decision.seat == step.question.seat

    def task_to_try(self, decision: Decision, move: Any) -> AnswerTried:
        """Return the task that judges another answer to a decision."""
        return AnswerTried(self._part((decision.place,)), decision, move)

    def given(self, decision: Decision) -> list[Any]:
        """Return a seat's answers from a decision on, while it was asked the same: all moves of a turn."""
        first = self.past.steps[decision.place].question
        found = []
        for step in self.past.steps[decision.place :]:
            if step.question.seat != first.seat or _kind(step.question.key) != _kind(first.key):
                break
            found.append(step.answer)
        return found

    def moves(self, decision: Decision) -> list[Any]:
        """Return the answers to compare a decision with, as the game's moves: the better one, or the usual one."""
        against = (decision.usual,) if decision.verdict == "well seen" else decision.better
        return [msgspec.convert(move, self.game.rules.types.move) for move in against]

    def by_seat(self, decisions: Mapping[int, Decision | None]) -> list[JudgedSeat]:
        """Return the results by seat."""
        judged = [decision for _place, decision in sorted(decisions.items()) if decision is not None]
        return [JudgedSeat(seat, tuple(one for one in judged if one.seat == seat)) for seat in self.seats]


def _is_decision(step: PastAnswer) -> bool:
    """Return whether there was more than one legal answer."""
    question: Any = step.question
    return bool(question.count() > 1)


def _kind(key: str) -> tuple[str, str]:
    """Return the part of a question's key that questions of one kind in one turn share."""
    parts = key.split("/")
    return parts[0], parts[-1]


class GameToRead(Struct, frozen=True):
    """A task for a worker: reading the kept results of a game's decisions."""

    game: Any
    """A `Judgeable`."""
    path: Path
    playouts: int
    """The required playouts after each move."""

    def __call__(self) -> PlayedGame | None:
        """Return the game; None unless it is over, and a person has decided something in it."""
        return played_game(self.game, self.path, self.playouts)


def played_game(game: Judgeable, path: Path, playouts: int) -> PlayedGame | None:
    """Return a game with its kept results; None unless it is over, and a person has decided something in it."""
    try:
        contents = read_journal(only(game.rules), path)
        if not contents.is_finished or contents.header.is_excerpt:
            return None
        course = Replay(contents).run()
    except JournalError:
        return None
    header = contents.header
    past = whole_past(header, course.answers, course.changes)
    people = seats_of_people(past)
    if not people:
        return None
    names = tuple(header.seats[seat].name for seat in people)
    unjudged = PlayedGame(path, header.created, names)
    kept_at = decisions_path(path)
    if not kept_at.exists():
        return unjudged
    work = DecisionWork(game, past, people, playouts)
    kept = work.usable(kept_decisions(kept_at, work.key, game))
    if not kept.keys() >= set(work.places):
        return unjudged
    decisions = {place: kept[place] for place in work.places}
    return PlayedGame(path, header.created, names, tuple(work.by_seat(decisions)))

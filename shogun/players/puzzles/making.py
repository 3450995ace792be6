"""Making puzzles: games are played for it, each decision is examined, and candidates are proved."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.random_streams import Streams
from shogun.game.errors import NoPosition
from shogun.players.puzzles.proving import (
    A_LOOK,
    GUESSED,
    Proof,
    bounds_for,
    is_clear,
    lead_of,
    of_other_ideas,
    playouts_elsewhere,
    proof,
    random_answers,
)
from shogun.players.puzzles.puzzle import (
    FORMAT,
    Answer,
    CandidateAnswers,
    Puzzle,
    Puzzled,
    PuzzleJudge,
    PuzzleStart,
    WorldTrial,
)
from shogun.players.puzzles.solvers import measured
from shogun.players.puzzles.verdict import OpenedPuzzle, values
from shogun.players.seating import seated, substitute
from shogun.table.errors import TowerTooSmall
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.position_draft import placed, position_at
from shogun.table.replay import History
from shogun.table.session import Session, run

LOOKS_CLEAR = 6.0
"""Points by which the best answer leads at a first look."""
LEAST_DISTANCE = 12
"""Smallest number of answers between two puzzles of a game."""
UNKNOWN = (-2.0, -1.0, 0.0)
"""Placeholder for the bounds of a puzzle that isn't evaluated yet."""
A_GAME = 2
"""Most puzzles from one game, since those are similar."""


class GameSearch(Struct, frozen=True):
    """A task for a worker: the search for puzzles in one game, played for it."""

    game: Any
    """A `Puzzled`."""
    theme: str
    seed: int
    number: int
    """Number of the game, from 0."""
    setups: tuple[Any, ...]
    """The setup for each number of players."""
    tower: TowerInfo | None = None

    @property
    def name(self) -> str:
        """The game's name in streams and files."""
        return f"{self.theme}-{self.seed}-{self.number}"

    def __call__(self) -> list[Puzzle]:
        """Return the puzzles that were found and proved. Raises SeatFailed."""
        return list(self._found(self.game))

    def _found(self, game: Puzzled) -> Iterator[Puzzle]:
        session, judge, found = self._played(game), game.puzzles, list[int]()
        assert judge is not None, "the search checks this before"
        past = History(game.rules, session.header)
        past.follow(session.course.answers)
        for place, step in enumerate(past.steps):
            seat = step.question.seat
            if seat is None or len(found) == A_GAME or (found and place - found[-1] < LEAST_DISTANCE):
                continue
            view = game.rules.view(step.before, seat)
            start = PuzzleStart(session.header, step.before, view, past.inside(place), step.question)
            if not judge.is_start(start, self.theme):
                continue
            puzzle = made_at(game, self.theme, start, Streams(self.seed).number(f"puzzle/{self.name}/{place}"))
            if puzzle is not None:
                found.append(place)
                yield puzzle

    def _played(self, game: Puzzled) -> Session:
        judge = game.puzzles
        assert judge is not None, "the search checks this before"
        setup = self.setups[self.number % len(self.setups)]
        players = (judge.PLAYER,) * setup.seats
        names = game.words.seat_names(setup)[: setup.seats]
        seats = tuple(SeatInfo(name, "", player) for name, player in zip(names, players, strict=True))
        seed = Streams(self.seed).number(f"puzzles/{game.code}/{self.number}")
        session = Session.start(game.rules, Header(seed=seed, setup=setup, seats=seats, tower=self.tower))
        with seated(game.opponents, players, {}) as sitting:
            run(session, sitting, substitute=substitute(game.opponents))
        return session


class RelativeSearch(Struct, frozen=True):
    """A task for a worker: the same position with different luck, if that is a puzzle too."""

    game: Any
    """A `Puzzled`."""
    puzzle: Puzzle
    seed: int
    number: int
    """Number of the luck, from 0."""

    @property
    def name(self) -> str:
        """Its name in streams and files."""
        return f"{self.puzzle.theme}-{self.puzzle.id}-{self.seed}-{self.number}"

    def __call__(self) -> list[Puzzle]:
        """Return the puzzle, if it is one. Raises SeatFailed."""
        start = OpenedPuzzle(self.game, self.puzzle).start
        puzzle = made_at(self.game, self.puzzle.theme, start, Streams(self.seed).number(f"relative/{self.name}"))
        return [] if puzzle is None else [puzzle]


Search = GameSearch | RelativeSearch


def made_at(game: Puzzled, theme: str, start: PuzzleStart, seed: int) -> Puzzle | None:
    """Return the puzzle of a theme at a place of a game, if it is one; a new seed redraws what is hidden there.

    Raises SeatFailed.
    """
    try:
        journal = _journal_at(game, start, seed)
    except (NoPosition, TowerTooSmall):
        return None
    return None if journal is None else _made(game, theme, start.seat, journal)


def _journal_at(game: Puzzled, start: PuzzleStart, seed: int) -> tuple[str, ...] | None:
    """Return the journal of a game that begins at a place of another, with the same question to a person.

    None if that seat isn't asked first. Raises NoPosition, TowerTooSmall.
    """
    played, seat = start.header, start.seat
    seats = tuple(replace(info, player=PERSON if at == seat else info.player) for at, info in enumerate(played.seats))
    header = Header(seed=seed, setup=played.setup, seats=seats, tower=played.tower)
    position = position_at(game.rules, start.state, start.inside, (seat,))
    session = Session.start(game.rules, placed(header, position))
    while session.chance is not None:
        session.advance()
    if all(question.seat != seat for question in session.questions):
        return None
    return tuple(line.decode().rstrip("\n") for line in session.writer.lines)


def _made(game: Puzzled, theme: str, seat: int, journal: tuple[str, ...]) -> Puzzle | None:
    """Return the puzzle of a theme that begins at the end of a journal, if it is one."""
    plain = Puzzle(FORMAT, 0, game.code, theme, seat, UNKNOWN, ("",), ("",), 0, 0, 0, 0, 0, journal)
    judge = game.puzzles
    assert judge is not None, "the search checks this before"
    opened = OpenedPuzzle.begun(game, plain)
    sought = judge.sought(opened.start, theme, f"{opened.luck}/search")
    if sought is None or len(sought.answers) < 2:
        return None
    opened = OpenedPuzzle.begun(game, replace(plain, aim=sought.aim))
    rules = judge.plain_answers(opened.start, theme).values()
    by_rule = list(dict.fromkeys((sought.usual, *(answer for answers in rules for answer in answers))))
    if not _looks_clear(opened, judge, sought, by_rule):
        return None
    sought = _searched_again(opened, judge, sought)
    if not (_looks_clear(opened, judge, sought, by_rule) and _looks_clear_elsewhere(opened, judge, sought.answers)):
        return None
    best, usual = (judge.told(opened.start, theme, answer) for answer in (sought.answers[0], sought.usual))
    weighed = None if best == usual else _weighed(opened, judge, sought, by_rule)
    if weighed is None:
        return None
    opened = OpenedPuzzle(game, weighed)
    found = proof(opened)
    if not found.is_given:
        return None
    proved = _as_proved(weighed, found)
    return replace(proved, tried=measured(OpenedPuzzle(game, proved)))


def _as_proved(puzzle: Puzzle, confirmed: Proof) -> Puzzle:
    """Return a puzzle with the lead that its proof has confirmed: no answer with another idea has three stars."""
    lead, error = confirmed.lead.mean, confirmed.lead.error
    if lead >= puzzle.lead:
        return puzzle
    first, second, third = puzzle.bounds
    nearer = max(third, round(puzzle.value - lead / 3, 2))
    return replace(puzzle, lead=round(lead, 4), error=round(error, 4), bounds=(first, second, nearer))


def _searched_again(opened: OpenedPuzzle, judge: PuzzleJudge, sought: CandidateAnswers) -> CandidateAnswers:
    """Return the answers of a search with different luck, added to those found before, the best first."""
    theme, again = opened.puzzle.theme, judge.sought(opened.start, opened.puzzle.theme, f"{opened.luck}/more")
    answers = list(dict.fromkeys((*sought.answers, *(again.answers if again else ()))))
    means = judge.values(opened.start, theme, answers, opened.theme.playouts, f"{opened.luck}/more").mean(axis=1)
    order = sorted(range(len(answers)), key=lambda place: (-float(means[place]), place))
    return replace(sought, answers=tuple(answers[place] for place in order))


def _looks_clear(opened: OpenedPuzzle, judge: PuzzleJudge, sought: CandidateAnswers, plain: Sequence[Answer]) -> bool:
    """Return whether the best may be clear, by some of the playouts and with different luck from the verdict's."""
    theme, answers = opened.puzzle.theme, list(dict.fromkeys((*sought.answers, *plain)))
    playouts = max(1, opened.theme.playouts // A_LOOK)
    points = judge.values(opened.start, theme, answers, playouts, f"{opened.luck}/look")
    lead = lead_of(opened.start, judge, theme, answers, points).mean
    means = points.mean(axis=1)
    too_good = float(means[0]) - lead / 3
    return lead > LOOKS_CLEAR and all(float(means[answers.index(answer)]) < too_good for answer in plain)


def _looks_clear_elsewhere(opened: OpenedPuzzle, judge: PuzzleJudge, ranked: Sequence[Answer]) -> bool:
    """Return whether the best may lead in other circumstances too, by a few playouts with luck of their own."""
    theme, answers = opened.puzzle.theme, of_other_ideas(opened, ranked)
    trials = (
        WorldTrial(world, playouts_elsewhere(opened) // A_LOOK, f"{opened.luck}/{world}/look")
        for world in opened.theme.worlds
    )
    points = (judge.values_in(trial, opened.start, theme, answers) for trial in trials)
    return all(lead_of(opened.start, judge, theme, answers, found).mean > 0 for found in points)


def _weighed(
    opened: OpenedPuzzle, judge: PuzzleJudge, sought: CandidateAnswers, plain: Sequence[Answer]
) -> Puzzle | None:
    """Return a puzzle with its bounds, if one of these answers is clearly the best in playouts that chose none."""
    theme, puzzle = opened.puzzle.theme, opened.puzzle
    answers = list(dict.fromkeys((*sought.answers, *plain)))
    points = values(opened, answers)
    lead = lead_of(opened.start, judge, theme, answers, points)
    if not is_clear(lead):
        return None
    drawn = random_answers(judge, opened.start, theme, f"{opened.luck}/bounds")
    each = list(dict.fromkeys(drawn))
    means = dict(zip(each, values(opened, each).mean(axis=1), strict=True))
    others = np.array([means[answer] for answer in drawn])
    value, goal = round(float(points[0].mean()), 6), opened.theme.goal
    if value < max(opened.theme.least, goal or opened.theme.least):
        return None
    best_plain = max(float(points[answers.index(answer)].mean()) for answer in plain)
    bounds = bounds_for(value, value - lead.mean, best_plain, others, goal)
    likely = float((others >= bounds[1]).mean())
    if likely > GUESSED:
        return None
    return replace(
        puzzle, version=judge.VERSION, bounds=bounds, best=_plain(answers[0]), usual=_plain(sought.usual),
        value=value, usual_value=round(float(points[answers.index(sought.usual)].mean()), 6),
        lead=round(lead.mean, 4), error=round(lead.error, 4), likely=round(likely, 4),
    )  # fmt: skip


def _plain(answer: Answer) -> tuple[Any, ...]:
    return tuple(msgspec.to_builtins(move) for move in answer)

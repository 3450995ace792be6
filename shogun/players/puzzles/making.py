"""Puzzles sought in games that are played for it: each decision is looked at, and what is found is proved."""

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.random_streams import Streams
from shogun.game.errors import NoPosition
from shogun.players.puzzles.opened_puzzle import OpenedPuzzle
from shogun.players.puzzles.proving import GUESSED, Proof, bounds_for, is_clear, lead_of, proof, random_answers
from shogun.players.puzzles.puzzle import FORMAT, Puzzle
from shogun.players.puzzles.puzzle_judge import Answer, Puzzled, PuzzleJudge, PuzzleStart, Sought
from shogun.players.puzzles.verdict import values
from shogun.players.seating import seated, substitute
from shogun.table.errors import TowerTooSmall
from shogun.table.past.history import History
from shogun.table.positions.position_export import placed, position_at
from shogun.table.running.game_loop import run
from shogun.table.running.session import Session
from shogun.table.storage.journal import PERSON, Header, SeatInfo, TowerInfo

A_LOOK = 4
"""The part of the playouts, one in so many, by which it is found whether a closer look is worth it, ..."""
LOOKS_CLEAR = 6.0
"""... that is, whether the best answer is better by so many points."""
APART = 12
"""Answers that lie between two puzzles of a game, at least."""
UNKNOWN = (-2.0, -1.0, 0.0)
"""Stand for the bounds of a puzzle that is not yet weighed."""
A_GAME = 2
"""Puzzles that a game gives at most: those of one game are alike."""


class GameSearch(Struct, frozen=True):
    """A task for a worker: the search for puzzles in one game, which is played for it."""

    game: Any
    """A `Puzzled`."""
    theme: str
    seed: int
    number: int
    """Of the game, from 0."""
    setups: tuple[Any, ...]
    """What is agreed, for each number of players."""
    tower: TowerInfo | None = None

    @property
    def name(self) -> str:
        """What the game is called in streams and files."""
        return f"{self.theme}-{self.seed}-{self.number}"

    def __call__(self) -> list[Puzzle]:
        """Return the puzzles that were found and proved. Raises SeatFailed."""
        return list(self._found(self.game))

    def _found(self, game: Puzzled) -> Iterator[Puzzle]:
        session, judge, found = self._played(game), game.puzzles, list[int]()
        assert judge is not None, "whoever searches has looked"
        past = History(game.rules, session.header)
        past.follow(session.course.answers)
        for place, step in enumerate(past.steps):
            seat = step.question.seat
            if seat is None or len(found) == A_GAME or (found and place - found[-1] < APART):
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
        assert judge is not None, "whoever searches has looked"
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
    """A task for a worker: the same position with other luck, if that is a puzzle too."""

    game: Any
    """A `Puzzled`."""
    puzzle: Puzzle
    seed: int
    number: int
    """Of the luck, from 0."""

    @property
    def name(self) -> str:
        """What it is called in streams and files."""
        return f"{self.puzzle.theme}-{self.puzzle.id}-{self.seed}-{self.number}"

    def __call__(self) -> list[Puzzle]:
        """Return the puzzle, if it is one. Raises SeatFailed."""
        start = OpenedPuzzle(self.game, self.puzzle).start
        puzzle = made_at(self.game, self.puzzle.theme, start, Streams(self.seed).number(f"relative/{self.name}"))
        return [] if puzzle is None else [puzzle]


Search = GameSearch | RelativeSearch


def made_at(game: Puzzled, theme: str, start: PuzzleStart, seed: int) -> Puzzle | None:
    """Return the puzzle of a theme at a place of a game, if it is one; what is hidden there is laid by a new seed.

    Raises SeatFailed.
    """
    try:
        journal = _journal_at(game, start, seed)
    except (NoPosition, TowerTooSmall):
        return None
    return None if journal is None else _made(game, theme, start.seat, journal)


def _journal_at(game: Puzzled, start: PuzzleStart, seed: int) -> tuple[str, ...] | None:
    """Return the journal of a game that begins at a place of another, in which a person is asked what was asked there.

    None if that seat isn't asked first. Raises NoPosition, TowerTooSmall.
    """
    played, seat = start.header, start.seat
    seats = tuple(replace(info, player=PERSON if at == seat else info.player) for at, info in enumerate(played.seats))
    header = Header(seed=seed, setup=played.setup, seats=seats, tower=played.tower)
    found = position_at(game.rules, start.state, start.inside, (seat,))
    session = Session.start(game.rules, placed(header, found))
    while session.chance is not None:
        session.advance()
    if all(question.seat != seat for question in session.questions):
        return None
    return tuple(line.decode().rstrip("\n") for line in session.writer.lines)


def _made(game: Puzzled, theme: str, seat: int, journal: tuple[str, ...]) -> Puzzle | None:
    """Return the puzzle of a theme that begins where a journal ends, if it is one."""
    plain = Puzzle(FORMAT, 0, game.code, theme, seat, UNKNOWN, ("",), ("",), 0, 0, 0, 0, 0, journal)
    judge = game.puzzles
    assert judge is not None, "whoever searches has looked"
    opened = OpenedPuzzle.begun(game, plain)
    sought = judge.sought(opened.start, theme, f"{opened.luck}/search")
    if sought is None or len(sought.answers) < 2:
        return None
    opened = OpenedPuzzle.begun(game, replace(plain, aim=sought.aim))
    if not _looks_clear(opened, judge, sought):
        return None
    sought = _searched_again(opened, judge, sought)
    if not _looks_clear(opened, judge, sought):
        return None
    weighed = _weighed(opened, judge, sought)
    if weighed is None:
        return None
    found = proof(OpenedPuzzle(game, weighed))
    return _as_proved(weighed, found) if found.is_given else None


def _as_proved(puzzle: Puzzle, found: Proof) -> Puzzle:
    """Return a puzzle with the lead that the proof has left of it: nothing of another idea has three stars."""
    lead, error = found.lead.mean, found.lead.error
    if lead >= puzzle.lead:
        return puzzle
    first, second, third = puzzle.bounds
    nearer = max(third, round(puzzle.value - lead / 3, 2))
    return replace(puzzle, lead=round(lead, 4), error=round(error, 4), bounds=(first, second, nearer))


def _searched_again(opened: OpenedPuzzle, judge: PuzzleJudge, sought: Sought) -> Sought:
    """Return the answers of a search with other luck beside those that were found, the best first."""
    theme, again = opened.puzzle.theme, judge.sought(opened.start, opened.puzzle.theme, f"{opened.luck}/more")
    answers = list(dict.fromkeys((*sought.answers, *(again.answers if again else ()))))
    means = judge.values(opened.start, theme, answers, opened.theme.playouts, f"{opened.luck}/more").mean(axis=1)
    order = sorted(range(len(answers)), key=lambda place: (-float(means[place]), place))
    return replace(sought, answers=tuple(answers[place] for place in order))


def _looks_clear(opened: OpenedPuzzle, judge: PuzzleJudge, sought: Sought) -> bool:
    """Return whether the best may be clear, by a part of the playouts and by other luck than that of the verdict."""
    if judge.is_alike(opened.start, opened.puzzle.theme, sought.answers[0], sought.usual):
        return False
    theme, answers = opened.puzzle.theme, list(dict.fromkeys((*sought.answers, sought.usual)))
    playouts = max(1, opened.theme.playouts // A_LOOK)
    found = judge.values(opened.start, theme, answers, playouts, f"{opened.luck}/look")
    return lead_of(opened.start, judge, theme, answers, found).mean > LOOKS_CLEAR


def _weighed(opened: OpenedPuzzle, judge: PuzzleJudge, sought: Sought) -> Puzzle | None:
    """Return a puzzle with its bounds, if one of these answers is clearly the best by playouts that chose none."""
    theme, puzzle = opened.puzzle.theme, opened.puzzle
    answers = list(dict.fromkeys((*sought.answers, sought.usual)))
    found = values(opened, answers)
    lead = lead_of(opened.start, judge, theme, answers, found)
    if not is_clear(lead):
        return None
    drawn = random_answers(judge, opened.start, theme, f"{opened.luck}/bounds")
    each = list(dict.fromkeys(drawn))
    means = dict(zip(each, values(opened, each).mean(axis=1), strict=True))
    others = np.array([means[answer] for answer in drawn])
    value, goal = round(float(found[0].mean()), 6), opened.theme.goal
    if value < max(opened.theme.least, goal or opened.theme.least):
        return None
    bounds = bounds_for(value, value - lead.mean, others, goal)
    likely = float((others >= bounds[1]).mean())
    if likely > GUESSED:
        return None
    return replace(
        puzzle, version=judge.VERSION, bounds=bounds, best=_plain(answers[0]), usual=_plain(sought.usual),
        value=value, usual_value=round(float(found[answers.index(sought.usual)].mean()), 6),
        lead=round(lead.mean, 4), error=round(lead.error, 4), likely=round(likely, 4),
    )  # fmt: skip


def _plain(answer: Answer) -> tuple[Any, ...]:
    return tuple(msgspec.to_builtins(move) for move in answer)

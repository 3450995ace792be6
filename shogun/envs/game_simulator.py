"""A game without a journal: the rules, with chance answered from the streams of a seed as the table answers it."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from shogun.base.random_streams import Streams
from shogun.game.protocol import AnyGame, only
from shogun.game.questions import ChanceQuestion, PlayerQuestion, Throw, Thrown
from shogun.game.words import view_lines
from shogun.games import Game
from shogun.table.journal import Header, SeatInfo, TowerInfo, parse_journal
from shogun.table.session import UNLIMITED, Seat, Session, lots
from shogun.table.towers import tower_of


class GameSimulator:
    """A game at its present state. The same seed and answers give what a session with a journal gives."""

    def __init__(self, rules: AnyGame, setup: Any, tower: TowerInfo | None, seed: int) -> None:
        """Begin a game, up to the first question to a seat. Raises IllegalSetup."""
        self.rules = rules
        self.setup = setup
        self.seed = seed
        self.answers: list[tuple[int | None, Any]] = []
        """All answers so far, those of chance too, with the seat that gave each."""
        self.events: Sequence[Any] = ()
        """What the last answer of a seat has led to."""
        self._info = tower
        self._tower = tower_of(tower)
        self._inside = self._tower.empty()
        self._streams = Streams(seed)
        self.state: Any = rules.new(setup)
        self.question: PlayerQuestion | None = None
        """The open question to a seat, of several at once the first; None when the game is over."""
        self._go_on()

    def copy(self) -> "GameSimulator":
        """Return the same game at the same state, which goes on by itself: states are values, so they are shared."""
        other = object.__new__(GameSimulator)
        other.__dict__.update(self.__dict__)
        other.answers = self.answers.copy()
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds: all but the rules, which are code, and what follows from the rest."""
        left_out = ("rules", "question", "_tower")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def reseed(self, seed: int) -> None:
        """Let all chance from here on come from another seed."""
        self.seed, self._streams = seed, Streams(seed)

    def with_rules(self, rules: AnyGame) -> "GameSimulator":
        """Return this game; one that comes from a pickle with its rules again."""
        if "rules" in vars(self):
            return self
        self.rules = rules
        self._tower = tower_of(self._info)
        asked = [question for question in rules.awaited(self.state) if question.seat is not None]
        self.question = asked[0] if asked else None
        return self

    def answer(self, seat: int, move: Any) -> None:
        """Give a seat's answer and go on to the next question. Raises IllegalMove."""
        step = self.rules.play(self.state, seat, move)
        self.state, self.events = step.state, step.events
        self.answers.append((seat, move))
        self._go_on()

    def chosen_by(self, choose: Seat) -> Any:
        """Return what an opponent of the program answers to the open question, with the random stream of its seat."""
        question = self.question
        assert question is not None, "a game that runs asks somebody"
        rng = self._streams.stream(f"seat{question.seat}/{question.key}")
        return choose(self.rules.view(self.state, question.seat), self._inside, question, rng, UNLIMITED)

    def session(self, names: Sequence[str]) -> Session:
        """Return the same game at a table as it was begun, with a journal in memory; `names` are those of its seats."""
        seats = tuple(SeatInfo(name) for name in names)
        return Session.start(self.rules, Header(seed=self.seed, setup=self.setup, seats=seats, tower=self._info))

    def catch_up(self, session: Session, answers: int) -> int:
        """Play on such a session, which has so many answers, to this state; return how many it has now."""
        for seat, answer in self.answers[answers:]:
            if seat is None:
                session.advance()
            else:
                session.answer(seat, answer)
        return len(self.answers)

    def _go_on(self) -> None:
        """Let chance answer, until a seat is asked or the game is over."""
        rules = self.rules
        while True:
            asked = rules.awaited(self.state)
            if not asked:
                self.question = None
                return
            question = asked[0]
            if question.seat is not None:
                self.question = question
                return
            answer = self._chance(question)
            step = rules.play(self.state, None, answer)
            self.state, self.events = step.state, (*self.events, *step.events)
            self.answers.append((None, answer))

    def _chance(self, question: ChanceQuestion) -> Any:
        if not isinstance(question, Throw):
            return lots(question, self._streams)
        fall = self._tower.throw(self._inside, question.cubes, self._streams.number(question.key), record=False)
        self._inside = fall.inside
        return Thrown(fall.out)


# What an environment shows: a text of what everybody may see, or a picture of the game's own screen.

SCREEN = (1280, 720)
"""Width and height of pictures, px."""
RENDER_MODES = ("ansi", "rgb_array", "human")


def printed(entry: Game, game: GameSimulator) -> str:
    """Return what the last answer has led to, a sentence each, and the table as an onlooker sees it."""
    return "\n".join(_lines(entry, game))


def _lines(entry: Game, game: GameSimulator) -> Iterator[str]:
    names = entry.words.seat_names(game.setup)
    yield from (entry.words.sentence(event, names) for event in game.events)
    yield from (
        f"{'  ' * line.depth}{line.label}: {line.text}" for line in view_lines(game.rules.view(game.state, None))
    )


class ScreenPictures:
    """The screen of a game, drawn without a display."""

    def __init__(self, entry: Game, game: GameSimulator) -> None:
        """Begin pictures of a game."""
        self._entry = entry
        self._game = game
        self._session = game.session(entry.words.seat_names(game.setup)[: game.setup.seats])
        self._answers = 0

    def taken(self) -> np.ndarray:
        """Return the screen as it shows the game now: (720, 1280, 3), red, green and blue as uint8."""
        from shogun.window.game.board_pictures import last_screen  # loads pygame

        self._answers = self._game.catch_up(self._session, self._answers)
        contents = parse_journal(only(self._game.rules), b"".join(self._session.writer.lines), None)
        pixels = last_screen({self._entry.code: self._entry}, contents, SCREEN)
        return np.frombuffer(pixels, np.uint8).reshape(SCREEN[1], SCREEN[0], 3).copy()

    def close(self) -> None:
        """Let go of the journal."""
        self._session.close()

"""Games without a journal, with chance answered from a seed's streams as at the table; and pictures of them."""

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
        """All answers so far, including chance's, each with its seat."""
        self.events: Sequence[Any] = ()
        """Events caused by a seat's last answer."""
        self._info = tower
        self._tower = tower_of(tower)
        self._inside = self._tower.empty()
        self._streams = Streams(seed)
        self.state: Any = rules.new(setup)
        self.question: PlayerQuestion | None = None
        """The open question to a seat, the first of several simultaneous ones; None when the game is over."""
        self._go_on()

    def copy(self) -> "GameSimulator":
        """Return an independent copy of the game; the states are immutable and therefore shared."""
        other = object.__new__(GameSimulator)
        other.__dict__.update(self.__dict__)
        other.answers = self.answers.copy()
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Return the pickled state: everything but the rules, which are code, and whatever can be derived."""
        left_out = ("rules", "question", "_tower")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def reseed(self, seed: int) -> None:
        """Draw all further chance from another seed."""
        self.seed, self._streams = seed, Streams(seed)

    def with_rules(self, rules: AnyGame) -> "GameSimulator":
        """Return this game, with its rules restored after unpickling."""
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
        """Return the answer of one of the program's opponents to the open question, using its seat's random stream."""
        question = self.question
        assert question is not None, "a game that runs asks somebody"
        rng = self._streams.stream(f"seat{question.seat}/{question.key}")
        return choose(self.rules.view(self.state, question.seat), self._inside, question, rng, UNLIMITED)

    def session(self, names: Sequence[str]) -> Session:
        """Return the same game as a new table session, with a journal in memory; `names` are those of its seats."""
        seats = tuple(SeatInfo(name) for name in names)
        return Session.start(self.rules, Header(seed=self.seed, setup=self.setup, seats=seats, tower=self._info))

    def catch_up(self, session: Session, answers: int) -> int:
        """Advance such a session from its number of answers to this state; return its new number of answers."""
        for seat, answer in self.answers[answers:]:
            if seat is None:
                session.advance()
            else:
                session.answer(seat, answer)
        return len(self.answers)

    def _go_on(self) -> None:
        """Answer for chance until a seat is asked or the game is over."""
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


# Rendering: a text as everybody may see it, or a picture of the game's own screen

SCREEN = (1280, 720)
"""Width and height of pictures, px."""
RENDER_MODES = ("ansi", "rgb_array", "human")


def printed(entry: Game, game: GameSimulator) -> str:
    """Return the events of the last answer, a sentence each, and the table as an onlooker sees it."""
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
        """Return the current screen: (720, 1280, 3), red, green and blue as uint8."""
        from shogun.window.game.board_pictures import last_screen  # loads pygame

        self._answers = self._game.catch_up(self._session, self._answers)
        contents = parse_journal(only(self._game.rules), b"".join(self._session.writer.lines), None)
        pixels = last_screen({self._entry.code: self._entry}, contents, SCREEN)
        return np.frombuffer(pixels, np.uint8).reshape(SCREEN[1], SCREEN[0], 3).copy()

    def close(self) -> None:
        """Release the journal."""
        self._session.close()

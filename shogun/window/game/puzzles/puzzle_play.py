"""Puzzle in progress: a game's own scene with a task in place of the log.

A game's scene is inherited behind this; answers are given as in the game, and judged by a worker.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import date
from functools import partial
from typing import Any, cast

from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.game.protocol import look_up
from shogun.players.puzzles.collection import RelativePuzzle, all_puzzles, from_easy, next_puzzle
from shogun.players.puzzles.puzzle import MOST_STARS, Answer, Puzzled, stars_text
from shogun.players.puzzles.solved_puzzles import HelpKind, load_progress, note_help, note_stars
from shogun.players.puzzles.verdict import (
    OpenedPuzzle,
    PuzzleVerdict,
    VerdictTask,
    answer_lines,
    open_puzzle,
    verdict_lines,
)
from shogun.table.journal import SeatInfo
from shogun.table.session import Session
from shogun.window.game.opening import shown
from shogun.window.game.puzzles.task_panel import TaskPanel
from shogun.window.game.slip import SlipScene, scene_type
from shogun.window.kit.input.keys import Command
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.routes import PuzzlePlace, ToMenu, ToPuzzle, ToPuzzles

ONLY_FORWARD = marked("Answers can't be undone; press Retry to restart the puzzle.")


class PuzzlePlay(SlipScene):
    """Game that ends with the answer to a puzzle; the adviser can't be asked."""

    calendar: Callable[[], date] = date.today

    def __init__(self, opened: OpenedPuzzle, place: PuzzlePlace, *scene: Any) -> None:
        """Open a puzzle; `scene` is the base of the game's own scene."""
        self.opened, self.place = opened, place
        self.puzzle_verdict: PuzzleVerdict | None = None
        self._thought: Future[PuzzleVerdict] | None = None
        self._given: Answer | None = None
        self._trouble = ""
        progress = load_progress()
        self.reached = progress.of(opened.puzzle.id)
        self.help = progress.help(opened.puzzle.id, self.calendar())
        self.is_hinted, self.is_answer_shown = self.help.hinted, False
        super().__init__(*scene)
        self.model.branch = ""  # of whose game nobody has to know
        self.began = len(self.driver.session.course.answers)
        self.lay_slip(TaskPanel(self))

    # Contents of the slip

    @property
    def title(self) -> str:
        """Title of the puzzle."""
        return self.opened.title()

    @property
    def is_judged(self) -> bool:
        """True if the answer has been judged."""
        return self.puzzle_verdict is not None

    @property
    def stars(self) -> int | None:
        """Stars of the answer, less the cost of help; None until it has been judged."""
        return None if self.puzzle_verdict is None else min(self.puzzle_verdict.stars, self.help.most)

    @property
    def is_wrong(self) -> bool:
        """True if the answer isn't a best one, and the best one is still to be found."""
        found = self.puzzle_verdict
        return found is not None and found.stars < MOST_STARS and not self.is_answer_shown

    @property
    def is_solved(self) -> bool:
        """True if the answer is a best one."""
        return self.puzzle_verdict is not None and self.puzzle_verdict.stars == MOST_STARS

    def current_words(self) -> Sequence[str]:
        """Return the task, or the comment on the answer, in the current language."""
        if self._trouble:
            return [self._trouble]
        if self._given is None:
            hint = [] if self.help.shown else self._hint_lines()
            *task, last = self.opened.task()
            return [*task, " ".join([last, *hint, *self._lines_of_help()])]
        if self.puzzle_verdict is None:
            return [_("Judging your answer …")]
        if self.is_answer_shown:
            return answer_lines(self.opened, self.puzzle_verdict)
        lines = verdict_lines(self.opened, self._given, self.puzzle_verdict)
        if self.is_solved:
            return [*lines, *self._lines_of_help()]
        reached, *reason = lines
        return [f"{stars_text(self.stars or 0)} {reached}", *(self._hint_lines() or reason)]

    def _hint_lines(self) -> list[str]:
        return [_("Hint: {text}").format(text=self.opened.hint())] if self.is_hinted else []

    def _lines_of_help(self) -> list[str]:
        """Return lines with the stars earned before, and those still available after help."""
        most, earned = self.help.most, stars_text(self.reached or 0)
        if not most:
            return [_("No stars this time: you saw the answer.")]
        if most < MOST_STARS:
            return [_("Earned: {earned}; now possible: {most}").format(earned=earned, most=stars_text(most))]
        return [] if self.reached is None else [_("Earned: {earned}").format(earned=earned)]

    @property
    def has_next(self) -> bool:
        """True if there is another unsolved puzzle."""
        return self.place.next is not None

    # The game

    @property
    def nothing_asked(self) -> str:
        """Text once the puzzle is answered: its game doesn't continue."""
        return "" if self._given is None else _("You have answered this puzzle.")

    def is_held(self) -> bool:
        """Return whether the puzzle is answered and everything has been shown."""
        return super().is_held() or (self._given is not None and self.showing.is_over)

    def is_moving(self) -> bool:
        """Return whether something is being shown, or an answer is being judged."""
        return self._thought is not None or super().is_moving()

    def answer(self, move: Any) -> None:
        """Give an answer, unless the puzzle has been answered."""
        if self._given is None:
            self.forget_refusal()
            super().answer(move)
        else:
            self.screen.refuse(_(ONLY_FORWARD))

    def update(self, seconds: float) -> None:
        """Advance the game, and have a complete answer judged."""
        super().update(seconds)
        if self._given is None:
            self._look_whether_whole()
        elif self._thought is not None and self._thought.done():
            self._take(self._thought)

    def _look_whether_whole(self) -> None:
        session, seat = self.driver.session, self.opened.puzzle.seat
        moves = tuple(line.answer for line in session.course.answers[self.began :] if line.seat == seat)
        if self.opened.theme.to_end:
            is_whole = session.is_over and self.showing.is_over
        else:
            is_whole = self.opened.judge.is_whole(self.opened.start, self.opened.puzzle.theme, moves)
        if is_whole:
            self._given = moves
            task = VerdictTask(self.opened.game, self.opened.proved.puzzle, moves)
            self._thought = self.app.workers.submit(task)
            if self.showing.is_over:
                self.questions.ask()  # nobody any more
            self.say()

    def _take(self, thought: "Future[PuzzleVerdict]") -> None:
        """Show the value of an answer, and store its stars."""
        self._thought = None
        try:
            found = thought.result()
        except Exception as error:  # a worker's own, or that it died
            self._trouble = _("Your answer can't be judged: {error}.").format(error=error_text(error))
            self.say()
        else:
            self.show_verdict(self._given or (), found)
            self._keep(self.stars or 0)

    def show_verdict(self, answer: Answer, found: PuzzleVerdict) -> None:
        """Show the value of an answer."""
        self._given, self.puzzle_verdict = answer, found
        self.say()
        self.lay_again()

    def _keep(self, stars: int) -> None:
        puzzle, day = self.opened.puzzle.id, self.place.day
        keep = partial(note_stars, puzzle, stars, day, rating=self._rating)
        self.app.keep(f"stars {puzzle} {day} {stars}", _("Puzzles"), keep)
        self.reached = max(stars, self.reached or 0)
        if self.is_wrong:
            self._keep_help("retry")
        elif self.is_solved:
            self.app.sounds_signal("won")

    @property
    def _rating(self) -> float | None:
        """The puzzle's rating, if a first try counts for the person's: only with all stars left, not for relatives."""
        puzzle = self.opened.puzzle
        counts = self.app.settings.rating and puzzle.tried and not self.opened.number and self.help.most == MOST_STARS
        return puzzle.rating if counts else None

    def _keep_help(self, kind: HelpKind) -> None:
        puzzle, today = self.opened.puzzle.id, self.calendar()
        self.app.keep(f"{kind} {puzzle}", _("Puzzles"), partial(note_help, puzzle, kind, today))

    # Help after an answer

    @property
    def _is_first_try(self) -> bool:
        return self.reached is None and self.help.most == MOST_STARS

    @property
    def hint_refusal(self) -> str:
        """Reason why the hint can't be shown now; empty if it can."""
        if self.is_hinted:
            return _("You have had the hint.")
        if self.is_wrong:
            return ""
        if self._is_first_try:
            return _("You can get a hint after your first complete try.")
        return _("You can get a hint after this try.")

    @property
    def answer_refusal(self) -> str:
        """Reason why the best answer can't be shown now; empty if it can."""
        if self.is_wrong:
            return ""
        if self._is_first_try:
            return _("You can see the answer after your first try.")
        return _("You can see the answer after this try.")

    def show_hint(self) -> None:
        """Show the first part of the best answer, or its kind; this costs a star."""
        if self.is_wrong and not self.is_hinted:
            self.is_hinted = True
            self._keep_help("hint")
            self.say()

    def show_answer(self) -> None:
        """Show the best answer; the puzzle then earns no stars until it counts as new again."""
        if self.is_wrong:
            self.is_answer_shown = True
            self._keep_help("answer")
            self.say()

    def confirm(self) -> None:
        """Press the highlighted button of a verdict: next puzzle, or retry."""
        if self.puzzle_verdict is None:
            super().confirm()
        elif self.has_next and not self.is_wrong:
            self.go_on()
        else:
            self.start_again()

    def command(self, command: Command) -> None:
        """Show the puzzle's hint next to a verdict; before that, say when it is available."""
        if command == "hint" and self.puzzle_verdict is not None:
            self.show_hint()
        elif command == "hint":
            self.screen.refuse(self.hint_refusal)
        else:
            super().command(command)

    # Exit

    def start_again(self) -> None:
        """Restart the puzzle."""
        self.app.go(self.place.route)

    def go_on(self) -> None:
        """Go to the next puzzle."""
        if self.place.next is not None:
            self.app.go(self.place.next)

    @property
    def loses_something(self) -> bool:
        """True if an answer in progress, or one being judged, would be lost by leaving now."""
        given = self.driver.session.course.answers[self.began :]
        is_begun = self.model.is_answer_begun or any(line.seat == self.opened.puzzle.seat for line in given)
        return is_begun and self.puzzle_verdict is None and not self._trouble

    def leave(self) -> None:
        """Return to the list of puzzles."""
        game = self.opened.game.code
        self.app.go(ToMenu())
        self.app.go(ToPuzzles(game))


def puzzle_session(opened: OpenedPuzzle, game: GamePlugin, place: PuzzlePlace) -> Session:
    """Return the game of a puzzle, with names and crests as in a new game, different every day. Raises TableError."""
    header = opened.contents.header
    looks = game.form.default_seats()
    turned = date.fromisoformat(place.day).toordinal() % len(looks) if place.day else 0
    looks = [*looks[turned:], *looks[:turned]]
    seats = tuple(SeatInfo(look.name, look.crest, info.player) for look, info in zip(looks, header.seats, strict=False))
    return opened.session(replace(header, seats=seats))


def opened_scene(app: Application, own: type[Scene], opened: OpenedPuzzle, place: PuzzlePlace, *scene: Any) -> Scene:
    """Return the scene of a puzzle on a game's own screen; `scene` is its base."""
    made: Scene = scene_type(PuzzlePlay, own)(opened, place, app, *scene)
    return made


# Opening a puzzle: its file is read, and its position among the others is found


def opened_puzzle(app: Application, route: ToPuzzle) -> Scene:
    """Return the scene of a puzzle. Raises PuzzleError."""
    opened = open_puzzle(partial(puzzled, app), route.path)
    if route.relative:
        opened = RelativePuzzle(opened, route.relative)
    code, progress = opened.game.code, load_progress()
    listed = from_easy(all_puzzles(list(app.options.entries)), code)
    follows = next_puzzle(listed, progress, date.today(), opened.proved.puzzle.id)
    place = PuzzlePlace(route, route.day, None if follows is None else ToPuzzle(follows.path))
    return shown(app, code).opening.puzzle(app, opened, place)


def puzzled(app: Application, code: str) -> Puzzled:
    """Return a game's puzzles by its code. Raises UnknownGame."""
    return cast(Puzzled, look_up(app.options.entries, code))

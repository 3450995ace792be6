"""Questions to the human players of a game: whose turn it is, what they may see, and cleaning up afterwards."""

from typing import Any

from msgspec import Struct

from shogun.base.language import _
from shogun.players.session_driver import SessionDriver
from shogun.table.session import Turn
from shogun.window.game.screen import GameActs, Screen
from shogun.window.game.seat_control import AtScreen
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.model import GameModel, LogLine, last_told


class GameQuestions(Struct, kw_only=True, eq=False):
    """Questions of one game's scene; games with answers made in steps inherit it."""

    screen: Screen[GameModel]
    driver: SessionDriver[GamePlugin]
    seats: AtScreen
    scene: GameActs
    state: Any
    """State on the screen."""
    alone: str = ""
    """Key of a public question that its player wants to answer alone at the screen."""

    def ask(self) -> None:
        """Put the next question to the player at the screen, or show who is being waited for, or show the end."""
        model = self.screen.model
        self._look_who_thinks()
        if self.driver.session.is_over:
            self._show_result()
            return
        if told := self.scene.nothing_asked:
            self._close(told)
            return
        question = self.driver.persons_question()
        if question is None:
            self._wait()
        elif question != model.question and (self._is_public(question) or self._has_screen(question.seat)):
            self._pose(question)

    def _close(self, told: str) -> None:
        """Stop asking, and say why."""
        model = self.screen.model
        if model.question is not None:
            self.withdraw()
        if model.prompt != told:
            model.prompt = told
            self.screen.changed()

    def _look_who_thinks(self) -> None:
        """Store in the model the opponents who are being waited for; a player who took a seat back isn't one."""
        driver = self.driver
        self.screen.model.thinking = tuple(seat for seat in driver.thinking() if not driver.session.is_person(seat))

    def _wait(self) -> None:
        questions, model = self.driver.session.questions, self.screen.model
        if model.undo_left:
            model.prompt = _("You can still undo this. Press Space to continue.")
            return
        model.prompt = self.scene.question_text(questions[0], model.names) if questions else ""

    def _is_public(self, question: Any) -> bool:
        """Return whether several players may see a question and what its seat sees: nothing is hidden from it."""
        is_alone = self.seats.only_person == question.seat or self.alone == question.key
        return not is_alone and not self.driver.session.course.game.is_secret(question)

    def _has_screen(self, seat: int) -> bool:
        """Return whether the seat's player is at the screen; if not, have it handed over first."""
        if self.seats.at_screen == seat:
            return True
        self.screen.model.viewer = None
        self.show_view()
        self.scene.hide(seat)
        return False

    def _pose(self, question: Any) -> None:
        model = self.screen.model
        model.viewer = question.seat
        if self._is_public(question):
            self.seats.share()
            model.viewer = None
        model.question = question
        model.refusal = ""  # it was about the time before this question
        model.prompt = self.scene.question_text(question, model.names)
        self.posed(question)
        self.scene.asks()
        self.show_now()

    def ask_alone(self) -> None:
        """Put the question again to its player alone, who takes over the screen."""
        if self.screen.model.question is not None:
            self.alone = self.screen.model.question.key
            self.withdraw()

    def cover(self) -> None:
        """Hide what only the player at a shared screen may see; they continue after taking it over again."""
        model = self.screen.model
        if model.question is not None and model.viewer is not None and self.seats.only_person is None:
            self.seats.share()
            self.withdraw()

    def posed(self, question: Any) -> None:
        """React to a question that has been put; subclasses start the answer."""

    def _show_result(self) -> None:
        model = self.screen.model
        if model.result is None:
            model.result = self.driver.session.result
            model.question = None
            self._say_the_end()
            self.scene.show_undoable()
            self.scene.tell_end()

    def _say_the_end(self) -> None:
        model = self.screen.model
        model.prompt = last_told(model.log) or _("The game is over.")

    # Display of the game

    def show_view(self) -> None:
        """Store in the model what the player at the screen may see, and what can be undone."""
        self._look()
        self.scene.show_undoable()

    def _look(self) -> None:
        model = self.screen.model
        model.view = self.driver.session.course.game.view(self.state, model.viewer)

    def after(self, turn: Turn) -> None:
        """Show the game after a turn."""
        self.state = turn.after
        self.show_view()

    def withdraw(self) -> None:
        """Remove the question from the screen, with everything private to its seat."""
        model = self.screen.model
        self.withdrawn()
        self.scene.forget()
        model.question = None
        model.refusal = ""
        model.viewer = self.seats.only_person
        model.prompt = ""
        model.can_undo = model.can_redo = False
        self._look()
        self.screen.changed()

    def withdrawn(self) -> None:
        """React to a question that is removed; subclasses clear the answer in progress."""

    def show_now(self) -> None:
        """Show the game as it is in the session now."""
        self.state = self.driver.session.state
        self.show_view()

    def seats_changed(self, told: LogLine) -> None:
        """Show who plays each seat now, and continue with the next question."""
        model, game = self.screen.model, self.driver.game
        model.seats = game.listing.seat_looks(self.driver.session.header, self.seats.people())
        model.log.append(told)
        self._look_who_thinks()
        if model.question is None or model.question.seat == told.seat:
            self.withdraw()
        self.screen.changed()

    def say_again(self) -> None:
        """Repeat the question in the current language."""
        model = self.screen.model
        model.refusal = ""
        self.scene.show_undoable()
        if model.question is not None:
            model.prompt = self.scene.question_text(model.question, model.names)
            self.said_again()
        elif model.result is not None:
            self._say_the_end()
        elif self.scene.is_all_shown:
            self._wait()
        else:
            model.prompt = self.told_last()

    def told_last(self) -> str:
        """Return the last line of the log: the next question may ask about its outcome."""
        return last_told(self.screen.model.log)

    def said_again(self) -> None:
        """React to a question repeated in another language; subclasses repeat the rest."""

"""What persons are asked in a game: who is asked next, what they may see, and what comes off the screen afterwards."""

from typing import Any

from msgspec import Struct

from shogun.base.language import _
from shogun.table.session import Turn
from shogun.window.game.screen import GameActs, Screen
from shogun.window.game.seat_control import AtScreen
from shogun.window.play.model import GameModel, LogLine, last_told
from shogun.window.play.session_driver import SessionDriver


class GameQuestions(Struct, kw_only=True, eq=False):
    """Belongs to one game's scene. A game whose answers are made in steps inherits it."""

    screen: Screen[GameModel]
    driver: SessionDriver
    seats: AtScreen
    scene: GameActs
    state: Any
    """The one that is shown."""
    alone: str = ""
    """The key of a public question that its person wants to answer alone at the screen."""

    def ask(self) -> None:
        """Put the next question to the person at the screen, or say who is waited for, or show the end."""
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
        """Ask nobody any more, and say why."""
        model = self.screen.model
        if model.question is not None:
            self.withdraw()
        if model.prompt != told:
            model.prompt = told
            self.screen.changed()

    def _look_who_thinks(self) -> None:
        """Put those opponents into the model whose answers are waited for; a person who took a seat back is none."""
        driver = self.driver
        self.screen.model.thinking = tuple(seat for seat in driver.thinking() if not driver.session.is_person(seat))

    def _wait(self) -> None:
        questions, model = self.driver.session.questions, self.screen.model
        if model.undo_left:
            model.prompt = _("You can still undo this. Press Space to continue.")
            return
        model.prompt = self.scene.question_text(questions[0], model.names) if questions else ""

    def _is_public(self, question: Any) -> bool:
        """Return whether several persons may see a question and what its seat sees then: nothing is hidden for it."""
        is_alone = self.seats.only_person == question.seat or self.alone == question.key
        return not is_alone and not self.driver.session.course.game.is_secret(question)

    def _has_screen(self, seat: int) -> bool:
        """Return whether the seat's person is at the screen; else have it handed over first."""
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
        """Put the question again to its person alone, who takes the screen over for that."""
        if self.screen.model.question is not None:
            self.alone = self.screen.model.question.key
            self.withdraw()

    def cover(self) -> None:
        """Hide what only the person at a shared screen may see; they go on with it when they take the screen over."""
        model = self.screen.model
        if model.question is not None and model.viewer is not None and self.seats.only_person is None:
            self.seats.share()
            self.withdraw()

    def posed(self, question: Any) -> None:
        """A question has been put; who inherits begins what its answer is made of."""

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

    # What is shown of the game

    def show_view(self) -> None:
        """Put what the person at the screen may see into the model, and what can be taken back."""
        self._look()
        self.scene.show_undoable()

    def _look(self) -> None:
        model = self.screen.model
        model.view = self.driver.session.course.game.view(self.state, model.viewer)

    def after(self, turn: Turn) -> None:
        """Show the game as it is after a turn."""
        self.state = turn.after
        self.show_view()

    def withdraw(self) -> None:
        """Take the question off the screen, with all that belongs to its seat alone."""
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
        """A question comes off the screen; who inherits puts away what its answer was made of."""

    def show_now(self) -> None:
        """Show the game as the session has it now."""
        self.state = self.driver.session.state
        self.show_view()

    def seats_changed(self, told: LogLine) -> None:
        """Show who plays which seat now, and go on with whoever is asked."""
        model, game = self.screen.model, self.driver.game
        model.seats = game.listing.seat_looks(self.driver.session.header, self.seats.people())
        model.log.append(told)
        self._look_who_thinks()
        if model.question is None or model.question.seat == told.seat:
            self.withdraw()
        self.screen.changed()

    def say_again(self) -> None:
        """Say in the language of now what is asked."""
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
        """Return what has been told last: what is asked next may tell how it ends."""
        return last_told(self.screen.model.log)

    def said_again(self) -> None:
        """The question is said in another language; who inherits says the rest."""

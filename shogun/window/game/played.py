"""A game that is played, on whatever screen: the parts that its scene makes, and what it does for them."""

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shogun.base.language import _
from shogun.game.errors import IllegalMove
from shogun.table.errors import NotWritable
from shogun.table.replay import History
from shogun.table.session import Session, Turn
from shogun.window.game.hint_request import GameHint
from shogun.window.game.past_scene import PastScene
from shogun.window.game.person_questions import GameQuestions
from shogun.window.game.screen import GameControls, Screen
from shogun.window.game.seat_control import GameSeats
from shogun.window.game.showing import GameShow, Presenter, kept_game, unkept_game
from shogun.window.game.undo import GameUndo, Steps
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.branches import branch_mark
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import Story, source_of_session
from shogun.window.play.judged_decisions import ShownDecision
from shogun.window.play.model import LogLine, Waiting
from shogun.window.play.pace import Pace
from shogun.window.play.rating_lines import keep_hint, keeper_of_ends
from shogun.window.play.routes import ToMenu
from shogun.window.play.session_driver import SessionDriver
from shogun.window.scenes.pause import PauseScene


class PlayedScene(Scene):
    """One game; the session and its journal are the truth, this only shows and asks.

    A game's scene inherits this before what it has in common with its past, and calls `make_parts` when it has what
    these need. Every part is handed the scene, which does for it what other parts do (`screen.GameActs`).
    """

    only_forward = ""
    is_advised = True
    rolls: tuple[type, ...] = ()
    """Moves that are made without a click where a person can do nothing else: dice are rolled, a turn ends."""
    questions_type: type[GameQuestions] = GameQuestions
    hint_type: type[GameHint[Any]] = GameHint
    game: GamePlugin
    model: Any
    screen: Screen[Any]
    presenter: Presenter
    controls: GameControls
    pace: Pace

    def make_parts(self, session: Session, state: Any, steps: Steps | None = None) -> None:
        """Make all who work for the scene; `state` is the one that is shown first."""
        screen = self.screen
        self.model.branch = branch_mark(session.header)
        self.driver = driver = SessionDriver(self.game, session, self.app.workers, keeper_of_ends(self.app))
        self.history = History(self.game.rules, session.header)
        self.showing = GameShow(screen, driver, self.presenter, self)
        self.seats = GameSeats(screen, driver, self)
        self.undoing = GameUndo(screen, driver, self, self.seats, steps)
        self.adviser = self.hint_type(screen, session, self.game, self)
        self.questions = self.questions_type(screen=screen, driver=driver, seats=self.seats, scene=self, state=state)

    def make_controls(self) -> GameControls:
        """Return what a player can do, for the panels; a game adds what only it has."""
        undoing = self.undoing
        return GameControls(
            answer=self.answer, confirm=self.confirm, undo=undoing.undo, undo_all=undoing.undo_all, redo=undoing.redo,
            ask_hint=self.adviser.ask, look_back=self.look_back, try_again=self.showing.try_again,
            let_go_on=self.showing.grace.end, open_menu=self.open_menu,
        )  # fmt: skip

    @property
    def nothing_asked(self) -> str:
        """What is said where nobody is asked any more though the game isn't over; empty: it goes on."""
        return ""

    @property
    def seats_to_change(self) -> GameSeats | None:
        """What can be done about seats; None where nobody else can play one."""
        return self.seats

    # What is shown

    @property
    def is_all_shown(self) -> bool:
        """Whether the session is no further than what was shown."""
        return self.showing.is_over

    def is_held(self) -> bool:
        """Return whether the game shall not go on now: in a lesson, while there is something to read."""
        return False

    def keeps_awake(self) -> bool:
        """Return whether something is being shown, or opponents play on without anybody's doing."""
        return self.is_moving() or bool(self.model.thinking and not self.model.is_paused)

    def finish_all(self) -> None:
        """Show to its end all that has happened by now."""
        self.showing.finish_all()

    def may_undo_when_shown(self) -> bool:
        """Return whether the person at the screen can take back their last answer, or can once it is shown."""
        return self.undoing.may_undo_when_shown()

    def halt(self) -> None:
        """End at once what moves beside the presenter's doing."""

    def after(self, turn: Turn) -> None:
        """Show the game as it is after a turn, which was shown to its end."""
        self.questions.after(turn)

    @abstractmethod
    def show_resting(self) -> None:
        """Show the tower as the session has it."""

    def show_undoable(self) -> None:
        """Show what can be taken back and made again, or why nothing can."""
        self.undoing.show()

    def show_undone(self) -> None:
        """Show the game as it is after an answer was taken back or given again."""
        self.questions.withdraw()
        if not self.driver.turns:
            self.show_resting()
            self.questions.show_now()

    def seats_changed(self, told: LogLine) -> None:
        """Show that somebody else plays a seat."""
        self.questions.seats_changed(told)
        self.undoing.show()  # what another player has done in a seat is not taken back by the next

    @abstractmethod
    def tell_end(self) -> None:
        """Show the end of the game."""

    def refuse(self, sentence: str, rule: str, /) -> None:
        """Say in the bar why a click did nothing."""
        self.screen.refuse(sentence, rule)

    # What is asked and answered

    @property
    def forced_roll(self) -> Any:
        """The roll that is all a person can do now, where it is made without a click; None: there is none.

        Whoever has just taken something back rolls by a click, else the same roll would come again at once; and no roll
        keeps another person from taking back their answer.
        """
        is_wanted = self.rolls and self.app.settings.auto_roll and self.driver.redoable() is None
        question = self.driver.persons_question() if is_wanted else None
        if question is None or self.driver.undoable_when_shown() not in (None, question.seat):
            return None
        moves: Sequence[Any] = getattr(question, "moves", ())
        return moves[0] if len(moves) == 1 and isinstance(moves[0], self.rolls) else None

    def roll_if_forced(self) -> None:
        """Make the move that is all the person at the screen can do, once nothing can be taken back any more."""
        move = self.forced_roll
        is_asked = self.model.question is not None and not self.model.is_paused and not self.is_held()
        if move is not None and is_asked and self.showing.grace.is_over:
            self.answer(move)

    @abstractmethod
    def question_text(self, question: Any, names: Sequence[str]) -> str:
        """Return a question as a sentence; `names` are the players'."""

    def answer(self, move: Any) -> None:
        """Give an answer to the open question."""
        question = self.model.question
        if question is None:
            return
        try:
            self.driver.answer(question.seat, move)
        except IllegalMove as refusal:
            self.screen.refuse(refusal.sentence, refusal.rule)
        except NotWritable as error:
            self.screen.refuse(error_text(error))
        else:
            self.questions.withdraw()

    def confirm(self) -> None:
        """Give the answer that is chosen; in a game whose answers are given at once there is none."""

    def draft(self, move: Any) -> None:
        """Do what is advised, however it was asked for: as long as nothing is revealed by it, it can be taken back."""
        self.answer(move)

    def hint_asked(self) -> None:
        """Remember that the adviser was asked in this game."""
        keep_hint(self.app, self.driver.session)

    def ask_alone(self) -> None:
        """Put the question again to its person alone, who takes the screen over for that."""
        self.questions.ask_alone()

    def asks(self) -> None:
        """Show everything at the speeds of the game again: a person is asked, and the keyboard begins at that."""
        self.pace.end_moment()
        if self.focus:
            self.keyboard.drop()

    def forget(self) -> None:
        """Want nothing more that was being found out for a question."""
        self.adviser.forget()

    def waiting(self) -> Sequence[Waiting]:
        """Return who is asked at the same time, and who of them has answered."""
        return ()

    def hide(self, seat: int) -> None:
        """Have the screen handed over to the person of a seat."""
        self.focus = ""
        self.seats.hand_over(seat, self.controls.open_menu)

    def open_menu(self) -> None:
        """Open the menu, with nothing to be seen that only the person at the screen may see."""
        self.questions.cover()
        self.app.push(PauseScene(self.app, self.driver.session))

    # The past

    def story(self) -> Story:
        """Return the game as far as it was shown, as the person at the screen may see it."""
        session, waiting = self.driver.session, self.driver.turns
        until = waiting[0].n - 1 if waiting else session.writer.next_number
        source = source_of_session(session, self.history, self.model.viewer)
        return Story(self.game, source, self.history.place_after(until), self.app.settings.speaking)

    def look_back(self, line: LogLine | None = None, /) -> None:
        """Show the past at a line of the log; None: at the end."""
        self._opened_past().look_back(line)

    def replay(self, place: int = 0) -> None:
        """Let the game go by once more from a place on."""
        past = self._opened_past()
        past.go_to(place)
        past.toggle_playing()

    def look_at(self, place: int, shown: ShownDecision | None = None, /) -> None:
        """Show the game as it was at a place; with a decision that was made there, also what would have been better."""
        self._opened_past(_("Back")).look_at(place, shown)

    def _opened_past(self, back_label: str = "") -> PastScene:
        """Return the scene of the past, which lies upon the game from now on."""
        self.showing.finish()
        past = self.past_scene(self.story(), back_label or _("Back to the game"))
        self.app.push(past)
        return past

    @abstractmethod
    def past_scene(self, story: Story, back_label: str) -> PastScene:
        """Return the scene that shows a story at its last place."""

    # What the window asks for

    def shows_game(self, path: Path) -> bool:
        """Return whether this is the game of a journal."""
        return self.driver.session.path == path

    def journal(self) -> bytes:
        """Return the game's journal."""
        return b"".join(self.driver.session.writer.lines)

    def close_topmost(self) -> bool:
        """Put the hint away, if there is one; a game has more that may lie on top."""
        if self.model.hint is None:
            return False
        self.adviser.close()
        return True

    def escape(self) -> None:
        """Close the topmost thing, then drop the ring, then open the menu; from a game that is over go to all games."""
        if self.close_topmost():
            self.keyboard.drop_unasked()
            return
        if self.keyboard.drop():
            return
        if self.is_ended:
            self.app.go(ToMenu())
        else:
            self.controls.open_menu()

    @property
    def is_ended(self) -> bool:
        """Whether the game is over and its end was shown: there is nothing to go on with."""
        return self.model.result is not None and self.driver.session.is_over

    def let_go(self) -> None:
        """Whoever held "skip" has let go."""
        self.pace.release()

    def entered(self) -> None:
        """Nothing is held any more that was held before another scene came."""
        self.pace.release()

    def settings_changed(self) -> None:
        """Say what is asked in the language of now, and show everything at the speeds of now."""
        self.pace.follow()
        self.questions.say_again()

    def unkept(self) -> str:
        """Return that the game isn't saved any more, if that is so."""
        return unkept_game(self.driver.session)

    def kept(self) -> str:
        """Return that the game is saved, if it is."""
        return kept_game(self.driver.session)

    def closing(self) -> None:
        """Close the journal: every answer is in it already."""
        self.driver.close()

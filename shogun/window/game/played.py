"""Game in progress, on any screen: the parts that its scene makes, and its services to them."""

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shogun.base.language import _
from shogun.game.errors import IllegalMove
from shogun.players.session_driver import SessionDriver
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
from shogun.window.scenes.pause import PauseScene


class PlayedScene(Scene):
    """One game; the session and its journal are the source of truth, and this only shows and asks.

    A game's scene inherits this before the base that it shares with its replay, and calls `make_parts` when all that
    these need is there. Every part gets the scene, which gives it access to the other parts (`screen.GameActs`).
    """

    only_forward = ""
    is_advised = True
    rolls: tuple[type, ...] = ()
    """Moves made without a click where they are the player's only option, such as rolling dice or ending a turn."""
    questions_type: type[GameQuestions] = GameQuestions
    hint_type: type[GameHint[Any]] = GameHint
    game: GamePlugin
    model: Any
    screen: Screen[Any]
    presenter: Presenter
    controls: GameControls
    pace: Pace

    def make_parts(self, session: Session, state: Any, steps: Steps | None = None) -> None:
        """Make all parts of the scene; `state` is the first one shown."""
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
        """Make the player's controls for the panels; games add their own."""
        undoing = self.undoing
        return GameControls(
            answer=self.answer, confirm=self.confirm, undo=undoing.undo, undo_all=undoing.undo_all, redo=undoing.redo,
            ask_hint=self.adviser.ask, look_back=self.look_back, try_again=self.showing.try_again,
            let_go_on=self.showing.grace.end, open_menu=self.open_menu,
        )  # fmt: skip

    @property
    def nothing_asked(self) -> str:
        """Text for a game that asks nothing more though it isn't over; empty while it continues."""
        return ""

    @property
    def seats_to_change(self) -> GameSeats | None:
        """Seats whose player can be changed; None where nobody else can play one."""
        return self.seats

    # Display

    @property
    def is_all_shown(self) -> bool:
        """True if everything in the session has been shown."""
        return self.showing.is_over

    def is_held(self) -> bool:
        """Return whether the game is paused: in a lesson, while there is something to read."""
        return False

    def keeps_awake(self) -> bool:
        """Return whether something is being shown, or opponents are playing on their own."""
        return self.is_moving() or bool(self.model.thinking and not self.model.is_paused)

    def finish_all(self) -> None:
        """Finish showing everything that has happened so far."""
        self.showing.finish_all()

    def may_undo_when_shown(self) -> bool:
        """Return whether the player at the screen can undo their last answer, now or once it has been shown."""
        return self.undoing.may_undo_when_shown()

    def halt(self) -> None:
        """Stop at once all animation outside of the presenter."""

    def after(self, turn: Turn) -> None:
        """Show the game after a turn that has been shown completely."""
        self.questions.after(turn)

    @abstractmethod
    def show_resting(self) -> None:
        """Show the tower as it is in the session."""

    def show_undoable(self) -> None:
        """Show what can be undone and redone, or why nothing can."""
        self.undoing.show()

    def show_undone(self) -> None:
        """Show the game after an undo or redo."""
        self.questions.withdraw()
        if not self.driver.turns:
            self.show_resting()
            self.questions.show_now()

    def seats_changed(self, told: LogLine) -> None:
        """Show that a seat has a new player."""
        self.questions.seats_changed(told)
        self.undoing.show()  # what another player has done in a seat is not taken back by the next

    @abstractmethod
    def tell_end(self) -> None:
        """Show the end of the game."""

    def refuse(self, sentence: str, rule: str, /) -> None:
        """Show in the bar why a click did nothing."""
        self.screen.refuse(sentence, rule)

    # Questions and answers

    @property
    def forced_roll(self) -> Any:
        """Roll that is a player's only option, where it is made without a click; None if there isn't one.

        After an undo the player has to click to roll, or the same roll would be made again at once; and no roll
        prevents another player from undoing their answer.
        """
        is_wanted = self.rolls and self.app.settings.auto_roll and self.driver.redoable() is None
        question = self.driver.persons_question() if is_wanted else None
        if question is None or self.driver.undoable_when_shown() not in (None, question.seat):
            return None
        moves: Sequence[Any] = getattr(question, "moves", ())
        return moves[0] if len(moves) == 1 and isinstance(moves[0], self.rolls) else None

    def roll_if_forced(self) -> None:
        """Make the only possible move of the player at the screen, once nothing can be undone any more."""
        move = self.forced_roll
        is_asked = self.model.question is not None and not self.model.is_paused and not self.is_held()
        if move is not None and is_asked and self.showing.grace.is_over:
            self.answer(move)

    def question_text(self, question: Any, names: Sequence[str]) -> str:
        """Return a question as a sentence; `names` are the players'."""
        return self.game.dialogue.question_text(question, self.driver.session.view(question.seat), names)

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
        """Give the chosen answer; games whose answers are given at once have none."""

    def draft(self, move: Any) -> None:
        """Make the advised move, wherever the hint came from; it can be undone until it reveals something."""
        self.answer(move)

    def begin_with(self, move: Any) -> None:
        """Lay an earlier answer as a draft, in games whose answers are made of many parts; here nothing is."""

    def hint_asked(self) -> None:
        """Record that the adviser was asked in this game."""
        keep_hint(self.app, self.driver.session)

    def ask_alone(self) -> None:
        """Put the question again to its player alone, who takes over the screen."""
        self.questions.ask_alone()

    def asks(self) -> None:
        """Return to the normal speeds and keyboard focus, as a player is asked."""
        self.pace.end_moment()
        if self.focus:
            self.keyboard.drop()

    def forget(self) -> None:
        """Cancel all work in progress for a question."""
        self.adviser.forget()

    def waiting(self) -> Sequence[Waiting]:
        """Return the seats asked at the same time, and those of them that have answered."""
        return ()

    def hide(self, seat: int) -> None:
        """Have the screen handed over to the player of a seat."""
        self.focus = ""
        self.seats.hand_over(seat, self.controls.open_menu)

    def open_menu(self) -> None:
        """Open the menu, and hide what only the player at the screen may see."""
        self.questions.cover()
        self.app.push(PauseScene(self.app, self.driver.session))

    # Replay

    def story(self) -> Story:
        """Return the story as far as it has been shown and the player at the screen may see it."""
        session, waiting = self.driver.session, self.driver.turns
        until = waiting[0].n - 1 if waiting else session.writer.next_number
        source = source_of_session(session, self.history, self.model.viewer)
        return Story(self.game, source, self.history.place_after(until), self.app.settings.speaking)

    def look_back(self, line: LogLine | None = None, /) -> None:
        """Open the replay at a line of the log; None for the end."""
        self._opened_past().look_back(line)

    def replay(self, place: int = 0) -> None:
        """Replay the game from a place."""
        past = self._opened_past()
        past.go_to(place)
        past.toggle_playing()

    def look_at(self, place: int, shown: ShownDecision | None = None, /) -> None:
        """Show the game as it was at a place; for a decision made there, also the better answer."""
        self._opened_past(_("Back")).look_at(place, shown)

    def _opened_past(self, back_label: str = "") -> PastScene:
        """Return the scene of the replay, now on top of the game."""
        self.showing.finish()
        past = self.past_scene(self.story(), back_label or _("Back to the game"))
        self.app.push(past)
        return past

    @abstractmethod
    def past_scene(self, story: Story, back_label: str) -> PastScene:
        """Return the scene that shows a story at its last place."""

    # Interface for the window

    def shows_game(self, path: Path) -> bool:
        """Return whether this is the game of a journal."""
        return self.driver.session.path == path

    def journal(self) -> bytes:
        """Return the game's journal."""
        return b"".join(self.driver.session.writer.lines)

    def close_topmost(self) -> bool:
        """Close the hint if there is one; games add other things that can be on top."""
        if self.model.hint is None:
            return False
        self.adviser.close()
        return True

    def escape(self) -> None:
        """Close the topmost thing, then drop the focus ring, then open the menu; a finished game leads to the list."""
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
        """True if the game is over and its end has been shown."""
        return self.model.result is not None and self.driver.session.is_over

    def let_go(self) -> None:
        """Handle the release of the "skip" key."""
        self.pace.release()

    def entered(self) -> None:
        """Reset held keys when another scene has been in front."""
        self.pace.release()

    def settings_changed(self) -> None:
        """Repeat the question in the current language, and apply the current speeds."""
        self.pace.follow()
        self.questions.say_again()

    def unkept(self) -> str:
        """Return a notice that the game is no longer saved, if so."""
        return unkept_game(self.driver.session)

    def kept(self) -> str:
        """Return a notice that the game is saved, if so."""
        return kept_game(self.driver.session)

    def closing(self) -> None:
        """Close the journal, which already has every answer."""
        self.driver.close()

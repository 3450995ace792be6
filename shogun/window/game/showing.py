"""Presentation of the game turn by turn: from the driver through the presenter to the model."""

import time
from collections.abc import Mapping
from concurrent.futures import CancelledError
from typing import Protocol

from shogun.base.files import free_path
from shogun.base.language import _, shown
from shogun.players.session_driver import SecondThoughts, SessionDriver
from shogun.table.errors import NotWritable, TableError
from shogun.table.journal import AnswerLine
from shogun.table.recordings import drops_path
from shogun.table.replay import History
from shogun.table.session import Session, Turn
from shogun.table.speech import HeardEvent, Speech, said_in
from shogun.window.game.screen import GameActs, Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.scene import kept_words
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.kit.sound import Effect
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import change_line
from shogun.window.play.model import GameModel, add_to_log, spoken_line
from shogun.window.play.routes import ToMenu
from shogun.window.scenes.lost_file import LostFileScene

LONG = 60.0
"""Seconds longer than anything is shown."""
PATIENCE = 3.0
"""Seconds between attempts to write after a failure."""

GRACE_STEPS = 24
"""Number of steps in which the ring around the undo button shrinks as time runs out."""


class Presenter(Protocol):
    """Presenter of turns at a readable pace."""

    @property
    def is_idle(self) -> bool:
        """True if everything has been shown."""

    def show(self, turn: Turn, /) -> None:
        """Start to show a turn."""

    def update(self, seconds: float, /) -> bool:
        """Advance the time (s) and return whether the model has changed."""

    def skip(self) -> None:
        """Skip to the end of the current turn."""


class GameShow:
    """Presentation of one game's scene."""

    def __init__(
        self, screen: Screen[GameModel], driver: SessionDriver[GamePlugin], presenter: Presenter, scene: GameActs
    ) -> None:
        self._screen = screen
        self._driver = driver
        self._presenter = presenter
        self._scene = scene
        self.grace = UndoGracePeriod(screen, driver, scene)
        self._second_thoughts = SecondThoughts(driver.game, driver.session, screen.app.workers)
        self._lost_file = LostFile(screen, driver, self.try_again)
        self._speech = Speech(driver.game.rules, driver.game.remarks, driver.session.header)
        self._shown: Turn | None = None
        """Turn being shown."""
        self._next_try = 0.0
        """Time of the next attempt to write (s, perf_counter)."""
        self._repeat_spoken()

    def _repeat_spoken(self) -> None:
        """Put the opponents' earlier remarks into the log of a resumed game."""
        session, changes = self._driver.session, self._driver.session.course.changes
        if session.course.answers:
            history = History(self._driver.game.rules, session.header)
            history.follow(session.course.answers)
            said = said_in(self._speech, history.steps, changes, self._screen.app.settings.speaking)
            add_to_log(self._screen.model.log, *map(spoken_line, said))

    @property
    def is_over(self) -> bool:
        """True if everything that has happened has been shown."""
        return self._presenter.is_idle and not self._driver.turns

    def update(self, seconds: float) -> None:
        """Advance the game and show it; nothing is shown during a standstill."""
        self._lost_file.look()
        if self._scene.is_held() or not self._advance(seconds) or self._screen.model.is_paused:
            return
        if self._present(seconds):
            self._screen.changed()

    def _advance(self, seconds: float) -> bool:
        """Advance the driver, and return whether the game is still shown here.

        If nothing can be written the game stands still, and writing is retried.
        """
        if time.perf_counter() < self._next_try:
            return True
        was_waiting, self._driver.waits_for_undo = self._driver.waits_for_undo, self.grace.lasts(seconds)
        try:
            self._driver.advance()
            self._second_thoughts.update(self._driver.is_idle)
            self._say("")
        except NotWritable as error:
            if self._screen.model.trouble:
                self._lost_file.pass_over()
            self._next_try = time.perf_counter() + PATIENCE
            self._say(_("{error}. The game waits.").format(error=error_text(error)))
        except (TableError, CancelledError, RuntimeError, OSError) as error:
            sentence = _("The game can't continue: {error}.").format(error=error_text(error))
            kept = kept_words(self._screen.app.scenes)
            self._screen.app.go(ToMenu(f"{sentence} {kept}".strip()))
            return False
        self._tell_of_substitutes()
        if was_waiting and not self._driver.waits_for_undo:
            self._scene.show_undoable()
        return True

    def _say(self, trouble: str) -> None:
        model = self._screen.model
        if model.trouble != trouble:
            model.trouble = trouble
            self._screen.changed()

    def try_again(self) -> None:
        """Retry the write at once; if it fails again, say so again."""
        self._next_try = 0.0
        self._screen.model.trouble = ""

    def _tell_of_substitutes(self) -> None:
        """Report in the log which opponents were replaced."""
        model, driver = self._screen.model, self._driver
        while driver.failures:
            line = change_line(driver.game, driver.failures.popleft(), driver.session.header)
            model.log.append(line)

    def _present(self, seconds: float) -> bool:
        moved = self._begin()
        moved = self._presenter.update(seconds) or moved
        self._speak()
        return moved

    def _begin(self) -> bool:
        """Start to show the next turn if it is due, and return whether it was."""
        if not self._presenter.is_idle or not self._driver.turns:
            return False
        self._shown = self._driver.turns.popleft()
        self._presenter.show(self._shown)
        return True

    def _speak(self) -> None:
        """Put an opponent's remark on a turn into the log, once the turn has been shown."""
        turn, session = self._shown, self._driver.session
        if turn is None or not self._presenter.is_idle:
            return
        self._shown = None
        self._speech.keep(line.n for line in session.course.answers)
        heard = HeardEvent(turn.redone or turn.n, turn.before, turn.events, turn.after)
        said = self._speech.hear(heard, session.course.changes, self._screen.app.settings.speaking)
        if said is not None:
            add_to_log(self._screen.model.log, spoken_line(said))

    def finish(self) -> None:
        """Skip to the end of the current turn, so that the screen stands still."""
        while not self._presenter.is_idle:
            self._presenter.skip()
            self._presenter.update(LONG)
        self._speak()
        self._scene.halt()

    def finish_all(self) -> None:
        """Skip to the end of everything that has happened so far."""
        while not self.is_over:
            self._begin()
            self.finish()

    def next(self) -> None:
        """Skip to the end of the next step."""
        self._begin()
        self.finish()
        self._screen.changed()


class UndoGracePeriod:
    """Pause of the opponents while a player may still undo their last answer; it can be cut short.

    Part of one game's scene. A roll that is a player's only option waits too; other dice are rolled and cubes thrown
    immediately.
    """

    def __init__(self, screen: Screen[GameModel], driver: SessionDriver[GamePlugin], scene: GameActs) -> None:
        self._screen = screen
        self._scene = scene
        self._driver = driver
        self._answer: AnswerLine | None = None
        """Answer after which opponents wait, or have waited."""
        self._left = 0.0
        """Seconds left of the pause."""

    def lasts(self, seconds: float) -> bool:
        """Advance the time (s) and return whether opponents wait now."""
        answer = self._waited_for()
        if answer is not self._answer:
            self._answer, self._left = answer, self._screen.app.settings.undo_seconds
        elif answer is not None:
            self._left -= seconds
        is_waiting = answer is not None and self._left > 0
        self._show(self._left if is_waiting else 0.0)
        return is_waiting

    def end(self) -> None:
        """Let opponents continue."""
        self._left = 0.0

    @property
    def is_over(self) -> bool:
        """True if nothing can be undone, or the time for it is over."""
        answer = self._waited_for()
        return answer is None or (answer is self._answer and self._left <= 0)

    def _waited_for(self) -> AnswerLine | None:
        """Return the last answer if it can be undone and no player has a question that only they can answer."""
        session = self._driver.session
        is_decided = self._driver.persons_question() is None or self._scene.forced_roll is not None
        is_waited = session.questions and session.chance is None and is_decided
        return session.course.answers[-1] if is_waited and self._scene.may_undo_when_shown() else None

    def _show(self, left: float) -> None:
        whole = self._screen.app.settings.undo_seconds or 1.0
        share = round(GRACE_STEPS * left / whole) / GRACE_STEPS
        if self._screen.model.undo_left != share:
            self._screen.model.undo_left = share
            self._screen.changed()


class LostFile:
    """Game whose file has been removed, replaced or changed by another program, and can be saved again."""

    def __init__(self, screen: Screen[GameModel], driver: SessionDriver[GamePlugin], saved: Act) -> None:
        """Watch the file of a game; `saved` is called after it has been saved again."""
        self._screen = screen
        self._driver = driver
        self._saved = saved
        self._seen = self._losses

    @property
    def _losses(self) -> int:
        return self._driver.session.writer.losses

    def pass_over(self) -> None:
        """Don't repeat the same offer: the write was only retried automatically."""
        self._seen = self._losses

    def look(self) -> None:
        """Offer to save the game again if a write failed for lack of its file, once for each time."""
        if self._losses != self._seen and self._screen.is_on_top():
            self._seen = self._losses
            self._offer()

    def _offer(self) -> None:
        path = self._driver.session.path
        if path is not None:
            has_drops = drops_path(path).exists() if self._driver.session.header.tower else None
            words = lost_words(path.name, has_drops=has_drops)
            self._screen.app.push(LostFileScene(self._screen.app, words, free_path(path).stem, self._save))

    def _save(self, name: str) -> None:
        """Save the game. Raises TableError."""
        self._driver.save_anew(name)
        self._seen = self._losses
        self._screen.model.refusal = self._screen.model.trouble = ""
        self._saved()


def unkept_game(session: Session) -> str:
    """Return a sentence that the game isn't saved any more, if its file is gone."""
    if session.path is None or not session.writer.is_lost:
        return ""
    text = _("Another program has removed, replaced or changed the file of this game, {name}: it isn't being saved.")
    return text.format(name=shown(session.path.name))


def kept_game(session: Session) -> str:
    """Return a sentence that the game is saved, if it is; a game in a lesson never is."""
    is_saved = session.path is not None and not session.writer.is_lost
    return _("The game is saved.") if is_saved else ""


def lost_words(name: str, *, has_drops: bool | None) -> str:
    """Return sentences about the fate of a game's file and its recordings; None if it has no file."""
    lost = _(
        "Another program has removed, replaced or changed the file of this game, {name}. All answers "
        "so far are still here: save them under a new name, and the game continues."
    )
    drops = {
        None: "",
        True: _("The recordings of its drops are saved with it."),
        False: _("Some recordings of its drops are missing: they are simulated again when shown."),
    }
    return f"{lost.format(name=name)} {drops[has_drops]}".strip()


# Sounds for some events of a game, in step with the log

MOST_AT_ONCE = 3
"""Maximum number of events at a time with sound; more are shown at once and silently."""


class LogSounds:
    """Sounds of one game's log."""

    def __init__(self, screen: Screen[GameModel], signals: Mapping[type, Effect]) -> None:
        """Map kinds of events to sounds with `signals`; other events are silent."""
        self._screen = screen
        self._signals = signals
        self._heard = len(screen.model.log)

    def update(self) -> None:
        """Play the sounds of new lines of the log."""
        model = self._screen.model
        fresh = model.log[self._heard :]
        self._heard = len(model.log)
        if len(fresh) > MOST_AT_ONCE or min(model.speed, model.computers_speed) >= AT_ONCE:
            return
        for line in fresh:
            if effect := self._signals.get(type(line.event)):
                self._screen.app.sounds_signal(effect)

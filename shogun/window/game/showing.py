"""What has happened, one turn after the other: from the driver by the presenter into the model."""

import time
from collections.abc import Mapping
from concurrent.futures import CancelledError
from typing import Protocol

from shogun.base.files import free_path
from shogun.base.language import _, shown
from shogun.table.errors import NotWritable, TableError
from shogun.table.journal import AnswerLine
from shogun.table.recordings import drops_path
from shogun.table.replay import History
from shogun.table.session import Session, Turn
from shogun.table.speech import Heard, Speech, said_in
from shogun.window.game.screen import GameActs, Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.scene import kept_words
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.kit.sound import Effect
from shogun.window.play.game_story import change_line
from shogun.window.play.model import GameModel, add_to_log, spoken_line
from shogun.window.play.routes import ToMenu
from shogun.window.play.session_driver import SecondThoughts, SessionDriver
from shogun.window.scenes.lost_file import LostFileScene

LONG = 60.0
"""Seconds: longer than anything is shown."""
PATIENCE = 3.0
"""Seconds after which it is tried again to write what could not be written."""

GRACE_STEPS = 24
"""In so many steps the ring around the undo button shrinks that says how much of the moment is left."""


class Presenter(Protocol):
    """Shows turns at a readable pace."""

    @property
    def is_idle(self) -> bool:
        """Whether everything was shown."""

    def show(self, turn: Turn, /) -> None:
        """Begin to show a turn."""

    def update(self, seconds: float, /) -> bool:
        """Let time pass (s) and return whether anything has changed in the model."""

    def skip(self) -> None:
        """Go to the end of what is shown now."""


class GameShow:
    """Belongs to one game's scene."""

    def __init__(self, screen: Screen[GameModel], driver: SessionDriver, presenter: Presenter, scene: GameActs) -> None:
        self._screen = screen
        self._driver = driver
        self._presenter = presenter
        self._scene = scene
        self.grace = UndoGracePeriod(screen, driver, scene)
        self._second_thoughts = SecondThoughts(driver.game, driver.session, screen.app.workers)
        self._lost_file = LostFile(screen, driver, self.try_again)
        self._speech = Speech(driver.game.rules, driver.game.remarks, driver.session.header)
        self._shown: Turn | None = None
        """The turn that is being shown."""
        self._next_try = 0.0
        """When it is tried again to write (s, monotonic)."""
        self._repeat_spoken()

    def _repeat_spoken(self) -> None:
        """Put into the log of a game that is resumed what opponents have said in it."""
        session, changes = self._driver.session, self._driver.session.course.changes
        if session.course.answers:
            history = History(self._driver.game.rules, session.header)
            history.follow(session.course.answers)
            said = said_in(self._speech, history.steps, changes, self._screen.app.settings.speaking)
            add_to_log(self._screen.model.log, *map(spoken_line, said))

    @property
    def is_over(self) -> bool:
        """Whether all that has happened was shown."""
        return self._presenter.is_idle and not self._driver.turns

    def update(self, seconds: float) -> None:
        """Have the game go on, and show what happens; nothing is shown while all stands still."""
        self._lost_file.look()
        if self._scene.is_held() or not self._advance(seconds) or self._screen.model.is_paused:
            return
        if self._present(seconds):
            self._screen.changed()

    def _advance(self, seconds: float) -> bool:
        """Have the driver go on, and return whether the game is still shown here.

        Where nothing can be written the game stands still, and it is tried again.
        """
        if time.monotonic() < self._next_try:
            return True
        was_waiting, self._driver.waits_for_undo = self._driver.waits_for_undo, self.grace.lasts(seconds)
        try:
            self._driver.advance()
            self._second_thoughts.update(self._driver.is_idle)
            self._say("")
        except NotWritable as error:
            if self._screen.model.trouble:
                self._lost_file.pass_over()
            self._next_try = time.monotonic() + PATIENCE
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
        """Try at once to write what could not be written; if it still can't be, that is told anew."""
        self._next_try = 0.0
        self._screen.model.trouble = ""

    def _tell_of_substitutes(self) -> None:
        """Say in the log which opponents could not go on."""
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
        """Begin to show the next turn, if it is due, and return whether it was."""
        if not self._presenter.is_idle or not self._driver.turns:
            return False
        self._shown = self._driver.turns.popleft()
        self._presenter.show(self._shown)
        return True

    def _speak(self) -> None:
        """Put into the log what an opponent says to a turn, once that was shown."""
        turn, session = self._shown, self._driver.session
        if turn is None or not self._presenter.is_idle:
            return
        self._shown = None
        self._speech.keep(line.n for line in session.course.answers)
        heard = Heard(turn.redone or turn.n, turn.before, turn.events, turn.after)
        said = self._speech.hear(heard, session.course.changes, self._screen.app.settings.speaking)
        if said is not None:
            add_to_log(self._screen.model.log, spoken_line(said))

    def finish(self) -> None:
        """Go to the end of what is being shown, so that the screen stands still."""
        while not self._presenter.is_idle:
            self._presenter.skip()
            self._presenter.update(LONG)
        self._speak()
        self._scene.halt()

    def finish_all(self) -> None:
        """Go to the end of all that has happened by now."""
        while not self.is_over:
            self._begin()
            self.finish()

    def next(self) -> None:
        """Go to the end of the next step."""
        self._begin()
        self.finish()
        self._screen.changed()


class UndoGracePeriod:
    """A moment in which opponents wait, since a person may still take back their last answer: it can be let go.

    Belongs to one game's scene. A roll that is all a person can do waits too; else dice are rolled and cubes thrown at
    once.
    """

    def __init__(self, screen: Screen[GameModel], driver: SessionDriver, scene: GameActs) -> None:
        self._screen = screen
        self._scene = scene
        self._driver = driver
        self._answer: AnswerLine | None = None
        """The answer after which opponents wait, or have waited."""
        self._left = 0.0
        """Of the moment (s)."""

    def lasts(self, seconds: float) -> bool:
        """Let time pass (s) and return whether opponents wait now."""
        answer = self._waited_for()
        if answer is not self._answer:
            self._answer, self._left = answer, self._screen.app.settings.undo_seconds
        elif answer is not None:
            self._left -= seconds
        is_waiting = answer is not None and self._left > 0
        self._show(self._left if is_waiting else 0.0)
        return is_waiting

    def end(self) -> None:
        """Let opponents go on."""
        self._left = 0.0

    @property
    def is_over(self) -> bool:
        """Whether nothing can be taken back, or there was time for it."""
        answer = self._waited_for()
        return answer is None or (answer is self._answer and self._left <= 0)

    def _waited_for(self) -> AnswerLine | None:
        """Return the last answer if it can be taken back, and no person is asked what only they can decide."""
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
    """A game whose file somebody else has removed, replaced or changed: it is offered to save it anew."""

    def __init__(self, screen: Screen[GameModel], driver: SessionDriver, saved: Act) -> None:
        """Look after the file of a game; `saved` is done when it was saved anew."""
        self._screen = screen
        self._driver = driver
        self._saved = saved
        self._seen = self._losses

    @property
    def _losses(self) -> int:
        return self._driver.session.writer.losses

    def pass_over(self) -> None:
        """Don't offer again what was offered: the same was only tried again by itself."""
        self._seen = self._losses

    def look(self) -> None:
        """Offer to save the game anew if something was refused for want of its file, once for each time."""
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
    """Return in a sentence that a game isn't saved any more, if somebody has taken its file away."""
    if session.path is None or not session.writer.is_lost:
        return ""
    text = _("Another program has removed, replaced or changed the file of this game, {name}: it isn't being saved.")
    return text.format(name=shown(session.path.name))


def kept_game(session: Session) -> str:
    """Return in a sentence that a game is saved, if it is; one in a lesson never is."""
    is_saved = session.path is not None and not session.writer.is_lost
    return _("The game is saved.") if is_saved else ""


def lost_words(name: str, *, has_drops: bool | None) -> str:
    """Return in sentences what has become of a game's file, and of the recordings of its drops; None: it has none."""
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


# What is heard of a game: some of its events, as they are told in the log.

MOST_AT_ONCE = 3
"""More events than this at a time are shown at once and not heard."""


class LogSounds:
    """Follows the log of one game."""

    def __init__(self, screen: Screen[GameModel], signals: Mapping[type, Effect]) -> None:
        """`signals` are the sounds of kinds of events; the others are silent."""
        self._screen = screen
        self._signals = signals
        self._heard = len(screen.model.log)

    def update(self) -> None:
        """Let be heard what has been told since the last time."""
        model = self._screen.model
        fresh = model.log[self._heard :]
        self._heard = len(model.log)
        if len(fresh) > MOST_AT_ONCE or min(model.speed, model.computers_speed) >= AT_ONCE:
            return
        for line in fresh:
            if effect := self._signals.get(type(line.event)):
                self._screen.app.sounds_signal(effect)

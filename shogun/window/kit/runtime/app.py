"""The running window: pending writes, the event loop with its stack of scenes and frame rate, and batches of work.

The loop sleeps until something happens: an event, a worker's finished job, or the next frame of an
animation. Nothing is redrawn unless it has changed.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

import pygame
from msgspec.structs import replace

from shogun.base import language
from shogun.base.language import VARIABLE, _, ngettext, shown
from shogun.base.memory import is_out_of_memory
from shogun.base.notices import forget_notices, listening, notice, notice_lost, notice_unkept
from shogun.base.worker_pool import Workers
from shogun.window.kit.drawing import canvas, text, theme
from shogun.window.kit.drawing.icons import emblem
from shogun.window.kit.drawing.theme import INDIGO_DEEP
from shogun.window.kit.input.keyboard import understood
from shogun.window.kit.input.keys import repeats
from shogun.window.kit.runtime.crash_report import LastEvents, error_text, without_folders, write_report
from shogun.window.kit.runtime.display import (
    NoWindow,
    fill_screen,
    first_size,
    init_display,
    is_too_large,
    maximise,
    on_screen,
)
from shogun.window.kit.runtime.notice_bar import NoticeBar
from shogun.window.kit.runtime.routes import Route, ToFile, ToMistake, ToStart
from shogun.window.kit.runtime.scaled_window import Resizing, ScaledWindow
from shogun.window.kit.runtime.scene import Application, Scene, kept_words
from shogun.window.kit.runtime.settings import Settings, load_settings, save_settings
from shogun.window.kit.runtime.start_options import SMALLEST, PlayOptions
from shogun.window.kit.sound import Effect, Knock, Sounds, Volumes

# Pending writes, as on a full disk: reported once, and retried until they succeed

RETRY_SECONDS = 3.0
"""Seconds between two attempts."""


class PendingWrites:
    """Pending writes by name; a new one under the same name replaces the old one."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[str, Callable[[], object]]] = {}
        self._next_try = 0.0

    def keep(self, name: str, what: str, write: Callable[[], object]) -> None:
        """Write something; if `write` raises OSError, report once that `what` can't be kept, and retry later."""
        self._waiting.pop(name, None)
        try:
            write()
        except OSError as error:
            self._waiting[name] = what, write
            self._next_try = time.perf_counter() + RETRY_SECONDS
            notice_unkept(what, error)

    def go_on(self) -> None:
        """Retry pending writes if it is time."""
        if self._waiting and time.perf_counter() >= self._next_try:
            self.try_again()

    def try_again(self) -> None:
        """Retry all pending writes now."""
        self._next_try = time.perf_counter() + RETRY_SECONDS
        for name, (_what, write) in list(self._waiting.items()):
            try:
                write()
            except OSError:
                continue
            del self._waiting[name]

    def end_with(self, name: str, what: str, write: Callable[[], object]) -> None:
        """Write something, and everything pending, for the last time; report what is lost."""
        self._waiting[name] = what, write
        for what_waits, write_it in self._waiting.values():
            try:
                write_it()
            except OSError as error:
                notice_lost(what_waits, error)


os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


FRAMES_A_SECOND = 60
CLICK_LOUDNESS = 0.4
IDLE_SECONDS = 0.012
"""Seconds between two looks at the events while nothing moves: SDL's own waiting looks every millisecond."""
LONG_IDLE_SECONDS = 0.03
"""Seconds between two looks when there was no input for `ACTIVE_SECONDS`: a returning user moves the pointer first."""
ACTIVE_SECONDS = 1.0
"""Seconds after an event in which another one is likely."""
LONGEST_STEP = 0.1
"""Longest time step in seconds, so that nothing leaps after the whole program was paused."""
WORKERS = 2
EMBLEM = 64
"""Pixels of the window's icon in the system."""
LONGEST_PATH = 300
"""Characters of a path in a message."""
Router = Callable[[Route, Application], None]
"""Opens the scene of a route: `shogun.window.router.follow`."""


class App:
    """The running window."""

    def __init__(self, options: PlayOptions, router: Router, settings: Settings | None = None) -> None:
        self.options = options
        self._router = router
        forget_notices()
        language.use(language.wished())
        self.settings = settings or load_settings()
        self.settings.language = language.named(os.environ.get(VARIABLE, "")) or self.settings.language
        self._written = deepcopy(self.settings)
        """The settings as last read or written."""
        self.workers = Workers(WORKERS)
        self._keeping, self.bar = PendingWrites(), NoticeBar()
        self.scenes: list[Scene] = []
        self.is_running = False
        self.exit_code = 0
        self.started = time.perf_counter()
        self._resizing: Resizing | None = None
        self._awake_until = 0.0
        self._may_sleep: bool | None = None
        """True if the screen may go to sleep; None: the system wasn't told yet."""
        self._events = LastEvents()
        self._held: dict[int, Scene] = {}
        """The keys that are down, each with the scene that was on top when it was pressed."""
        self._mistake: Scene | None = None
        """The scene that shows the last program error."""

    # The window

    def open(self) -> None:
        """Open the window and show its first scene. Raises NoWindow."""
        try:
            init_display()
        except pygame.error as error:
            raise NoWindow(str(error)) from error
        pygame.font.init()
        pygame.key.set_repeat(400, 40)
        self._apply_settings()
        pygame.display.set_icon(emblem(EMBLEM))
        self._take_display(self._new_window())
        self.sounds = Sounds(self._volumes())
        self.is_running = True

    def _new_window(self) -> pygame.Surface:
        size = self.options.size or on_screen(self.settings.size or first_size())
        display = pygame.display.set_mode(size, pygame.RESIZABLE)
        if self.options.size is not None:
            return display
        if self.settings.full_screen:
            fill_screen(True)
        elif is_too_large(size):
            maximise()
        return pygame.display.get_surface() or display

    def toggle_full_screen(self) -> None:
        """Switch between window and full screen; the window gets its old size and position back."""
        self.settings.full_screen = not self.settings.full_screen
        self.options = replace(self.options, size=None)
        fill_screen(self.settings.full_screen)
        self._take_display(pygame.display.get_surface() or self._display)
        self.redraw()

    def _take_display(self, display: pygame.Surface) -> None:
        """Draw for this display from now on, and note in the title if everything is scaled down."""
        self._display, self._shown = display, ScaledWindow(display)
        self.window = self._shown.surface
        self._name_window()

    @property
    def is_scaled(self) -> bool:
        """True if the window is too small, so that everything is scaled down."""
        return self._shown.is_scaled

    def _name_window(self) -> None:
        title = "Shogun"
        if self.is_scaled:
            title = _("Shogun (scaled down; full size needs {width}x{height})").format(
                width=SMALLEST[0], height=SMALLEST[1]
            )
        pygame.display.set_caption(title)

    def _resized(self) -> None:
        """Show the old picture stretched until the window has kept its new size for a while."""
        display = pygame.display.get_surface() or self._display
        self._take_display(display)
        if not self.settings.full_screen:
            self.settings.size = display.get_size()
        if self._resizing is None:
            self._resizing = Resizing(self._picture())
        self._resizing.go_on(time.perf_counter())

    def _picture(self) -> pygame.Surface:
        """Return the picture of the top scene at the size of its layout."""
        picture = pygame.Surface(self.scene.size if self.scenes else self.window.get_size())
        picture.fill(INDIGO_DEEP)
        if self.scenes:
            self.scene.changed()
            self.scene.draw(picture)
        return picture

    def redraw(self) -> None:
        """Lay out and redraw the top scene."""
        self._resizing = None
        self.window.fill(INDIGO_DEEP)
        if self.scenes:
            self.scene.resize(self.window.get_size())

    # Scenes

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self.scenes[-1]

    def go(self, route: Route) -> None:
        """Go to another scene; the router decides which one, and whether it goes on top or replaces all."""
        self._router(route, self)

    def push(self, scene: Scene) -> None:
        """Put a scene on top of the others."""
        self.scenes.append(scene)
        self.redraw()
        scene.entered()

    def pop(self) -> None:
        """Remove the top scene; the window closes with the last one."""
        self.scenes.pop()
        if not self.scenes:
            self.is_running = False
            return
        self.redraw()
        self.scene.entered()

    def replace(self, scene: Scene) -> None:
        """Replace all scenes by one, as soon as none of them asks about unsaved data."""
        if self._asks_first(partial(self.replace, scene)):
            return
        for old in reversed(self.scenes):
            old.closing()
        self.scenes.clear()
        self.push(scene)

    def quit(self) -> None:
        """Close the window, as soon as no scene asks about unsaved data; a game is saved as it is."""
        if not self._asks_first(self.quit):
            self.is_running = False

    def _asks_first(self, go_on: Callable[[], None]) -> bool:
        """Return whether a scene asks about unsaved data; it continues once it is answered."""
        return any(scene.asks_first(go_on) for scene in reversed(self.scenes))

    # Settings

    def _apply_settings(self) -> None:
        """Apply language, palette and motion from the settings."""
        language.use(self.settings.language or language.wished())
        theme.use_contrast(self.settings.palette)
        canvas.use_motion(moves=not self.settings.reduced_motion)

    def follow_settings(self) -> None:
        """Apply the current settings: sound, language, colors and sizes of all scenes."""
        self.sounds.volumes = self._volumes()
        self._apply_settings()
        self._name_window()
        for scene in self.scenes:
            scene.settings_changed()
        self.redraw()

    def remember(self) -> None:
        """Save changed settings."""
        self.keep("settings", _("Settings"), self._write_settings)

    def _write_settings(self) -> None:
        now = deepcopy(self.settings)
        save_settings(now, self._written)
        self._written = now

    def keep(self, name: str, what: str, write: Callable[[], object]) -> None:
        """Write something; if `write` raises OSError, report that once for `what`, and retry until it succeeds."""
        self._keeping.keep(name, what, write)

    # Services for scenes

    def _volumes(self) -> Volumes:
        settings = self.settings
        if not settings.sound:
            return Volumes(0, 0, 0, 0)
        return Volumes(settings.knocks, settings.signals, settings.clicks, settings.ambience)

    def sounds_click(self) -> None:
        """Play a button's click."""
        self.sounds.play("paper", CLICK_LOUDNESS)

    def sounds_signal(self, effect: Effect) -> None:
        """Play a drum or a string for an event."""
        self.sounds.play(effect)

    def sounds_knock(self, knock: Knock) -> None:
        """Play the sound of a cube's hit, or of a tap on the tower."""
        if knock.is_tap:
            self.sounds.play("tap")
        else:
            self.sounds.knock(knock.speed, knock.side)

    # The loop

    def run(self) -> int:
        """Run until the window closes and return the exit code."""
        with listening(notice):  # notices that commands write to stderr go to the bar
            return self._run()

    def _run(self) -> int:
        clock = pygame.time.Clock()
        before = time.perf_counter()
        while self.is_running:
            self.attempt(partial(self._take_events, clock))
            now = time.perf_counter()
            if not self.is_running:
                break
            self.attempt(partial(self.step, min(now - before, LONGEST_STEP)))
            before = now
            self._look_at_the_clock(now)
        return self.exit_code

    def step(self, seconds: float) -> None:
        """Advance the top scene by `seconds` and draw the changes."""
        self._keeping.go_on()
        self.scene.go_on_holding(seconds)
        self.scene.go_on_laying(seconds)
        self.scene.update(seconds)
        if self._resizing and self._resizing.is_over(time.perf_counter()):
            self.redraw()
        if not self.scenes:
            return
        self._let_sleep()
        self.bar.update(self.scene)
        is_other = (self._resizing or self.scene).draw(self.window)
        is_other = self.bar.draw(self.window, self.scene.em, is_other=is_other) or is_other
        is_still = self._resizing or self.is_scaled or self.bar.sentence
        stirred = [] if is_still else self.scene.stir(self.window)
        if is_other:
            self._shown.show()
        elif stirred:
            pygame.display.update(stirred)

    def _let_sleep(self) -> None:
        """Let the system darken the screen without input, unless there is something to watch."""
        may_sleep = not self.scene.keeps_awake()
        if may_sleep != self._may_sleep:
            self._may_sleep = may_sleep
            pygame.display.set_allow_screensaver(may_sleep)

    def _take_events(self, clock: pygame.Clock) -> None:
        if self.scene.is_moving() or self.scene.is_laying():
            clock.tick(FRAMES_A_SECOND)
        elif not self.scene.is_dirty():
            self.workers.rest(IDLE_SECONDS if time.perf_counter() < self._awake_until else LONG_IDLE_SECONDS)
        for event in pygame.event.get():
            self._awake_until = time.perf_counter() + ACTIVE_SECONDS
            self.take(event)
            if not self.scenes:
                return

    def take(self, event: pygame.Event) -> None:
        """Handle one event."""
        self._events.note(event)
        event = understood(self._shown.meant(event))
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWDISPLAYCHANGED):
            self._resized()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.scene.changed()
        elif event.type == pygame.DROPFILE:
            self.go(ToFile(Path(event.file)))
        elif self._closes_bar(event):
            self.bar.close(self.scene)
        elif self.is_running and not self._repeats_in_vain(event):
            self.scene.handle(event)

    def _closes_bar(self, event: pygame.Event) -> bool:
        """Return whether an event closes the notice bar: a click on it, or Esc."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self.bar.is_at(event.pos)
        is_esc = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and event.key not in self._held
        if not is_esc or not self.bar.sentence:
            return False
        self._held[event.key] = self.scene
        return True

    def _repeats_in_vain(self, event: pygame.Event) -> bool:
        """Return whether a held key repeats though it should act once, or was pressed in another scene.

        A scene may take a while to open: a key still held from before isn't meant for it.
        """
        if event.type == pygame.KEYUP:
            self._held.pop(event.key, None)
        if event.type != pygame.KEYDOWN:
            return False
        if event.key not in self._held:
            self._held[event.key] = self.scene
            return False
        is_other = self._held[event.key] is not self.scene
        return is_other or not (repeats(event.key, event.unicode) or self.scene.keyboard.types_with(event.key))

    def _look_at_the_clock(self, now: float) -> None:
        if self.options.after is not None and now >= self.started + self.options.after:
            if self.options.screenshot:
                pygame.image.save(self.window, self.options.screenshot)
            self.is_running = False  # nobody is there to be asked

    # Program errors

    def attempt(self, act: Callable[[], None]) -> None:
        """Do something; report an unexpected error to a file and over the screen."""
        try:
            act()
        except Exception as error:
            self._show_error(error)

    def _show_error(self, error: Exception) -> None:
        """Show an error; one during another error, or with nobody there, ends the window."""
        is_second = self._mistake is not None and self._mistake in self.scenes
        sentence = self._report_error(error)
        if is_second or self.options.after is not None:
            self._give_up(sentence)
            return
        try:
            self.go(ToMistake(without_folders(sentence)))
            self._mistake = self.scene
        except Exception:
            self._give_up(sentence)

    def _report_error(self, error: Exception) -> str:
        """Write an error report, and return a sentence about the error; lack of memory needs no report."""
        if is_out_of_memory(error):
            short = _("There isn't enough memory for this: close other programs, or allow this one more.")
            return " ".join(filter(None, (short, self._saved_sentence())))
        path = write_report(error, self._events, [type(scene).__name__ for scene in self.scenes], self._journal())
        mistake = _("Something went wrong ({kind}).").format(kind=type(error).__name__)
        return " ".join(filter(None, (mistake, self._saved_sentence(), _report_sentence(path))))

    def _saved_sentence(self) -> str:
        """Return a sentence on what is saved, as far as the scenes can still answer after an error."""
        try:
            return kept_words(self.scenes)
        except Exception:
            return ""

    def _journal(self) -> bytes:
        """Return the journal of the open game, if any."""
        try:
            return next(filter(None, (scene.journal() for scene in reversed(self.scenes))), b"")
        except Exception:
            return b""

    def _give_up(self, sentence: str) -> None:
        print(sentence, file=sys.stderr)
        self.exit_code = 1
        self.is_running = False

    def close(self) -> None:
        """Save everything to be remembered and stop everything that runs."""
        self._keeping.end_with("settings", _("Settings"), self._write_settings)
        self.abandon()

    def abandon(self) -> None:
        """Stop everything that runs, without saving anything."""
        for scene in reversed(self.scenes):
            self._close_scene(scene)
        self.scenes.clear()
        self.is_running = False
        self.workers.abandon()
        pygame.quit()
        text.forget()

    def _close_scene(self, scene: Scene) -> None:
        """Close a scene; after a program error, a second one has no effect."""
        try:
            scene.closing()
        except Exception:
            if self.exit_code == 0:
                raise


def _report_sentence(path: Path | None) -> str:
    """Return a sentence naming the file of an error report; empty if it couldn't be written."""
    if path is None:
        return ""
    sentence = _(
        "A report for fixing it was saved as {path}. It contains everything in the open game, including what is "
        "hidden. Nothing was sent."
    )
    return sentence.format(path=shown(path, LONGEST_PATH))


def run(options: PlayOptions, router: Router) -> int:
    """Open the window, play until it closes, and return the exit code."""
    app = App(options, router)
    app.open()
    try:
        app.attempt(partial(app.go, ToStart()))
        return app.run()
    finally:
        app.close()


# Batches: an action for each of several things, in short slices of each frame, so that the window stays responsive

T = TypeVar("T")
R = TypeVar("R")

BATCH_SECONDS = 0.01
"""Seconds of each frame for a batch."""


class Batch(Generic[T, R]):
    """An action for several things; one that fails doesn't stop the others."""

    def __init__(
        self,
        things: Sequence[T],
        deed: Callable[[T], R],
        errors: tuple[type[Exception], ...],
        finished: "Callable[[Batch[T, R]], None]",
    ) -> None:
        """`errors` are the exceptions that `deed` may raise; `finished` is called once, at the end or when stopped."""
        self.things = things
        self.done: list[R] = []
        """Results of the action."""
        self.failed: list[Exception] = []
        """Errors of the things that failed."""
        self._deed = deed
        self._errors = errors
        self._finished = finished

    @property
    def tried(self) -> int:
        """Number of things tried."""
        return len(self.done) + len(self.failed)

    @property
    def is_over(self) -> bool:
        """True if nothing is left."""
        return self.tried == len(self.things)

    def words(self, told: str) -> str:
        """Return the successes, in the words of `told`, and the failures, with the first reason."""
        if not self.failed:
            return told
        count = len(self.failed)
        failed = ngettext("{n} failed: {why}", "{n} failed, for example: {why}", count)
        why = failed.format(n=count, why=error_text(self.failed[0]))
        return f"{told} {why}" if self.done else why

    def go_on(self) -> None:
        """Do as much as fits into a time slice."""
        ends = time.perf_counter() + BATCH_SECONDS
        while not self.is_over and time.perf_counter() < ends:
            try:
                self.done.append(self._deed(self.things[self.tried]))
            except self._errors as error:
                self.failed.append(error)
        if self.is_over:
            self._finished(self)

    def stop(self) -> None:
        """Leave the rest undone."""
        self.things = self.things[: self.tried]
        self._finished(self)

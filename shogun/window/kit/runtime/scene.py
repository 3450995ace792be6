"""Scenes: panels laid out in the window, reached by pointer and keyboard."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Protocol

import pygame

from shogun.base.worker_pool import Workers
from shogun.window.kit.drawing.canvas import Canvas, Drag, HitRegion, Layer, TextRecord, kind_of
from shogun.window.kit.drawing.theme import INDIGO_DEEP, em_of
from shogun.window.kit.input.keyboard import Keyboard
from shogun.window.kit.input.keys import Command, Key
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.routes import Route, ToKeys, ToRules
from shogun.window.kit.runtime.settings import Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.kit.sound import Effect, Knock, Sounds
from shogun.window.kit.widgets.tooltip import Surroundings, draw_tooltip

HOLD_FIRST, HOLD_NEXT = 0.35, 0.04
"""Seconds after which a held button acts for the second time, and each time after that."""
FINGERS_SECONDS = 0.4
"""Seconds that scrolling still counts as a touchpad's, after it was finer than a wheel's."""
FINGERS_EM = 3.0
"""Distance that two fingers move a map where a wheel would turn by a notch."""
PINCH_NOTCHES = 20.0
"""Notches of a wheel that equal a pinch over the whole touchpad."""
CORNER_EM = 0.4
"""Side of the square at a panel's corner in which its sheet may be rounded."""


class Application(Protocol):
    """The window as a scene needs it: `shogun.window.kit.runtime.app.App`."""

    options: PlayOptions
    settings: Settings
    sounds: Sounds
    scenes: "list[Scene]"

    @property
    def workers(self) -> Workers:
        """Worker processes next to the window's own."""

    @property
    def is_scaled(self) -> bool:
        """True if the window is too small, so that everything is scaled down."""

    @property
    def scene(self) -> "Scene":
        """The scene on top."""

    def go(self, route: Route) -> None:
        """Go to another scene, wherever it belongs."""

    def push(self, scene: "Scene") -> None:
        """Put a scene on top of the others."""

    def pop(self) -> None:
        """Remove the top scene; the window closes with the last one."""

    def replace(self, scene: "Scene") -> None:
        """Replace all scenes by one."""

    def quit(self) -> None:
        """Close the window."""

    def toggle_full_screen(self) -> None:
        """Switch between window and full screen."""

    def follow_settings(self) -> None:
        """Apply the current settings."""

    def remember(self) -> None:
        """Save changed settings."""

    def keep(self, name: str, what: str, write: Callable[[], object]) -> None:
        """Write something; if `write` raises OSError, report that once for `what`, and retry until it succeeds."""

    def sounds_click(self) -> None:
        """Play a button's click."""

    def sounds_signal(self, effect: Effect) -> None:
        """Play a drum or a string for an event."""

    def sounds_knock(self, knock: Knock) -> None:
        """Play the sound of a cube's hit."""


def unkept_words(scenes: "Sequence[Scene]") -> str:
    """Return sentences on the scenes' data that the disk has refused; empty if everything is saved."""
    return " ".join(filter(None, (scene.unkept() for scene in scenes)))


def kept_words(scenes: "Sequence[Scene]") -> str:
    """Return sentences on the scenes' unsaved data, or else that the game is saved; empty if none has a game."""
    return unkept_words(scenes) or next(filter(None, (scene.kept() for scene in scenes)), "")


class Scene:
    """The content of the window at one time."""

    game_code = ""
    """The game whose rules F1 opens; empty: the first of all."""

    own_keys: Sequence[Key] = ()
    """Keys of this scene, besides those of all scenes; none: the keys of the scene below are shown instead."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.panels: Sequence[Panel] = ()
        self.em = 16
        self.pointer = (-1, -1)
        self.keyboard = Keyboard(self)
        self.size = (0, 0)
        self._hovered = ""
        self._over: Panel | None = None
        self._by_keys = False
        """True if the keyboard, not the pointer, has last chosen the explained place."""
        self._tooltip_at: pygame.Rect | None = None
        """Rectangle of the tooltip; None: not shown."""
        self._tooltip_gone = False
        self._holding: tuple[str, float] | None = None
        """The held button that repeats, and the seconds until it acts again."""
        self._fingers = 0.0
        """Seconds that any scrolling still counts as that of two fingers on a touchpad."""
        self._drag: Drag | None = None
        """The pointer's drag."""
        self._covered: list[pygame.Rect] = []
        """Areas where things were drawn over the panels, and perhaps next to them, and are gone."""
        self._pressed = ""
        """The pressed place: it isn't explained until the pointer comes back to it, even if its tooltip changes.

        A tooltip that came back while the pointer rests there would cover the next thing to look at.
        """
        self.tooltip = Layer()

    # Methods for scenes to define

    def layout(self, area: pygame.Rect) -> None:
        """Place all panels in the window."""

    def update(self, seconds: float) -> None:
        """Advance by the time since the last call."""

    def is_moving(self) -> bool:
        """Return whether pictures change without the player's doing, so that time must go on."""
        return False

    def keeps_awake(self) -> bool:
        """Return whether the screen must stay awake without input, because there is something to watch."""
        return False

    def close_topmost(self) -> bool:
        """Close the topmost thing on the scene, and return whether there was any.

        Esc does so, in every scene, before leaving it: a hint, a card in hand, a choice not yet made, a search.
        """
        return False

    def escape(self) -> None:
        """Handle the Esc key: close the topmost thing, or leave the scene."""

    def key(self, key: int) -> None:
        """Handle a key that nothing else took."""

    def command(self, command: Command) -> None:
        """Handle a key of the table in `shogun.window.kit.input.keys`."""
        if command == "help":
            self.explain()
        elif command in ("choice", "choice_before"):
            self.keyboard.to_choice(1 if command == "choice" else -1)
        elif command == "keys":
            self.app.go(ToKeys())
        elif command == "full_screen":
            self.app.toggle_full_screen()
        elif command == "mute":
            self.app.settings.sound = not self.app.settings.sound
            self.app.follow_settings()

    def types(self, _sign: str, /) -> bool:
        """Return whether a typed letter goes to the search, wherever the focus is; usually it is a command."""
        return False

    def let_go(self) -> None:
        """Handle the release of a key or a mouse button."""

    def choosable(self) -> list[HitRegion]:
        """Return the places that can be chosen now, where the keyboard starts; empty: at the first place."""
        return []

    def main_list(self) -> Panel | None:
        """Return the panel with the list that keys scroll while neither focus nor pointer is at another; None: none."""
        return None

    def entered(self) -> None:
        """Handle the scene's arrival at the top."""

    def settings_changed(self) -> None:
        """Handle changed settings, perhaps language or speeds; the scene is laid out again anyway."""

    def asks_first(self, _go_on: Callable[[], None], /) -> bool:
        """Return whether it holds unsaved data, and asks now what to do about it.

        After the answer it calls `go_on`, which continues the interrupted closing. Most scenes have no such data.
        """
        return False

    def unkept(self) -> str:
        """Return a sentence on data that the disk has refused; empty: none (usual)."""
        return ""

    def kept(self) -> str:
        """Return a sentence that its game is saved; empty if it isn't, or without a game."""
        return ""

    def closing(self) -> None:
        """Handle the closing of the window while the scene is open."""

    def stir(self, _surface: pygame.Surface, /) -> list[pygame.Rect]:
        """Draw small spontaneous movements, unless covered, and return their areas. Most scenes have none."""
        return []

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw things over all panels, after any of them was drawn."""

    def shows_game(self, _path: Path) -> bool:
        """Return whether it shows the game of a journal that is played here; a menu shows none."""
        return False

    def journal(self) -> bytes:
        """Return the journal of the game that is played here; a menu has none."""
        return b""

    def rule(self) -> str:
        """Return the number of the rule about the scene's current topic; empty: none."""
        return ""

    # Common methods

    @property
    def focus(self) -> str:
        """The name of the place with the keyboard's focus; empty: none."""
        return self.keyboard.focus.name

    @focus.setter
    def focus(self, name: str) -> None:
        self.keyboard.set_focus(name)

    def explained_by_keys(self) -> None:
        """Note that the keyboard has chosen the explained place."""
        self._by_keys = True

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the scene out for a size in px."""
        self._holding = None
        self.size = size
        self.em = em_of(size, self.app.settings.interface_scale)
        self.layout(pygame.Rect((0, 0), size))
        self.changed()

    def changed(self) -> None:
        """Have everything redrawn."""
        self._tooltip_gone = self._tooltip_gone or self._tooltip_at is not None
        for panel in self.panels:
            panel.dirty = True

    def bare(self) -> None:
        """Have everything redrawn, including the area between the panels."""
        self._tooltip_gone = True
        self.changed()

    def open_panels(self) -> list[Panel]:
        """Return the panels that are not hidden."""
        return [panel for panel in self.panels if not panel.is_hidden]

    def damaged(self, area: pygame.Rect) -> None:
        """Have everything redrawn under a part of the window over which something was drawn."""
        self._covered.append(area)
        for panel in self.panels:
            panel.dirty = panel.dirty or bool(panel.rect.colliderect(area))

    def go_on_laying(self, seconds: float) -> None:
        """Advance things placed on any panel by the time since the last call."""
        for panel in self.open_panels():
            panel.go_on(seconds)

    def is_laying(self) -> bool:
        """Return whether something placed on a panel is still on its way."""
        return any(panel.is_moving for panel in self.open_panels())

    def is_dirty(self) -> bool:
        """Return whether anything must be drawn at once, or painted further, without waiting for the next step."""
        return any(panel.dirty or panel.is_working for panel in self.open_panels())

    def draw(self, surface: pygame.Surface) -> bool:
        """Draw all panels with changed content, and return whether there were any."""
        if self._tooltip_gone:
            surface.fill(INDIGO_DEEP)
            self._tooltip_gone, self._tooltip_at = False, None
        for area in self._covered:
            surface.fill(INDIGO_DEEP, area)
        self._covered.clear()
        due = [panel for panel in self.open_panels() if panel.is_due]
        for panel in due:
            self._wipe_corners(surface, panel)
            panel.refresh(surface, self.em, self.pointer, self.focus)
        if due:
            self.draw_over(surface)
            self._draw_tooltip(surface)
        return bool(due)

    def _wipe_corners(self, surface: pygame.Surface, panel: Panel) -> None:
        """Show the ground where a panel's sheet is rounded: soft shadows on it would grow darker each time."""
        below = (other.rect for other in takewhile(lambda other: other is not panel, self.open_panels()))
        if any(rect.colliderect(panel.rect) for rect in below):
            return
        side = round(CORNER_EM * self.em)
        for corner in ("topleft", "topright", "bottomleft", "bottomright"):
            square = pygame.Rect(0, 0, side, side)
            setattr(square, corner, getattr(panel.rect, corner))
            surface.fill(INDIGO_DEEP, square.clip(panel.rect))

    def targets(self) -> Iterator[HitRegion]:
        """Yield all clickable places, in the order in which they were drawn."""
        for panel in self.open_panels():
            yield from panel.layer.targets

    def texts(self) -> Iterator[TextRecord]:
        """Yield all texts on the screen."""
        for panel in self.open_panels():
            yield from panel.layer.texts

    def target_at(self, position: tuple[int, int]) -> HitRegion | None:
        """Return the topmost clickable place under a point."""
        topmost = None
        for target in self.targets():
            if target.rect.collidepoint(position):
                topmost = target
        return topmost

    def panel_at(self, position: tuple[int, int]) -> Panel | None:
        """Return the panel under a point."""
        topmost = None
        for panel in self.open_panels():
            if panel.rect.collidepoint(position):
                topmost = panel
        return topmost

    def handle(self, event: pygame.Event) -> None:
        """Handle an event of pointer or keyboard."""
        if event.type in (pygame.KEYUP, pygame.MOUSEBUTTONUP):
            self._holding = self._drag = None
            self.let_go()
        if event.type == pygame.MOUSEMOTION:
            self._take_motion(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.point(event.pos)
            self.click(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._over:
            self._over.released(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.point(event.pos)
            self.explain()
        elif event.type in (pygame.MOUSEWHEEL, pygame.MULTIGESTURE):
            self._wheel(event)
        elif event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            self._take_text(event)
        elif event.type == pygame.KEYDOWN:
            self.keyboard.press(event.key, event.mod, event.unicode)

    def _take_text(self, event: pygame.Event) -> None:
        """Handle typed text, or an input method's composition; it may search even if no line has the focus."""
        if event.text and self.keyboard.entry() is None:
            self.types(event.text[0])
        if event.type == pygame.TEXTINPUT:
            self.keyboard.type(event.text)
        else:
            self.keyboard.compose(event.text)

    def point(self, position: tuple[int, int]) -> None:
        """Move the pointer."""
        self.pointer = position
        over = self.panel_at(position)
        if self._over is not None and self._over is not over:
            self._over.left()
        self._over = over
        if over is not None:
            over.pointed(position)
        self._hover(self.target_at(position))

    def _take_motion(self, event: pygame.Event) -> None:
        """Drag the held thing to the pointer, or else find the place under it."""
        if self._drag is not None and any(event.buttons):
            self._drag(event.pos, begins=False)
            return
        self._drag = None
        if any(event.buttons) and self._over:
            self._over.dragged(*event.rel)
        self.point(event.pos)

    def list_at(self) -> Panel | None:
        """Return the panel whose list keys scroll: where the focus is, or else the pointer, or else the scene's own."""
        at = (self.keyboard.panel(), self.panel_at(self.pointer))
        return next((panel for panel in at if panel is not None and panel.scrolling is not None), self.main_list())

    def explain(self) -> None:
        """Open the rules for the place under the pointer or the focus, or else for the scene's topic."""
        self.app.go(ToRules(self._rule_here(), self.game_code))

    def _rule_here(self) -> str:
        target = self._explained()
        if target is not None and target.why:
            return target.why
        panel = self.keyboard.panel() if self._by_keys else self.panel_at(self.pointer)
        return (panel.rule() if panel else "") or self.rule()

    def _explained(self) -> HitRegion | None:
        """Return the place chosen by the pointer, or by the keyboard if it was used last."""
        name = self.focus if self._by_keys else self._hovered
        return next((target for target in self.targets() if target.name == name), None) if name else None

    def _hover(self, target: HitRegion | None) -> None:
        name = target.name if target else ""
        if name == self._hovered:
            return
        self._hovered = name
        self._pressed = ""
        self._by_keys = False
        if self._tooltip_at is not None:
            self.changed()
        for panel in self.panels:
            panel.dirty = panel.dirty or panel is self._over or bool(panel.layer.targets)

    def click(self, position: tuple[int, int]) -> None:
        """Press what lies under a point."""
        target = self.target_at(position)
        if (drag := self._held_at(position)) is not None:
            self._drag = drag
            drag(position, begins=True)
        elif target is None:
            self.keyboard.set_focus("")
            if panel := self.panel_at(position):
                panel.clicked(position)
        elif target.act is not None:
            if (drag := self.keyboard.grasp(target.name)) is not None:
                self._drag = drag
                drag(position, begins=True)
            self.app.sounds_click()
            self._pressed = target.name
            self._holding = (target.name, HOLD_FIRST) if target.repeats else None
            target.act()
        elif target.refusal:
            self.refuse(target.refusal, target.why)

    def refuse(self, _sentence: str, _rule: str, /) -> None:
        """Show why a click did nothing, if the scene has a place for it; the tooltip shows it anyway."""

    def _held_at(self, position: tuple[int, int]) -> Drag | None:
        """Return the drag that a press begins at a point, None if there is none."""
        panel = self.panel_at(position)
        held = panel.layer.held if panel is not None else ()
        return next((drag for rect, drag in held if rect.collidepoint(position)), None)

    def go_on_holding(self, seconds: float) -> None:
        """Repeat the action of a held button when it is due, while the pointer stays on it."""
        self._fingers = max(0.0, self._fingers - seconds)
        if self._holding is None:
            return
        name, left = self._holding
        self._holding = name, left - seconds
        target = self.target_at(self.pointer)
        if left > seconds or target is None or target.name != name:
            return
        self._holding = (name, HOLD_NEXT) if target.act is not None else None
        if target.act is not None:
            target.act()
            self.changed()

    def _wheel(self, event: pygame.Event) -> None:
        """Handle the wheel over the place under the pointer; a map is moved by two fingers, and zoomed by a pinch."""
        target, panel = self.target_at(self.pointer), self.panel_at(self.pointer)
        if event.type == pygame.MULTIGESTURE:
            if panel is not None and panel.zooms:
                panel.wheel(event.pinched * PINCH_NOTCHES)
        elif target is not None and target.wheel is not None:
            target.wheel(event.y)
            self.changed()
        elif panel is not None and panel.zooms:
            self._wheel_over_map(panel, event)
        elif panel is not None and event.y:
            panel.wheel(event.y)

    def _wheel_over_map(self, panel: Panel, event: pygame.Event) -> None:
        """Zoom by the wheel, or with Ctrl; only two fingers scroll in finer steps than notches, and sideways."""
        x, y = (float(getattr(event, f"precise_{way}", getattr(event, way, 0))) for way in "xy")
        if x or not y.is_integer():
            self._fingers = FINGERS_SECONDS
        is_zoomed = bool(pygame.key.get_mods() & pygame.KMOD_CTRL) or self.app.settings.two_fingers == "zoom"
        if self._fingers and not is_zoomed:
            panel.moved(-x * FINGERS_EM * self.em, y * FINGERS_EM * self.em)
        elif y:
            panel.wheel(y)

    def around(self, target: HitRegion) -> Surroundings:
        """Return the areas that a place's tooltip should leave in sight.

        Anything that contains the place, or lies in it, counts as the place; a row that holds others isn't a button.
        """
        panel = next((one for one in self.open_panels() if target in one.layer.targets), None)
        needed = [rect for one in self.open_panels() for rect in one.needed()]
        places = list(self.targets())
        centres = [place.rect.center for place in places]
        single = [one for one in places if sum(map(one.rect.collidepoint, centres)) == 1]
        apart = [one for one in single if not (one.rect.contains(target.rect) or target.rect.contains(one.rect))]
        own = panel.layer.targets if panel is not None else []
        compared = [one.rect for one in apart if one in own and kind_of(one) == kind_of(target)]
        buttons = [one.rect for one in apart if one in own and one.enabled]
        others = [one.rect for one in apart if one not in own and one.enabled]
        area, own_area = pygame.Rect((0, 0), self.size), panel.rect if panel else None
        choices = self.choosable() if self._by_keys else ()  # the pointer moves away from its slip
        asked = [choice.rect for choice in choices if choice.enabled and choice.name != target.name]
        return Surroundings(area, own_area, compared, buttons, others, needed, asked)

    def _draw_tooltip(self, surface: pygame.Surface) -> None:
        target = self._explained()
        self.tooltip.clear()
        if target is not None and (target.tooltip or target.why) and target.name != self._pressed:
            canvas = Canvas(surface, self.em, self.tooltip, self.pointer, "")
            may_cover = not (
                self._by_keys and target.is_stop
            )  # the ring goes through what is asked: it hides none of it
            rect = draw_tooltip(canvas, target, self.around(target), may_cover=may_cover)
            before = self._tooltip_at
            if before is not None and before != rect:
                self.changed()  # it has made way for what is needed now: no part of it stays where it was
            self._tooltip_at = rect
        elif self._tooltip_at is not None:
            self.changed()
            self._tooltip_at = None

"""The keyboard's access to a scene: Tab and arrows move the focus, Enter presses, letters command; and key layouts."""

from collections.abc import Sequence
from itertools import chain
from typing import Protocol

import pygame

from shogun.window.kit.drawing.canvas import Drag, HitRegion, TextEntry
from shogun.window.kit.input.focus import DIRECTIONS, Direction, Focus, beginning
from shogun.window.kit.input.keys import SEARCH, Command, command_of
from shogun.window.kit.input.typed_line import TypedLine
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.scrolling import PAGES

LEAVE_LINES = (pygame.K_UP, pygame.K_DOWN, pygame.K_F1, pygame.K_F11)
"""Keys that keep their meaning while a line is typed."""
WITH_CTRL: tuple[Command, ...] = ("undo", "undo_all", "redo")
"""Commands that letters also give with Ctrl, as is customary; a scene has other uses for Ctrl and a letter."""
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
SIDEWAYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class Clicks(Protocol):
    """Plays a button's click."""

    def sounds_click(self) -> None:
        """Play a button's click."""


class KeyedScene(Protocol):
    """A scene as its keyboard knows it."""

    @property
    def app(self) -> Clicks:
        """The application, which plays the click of a pressed button."""

    def open_panels(self) -> Sequence[Panel]:
        """Return the panels that the focus can visit."""

    def list_at(self) -> Panel | None:
        """Return the panel whose list keys scroll, None if there is none."""

    def choosable(self) -> list[HitRegion]:
        """Return the places that can be chosen now, where the keyboard starts; empty: at the first place."""

    def close_topmost(self) -> bool:
        """Close the topmost thing on the scene, and return whether there was any."""

    def escape(self) -> None:
        """Handle the Esc key."""

    def key(self, key: int) -> None:
        """Handle a key that nothing else took."""

    def command(self, command: Command) -> None:
        """Handle a key of the table."""

    def types(self, sign: str, /) -> bool:
        """Return whether a typed letter goes to the search, wherever the focus is, instead of being a command."""

    def explained_by_keys(self) -> None:
        """Note that the keyboard has chosen the explained place."""

    def refuse(self, sentence: str, rule: str, /) -> None:
        """Show the reason for a refusal if the scene has a place for it; the tooltip shows it anyway."""

    def changed(self) -> None:
        """Have everything redrawn."""


class Keyboard:
    """Handles the keys of one scene."""

    def __init__(self, scene: KeyedScene) -> None:
        self._scene = scene
        self.focus = Focus()

    def press(self, key: int, modifiers: int, sign: str) -> None:
        """Handle a key; `sign` is the character that it types."""
        shift = bool(modifiers & pygame.KMOD_SHIFT)
        entry = self.entry()
        if self._works_anywhere(key, modifiers):
            return
        if key == pygame.K_ESCAPE:
            self._escape(entry)
        elif self._scrolls(key, modifiers, entry):
            self._scene.changed()
        elif entry is not None and entry.turn is not None and key in SIDEWAYS and not shift:
            self.step(entry, SIDEWAYS[key])
        elif entry is not None and key not in LEAVE_LINES:
            self._edit(entry, key, modifiers)
        elif key in DIRECTIONS:
            self._go(DIRECTIONS[key])
        elif not (key in ENTER and self._activate()):
            self._command(key, sign, modifiers)

    def _works_anywhere(self, key: int, modifiers: int) -> bool:
        """Handle a key with the same meaning wherever the focus is, and return whether it was one."""
        step = -1 if modifiers & pygame.KMOD_SHIFT else 1
        if key in ENTER and modifiers & pygame.KMOD_CTRL:
            self._press_main()
        elif key == pygame.K_TAB:
            self._step(step, explains=bool(modifiers & pygame.KMOD_CTRL))
        elif key == pygame.K_F6:
            self._to_panel(step)
        else:
            return False
        return True

    def _escape(self, entry: TextEntry | None) -> None:
        """Leave the line being typed, or else whatever the scene leaves first; only the scene can end a search."""
        if entry is not None and (line := self.line(entry)).composed:
            line.composed = ""
            self._scene.changed()
        elif entry is None or self.focus.name == SEARCH:
            self._scene.escape()
        elif entry.turn is not None or not self._scene.close_topmost():
            self.set_focus("")

    def _scrolls(self, key: int, modifiers: int, entry: TextEntry | None) -> bool:
        """Let a key scroll a list, or select in it, and return whether it did; a line being typed keeps its keys."""
        panel = self._scene.list_at()
        return (
            panel is not None and (entry is None or key in LEAVE_LINES or key in PAGES) and panel.scroll(key, modifiers)
        )

    def _command(self, key: int, sign: str, modifiers: int) -> None:
        if sign.isprintable() and bool(sign) and self._scene.types(sign):
            return
        command = command_of(key, sign, shift=bool(modifiers & pygame.KMOD_SHIFT))
        if command is None or (modifiers & pygame.KMOD_CTRL and command not in WITH_CTRL):
            self._scene.key(key)
        else:
            self._scene.command(command)

    # Focus

    def set_focus(self, name: str) -> None:
        """Put the focus on a place by its name, or nowhere (empty)."""
        if name != self.focus.name:
            self.focus.name = name
            self._notify_panels()

    def _move(self, target: HitRegion | None) -> None:
        if target is not None:
            self.focus.at(target)
            self._notify_panels()
            self._scene.explained_by_keys()

    def _notify_panels(self) -> None:
        """Notify all panels of the focus, the one that has it last: it decides what is shown."""
        has_it = self.panel()
        for panel in sorted(self._scene.open_panels(), key=lambda panel: panel is has_it):
            panel.layer.line = None
            panel.focused(self.focus.name)
        if (entry := self.entry()) is not None and (place := self.place()) is not None:
            self.line(entry)
            pygame.key.set_text_input_rect(place.rect)  # beside it an input method offers its words
        self._scene.changed()

    def _places(self) -> list[HitRegion]:
        return list(chain.from_iterable(panel.places() for panel in self._scene.open_panels()))

    def place(self) -> HitRegion | None:
        """Return the place that has the focus."""
        return next((place for place in self._places() if place.name == self.focus.name), None)

    def panel(self) -> Panel | None:
        """Return the panel with the focus."""
        named = self.focus.name
        return next((p for p in self._scene.open_panels() if any(place.name == named for place in p.places())), None)

    def drop(self) -> bool:
        """Remove the focus, and return whether it was visible anywhere."""
        is_seen = self.place() is not None
        self.set_focus("")
        return is_seen

    def drop_unasked(self) -> None:
        """Remove the focus from a place that can't be chosen: the keyboard starts again at the current choices."""
        if self.focus.name and all(place.name != self.focus.name for place in self._choosable()):
            self.set_focus("")

    def _start(self, places: Sequence[HitRegion]) -> HitRegion | None:
        """Return the keyboard's starting place: a lit one, or else a current choice; None: the first one."""
        names = {place.name for place in places}
        return beginning(places) or next((one for one in self._choosable() if one.name in names), None)

    def _choosable(self) -> list[HitRegion]:
        return [place for place in self._scene.choosable() if place.enabled]

    def _of_scene(self) -> list[HitRegion]:
        """Return the scene's places when there is nothing to choose: the starting place or main button first."""
        places = [place for place in self._places() if place.enabled]
        first = beginning(places) or self._main()
        at = places.index(first) if first in places else 0
        return [*places[at:], *places[:at]]

    def to_choice(self, step: int) -> None:
        """Go to the next current choice (1), or to the previous one (-1), cyclically."""
        choices = self._choosable() or self._of_scene()
        at = next((number for number, place in enumerate(choices) if place.name == self.focus.name), None)
        if at is not None and (name := self._next_in_list("down" if step > 0 else "up")):
            self.set_focus(name)
            self._scene.explained_by_keys()
        elif choices:
            self._move(choices[(0 if step > 0 else -1) if at is None else (at + step) % len(choices)])

    def _step(self, step: int, *, explains: bool) -> None:
        """Go to the next stop of the Tab key, or to the previous one, starting at the current choices.

        Places with only a tooltip are stops on request.
        """
        places = self._places()
        start = self._start(places) if step > 0 and not self.focus.name else None
        self._move(start or self.focus.step(places, step, explains=explains))

    def _to_panel(self, step: int) -> None:
        """Go to the next panel, or to the previous one, at its choices; the first is the panel that has them."""
        panels = [panel for panel in self._scene.open_panels() if panel.places()]
        here = self.panel()
        start = self._start(self._places()) if here is None and step > 0 else None
        if start is None and panels:
            at = panels.index(here) + step if here in panels else (0 if step > 0 else -1)
            places = panels[at % len(panels)].places()
            self.focus.name = ""
            start = self._start(places) or self.focus.step(places, 1)
        self._move(start)

    def _go(self, direction: Direction) -> None:
        """Change the number with the focus, or go to the nearest place: first within the panel."""
        place, panel = self.place(), self.panel()
        if name := self._next_in_list(direction):
            self.set_focus(name)
            self._scene.explained_by_keys()
        elif place is None or panel is None:
            self._move(self.focus.towards(self._scene.choosable() or self._places(), direction))
        elif place.turn is not None and direction in ("left", "right"):
            place.turn(1 if direction == "right" else -1)
            self._scene.changed()
        else:
            inside = panel.neighbour(place, direction)
            self._move(inside or self.focus.towards(self._places(), direction))

    def _next_in_list(self, direction: Direction) -> str:
        """Return the name of the next place of the list with the focus, which may be out of sight; or ''."""
        names = (panel.beside(self.focus.name, direction) for panel in self._scene.open_panels())
        return next(filter(None, names), "") if self.focus.name else ""

    def _activate(self) -> bool:
        """Press the place with the focus, or else a lit one, and return whether there was any.

        A place that is already chosen isn't chosen again: the main button is pressed instead.
        """
        place = self.place() or (None if self.focus.name else beginning(self._places()))
        if place is not None and place.chosen and (main := self._main()) is not None and main.enabled:
            place = main
        if place is not None and place.act is not None:
            self._scene.app.sounds_click()
            place.act()
            self._scene.changed()
        return place is not None

    def _main(self) -> HitRegion | None:
        """Return the main button, an enabled one if possible; None: the scene has none."""
        buttons = [place for place in self._places() if place.main]
        return next((place for place in buttons if place.enabled), buttons[0] if buttons else None)

    def _press_main(self) -> None:
        """Press the main button wherever the focus is, or go to it and show why it is disabled; else confirm."""
        main = self._main()
        if main is None:
            self._scene.key(pygame.K_RETURN)
        elif main.act is None:
            self._move(main)
            self._scene.refuse(main.refusal, main.why)
        else:
            self._scene.app.sounds_click()
            main.act()
            self._scene.changed()

    # Lines for typing

    def entry(self, name: str = "") -> TextEntry | None:
        """Return the line with a name, or the one with the focus; None: there is none."""
        name = name or self.focus.name
        layers = (panel.layer.entries for panel in self._scene.open_panels())
        return next((entries[name] for entries in layers if name in entries), None)

    def types_with(self, key: int) -> bool:
        """Return whether a key moves in the line with the focus, or changes it, as long as it is held."""
        return key not in (*ENTER, pygame.K_ESCAPE) and self.entry() is not None

    def line(self, entry: TextEntry) -> TypedLine:
        """Return the line with the focus, while it is typed; a number is selected whole at first."""
        layers = [panel.layer for panel in self._scene.open_panels()]
        line = next((layer.line for layer in layers if layer.line is not None), None)
        if line is None:
            line = TypedLine.of(entry.value, whole=entry.turn is not None)
        line.follow(entry.value)
        for layer in layers:
            layer.line = line
        return line

    def type(self, text: str) -> None:
        """Insert text into the line with the focus, replacing the selection."""
        if entry := self.entry():
            line = self.line(entry)
            line.put(text)
            self._change(entry, line)

    def compose(self, text: str) -> None:
        """Show an input method's composition in the line with the focus; the finished text comes separately."""
        if entry := self.entry():
            self.line(entry).composed = text
            self._scene.changed()

    def grasp(self, name: str) -> Drag | None:
        """Put the focus on a clicked line; return the pointer's action in it.

        A number that didn't have the focus is selected whole, so that typing replaces it.
        """
        was_at, entry = self.focus.name, self.entry(name)
        self.set_focus(name if entry is not None else "")
        is_new_number = entry is not None and entry.turn is not None and was_at != name
        return None if entry is None or is_new_number else self._drag_caret

    def _drag_caret(self, position: tuple[int, int], *, begins: bool) -> None:
        """Put the caret at the pointer, and select everything from where it was pressed."""
        entry = self.entry()
        if entry is not None and entry.place_at is not None:
            self.line(entry).go(entry.place_at(position[0]), select=not begins)
            self._scene.changed()

    def step(self, entry: TextEntry, step: int) -> None:
        """Change the number in a line by a step, starting from what was typed."""
        assert entry.turn is not None
        line = self.line(entry)
        line.is_typed = False
        line.choose_all()
        entry.turn(step)
        self._scene.changed()

    def _change(self, entry: TextEntry, line: TypedLine) -> None:
        """Give a line its text, and remember it at once, since more may be typed before the line is redrawn."""
        if line.value != entry.value:
            entry.value = line.value
            entry.change(line.value)
        self._scene.changed()

    def _edit(self, entry: TextEntry, key: int, modifiers: int) -> None:
        line = self.line(entry)
        if key not in ENTER:
            line.press(key, modifiers)
            self._change(entry, line)
        elif not line.composed:
            self.set_focus("")
            if entry.enter is not None:
                entry.enter()


# Keyboards of all countries: the meaning of a key, whatever its layout prints on it
#
# Keys of digits are digits even if a layout needs Shift for them (Czech, French), and so are those of the keypad.
# Letters mean what is printed on them, and on layouts without Latin letters (Russian, Greek) what an American one
# prints there. AltGr types: some systems report it as Ctrl and Alt, but neither is a command then.

DIGIT_ROW = {pygame.KSCAN_1 + place: pygame.K_1 + place for place in range(9)} | {pygame.KSCAN_0: pygame.K_0}
"""The keys above the letters, by position."""
KEYPAD = {pygame.K_KP_1 + place: pygame.K_1 + place for place in range(9)} | {pygame.K_KP_0: pygame.K_0}
LETTERS = {pygame.KSCAN_A + place: pygame.K_a + place for place in range(26)}
"""The keys of letters as an American layout prints them, by position."""
ALT_GR = pygame.KMOD_ALT | pygame.KMOD_MODE
NO_KEY = pygame.K_UNKNOWN


def understood(event: pygame.Event) -> pygame.Event:
    """Return a key event with the intended key, modifiers and character; any other event unchanged."""
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
        return event
    sign = getattr(event, "unicode", "")
    scancode = getattr(event, "scancode", 0)
    key, modifiers = _key(event.key, scancode, sign, event.mod), event.mod
    if event.mod & ALT_GR:
        modifiers &= ~pygame.KMOD_CTRL
        key = NO_KEY if event.type == pygame.KEYDOWN and sign.isprintable() and sign else key
    if scancode in DIGIT_ROW and key == DIGIT_ROW[scancode] and sign and not event.mod & pygame.KMOD_SHIFT:
        sign = chr(key)
    return pygame.Event(event.type, {**event.dict, "key": key, "mod": modifiers, "unicode": sign})


def _key(key: int, scancode: int, sign: str, modifiers: int) -> int:
    """Return the intended key; with Shift a key of the digits' row means its character, unless that is a digit."""
    is_sign = bool(modifiers & pygame.KMOD_SHIFT and sign and not sign.isdecimal())
    if scancode in DIGIT_ROW and not is_sign:
        return DIGIT_ROW[scancode]
    if key in KEYPAD and modifiers & pygame.KMOD_NUM:
        return KEYPAD[key]
    return LETTERS[scancode] if scancode in LETTERS and not chr(min(key, 0x10FFFF)).isascii() else key

"""How the keyboard reaches all that a scene shows: Tab and arrows move the focus, Enter presses, letters command."""

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
"""Keys that mean the same while a line is typed."""
WITH_CTRL: tuple[Command, ...] = ("undo", "undo_all", "redo")
"""What letters command with Ctrl too, as everywhere; a scene has other uses for Ctrl and a letter."""
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
SIDEWAYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class Clicks(Protocol):
    """Lets a button be heard."""

    def sounds_click(self) -> None:
        """Let a button be heard."""


class KeyedScene(Protocol):
    """A scene as its keyboard knows it."""

    @property
    def app(self) -> Clicks:
        """Where a pressed button is heard."""

    def open_panels(self) -> Sequence[Panel]:
        """Return what the focus can go through."""

    def list_at(self) -> Panel | None:
        """Return the panel whose list keys scroll, None if there is none."""

    def choosable(self) -> list[HitRegion]:
        """Return the places of what can be chosen now: the keyboard begins there; none: where places begin."""

    def close_topmost(self) -> bool:
        """Close the topmost thing that lies on the scene, and return whether there was any."""

    def escape(self) -> None:
        """The player pressed Esc."""

    def key(self, key: int) -> None:
        """The player pressed a key that nothing else took."""

    def command(self, command: Command) -> None:
        """The player pressed a key of the table."""

    def types(self, sign: str, /) -> bool:
        """A letter is typed: return whether it searches, wherever the focus is, and is no command."""

    def explained_by_keys(self) -> None:
        """The keyboard has chosen what is explained now."""

    def refuse(self, sentence: str, rule: str, /) -> None:
        """Say why nothing was done, where the scene has a place for that; the tooltip says it in any case."""

    def changed(self) -> None:
        """Have everything drawn anew."""


class Keyboard:
    """Takes the keys of one scene."""

    def __init__(self, scene: KeyedScene) -> None:
        self._scene = scene
        self.focus = Focus()

    def press(self, key: int, modifiers: int, sign: str) -> None:
        """Take a key; `sign` is what it types."""
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
        """Take a key that means the same wherever the focus is, and return whether it was one."""
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
        """Leave the line that is typed, else whatever the scene leaves first; a search is the scene's to end."""
        if entry is not None and (line := self.line(entry)).composed:
            line.composed = ""
            self._scene.changed()
        elif entry is None or self.focus.name == SEARCH:
            self._scene.escape()
        elif entry.turn is not None or not self._scene.close_topmost():
            self.set_focus("")

    def _scrolls(self, key: int, modifiers: int, entry: TextEntry | None) -> bool:
        """Let a key scroll a list, or choose in it, and return whether it did; a line that is typed keeps its keys."""
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

    # Where the focus is

    def set_focus(self, name: str) -> None:
        """Put the focus on a place by its name, or nowhere (empty)."""
        if name != self.focus.name:
            self.focus.name = name
            self._tell()

    def _move(self, target: HitRegion | None) -> None:
        if target is not None:
            self.focus.at(target)
            self._tell()
            self._scene.explained_by_keys()

    def _tell(self) -> None:
        """Tell all panels where the focus is, the one that has it last: it has the last word on what is shown."""
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
        """Return the panel in which the focus is."""
        named = self.focus.name
        return next((p for p in self._scene.open_panels() if any(place.name == named for place in p.places())), None)

    def drop(self) -> bool:
        """Put the focus nowhere, and return whether it was seen anywhere."""
        is_seen = self.place() is not None
        self.set_focus("")
        return is_seen

    def drop_unasked(self) -> None:
        """Put the focus nowhere if it is at nothing that can be chosen: the keyboard begins again at what is asked."""
        if self.focus.name and all(place.name != self.focus.name for place in self._choosable()):
            self.set_focus("")

    def _start(self, places: Sequence[HitRegion]) -> HitRegion | None:
        """Return where the keyboard begins among places: at what is lit, else at what is asked; None: where they do."""
        names = {place.name for place in places}
        return beginning(places) or next((one for one in self._choosable() if one.name in names), None)

    def _choosable(self) -> list[HitRegion]:
        return [place for place in self._scene.choosable() if place.enabled]

    def _of_scene(self) -> list[HitRegion]:
        """Return what can be pressed where nothing is asked: first where one begins, which else is the main button."""
        places = [place for place in self._places() if place.enabled]
        first = beginning(places) or self._main()
        at = places.index(first) if first in places else 0
        return [*places[at:], *places[:at]]

    def to_choice(self, step: int) -> None:
        """Go to the next thing that can be chosen now (1), or to the one before (-1); round the ends."""
        choices = self._choosable() or self._of_scene()
        at = next((number for number, place in enumerate(choices) if place.name == self.focus.name), None)
        if at is not None and (name := self._beside("down" if step > 0 else "up")):
            self.set_focus(name)
            self._scene.explained_by_keys()
        elif choices:
            self._move(choices[(0 if step > 0 else -1) if at is None else (at + step) % len(choices)])

    def _step(self, step: int, *, explains: bool) -> None:
        """Go to the next stop of the Tab key, or to the one before; one begins at what is asked.

        What only explains itself is a stop if wanted.
        """
        places = self._places()
        start = self._start(places) if step > 0 and not self.focus.name else None
        self._move(start or self.focus.step(places, step, explains=explains))

    def _to_panel(self, step: int) -> None:
        """Go to the next panel, or to the one before: there to what is asked; one begins in the panel that asks it."""
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
        """Change the number that has the focus, or go to the nearest place: first inside of the panel."""
        place, panel = self.place(), self.panel()
        if name := self._beside(direction):
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

    def _beside(self, direction: Direction) -> str:
        """Return the name of the next place of the list in which the focus is, which may be out of sight; or ''."""
        found = (panel.beside(self.focus.name, direction) for panel in self._scene.open_panels())
        return next(filter(None, found), "") if self.focus.name else ""

    def _activate(self) -> bool:
        """Press what has the focus, else what is lit, and return whether there was anything.

        What is chosen already isn't chosen again but done, by the main button.
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
        """Return the main button, one that can be pressed if there is any; None: the scene has none."""
        found = [place for place in self._places() if place.main]
        return next((place for place in found if place.enabled), found[0] if found else None)

    def _press_main(self) -> None:
        """Press the main button wherever the focus is, or go to it and say why it can't be pressed; else confirm."""
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

    # Lines to type into

    def entry(self, name: str = "") -> TextEntry | None:
        """Return the line of a name, or the one that has the focus; None: there is none."""
        name = name or self.focus.name
        layers = (panel.layer.entries for panel in self._scene.open_panels())
        return next((entries[name] for entries in layers if name in entries), None)

    def types_with(self, key: int) -> bool:
        """Return whether a key goes about in the line that has the focus, or changes it, as long as it is held."""
        return key not in (*ENTER, pygame.K_ESCAPE) and self.entry() is not None

    def line(self, entry: TextEntry) -> TypedLine:
        """Return the line that has the focus, as it is typed; a number is chosen whole at first."""
        layers = [panel.layer for panel in self._scene.open_panels()]
        line = next((layer.line for layer in layers if layer.line is not None), None)
        if line is None:
            line = TypedLine.of(entry.value, whole=entry.turn is not None)
        line.follow(entry.value)
        for layer in layers:
            layer.line = line
        return line

    def type(self, text: str) -> None:
        """Add what was typed to the line that has the focus, in the place of what is chosen of it."""
        if entry := self.entry():
            line = self.line(entry)
            line.put(text)
            self._change(entry, line)

    def compose(self, text: str) -> None:
        """Show in the line that has the focus what an input method composes; it gives that when it is done."""
        if entry := self.entry():
            self.line(entry).composed = text
            self._scene.changed()

    def grasp(self, name: str) -> Drag | None:
        """Put the focus on a place that was clicked, if it is a line; return what the pointer does to it then.

        A number that was elsewhere before is chosen whole, so that what is typed takes its place.
        """
        was_at, entry = self.focus.name, self.entry(name)
        self.set_focus(name if entry is not None else "")
        is_new_number = entry is not None and entry.turn is not None and was_at != name
        return None if entry is None or is_new_number else self._drag_caret

    def _drag_caret(self, position: tuple[int, int], *, begins: bool) -> None:
        """Put the caret where the pointer is, and choose all from where it was pressed."""
        entry = self.entry()
        if entry is not None and entry.place_at is not None:
            self.line(entry).go(entry.place_at(position[0]), select=not begins)
            self._scene.changed()

    def step(self, entry: TextEntry, step: int) -> None:
        """Change the number of a line by a step; what was typed into it is what it was."""
        assert entry.turn is not None
        line = self.line(entry)
        line.is_typed = False
        line.choose_all()
        entry.turn(step)
        self._scene.changed()

    def _change(self, entry: TextEntry, line: TypedLine) -> None:
        """Give a line its text; it is remembered at once, for more may be typed before the line is drawn anew."""
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


# Keyboards of all countries: what a key means to the program, whatever its layout prints on it.
#
# Keys of digits are digits even where a layout needs Shift for them (Czech, French), and so are those of the keypad.
# Letters mean what is printed on them, and where a layout prints none of ours (Russian, Greek) what an American one
# prints there. AltGr types: some systems report it as Ctrl and Alt, but neither commands anything then.

DIGIT_ROW = {pygame.KSCAN_1 + place: pygame.K_1 + place for place in range(9)} | {pygame.KSCAN_0: pygame.K_0}
"""The keys above the letters, by their place."""
KEYPAD = {pygame.K_KP_1 + place: pygame.K_1 + place for place in range(9)} | {pygame.K_KP_0: pygame.K_0}
LETTERS = {pygame.KSCAN_A + place: pygame.K_a + place for place in range(26)}
"""The keys of letters as an American layout prints them, by their place."""
ALT_GR = pygame.KMOD_ALT | pygame.KMOD_MODE
NO_KEY = pygame.K_UNKNOWN


def understood(event: pygame.Event) -> pygame.Event:
    """Return a key's event with the key, the modifiers and the sign that it means; any other event as it is."""
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
    """Return the key that is meant; with Shift a key of the digits' row means the sign that it types, if it is none."""
    is_sign = bool(modifiers & pygame.KMOD_SHIFT and sign and not sign.isdecimal())
    if scancode in DIGIT_ROW and not is_sign:
        return DIGIT_ROW[scancode]
    if key in KEYPAD and modifiers & pygame.KMOD_NUM:
        return KEYPAD[key]
    return LETTERS[scancode] if scancode in LETTERS and not chr(min(key, 0x10FFFF)).isascii() else key

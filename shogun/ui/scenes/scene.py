"""A scene: panels laid out in the window, and how pointer and keyboard reach them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from shogun.ui.canvas import Canvas, Entry, Layer, Target, TextRecord
from shogun.ui.panels.panel import Panel
from shogun.ui.text import line_height, width, wrapped
from shogun.ui.theme import INDIGO_DEEP, INK, PAPER_BRIGHT, SMALL, em_of

if TYPE_CHECKING:
    from shogun.ui.app import App

TOOLTIP_WIDTH = 22
"""Em."""


class Scene:
    """What the window shows at one time."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.panels: Sequence[Panel] = ()
        self.em = 16
        self.pointer = (-1, -1)
        self.focus = ""
        self.size = (0, 0)
        self._hovered = ""
        self._over: Panel | None = None
        self._shows_tooltip = self._tooltip_gone = False
        self.tooltip = Layer()

    # What scenes define.

    def layout(self, area: pygame.Rect) -> None:
        """Place all panels in the window."""

    def update(self, seconds: float) -> None:
        """Go on by the time since the last call."""

    def is_moving(self) -> bool:
        """Return whether pictures change without the player's doing, so that time must go on."""
        return False

    def escape(self) -> None:
        """The player pressed Esc."""

    def key(self, key: int) -> None:
        """The player pressed a key that nothing else took."""

    def entered(self) -> None:
        """The scene came to the top."""

    def closing(self) -> None:
        """The window closes while the scene is open."""

    # The rest is common.

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the scene out for a size in px."""
        self.size = size
        self.em = em_of(size, self.app.settings.interface_scale)
        self.layout(pygame.Rect((0, 0), size))
        self.changed()

    def changed(self) -> None:
        """Have everything drawn anew."""
        for panel in self.panels:
            panel.dirty = True

    def is_dirty(self) -> bool:
        """Return whether anything must be drawn."""
        return any(panel.dirty for panel in self.panels)

    def draw(self, surface: pygame.Surface) -> bool:
        """Draw all dirty panels and return whether there were any."""
        if self._tooltip_gone:
            surface.fill(INDIGO_DEEP)
            self._tooltip_gone = False
        dirty = [panel for panel in self.panels if panel.dirty]
        for panel in dirty:
            panel.refresh(surface, self.em, self.pointer, self.focus)
        if dirty:
            self._draw_tooltip(surface)
        return bool(dirty)

    def targets(self) -> Iterator[Target]:
        """Yield all places to click, in the order in which they were drawn."""
        for panel in self.panels:
            yield from panel.layer.targets

    def texts(self) -> Iterator[TextRecord]:
        """Yield all texts on the screen."""
        for panel in self.panels:
            yield from panel.layer.texts

    def target_at(self, position: tuple[int, int]) -> Target | None:
        """Return the topmost place to click under a point."""
        found = None
        for target in self.targets():
            if target.rect.collidepoint(position):
                found = target
        return found

    def panel_at(self, position: tuple[int, int]) -> Panel | None:
        """Return the panel under a point."""
        found = None
        for panel in self.panels:
            if panel.rect.collidepoint(position):
                found = panel
        return found

    def handle(self, event: pygame.Event) -> None:
        """Take one event of pointer or keyboard."""
        if event.type == pygame.MOUSEMOTION:
            if any(event.buttons) and self._over:
                self._over.dragged(*event.rel)
            self.point(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.point(event.pos)
            self.click(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event.y)
        elif event.type == pygame.TEXTINPUT:
            self._type(event.text)
        elif event.type == pygame.KEYDOWN:
            self._press(event.key, event.mod)

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

    def _hover(self, target: Target | None) -> None:
        name = target.name if target else ""
        if name == self._hovered:
            return
        self._hovered = name
        if self._shows_tooltip:
            self._tooltip_gone = True
            self.changed()
        for panel in self.panels:
            panel.dirty = panel.dirty or panel is self._over or bool(panel.layer.targets)

    def click(self, position: tuple[int, int]) -> None:
        """Press what lies under a point."""
        target = self.target_at(position)
        if target is None:
            self._set_focus("")
            if panel := self.panel_at(position):
                panel.clicked(position)
        elif target.act is not None:
            self._set_focus(target.name if self._entry_named(target.name) else "")
            self.app.sounds_click()
            target.act()

    def _set_focus(self, name: str) -> None:
        if name != self.focus:
            self.focus = name
            self.changed()

    def _entry_named(self, name: str) -> Entry | None:
        return next((panel.layer.entries[name] for panel in self.panels if name in panel.layer.entries), None)

    def _wheel(self, notches: int) -> None:
        if panel := self.panel_at(self.pointer):
            panel.wheel(notches)

    def _type(self, text: str) -> None:
        if entry := self._entry_named(self.focus):
            entry.change(entry.value + text)
            self.changed()

    def _press(self, key: int, modifiers: int) -> None:
        entry = self._entry_named(self.focus)
        if key == pygame.K_TAB:
            self._next_focus(-1 if modifiers & pygame.KMOD_SHIFT else 1)
        elif key == pygame.K_ESCAPE:
            self.escape()
        elif entry is not None:
            self._edit(entry, key)
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus:
            self._activate()
        else:
            self.key(key)

    def _edit(self, entry: Entry, key: int) -> None:
        if key == pygame.K_BACKSPACE:
            entry.change(entry.value[:-1])
            self.changed()
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._set_focus("")

    def _activate(self) -> None:
        target = next((t for t in self.targets() if t.name == self.focus and t.act), None)
        if target is not None and target.act is not None:
            target.act()
            self.changed()

    def _next_focus(self, step: int) -> None:
        names = [target.name for target in self.targets() if target.enabled]
        if names:
            at = names.index(self.focus) + step if self.focus in names else (0 if step > 0 else -1)
            self._set_focus(names[at % len(names)])

    def _draw_tooltip(self, surface: pygame.Surface) -> None:
        target = next((t for t in self.targets() if t.name == self._hovered and t.tooltip), None)
        self._shows_tooltip = target is not None
        if target is None:
            return
        pixels = round(self.em * SMALL)
        lines = wrapped(target.tooltip, pixels, self.em * TOOLTIP_WIDTH)
        wide = max(width(line, pixels) for line in lines) + self.em
        rect = pygame.Rect(0, 0, wide, len(lines) * line_height(pixels) + self.em // 2)
        rect.midtop = (target.rect.centerx, target.rect.bottom + 4)
        if rect.bottom > self.size[1]:
            rect.bottom = target.rect.top - 4
        rect.clamp_ip(pygame.Rect((0, 0), self.size))
        self.tooltip.clear()
        canvas = Canvas(surface, self.em, self.tooltip, self.pointer, "")
        canvas.fill(rect, INK, 0.3)
        canvas.paragraph(target.tooltip, rect.inflate(-self.em, -self.em // 2), size=SMALL, colour=PAPER_BRIGHT)

"""The canvas that panels draw on, which measures in em and remembers each text and each clickable place.

This memory makes pictures testable: nothing clipped, nothing overlapping, and every control found by its name.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal, Protocol, TypedDict, Unpack

import pygame
from msgspec import Struct, field

from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing import theme
from shogun.window.kit.drawing.theme import BODY, GOLD, INK, PAPER, PAPER_EDGE, SMALL, Colour, Weight
from shogun.window.kit.input.typed_line import TypedLine
from shogun.window.kit.layout import nodes, placing, sizes
from shogun.window.kit.layout.sizes import FILLS

# The player's choice whether things move

_moves = True


def use_motion(*, moves: bool) -> None:
    """Let things move from now on, or keep them still."""
    global _moves  # noqa: PLW0603  the one switch of the whole window, set from the settings
    _moves = moves


def moves() -> bool:
    """Return whether things move."""
    return _moves


# Arrivals: things that have just come to a place of a panel fall the last bit of their way
#
# Nothing waits for them: the places react at once.

SECONDS = 0.2
"""Seconds that a card takes to fall or to be turned up."""


class Arrivals(Struct):
    """The places of a panel where things may arrive."""

    _lies: dict[str, object] = field(default_factory=dict)
    _left: dict[str, float] = field(default_factory=dict)
    """Seconds until the things on their way reach their places."""

    def lies(self, place: str, what: object) -> float:
        """Note that a thing lies at a place (None: nothing), and return the share of its way still to go, 1 to 0.

        A thing already at a place when that is first seen has been there before.
        """
        if place in self._lies and self._lies[place] != what:
            self._come(place, what)
        self._lies[place] = what
        return self._left.get(place, 0.0) / SECONDS

    def _come(self, place: str, what: object) -> None:
        if what is not None and moves():
            self._left[place] = SECONDS
        else:
            self._left.pop(place, None)

    @property
    def is_moving(self) -> bool:
        """True if anything is on its way."""
        return bool(self._left)

    def go_on(self, seconds: float) -> None:
        """Advance everything by the time since the last call."""
        self._left = {place: left - seconds for place, left in self._left.items() if left > seconds}


Align = Literal["left", "centre", "right"]
SMALLEST_TEXT = 0.6
"""Smallest scale of a text that doesn't fit; beyond that it is cut."""

STILL_LARGE = 0.85
"""Scale below which a text rather takes a second line."""

LEAST_PIXELS = 11
"""Smallest height of text that is shrunk because of its length, px ..."""
LEAST_EM = 0.69
"""... or em, if the player has chosen small text."""

LINE_EM = 0.08
RING_EM = 0.2
"""Thickness of the ring around the keyboard's focus."""
CLEAR: tuple[Colour, ...] = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
"""Colors that count as transparent on a plate: one of them is neither its paper's nor its edge's."""
LARGEST_KEPT = 20000
"""Largest plate that is cached, px; rounded corners are slow to draw."""

Act = Callable[[], None]


class Drag(Protocol):
    """The action while the pointer holds a thing."""

    def __call__(self, position: tuple[int, int], *, begins: bool) -> None:
        """Called with the pointer's position as it takes hold (`begins`), and each time it moves."""


def _draw_plate(
    surface: pygame.Surface, rect: pygame.Rect, paper: Colour | None, edge: Colour | None, corner: tuple[int, int]
) -> None:
    radius, thick = corner
    if paper is not None:
        pygame.draw.rect(surface, paper, rect, border_radius=radius)
    if edge is not None:
        pygame.draw.rect(surface, edge, rect, thick, border_radius=radius)


@lru_cache(maxsize=1024)
def _plate(size: tuple[int, int], paper: Colour | None, edge: Colour | None, corner: tuple[int, int]) -> pygame.Surface:
    """Return a rectangle with rounded corners on a transparent ground; `corner` is its radius and the line's width, px.

    No pixel is half transparent, so that it needs no alpha: runs of pixels are copied two to five times as fast.
    """
    clear = next(colour for colour in CLEAR if colour not in (paper, edge))
    surface = pygame.Surface((max(1, size[0]), max(1, size[1]))).convert()
    surface.fill(clear)
    _draw_plate(surface, surface.get_rect(), paper, edge, corner)
    surface.set_colorkey(clear, pygame.RLEACCEL)
    return surface


class TextStyle(TypedDict, total=False):
    """The style of a text: size in em, color, weight, and its place in the box."""

    size: float
    colour: Colour
    weight: Weight
    align: Align


class TextRecord(Struct):
    """One line of text as it was drawn: its own rectangle, the box that it had to fit, and whether it was cut."""

    text: str
    rect: pygame.Rect
    box: pygame.Rect
    cut: bool


class Stacked(Struct, frozen=True):
    """A text in lines, with their height in px."""

    lines: tuple[str, ...]
    pixels: int


class HitRegion(Struct):
    """A place that reacts to a click; without an `act` it only shows its tooltip."""

    name: str
    rect: pygame.Rect
    act: Act | None
    tooltip: str = ""
    why: str = ""
    """Number of the rule that explains it."""
    group: str = ""
    """Group of places that share one stop of the Tab key; arrow keys move within it."""
    lead: bool = False
    """True if the Tab key enters the group here."""
    begins: bool = False
    """True if it is lit as the keyboard's starting point: Tab and arrows come to it first, and Enter presses it."""
    main: bool = False
    """True for the main button of its part of the screen, which a key presses wherever the focus is."""
    chosen: bool = False
    """True if it is already chosen: Enter there presses the main button instead of choosing it again."""
    in_text: bool = False
    """True for a word of a text, which can't be larger than its line."""
    turn: Callable[[int], None] | None = None
    """Called by the left (-1) and right (1) arrow keys while it has the focus, instead of moving it."""
    wheel: Callable[[int], None] | None = None
    """Called by the wheel over it, upwards if positive; None: the wheel acts on the panel."""
    repeats: bool = False
    """True if it keeps acting while it is held down."""
    by_pointer: bool = False
    """True if only the pointer can reach it: a key does the same, wherever the focus is."""
    refusal: str = ""
    """Reason why a click does nothing here, in a sentence for the scene to show."""

    @property
    def enabled(self) -> bool:
        """True if a click does something."""
        return self.act is not None

    @property
    def is_stop(self) -> bool:
        """True if the Tab key stops there: it can be pressed; arrow keys also reach places with only a tooltip."""
        return self.enabled or self.turn is not None


def kind_of(target: HitRegion) -> str:
    """Return the kind of a place: its group, or else its name without its number."""
    return target.group or target.name.rpartition("-")[0] or target.name


class Reach(TypedDict, total=False):
    """The keyboard's access to a place: see `HitRegion`."""

    group: str
    lead: bool
    begins: bool
    main: bool
    chosen: bool
    in_text: bool
    turn: Callable[[int], None] | None
    wheel: Callable[[int], None] | None
    repeats: bool
    by_pointer: bool
    refusal: str


class TextEntry(Struct):
    """A line for typing while it has the focus."""

    value: str
    change: Callable[[str], None]
    hint: str = ""
    """Placeholder while the line is empty."""
    enter: Act | None = None
    """Called by Enter when typing is done."""
    turn: Callable[[int], None] | None = None
    """Called by the left and right arrow keys for a number; such a line is selected whole when it gets the focus."""
    place_at: Callable[[int], int] | None = None
    """Returns the number of characters drawn before a pixel (x), while it has the focus."""
    longest: int = 0
    """Most characters; they are counted at the line's end once it is nearly full; 0: no limit."""


class Layer(Struct):
    """The memory of a panel's drawing."""

    texts: list[TextRecord] = field(default_factory=list)
    targets: list[HitRegion] = field(default_factory=list)
    entries: dict[str, TextEntry] = field(default_factory=dict)
    held: list[tuple[pygame.Rect, Drag]] = field(default_factory=list)
    """Places that the pointer can take hold of."""
    line: TypedLine | None = None
    """The line with the focus, while it is typed."""

    arrivals: Arrivals = field(default_factory=Arrivals)
    """Things that have just arrived on the panel; remembered when it is redrawn."""

    def clear(self) -> None:
        """Forget the drawing: the panel is redrawn."""
        self.texts.clear()
        self.targets.clear()
        self.entries.clear()
        self.held.clear()


class Unpainted(pygame.Surface):
    """A surface without pixels: drawing on it only lays things out, measures and remembers them."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size, depth=8)
        super().set_clip((0, 0, 0, 0))

    def set_clip(self, _rect: object, /) -> None:
        """Ignore the clip rectangle."""


class Canvas:
    """A surface with an em, a pointer and a layer that remembers."""

    def __init__(self, surface: pygame.Surface, em: int, layer: Layer, pointer: tuple[int, int], focus: str) -> None:
        self.surface = surface
        self.em = em
        self.layer = layer
        self.pointer = pointer
        self.focus = focus
        self.paints = not isinstance(surface, Unpainted)
        """True if drawing is visible."""

    def enlarged(self, times: float) -> "Canvas":
        """Return a canvas for the same picture with everything enlarged so many times."""
        return Canvas(self.surface, round(self.em * times), self.layer, self.pointer, self.focus)

    def px(self, ems: float) -> int:
        """Return a length in px."""
        return round(ems * self.em)

    # Layout

    def places(self, node: nodes.Node, room: pygame.Rect) -> placing.Places:
        """Return the rectangles of a declaration's parts in a room."""
        return placing.place(node, room, self.em)

    def within(self, room: pygame.Rect, beside: float, above: float | None = None) -> pygame.Rect:
        """Return a room reduced by so many em at left and right, and above and below (None: the same)."""
        return placing.within(room, self.em, beside, above)

    def across(self, room: pygame.Rect, *lengths: sizes.Length, gap: float = 0.0) -> list[pygame.Rect]:
        """Return parts of a room from left to right, each so many em wide."""
        return placing.across(room, self.em, *lengths, gap=gap)

    def down(self, room: pygame.Rect, *lengths: sizes.Length, gap: float = 0.0) -> list[pygame.Rect]:
        """Return parts of a room from top to bottom, each so many em high."""
        return placing.down(room, self.em, *lengths, gap=gap)

    def columns(self, room: pygame.Rect, count: int, gap: float = 0.0) -> list[pygame.Rect]:
        """Return a room in equal columns, `gap` em between them."""
        return placing.columns(room, self.em, count, gap)

    def rows(self, room: pygame.Rect, count: int, gap: float = 0.0) -> list[pygame.Rect]:
        """Return a room in equal rows, `gap` em between them."""
        return placing.rows(room, self.em, count, gap)

    def lines(self, room: pygame.Rect, high: float, gap: float = 0.0) -> list[pygame.Rect]:
        """Return rows of so many em from the top of a room downwards, as many as fit; at least one."""
        return placing.lines(room, self.em, high, gap)

    def flow(self, room: pygame.Rect, wide: Sequence[float], high: float, gap: float = 0.0) -> list[pygame.Rect]:
        """Return parts of so many em from left to right; one that doesn't fit goes to the next line."""
        return placing.flow(room, self.em, wide, high, gap)

    def spot(
        self,
        room: pygame.Rect,
        wide: sizes.Length = FILLS,
        high: sizes.Length = FILLS,
        at: nodes.Alignments = nodes.MIDDLE,
    ) -> pygame.Rect:
        """Return a part of a room, so many em large at most: in its middle, or at its sides."""
        return placing.spot(room, self.em, wide, high, at)

    # Drawing

    def paint(self, act: Callable[[pygame.Surface], object]) -> None:
        """Paint a picture that takes no part in the layout, unless the surface has no pixels."""
        if self.paints:
            act(self.surface)

    def put(
        self, image: pygame.Surface, box: pygame.Rect, align: Literal["left", "right"] = "left", gap: float = 0.0
    ) -> pygame.Rect:
        """Draw a picture at a side of a box and return the rest of the box, `gap` em away."""
        wide = sizes.fixed(image.get_width() / self.em)
        if align == "left":
            spot, room = self.across(box, wide, FILLS, gap=gap)
        else:
            room, spot = self.across(box, FILLS, wide, gap=gap)
        self.image(image, spot)
        return room

    def image(self, image: pygame.Surface, box: pygame.Rect, align: Align = "centre") -> pygame.Rect:
        """Draw a picture in the middle of a box, or at a side of it, and return its rectangle."""
        rect = image.get_rect(center=box.center)
        if align == "left":
            rect.left = box.left
        elif align == "right":
            rect.right = box.right
        self.surface.blit(image, rect)
        return rect

    @property
    def least(self) -> int:
        """The height below which no text is made smaller because of its length, px."""
        return min(LEAST_PIXELS, self.px(LEAST_EM))

    def smallest(self, pixels: int) -> int:
        """Return the smallest height to which text of a height may be shrunk, px."""
        return min(pixels, max(self.least, int(pixels * SMALLEST_TEXT)))

    def hovers(self, rect: pygame.Rect) -> bool:
        """Return whether the pointer is over `rect`."""
        return rect.collidepoint(self.pointer)

    def fill(self, rect: pygame.Rect, colour: Colour, radius: float = 0.0) -> None:
        """Fill a rectangle, its corners rounded by `radius` em."""
        self._blit_plate(rect, colour, None, radius, 0)

    def frame(self, rect: pygame.Rect, colour: Colour, radius: float = 0.0, ems: float = LINE_EM) -> None:
        """Draw the outline of a rectangle inside it, `ems` em thick."""
        self._blit_plate(rect, None, colour, radius, ems)

    def plate(self, rect: pygame.Rect, paper: Colour, edge: Colour, radius: float, ems: float = LINE_EM) -> None:
        """Fill a rectangle with rounded corners and draw its outline."""
        self._blit_plate(rect, paper, edge, radius, ems)

    def _blit_plate(
        self, rect: pygame.Rect, paper: Colour | None, edge: Colour | None, radius: float, ems: float
    ) -> None:
        thick, round_px = max(1, self.px(ems)), self.px(radius)
        if not self.paints:
            return
        paper, edge = paper and theme.shown(paper, "paper"), edge and theme.shown(edge, "edge")
        if rect.width * rect.height > LARGEST_KEPT:
            _draw_plate(self.surface, rect, paper, edge, (round_px, thick))
        else:
            self.surface.blit(_plate(rect.size, paper, edge, (round_px, thick)), rect)

    def sheet(self, rect: pygame.Rect, colour: Colour = PAPER, edge: Colour = PAPER_EDGE) -> None:
        """Draw a sheet of paper with an edge."""
        self.plate(rect, colour, edge, 0.3)

    def line(self, text: str, box: pygame.Rect, **style: Unpack[TextStyle]) -> pygame.Rect:
        """Draw one line of text in the middle of a box and return its rectangle.

        A text that is too long is shrunk; it takes more lines if the box is high enough; the rest is cut.
        """
        weight, most = style.get("weight", "Regular"), self.px(style.get("size", BODY))
        if texts.width(text, most, weight) <= box.width:
            return self._line(text, text, most, box, style)
        pixels = self._pixels(text, box.width, style)
        fits = texts.width(text, pixels, weight) <= box.width
        if not fits or pixels < STILL_LARGE * self.px(style.get("size", BODY)):
            stacked = self._stacked(text, box, style)
            if stacked and (stacked.pixels > pixels or not fits):
                return self._stack(stacked, box, style)
        return self._line(text, texts.shortened(text, pixels, box.width, weight), pixels, box, style)

    def _line(self, text: str, shown: str, pixels: int, box: pygame.Rect, style: TextStyle) -> pygame.Rect:
        """Draw the shown part of a text and remember the whole."""
        weight = style.get("weight", "Regular")
        rect = pygame.Rect((0, 0), texts.size(shown, pixels, weight))
        rect.left, rect.centery = box.left, box.centery
        align = style.get("align", "left")
        if align == "centre":
            rect.centerx = box.centerx
        elif align == "right":
            rect.right = box.right
        if self.paints:
            self.surface.blit(texts.rendered(shown, pixels, style.get("colour", INK), weight), rect)
        self.layer.texts.append(TextRecord(text, rect, box.copy(), cut=shown != text))
        return rect

    def least_wide(self, text: str, **style: Unpack[TextStyle]) -> float:
        """Return the smallest width of a box in which a line isn't cut, em."""
        pixels = self.smallest(self.px(style.get("size", BODY)))
        return texts.width(text, pixels, style.get("weight", "Regular")) / self.em

    def _pixels(self, text: str, room: int, style: TextStyle) -> int:
        pixels, weight = self.px(style.get("size", BODY)), style.get("weight", "Regular")
        needed = texts.width(text, pixels, weight)
        if needed <= room or not needed:
            return pixels
        smallest = self.smallest(pixels)
        pixels = max(smallest, int(pixels * room / needed))
        while pixels > smallest and texts.width(text, pixels, weight) > room:
            pixels -= 1
        return pixels

    def _stacked(self, text: str, box: pygame.Rect, style: TextStyle) -> Stacked | None:
        """Return a text in lines that fill a box, at the largest size that fits; None if none does."""
        weight = style.get("weight", "Regular")
        most = self.px(style.get("size", BODY))
        for pixels in range(most, self.smallest(most) - 1, -1):
            lines = texts.wrapped(text, pixels, box.width, weight)
            whole = max(texts.width(word, pixels, weight) for word in text.split()) <= box.width
            if whole and len(lines) * texts.line_height(pixels) <= box.height:
                return Stacked(lines, pixels)
        return None

    def _stack(self, stacked: Stacked, box: pygame.Rect, style: TextStyle) -> pygame.Rect:
        """Draw lines in the middle of a box and return the rectangle around them."""
        high = texts.line_height(stacked.pixels)
        top = box.centery - high * len(stacked.lines) // 2
        rects = [
            self._line(line, line, stacked.pixels, pygame.Rect(box.left, top + number * high, box.width, high), style)
            for number, line in enumerate(stacked.lines)
        ]
        return rects[0].unionall(rects[1:])

    def paragraph(self, text: str, box: pygame.Rect, **style: Unpack[TextStyle]) -> int:
        """Draw wrapped text from a box's top and return its height; a text that is too long is shrunk."""
        fitted = self._fitted(text, box, style)
        top = box.top
        for line in fitted.lines:
            self._paragraph_line(line, fitted.pixels, box, top, style)
            top += texts.line_height(fitted.pixels)
        return top - box.top

    def paragraph_height(self, text: str, box: pygame.Rect, **style: Unpack[TextStyle]) -> int:
        """Return the height that a paragraph would take, px."""
        fitted = self._fitted(text, box, style)
        return len(fitted.lines) * texts.line_height(fitted.pixels)

    def _fitted(self, text: str, box: pygame.Rect, style: TextStyle) -> Stacked:
        weight = style.get("weight", "Regular")
        pixels = self.px(style.get("size", BODY))
        smallest = self.smallest(pixels)
        lines = texts.wrapped(text, pixels, box.width, weight)
        while pixels > smallest and len(lines) * texts.line_height(pixels) > box.height:
            pixels -= 1
            lines = texts.wrapped(text, pixels, box.width, weight)
        return Stacked(lines, pixels)

    def _paragraph_line(self, line: str, pixels: int, box: pygame.Rect, top: int, style: TextStyle) -> None:
        weight = style.get("weight", "Regular")
        rect = pygame.Rect((box.left, top), texts.size(line, pixels, weight))
        cut = rect.bottom > box.bottom + rect.height // 4
        if self.paints and not cut:
            self.surface.blit(texts.rendered(line, pixels, style.get("colour", INK), weight), rect)
        self.layer.texts.append(TextRecord(line, rect, box.copy(), cut=cut))

    def small(self, text: str, box: pygame.Rect, **style: Unpack[TextStyle]) -> pygame.Rect:
        """Draw one line of small text."""
        style.setdefault("size", SMALL)
        return self.line(text, box, **style)

    def target(
        self, name: str, rect: pygame.Rect, act: Act | None, tooltip: str = "", why: str = "", **reach: Unpack[Reach]
    ) -> None:
        """Remember a clickable place, and the keyboard's access to it."""
        self.layer.targets.append(HitRegion(name, rect.copy(), act, tooltip, why, **reach))

    def hold(self, rect: pygame.Rect, drag: Drag) -> None:
        """Remember a place that the pointer can take hold of for dragging; the keyboard has other means."""
        self.layer.held.append((rect.copy(), drag))

    def ring(self, rect: pygame.Rect) -> None:
        """Draw the ring around the keyboard's focus: gold with a dark edge, visible on any ground."""
        self.frame(rect.inflate(self.px(RING_EM) * 2, self.px(RING_EM) * 2), INK, 0.4, RING_EM)
        self.frame(rect.inflate(self.px(LINE_EM), self.px(LINE_EM)), GOLD, 0.35, RING_EM * 0.8)

    def entry(self, name: str, rect: pygame.Rect, entry: TextEntry, **reach: Unpack[Reach]) -> None:
        """Remember a line for typing; a click gives it the focus, and its hint is its tooltip too."""
        self.layer.entries[name] = entry
        self.target(name, rect, lambda: None, entry.hint, **reach)

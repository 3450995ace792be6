"""A number with a button on each side, and a value of a list with an arrow on each side."""

from collections.abc import Callable, Sequence

import pygame

from shogun.ui.canvas import Canvas
from shogun.ui.theme import BODY, PAPER_BRIGHT, PAPER_EDGE
from shogun.ui.widgets.button import button


def _parts(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    side = min(rect.height, rect.width // 4)
    left = pygame.Rect(rect.left, rect.top, side, rect.height)
    right = pygame.Rect(rect.right - side, rect.top, side, rect.height)
    middle = pygame.Rect(left.right, rect.top, right.left - left.right, rect.height)
    return left, middle.inflate(-4, 0), right


def stepper(
    canvas: Canvas, name: str, rect: pygame.Rect, value: int, span: tuple[int, int], change: Callable[[int], None]
) -> None:
    """Draw a number that its two buttons change within `span`, both ends included."""
    left, middle, right = _parts(rect)
    lowest, highest = span
    button(canvas, f"{name}-less", left, "−", (lambda: change(value - 1)) if value > lowest else None)
    button(canvas, f"{name}-more", right, "+", (lambda: change(value + 1)) if value < highest else None)
    canvas.fill(middle, PAPER_BRIGHT, 0.2)
    canvas.frame(middle, PAPER_EDGE, 0.2)
    canvas.line(str(value), middle, align="centre", weight="Bold", size=1.15)


def chooser(
    canvas: Canvas,
    name: str,
    rect: pygame.Rect,
    labels: Sequence[str],
    chosen: int,
    change: Callable[[int], None],
    *,
    size: float = BODY,
) -> None:
    """Draw one of a list of texts; the arrows, and a click on the text, go round the list."""
    left, middle, right = _parts(rect)
    count = len(labels)
    several = count > 1
    button(canvas, f"{name}-previous", left, "‹", (lambda: change((chosen - 1) % count)) if several else None)
    button(canvas, f"{name}-next", right, "›", (lambda: change((chosen + 1) % count)) if several else None)
    canvas.fill(middle, PAPER_BRIGHT, 0.2)
    canvas.frame(middle, PAPER_EDGE, 0.2)
    canvas.line(labels[chosen], middle.inflate(-canvas.px(0.5), 0), align="centre", size=size)
    canvas.target(name, middle, (lambda: change((chosen + 1) % count)) if several else None)


def options(
    canvas: Canvas,
    name: str,
    rect: pygame.Rect,
    labels: Sequence[str],
    chosen: int,
    change: Callable[[int], None],
    *,
    refusals: Sequence[str] = (),
) -> None:
    """Draw all texts of a list beside each other, the chosen one marked; a text with a refusal is grey and says it."""
    gap = canvas.px(0.3)
    wide = (rect.width - gap * (len(labels) - 1)) // len(labels)
    for number, label in enumerate(labels):
        refusal = refusals[number] if refusals else ""
        box = pygame.Rect(rect.left + number * (wide + gap), rect.top, wide, rect.height)
        act = None if refusal else _Choose(change, number)
        style = "chosen" if number == chosen else "plain"
        button(canvas, f"{name}-{number}", box, label, act, style=style, tooltip=refusal)


class _Choose:
    def __init__(self, change: Callable[[int], None], number: int) -> None:
        self._change = change
        self._number = number

    def __call__(self) -> None:
        self._change(self._number)

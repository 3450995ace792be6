"""The parts of the generic screen: bar, answers, view, players, tower."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import pygame

from shogun.base.itself import Itself
from shogun.base.language import _, ngettext
from shogun.window.generic.controls import GenericControls
from shogun.window.generic.model import GenericModel
from shogun.window.generic.text_of_view import ViewLine, view_lines
from shogun.window.kit import text as texts
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.icons import PRINTED
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import (
    CUBES,
    GOLD,
    GOLD_PALE,
    INDIGO,
    INDIGO_DEEP,
    INK,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    SMALL,
    mix,
)
from shogun.window.kit.widgets.button import button, face
from shogun.window.kit.widgets.icon import put_icon
from shogun.window.tower.stand import Picture, Stand

BUTTON_EM = 2.4
PALE = 0.55
"""How far the sign of a button fades that does nothing now."""
GAP_EM = 0.3
MARGIN_EM = 0.8


class BarPanel(Panel):
    """On top: what is asked of whom, and the buttons that are always there."""

    name = "prompt"

    def __init__(self, model: GenericModel, controls: GenericControls, title: str) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.title = title

    def shows(self) -> tuple[object, ...]:
        """Return what is said, and what can be taken back."""
        model = self.model
        told = (model.prompt, model.refusal, model.trouble, model.undo_refusal)
        can = model.can_undo, model.can_redo, model.has_adviser, self._may_see_again
        return told, model.question, can, model.hint

    @property
    def _may_see_again(self) -> bool:
        """Whether what has just happened can be shown once more: nothing is being shown now, and nothing is amiss."""
        model = self.model
        return model.has_recent and not model.trouble and (model.question is not None or model.result is not None)

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        canvas.fill(self.rect, INDIGO_DEEP)
        left = pygame.Rect(self.rect.left + canvas.px(MARGIN_EM), self.rect.top, canvas.px(9), self.rect.height)
        canvas.line(self.title, left, size=1.3, weight="Bold", colour=PAPER_BRIGHT)
        right = self._buttons(canvas)
        room = pygame.Rect(left.right, self.rect.top + 2, right - left.right, self.rect.height - 4)
        if self.model.question is not None:
            flag = banner(self.model.seats[self.model.question.seat].clan, canvas.px(2.2))
            canvas.surface.blit(flag, flag.get_rect(midleft=room.midleft))
            room.left, room.width = room.left + canvas.px(2.2), room.width - canvas.px(2.2)
        refusal = self.model.refusal or self.model.trouble
        colour = mix(GOLD if refusal else PAPER_BRIGHT, PAPER_BRIGHT, 0.3)
        canvas.line(refusal or self.model.prompt, room, size=1.15, colour=colour)

    def _buttons(self, canvas: Canvas) -> int:
        """Draw the buttons from the right and return where the room left of them ends."""
        model, controls = self.model, self.controls
        undo, undo_all = (controls.undo, controls.undo_all) if model.can_undo else (None, None)
        why = "" if model.can_undo else model.undo_refusal or _("There is nothing that can be taken back.")
        redo = controls.redo if model.can_redo else None
        once_more = controls.show_again if self._may_see_again else None
        rows: tuple[tuple[str, str, Act | None, str], ...] = (
            ("menu", _("Menu"), controls.open_menu, _("Settings, rules, other games, or leave (Esc)")),
            ("redo", "", redo, _("Make the step again (Y)") if redo else _("Nothing was taken back.")),
            ("undo", "", undo, why or _("Take the last step back (Z)")),
            ("undo_all", "", undo_all, why or _("Take back all that can be (Shift+Z)")),
            ("rules", "?", controls.open_rules, _("The rules (F1)")),
            ("history", "«", controls.look_back, _("Look back at any moment of the game (H)")),
            ("play", "", once_more, _("See once more what has just happened (R)")),
        )
        if model.has_adviser:
            act = controls.ask_hint if model.question is not None and model.hint is None else None
            rows = (*rows, ("hint", _("Hint"), act, _("What a good player would do now, and why (A)")))
        again = ("try-again", _("Try again"), controls.try_again, _("Try at once to write it"))
        rows = (*(row for row in rows if row[0] != "play"), again) if model.trouble else rows
        right = self.rect.right - canvas.px(MARGIN_EM)
        for name, label, act, tooltip in rows:
            wide = canvas.px(6) if name in ("menu", "hint", "try-again") else canvas.px(BUTTON_EM)
            rect = pygame.Rect(right - wide, 0, wide, canvas.px(2.2))
            rect.centery = self.rect.centery
            self._button(canvas, name, rect, label, act)
            canvas.target(name.replace("_", "-"), rect, act, tooltip)
            right = rect.left - canvas.px(GAP_EM)
        return right - canvas.px(MARGIN_EM)

    def _button(self, canvas: Canvas, icon: str, rect: pygame.Rect, label: str, act: Act | None) -> None:
        ink = face(canvas, rect, act, "plain")
        if label:
            canvas.line(label, rect, align="centre", colour=ink)
        else:
            look = PRINTED if act is not None else PRINTED.faded(PALE)
            put_icon(canvas, icon, rect.inflate(-canvas.px(0.7), -canvas.px(0.7)), look)


class Pages:
    """Which of many rows are seen: as many as there is room for, a page at a time."""

    def __init__(self) -> None:
        self.first = 0
        self._room = 1
        self._count = 0

    def fit(self, count: int, room: int) -> range:
        """Return which of so many rows are seen where there is room for some."""
        self._count, self._room = count, max(1, room)
        self.first = min(self.first, max(0, count - 1)) // self._room * self._room
        return range(self.first, min(count, self.first + self._room))

    def turn(self, step: int) -> None:
        """Go some pages on, or back."""
        if 0 <= self.first + step * self._room < self._count:
            self.first += step * self._room

    @property
    def are_several(self) -> bool:
        """Whether there is more than is seen."""
        return self._count > self._room

    def draw(self, canvas: Canvas, name: str, box: pygame.Rect) -> None:
        """Draw the buttons that turn the page, if there are several."""
        if not self.are_several:
            return
        side = canvas.px(3)
        back, on = pygame.Rect(box.left, box.top, side, box.height), pygame.Rect(0, box.top, side, box.height)
        on.right = box.right
        may_go_back, may_go_on = self.first > 0, self.first + self._room < self._count
        back_act, on_act = partial(self.turn, -1) if may_go_back else None, partial(self.turn, 1) if may_go_on else None
        button(canvas, f"{name}-back", back, "‹", back_act, tooltip=_("The page before"))
        button(canvas, f"{name}-on", on, "›", on_act, tooltip=_("The next page"))
        words = _("Page {n} of {all}").format(n=self.first // self._room + 1, all=-(-self._count // self._room))
        canvas.line(words, box.inflate(-2 * side, 0), align="centre", colour=INK_SOFT)


class AnswersPanel(Panel):
    """The open question as a list of buttons, one for each move; at the end, what can be done then."""

    name = "answers"

    def __init__(self, model: GenericModel, controls: GenericControls, words: Callable[[Any], Sequence[str]]) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.moves: Sequence[Any] = ()
        """The moves that are offered."""
        self._words = words
        self._pages = Pages()
        self._question: Any = None

    def shows(self) -> tuple[object, ...]:
        """Return what is asked, and which page is seen."""
        return self.model.question, self.model.result, self._pages.first

    def wheel(self, notches: int) -> None:
        """Turn the page."""
        self._pages.turn(-1 if notches > 0 else 1)

    def draw(self, canvas: Canvas) -> None:
        """Draw a page of the moves."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-2 * canvas.px(MARGIN_EM), -2 * canvas.px(MARGIN_EM))
        head = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(1.8))
        question = self.model.question
        if question is not self._question:
            self._question, self.moves = question, offered(question)
            self._pages.first = 0
        if self.model.result is not None:
            self._end(canvas, inner)
        elif question is None:
            canvas.line(_("Nobody at this screen is asked."), head, colour=INK_SOFT)
        else:
            canvas.line(_("Your choices"), head, weight="Bold")
            self._list(canvas, pygame.Rect(inner.left, head.bottom, inner.width, inner.bottom - head.bottom))

    def _list(self, canvas: Canvas, box: pygame.Rect) -> None:
        step = canvas.px(BUTTON_EM + GAP_EM)
        foot = pygame.Rect(box.left, box.bottom - canvas.px(2), box.width, canvas.px(2))
        room = (foot.top - box.top) // step
        for row, number in enumerate(self._pages.fit(len(self.moves), room)):
            move = self.moves[number]
            rect = pygame.Rect(box.left, box.top + row * step, box.width, canvas.px(BUTTON_EM))
            label = "; ".join(self._words(move))
            button(canvas, f"answer-{number}", rect, label, partial(self.controls.answer, move), tooltip=label)
        self._pages.draw(canvas, "answers", foot)

    def _end(self, canvas: Canvas, inner: pygame.Rect) -> None:
        rows = (
            ("new-game", _("New game"), self.controls.new_game),
            ("look-back", _("Look back"), self.controls.look_back),
            ("leave", _("Menu"), self.controls.open_menu),
        )
        for number, (name, label, act) in enumerate(rows):
            top = inner.top + number * canvas.px(BUTTON_EM + GAP_EM)
            button(canvas, name, pygame.Rect(inner.left, top, inner.width, canvas.px(BUTTON_EM)), label, act)


def offered(question: Any) -> Sequence[Any]:
    """Return the moves that are offered to a question: all, if they can be listed, else some of them."""
    if question is None:
        return ()
    if hasattr(question, "moves"):
        return tuple(question.moves)
    from random import Random

    rng = Random(question.key)
    drawn = [question.sample(rng) for _number in range(SAMPLES)]
    return [move for number, move in enumerate(drawn) if move not in drawn[:number]]


SAMPLES = 60
"""Moves that are drawn where they can't be listed."""


class ViewPanel(Panel):
    """What the player may see of the game, as text."""

    name = "view"

    def __init__(self, model: GenericModel) -> None:
        super().__init__()
        self.model = model
        self._pages = Pages()

    def shows(self) -> tuple[object, ...]:
        """Return the view, and which page of it is seen."""
        return Itself(self.model.view), self._pages.first

    def wheel(self, notches: int) -> None:
        """Turn the page."""
        self._pages.turn(-1 if notches > 0 else 1)

    def draw(self, canvas: Canvas) -> None:
        """Draw a page of the view."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-2 * canvas.px(MARGIN_EM), -2 * canvas.px(MARGIN_EM))
        high = canvas.px(1.5)
        foot = pygame.Rect(inner.left, inner.bottom - canvas.px(2), inner.width, canvas.px(2))
        lines = view_lines(self.model.view)
        for row, number in enumerate(self._pages.fit(len(lines), (foot.top - inner.top) // high)):
            self._line(canvas, lines[number], pygame.Rect(inner.left, inner.top + row * high, inner.width, high))
        self._pages.draw(canvas, "view", foot)

    def _line(self, canvas: Canvas, line: ViewLine, box: pygame.Rect) -> None:
        box.left, box.width = box.left + canvas.px(line.depth), box.width - canvas.px(line.depth)
        label = pygame.Rect(box.left, box.top, canvas.px(10), box.height)
        canvas.line(line.label, label, colour=INK_SOFT)
        text = pygame.Rect(label.right + canvas.px(0.5), box.top, box.right - label.right - canvas.px(0.5), box.height)
        canvas.line(line.text, text)


class SeatActs(Protocol):
    """What can be done about seats."""

    def open_menu(self, seat: int) -> None:
        """Ask who shall play a seat from now on."""

    def tooltip(self, seat: int) -> str:
        """Return who plays a seat and how to change that."""


class SeatsPanel(Panel):
    """All players, and who is asked or thinks."""

    name = "players"

    def __init__(self, model: GenericModel, seats: SeatActs | None = None) -> None:
        super().__init__()
        self.model = model
        self._seats = seats

    def shows(self) -> tuple[object, ...]:
        """Return who plays, and who is asked or thinks."""
        return self.model.seats, self.model.question, self.model.thinking, self.model.result

    def draw(self, canvas: Canvas) -> None:
        """Draw a row for each."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-canvas.px(MARGIN_EM), -canvas.px(MARGIN_EM))
        gap = canvas.px(GAP_EM)
        high = min(canvas.px(2.6), (inner.height + gap) // len(self.model.seats) - gap)
        for seat in range(len(self.model.seats)):
            self._row(canvas, seat, pygame.Rect(inner.left, inner.top + seat * (high + gap), inner.width, high))

    def _row(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        model, look = self.model, self.model.seats[seat]
        asked = model.question is not None and model.question.seat == seat
        paper = GOLD_PALE if asked or seat in model.thinking else PAPER_BRIGHT
        canvas.plate(box, paper, INDIGO if asked else PAPER_EDGE, 0.25)
        flag = banner(look.clan, round(box.height * 0.86))
        canvas.surface.blit(flag, flag.get_rect(midleft=(box.left + canvas.px(0.4), box.centery)))
        left = box.left + flag.get_width() + canvas.px(1)
        name = pygame.Rect(left, box.top, box.right - canvas.px(7) - left, box.height)
        canvas.line(look.name, name, weight="Bold")
        told = pygame.Rect(name.right, box.top, canvas.px(6.5), box.height)
        canvas.small(self._told(seat), told, align="right", colour=INK_SOFT)
        if self._seats is not None:
            act = None if model.result is not None else partial(self._seats.open_menu, seat)
            canvas.target(f"seat-{seat}", box, act, self._seats.tooltip(seat))

    def _told(self, seat: int) -> str:
        result = self.model.result
        if result is not None:
            return ngettext("{n} point", "{n} points", result.points[seat]).format(n=result.points[seat])
        return _("thinking …") if seat in self.model.thinking else ""


class GenericTowerPanel(Panel):
    """The tower, and what lies on the tray and in it, by number."""

    name = "tower"

    def __init__(self, model: GenericModel, stand: Stand, picture: Picture, controls: GenericControls) -> None:
        super().__init__()
        self.model = model
        self.picture = picture
        self._stand = stand
        self._controls = controls

    def arrange(self, em: int) -> None:
        """Divide the room between the tower and the count."""
        inner = self.rect.inflate(-4, -4)
        inner.height = self.rect.height - round(6.2 * em)
        self.picture.resize(inner)

    def shows(self) -> tuple[object, ...]:
        """Return what falls and lies."""
        return self._stand.seconds, self.model.tray, self.model.inside, self.model.is_watching

    def draw(self, canvas: Canvas) -> None:
        """Draw the tower and the count."""
        canvas.sheet(self.rect)
        self.picture.draw(canvas.surface)
        row = pygame.Rect(self.rect.left, self.picture.rect.bottom, self.rect.width, canvas.px(1.7))
        row = row.inflate(-canvas.px(1), 0)
        self._count(canvas, row, _("On the tray"), self.model.tray)
        row = row.move(0, row.height)
        self._count(canvas, row, _("In the tower"), self.model.inside)
        skip = pygame.Rect(row.left, row.bottom + canvas.px(0.2), row.width, canvas.px(2.2))
        act = self._controls.skip if self.model.is_watching else None
        button(canvas, "skip", skip, _("Skip"), act, tooltip=_("Go to the end of what falls (Space)"))

    def _count(self, canvas: Canvas, row: pygame.Rect, label: str, cubes: Mapping[str, int]) -> None:
        canvas.small(label, pygame.Rect(row.left, row.top, row.width // 2, row.height))
        left = row.left + row.width // 2
        for colour, number in cubes.items():
            if number:
                square = pygame.Rect(left, 0, canvas.px(0.9), canvas.px(0.9))
                square.centery = row.centery
                canvas.plate(square, CUBES.get(colour, INK_SOFT), INK, 0.1, 0.05)
                text = f"{number}"
                wide = texts.width(text, canvas.px(SMALL)) + canvas.px(0.6)
                canvas.small(text, pygame.Rect(square.right + canvas.px(0.2), row.top, wide, row.height))
                left = square.right + canvas.px(0.2) + wide

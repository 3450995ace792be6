"""Panels of the generic screen: bar, answers, view, players, tower."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Protocol

import pygame
from pygame import Rect

from shogun.base.by_identity import IdentityKey
from shogun.base.language import _, ngettext
from shogun.game.questions import offered
from shogun.game.words import ViewLine, view_lines
from shogun.window.game.screen import GameControls, nothing
from shogun.window.generic.presenter import GenericModel
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import PRINTED, banner
from shogun.window.kit.drawing.theme import (
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
from shogun.window.kit.layout import Node, Places, between, column, overlay, part, place, row, share, text
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import button, countdown, face, put_icon
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.play.branches import branch_tooltip
from shogun.window.play.model import GameModel
from shogun.window.tower.tower_display import Stand, picture_of

# Requests of the generic screen's panels


class GenericControls(GameControls, kw_only=True, frozen=True, eq=False):
    """Acts of a player; those that a scene doesn't supply do nothing."""

    show_again: Act = nothing
    """Show again what has just happened."""
    open_rules: Act = nothing
    new_game: Act = nothing
    """Play another game when this one is over."""
    skip: Act = nothing
    """Skip to the end of what is being shown."""


BUTTON_EM = 2.4
PALE = 0.55
"""Fading of the sign on an inactive button."""
GAP_EM = 0.3
MARGIN_EM = 0.8
TITLE = part("title", wide=9.0)
BRANCH = column(part("title", high=1.6), part("branch of"), wide=14.0)
"""Title of a branch, with the game that it comes from below."""
BRANCH_SIZE = 0.75
LABELLED = ("menu", "hint", "try-again", "go-on")
"""Buttons of the bar with words instead of a sign."""
ANSWERS = column(part("head", high=1.8), part("lines"), padding=MARGIN_EM)
VIEW = column(part("lines"), padding=MARGIN_EM)
VIEW_LINE = row(part("label", wide=between(4, 10)), part("text", wide=between(6, 8, weight=1)), gap=0.5)
SEAT_EM = 2.6
SEAT = row(
    column(part("flag"), wide=2.4, padding=(0.0, 0.18)), part("name"), part("told", wide=6.5), padding=(0.4, 0.0)
)
BELOW_TOWER = column(
    part("tray", high=1.7), part("inside", high=1.7), part(high=0.2), part("skip", high=2.2), part(high=0.3),
    padding=(0.5, 0.0),
)  # fmt: skip
TOWER = column(part("tower"), BELOW_TOWER, padding=0.1)


class BarPanel(Panel):
    """Bar at the top: the prompt, and the buttons that are always there."""

    name = "prompt"

    def __init__(self, model: GenericModel, controls: GenericControls, title: str) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.title = title
        self._asked_at = pygame.Rect()
        """Rectangle of the prompt."""

    def needed(self) -> Sequence[pygame.Rect]:
        """Return the rectangle of the prompt."""
        return [self._asked_at]

    def shows(self) -> tuple[object, ...]:
        """Return the text, and what can be undone."""
        model = self.model
        told = (model.prompt, model.refusal, model.trouble, model.undo_refusal)
        can = model.can_undo, model.can_redo, model.undo_left, model.has_adviser, self._may_see_again
        return told, model.branch, model.question, can, model.hint

    @property
    def _may_see_again(self) -> bool:
        """True if the last events can be shown again: nothing is being shown now, and there is no problem."""
        model = self.model
        return model.has_recent and not model.trouble and (model.question is not None or model.result is not None)

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        canvas.fill(self.rect, INDIGO_DEEP)
        model, offers = self.model, self._offers()
        names, has_flag = [name for name, *_rest in offers], model.question is not None
        places = canvas.places(_bar(names, BRANCH if model.branch else TITLE, has_flag=has_flag), self.rect)
        self._asked_at = places["told"]
        canvas.line(self.title, places["title"], size=1.3, weight="Bold", colour=PAPER_BRIGHT)
        if model.branch:
            canvas.paragraph(model.branch, places["branch of"], size=BRANCH_SIZE, colour=GOLD_PALE)
            canvas.target("branch-of", places["branch of"], None, branch_tooltip(model.branch))
        for name, label, act, tooltip in offers:
            self._button(canvas, name, places[name], label, act)
            canvas.target(name.replace("_", "-"), places[name], act, tooltip, refusal="" if act else tooltip)
        countdown(canvas, places["undo"], model.undo_left)
        if model.question is not None:
            canvas.image(banner(model.seats[model.question.seat].clan, canvas.px(2.2)), places["flag"], "left")
        refusal = model.refusal or model.trouble
        colour = mix(GOLD if refusal else PAPER_BRIGHT, PAPER_BRIGHT, 0.3)
        canvas.line(refusal or model.prompt, places["told"], size=1.15, colour=colour)

    def _offers(self) -> Sequence[tuple[str, str, Act | None, str]]:
        """Return the buttons from right to left: name, label, act and tooltip."""
        model, controls = self.model, self.controls
        once_more = controls.show_again if self._may_see_again else None
        rows: tuple[tuple[str, str, Act | None, str], ...] = (
            ("menu", _("Menu"), controls.open_menu, _("Settings, rules, other games, or leave (Esc)")),
            *((name, "", act, told) for name, act, told in undo_buttons(model, controls)),
            ("rules", "?", controls.open_rules, _("The rules (F1)")),
            ("history", "«", controls.look_back, _("Replay any moment of the game (H)")),
            ("play", "", once_more, _("Replay the last move (R)")),
        )
        if model.has_adviser:
            act = controls.ask_hint if model.question is not None and model.hint is None else None
            why = (
                _("You have the answer already.")
                if model.hint is not None
                else _("There is nothing for you to decide right now.")
            )
            told = _("What a good player would do now, and why (A)") if act else why
            rows = (*rows, ("hint", _("Hint"), act, told))
        if model.undo_left and model.question is None:
            rows = (*rows, ("go-on", _("Continue"), controls.skip, _("Continue (Space)")))
        again = ("try-again", _("Try again"), controls.try_again, _("Try saving again now"))
        return (*(offer for offer in rows if offer[0] != "play"), again) if model.trouble else rows

    def _button(self, canvas: Canvas, icon: str, rect: pygame.Rect, label: str, act: Act | None) -> None:
        ink = face(canvas, rect, act, "plain")
        if label:
            canvas.line(label, rect, align="centre", colour=ink)
        else:
            look = PRINTED if act is not None else PRINTED.faded(PALE)
            put_icon(canvas, icon, rect.inflate(-canvas.px(0.7), -canvas.px(0.7)), look)


def undo_buttons(model: GameModel, controls: GameControls) -> Sequence[tuple[str, Act | None, str]]:
    """Return the undo and redo buttons from right to left: sign, act and tooltip."""
    undo, undo_all = (controls.undo, controls.undo_all) if model.can_undo else (None, None)
    why = "" if model.can_undo else model.undo_refusal or _("There is nothing to undo.")
    redo = controls.redo if model.can_redo else None
    return (
        ("redo", redo, _("Redo the step (Y)") if redo else _("Nothing has been undone.")),
        ("undo", undo, why or _("Undo the last step (Z)")),
        ("undo_all", undo_all, why or _("Undo as much as possible (Shift+Z)")),
    )


def _bar(buttons: Sequence[str], title: Node, *, has_flag: bool) -> Node:
    """Return the layout of the bar: the game, the text, and its buttons from right to left."""
    flag = (part("flag", wide=2.2),) if has_flag else ()
    wide = {name: 6.0 if name in LABELLED else BUTTON_EM for name in reversed(buttons)}
    row_of_buttons = row(*(part(name, wide=wide[name], high=2.2) for name in wide), gap=GAP_EM, align="middle")
    return row(title, *flag, part("told"), part(wide=1.1), row_of_buttons, padding=(MARGIN_EM, 0.0))


class AnswersPanel(Panel):
    """Open question as a list of buttons, one for each move; at the end, the options that are left."""

    name = "answers"

    def __init__(self, model: GenericModel, controls: GenericControls, words: Callable[[Any], Sequence[str]]) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.moves: Sequence[Any] = ()
        """Moves on offer."""
        self._words = words
        self.scrolling: Scrolling = Scrolling("answer-")
        self._question: Any = None

    def shows(self) -> tuple[object, ...]:
        """Return the question."""
        return self.model.question, self.model.result

    def draw(self, canvas: Canvas) -> None:
        """Draw the moves."""
        canvas.sheet(self.rect)
        places = canvas.places(ANSWERS, self.rect)
        question = self.model.question
        if question is not self._question:
            self._question, self.moves = question, offered(question)
            self.scrolling.restart()
        if self.model.result is not None:
            self._end(canvas)
        elif question is None:
            canvas.line(_("Nobody at this screen has to decide anything."), places["head"], colour=INK_SOFT)
        else:
            canvas.line(_("Your choices"), places["head"], weight="Bold")
            self._list(canvas, places["lines"])

    def _list(self, canvas: Canvas, box: pygame.Rect) -> None:
        for number, rect in self.scrolling.lay(canvas, box, len(self.moves), BUTTON_EM, GAP_EM):
            move = self.moves[number]
            label = "; ".join(self._words(move))
            button(canvas, f"answer-{number}", rect, label, partial(self.controls.answer, move), tooltip=label)

    def _end(self, canvas: Canvas) -> None:
        rows = (
            ("new-game", _("New game"), self.controls.new_game),
            ("look-back", _("Replay"), self.controls.look_back),
            ("leave", _("Menu"), self.controls.open_menu),
        )
        rects = canvas.down(canvas.within(self.rect, MARGIN_EM), *(BUTTON_EM,) * len(rows), gap=GAP_EM)
        for (name, label, act), rect in zip(rows, rects, strict=True):
            button(canvas, name, rect, label, act)


class ViewPanel(Panel):
    """Player's view of the game as text."""

    name = "view"

    def __init__(self, model: GenericModel) -> None:
        super().__init__()
        self.model = model
        self.scrolling: Scrolling = Scrolling("view-")

    def shows(self) -> tuple[object, ...]:
        """Return the view."""
        return (IdentityKey(self.model.view),)

    def draw(self, canvas: Canvas) -> None:
        """Draw as much of the view as fits."""
        canvas.sheet(self.rect)
        places, lines = canvas.places(VIEW, self.rect), view_lines(self.model.view)
        for number, rect in self.scrolling.lay(canvas, places["lines"], len(lines), 1.5):
            self._line(canvas, lines[number], rect)

    def _line(self, canvas: Canvas, line: ViewLine, box: pygame.Rect) -> None:
        places = canvas.places(VIEW_LINE, canvas.across(box, line.depth, share())[1])
        canvas.line(line.label, places["label"], colour=INK_SOFT)
        canvas.line(line.text, places["text"])


class SeatActs(Protocol):
    """Acts on seats."""

    def open_menu(self, seat: int) -> None:
        """Ask who plays a seat from now on."""

    def tooltip(self, seat: int) -> str:
        """Return the player of a seat and how to change that."""


class SeatsPanel(Panel):
    """All players, and who is asked or thinks; games may have richer plates of their own."""

    name = "players"

    def __init__(self, model: GenericModel, seats: SeatActs | None = None) -> None:
        super().__init__()
        self.model = model
        self.seats = seats

    def shows(self) -> tuple[object, ...]:
        """Return the players, and who is asked or thinks."""
        return self.model.seats, self.model.question, self.model.thinking, self.model.result

    def draw(self, canvas: Canvas) -> None:
        """Draw a plate for each."""
        canvas.sheet(self.rect)
        self.draw_plates(canvas)

    def draw_plates(self, canvas: Canvas) -> None:
        """Draw a plate for each seat, on any background."""
        for seat, box in enumerate(self.plates(canvas)):
            self.plate(canvas, seat, box)

    def plates(self, canvas: Canvas) -> Sequence[pygame.Rect]:
        """Return the rectangle of each plate, in seat order."""
        heights = (between(0, SEAT_EM),) * len(self.model.seats)
        return canvas.down(canvas.within(self.rect, MARGIN_EM / 2), *heights, gap=GAP_EM)

    def plate(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        """Draw the information on a seat."""
        model, look = self.model, self.model.seats[seat]
        asked = model.question is not None and model.question.seat == seat
        paper = GOLD_PALE if asked or seat in model.thinking else PAPER_BRIGHT
        canvas.plate(box, paper, INDIGO if asked else PAPER_EDGE, 0.25)
        places = canvas.places(SEAT, box)
        canvas.image(banner(look.clan, places["flag"].height), places["flag"], "left")
        canvas.line(look.name, places["name"], weight="Bold")
        canvas.small(self._seat_text(seat), places["told"], align="right", colour=INK_SOFT)
        if self.seats is not None:
            act = None if model.result is not None else partial(self.seats.open_menu, seat)
            canvas.target(f"seat-{seat}", box, act, self.seats.tooltip(seat))

    def _seat_text(self, seat: int) -> str:
        result = self.model.result
        if result is not None:
            return ngettext("{n} point", "{n} points", result.points[seat]).format(n=result.points[seat])
        return _("thinking …") if seat in self.model.thinking else ""


class GenericTowerPanel(Panel):
    """Tower, with the numbers of cubes on the tray and in it."""

    name = "tower"

    def __init__(self, model: GenericModel, stand: Stand, skip: Act) -> None:
        super().__init__()
        self.model = model
        self.picture = picture_of(stand)
        self._stand = stand
        self._skip = skip

    def arrange(self, em: int) -> None:
        """Divide the panel between the tower and the count."""
        self.picture.resize(place(TOWER, self.rect, em)["tower"])

    def shows(self) -> tuple[object, ...]:
        """Return the falling cubes and those at rest."""
        return self._stand.seconds, self.model.tray, self.model.inside, self.model.is_watching

    def draw(self, canvas: Canvas) -> None:
        """Draw the tower and the count."""
        canvas.sheet(self.rect)
        self.picture.draw(canvas.surface)
        places = canvas.places(TOWER, self.rect)
        self._count(canvas, places["tray"], _("On the tray"), self.model.tray)
        self._count(canvas, places["inside"], _("In the tower"), self.model.inside)
        act = self._skip if self.model.is_watching else None
        button(canvas, "skip", places["skip"], _("Skip"), act, tooltip=_("Skip the fall (Space)"))

    def _count(self, canvas: Canvas, box: pygame.Rect, label: str, cubes: Mapping[str, int]) -> None:
        left, right = canvas.columns(box, 2)
        canvas.small(label, left)
        numbers = {colour: f"{number}" for colour, number in cubes.items() if number}
        places = canvas.places(_counted(numbers), right)
        for colour, number in numbers.items():
            canvas.plate(places[colour], CUBES.get(colour, INK_SOFT), INK, 0.1, 0.05)
            canvas.small(number, places[f"{colour} number"])


def _counted(numbers: Mapping[str, str]) -> Node:
    """Return the layout of the numbers, each to the right of its cube."""
    parts = (
        (part(colour, wide=0.9, high=0.9), text(f"{colour} number", number, size=SMALL), part(wide=0.2))
        for colour, number in numbers.items()
    )
    return row(*chain.from_iterable(parts), gap=0.2, align="middle")


# Layout of the generic screen

PANEL_GAP_EM = 0.4
SEAT_ROW_EM = 2.9


def lay_out(area: Rect, em: int, seats: int, *, has_tower: bool, has_answers: bool) -> Places:
    """Return the rectangle of each panel: answers, view, tower, and players above the log."""
    side = column(
        part("players", high=share(most=SEAT_ROW_EM * seats + 0.8)),  # but never more than the log
        overlay(part("log"), part("advice")),
        wide=19.0, gap=PANEL_GAP_EM,
    )  # fmt: skip
    answers = (part("answers", wide=27.0),) if has_answers else ()
    tower = (part("tower", wide=12.0),) if has_tower else ()
    middle = row(*answers, part("view"), *tower, side, gap=PANEL_GAP_EM, padding=PANEL_GAP_EM)
    return place(column(part("prompt", high=3.2), middle), area, em)

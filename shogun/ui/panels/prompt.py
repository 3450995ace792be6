"""The bar on top: the season, one sentence that says what is asked, and the buttons that answer it."""

from functools import partial

import pygame
from msgspec import Struct

from shogun.language import _
from shogun.rules.moves import Move, PlaceGroup, Stay
from shogun.rules.questions import Choice, MarchQuestion, PlanQuestion
from shogun.rules.wording import SEASON_NAMES, move_text
from shogun.ui import pieces
from shogun.ui.canvas import Act, Canvas
from shogun.ui.drafts import MarchDraft, PlanDraft
from shogun.ui.model import DRAFT, Model
from shogun.ui.panels.controls import Controls
from shogun.ui.panels.panel import Panel
from shogun.ui.text import Weight, width
from shogun.ui.theme import GOLD, INDIGO_DEEP, PAPER_BRIGHT, PAPER_SHADE, mix
from shogun.ui.widgets.button import Style, button
from shogun.ui.widgets.stepper import Number, stepper

SEASON_EM = 8.5
BUTTON_EM = 2.0


class Offer(Struct):
    """One button of the bar."""

    name: str
    label: str
    act: Act | None
    tooltip: str = ""
    style: Style = "plain"


class PromptPanel(Panel):
    """Says what is asked of whom, and offers the answers that are not on the board."""

    name = "prompt"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        canvas.fill(self.rect, INDIGO_DEEP)
        self._season(canvas)
        right = self._corner(canvas)
        right = self._answers(canvas, right)
        self._sentence(canvas, right)

    def _season(self, canvas: Canvas) -> None:
        view = self.model.view
        box = pygame.Rect(self.rect.left + canvas.px(0.8), self.rect.top, canvas.px(SEASON_EM), self.rect.height)
        season = _("Draft") if isinstance(view.stage, DRAFT) else _(SEASON_NAMES[view.season])
        upper = pygame.Rect(box.left, box.top + canvas.px(0.3), box.width, box.height // 2)
        lower = pygame.Rect(box.left, upper.bottom - canvas.px(0.15), box.width, box.height // 2 - canvas.px(0.3))
        canvas.line(season, upper, size=1.3, colour=PAPER_BRIGHT, weight="Bold")
        canvas.small(_("Year {year} of 2").format(year=view.year), lower, colour=PAPER_SHADE)

    def _corner(self, canvas: Canvas) -> int:
        """Draw the buttons that are always there and return where the room left of them ends."""
        right = self.rect.right - canvas.px(0.6)
        menu = Offer("menu", _("Menu"), self.controls.open_menu, _("Save the game and leave it"))
        right = self._button(canvas, menu, right)
        redo = self.controls.redo if self.model.can_redo else None
        why = _("Give the answer again (Y)") if redo else _("Nothing was taken back.")
        right = self._button(canvas, Offer("redo", _("Redo"), redo, why), right)
        undo = self.controls.undo if self.model.can_undo else None
        why = _("Take the last answer back (Z)") if undo else _("There is nothing that can be taken back.")
        return self._button(canvas, Offer("undo", _("Undo"), undo, why), right) - canvas.px(0.8)

    def _button(self, canvas: Canvas, offer: Offer, right: int) -> int:
        """Draw a button that ends at `right` and return where the next one ends."""
        weight: Weight = "Bold" if offer.style == "primary" else "Regular"
        wide = width(offer.label, canvas.px(1), weight) + canvas.px(1.6)
        high = canvas.px(BUTTON_EM)
        rect = pygame.Rect(right - wide, self.rect.centery - high // 2, wide, high)
        button(canvas, offer.name, rect, offer.label, offer.act, style=offer.style, tooltip=offer.tooltip)
        return rect.left - canvas.px(0.4)

    def _answers(self, canvas: Canvas, right: int) -> int:
        model = self.model
        if isinstance(model.question, Choice):
            return self._choice(canvas, model.question, right)
        if isinstance(model.question, MarchQuestion) and model.march:
            return self._march(canvas, model.march, right)
        if isinstance(model.question, PlanQuestion) and model.plan:
            return self._plan(canvas, model.plan, right)
        return right

    def _choice(self, canvas: Canvas, question: Choice, right: int) -> int:
        for move in reversed(question.moves):
            right = self._answer(canvas, move, right)
        return right

    def _answer(self, canvas: Canvas, move: Move, right: int) -> int:
        label = str(move.armies) if isinstance(move, PlaceGroup) else move_text(move)
        return self._button(canvas, Offer(f"answer-{label}", label, partial(self.controls.answer, move)), right)

    def _march(self, canvas: Canvas, march: MarchDraft, right: int) -> int:
        if march.question.may_stay:
            right = self._button(canvas, Offer("stay", _("Stay"), partial(self.controls.answer, Stay())), right)
        move = march.move()
        label = move_text(move) if move else _("March")
        act = partial(self.controls.answer, move) if move else None
        why = "" if move else _("First click a lit province on the map.")
        right = self._button(canvas, Offer("march", label, act, why, "primary"), right)
        if move is None:
            return right
        wide, high = canvas.px(7), canvas.px(BUTTON_EM)
        rect = pygame.Rect(right - wide, self.rect.centery - high // 2, wide, high)
        stepper(canvas, "armies", rect, Number(march.armies, 1, march.question.most, self.controls.set_armies))
        return rect.left - canvas.px(0.4)

    def _plan(self, canvas: Canvas, plan: PlanDraft, right: int) -> int:
        refusal = plan.refusal()
        act = None if refusal else (lambda: self.controls.answer(plan.plan()))
        right = self._button(canvas, Offer("commit", _("Commit the plan"), act, refusal, "primary"), right)
        laid = any(card is not None for card in plan.fields)
        clear = partial(self.controls.alter_plan, plan.clear) if laid else None
        why = _("Take all cards back") if laid else _("No card is laid.")
        right = self._button(canvas, Offer("clear", _("Clear"), clear, why), right)
        copy = partial(self.controls.alter_plan, plan.copy_before) if plan.before else None
        why = _("Lay the cards as you did last season, as far as you can") if copy else _("This is your first season.")
        return self._button(canvas, Offer("copy-plan", _("As last season"), copy, why), right)

    def _sentence(self, canvas: Canvas, right: int) -> None:
        left = self.rect.left + canvas.px(SEASON_EM + 1.2)
        seat = self.model.question.seat if self.model.question else None
        if seat is not None:
            side = canvas.px(2.2)
            flag = pieces.banner(self.model.seats[seat].clan, side)
            canvas.surface.blit(flag, flag.get_rect(midleft=(left, self.rect.centery)))
            left += side
        text = self.model.refusal or self.model.prompt
        box = pygame.Rect(left, self.rect.top + canvas.px(0.25), right - left, self.rect.height - canvas.px(0.5))
        colour = GOLD if self.model.refusal else PAPER_BRIGHT
        self._centred(canvas, text, box, mix(colour, PAPER_BRIGHT, 0.3))

    def _centred(self, canvas: Canvas, text: str, box: pygame.Rect, colour: tuple[int, int, int]) -> None:
        if width(text, canvas.px(1.15)) <= box.width:
            canvas.line(text, box, size=1.15, colour=colour)
        else:
            canvas.paragraph(text, box, colour=colour)

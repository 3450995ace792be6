"""The own planning board: ten action fields and the bid, and the hand of cards below (4.3, 4.4)."""

from functools import partial

import pygame

from shogun.language import _
from shogun.rules.cards import ACTIONS, FIELDS, Card
from shogun.rules.wording import ACTION_NAMES
from shogun.ui.canvas import Act, Canvas
from shogun.ui.drafts import BID, PlanDraft
from shogun.ui.model import Model
from shogun.ui.panels.controls import Controls
from shogun.ui.theme import GOLD, GOLD_PALE, INDIGO, INK_FAINT, PAPER_EDGE, PAPER_SHADE, mix
from shogun.ui.widgets.card import action_head, card_face, planning_card, put_icon

HEAD_EM = 2.9
FIELD_EM = 2.1
CARD_EM = 1.75
A_ROW = 11
LATER = "?"
"""Stands in the corner of actions whose place is not known yet."""


def field_order(model: Model) -> list[tuple[int, str]]:
    """Return the fields as they are laid out, each with its place: the known actions, the others, the bid.

    The actions whose cards lie face down stand in the order of the planning board, which tells nothing.
    """
    known = [action for action in model.view.actions if action is not None]
    order = [(ACTIONS.index(action), f"{place}.") for place, action in enumerate(known, 1)]
    later = [(number, LATER) for number, action in enumerate(ACTIONS) if action not in known]
    return [*order, *later, (BID, "")]


def draw_plan(canvas: Canvas, box: pygame.Rect, model: Model, plan: PlanDraft, controls: Controls) -> None:
    """Draw fields and hand; a click takes a card or a field."""
    gap = canvas.px(0.25)
    wide = (box.width - gap * (FIELDS - 1)) // FIELDS
    for place, (number, when) in enumerate(field_order(model)):
        left = box.left + place * (wide + gap)
        head = pygame.Rect(left, box.top, wide, canvas.px(HEAD_EM))
        _head(canvas, head, number, when)
        field = pygame.Rect(left, head.bottom + gap, wide, canvas.px(FIELD_EM))
        _field(canvas, field, plan, number, controls)
    top = box.top + canvas.px(HEAD_EM + FIELD_EM) + 2 * gap + canvas.px(0.25)
    _hand(canvas, pygame.Rect(box.left, top, box.width, box.bottom - top), plan, controls)


def _head(canvas: Canvas, rect: pygame.Rect, number: int, when: str) -> None:
    if number == BID:
        canvas.plate(rect, mix(PAPER_SHADE, GOLD, 0.3), PAPER_EDGE, 0.25)
        icon = pygame.Rect(rect.left, rect.top + canvas.px(0.2), rect.width, canvas.px(1.5))
        put_icon(canvas, "bid", icon)
        label = pygame.Rect(rect.left + 2, icon.bottom, rect.width - 4, canvas.px(1.05))
        canvas.line(_("Bid"), label, size=0.78, align="centre")
        canvas.target("head-bid", rect, None, _("The bid for a special card and its place in the turn order"))
        return
    action_head(canvas, rect, ACTIONS[number], when)
    place = _("place 6 to 10: its card lies face down") if when == LATER else _("place {n}").format(n=when.rstrip("."))
    canvas.target(f"head-{ACTIONS[number]}", rect, None, f"{_(ACTION_NAMES[ACTIONS[number]])} ({place})")


def _field(canvas: Canvas, rect: pygame.Rect, plan: PlanDraft, number: int, controls: Controls) -> None:
    name = f"field-{number}"
    card = plan.fields[number]
    refusal = plan.may_lie(plan.card, number) if plan.card is not None else ""
    act: Act | None = None if refusal else partial(controls.take_field, number)
    if card is not None:
        planning_card(canvas, rect, card, lifted=False, reacts=act is not None)
    else:
        _empty(canvas, rect, plan, number, is_open=act is not None)
    canvas.target(name, rect, act, refusal)


def _empty(canvas: Canvas, rect: pygame.Rect, plan: PlanDraft, number: int, *, is_open: bool) -> None:
    chosen = plan.chosen == number
    waits = is_open and (plan.card is not None or canvas.hovers(rect))
    canvas.plate(
        rect,
        GOLD_PALE if chosen or waits else PAPER_SHADE,
        INDIGO if chosen or waits else INK_FAINT,
        0.25,
        0.12 if chosen else 0.07,
    )


def _hand(canvas: Canvas, box: pygame.Rect, plan: PlanDraft, controls: Controls) -> None:
    cards = plan.question.cards
    gap = canvas.px(0.25)
    a_row = max(A_ROW, -(-len(cards) // 2))
    wide = (box.width - gap * (a_row - 1)) // a_row
    high = min(canvas.px(CARD_EM), (box.height - gap) // 2)
    for number, card in enumerate(cards):
        row, column = divmod(number, a_row)
        rect = pygame.Rect(box.left + column * (wide + gap), box.top + row * (high + gap), wide, high)
        if plan.field_of(card) is None:
            planning_card(canvas, rect, card, lifted=plan.card == card, reacts=True)
            canvas.target(f"card-{card}", rect, partial(controls.take_card, card))
        else:
            _laid(canvas, rect, card)


def _laid(canvas: Canvas, rect: pygame.Rect, card: Card) -> None:
    """Draw the place of a card that lies on a field."""
    canvas.frame(rect, mix(PAPER_EDGE, PAPER_SHADE, 0.4), 0.25, 0.06)
    card_face(canvas, rect.inflate(-canvas.px(0.4), 0), card, mix(INK_FAINT, PAPER_SHADE, 0.35))

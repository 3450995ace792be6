"""The own planning board (4.3, 4.4): the bid and ten action fields in the order in which they are carried out.

Below each field stands what it would bring, and the chests that are left by then; below that lies the hand, and at the
right a ledger of what the whole plan would leave.
"""

from functools import partial

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.games.shogun.analysis.season_figures import Assignment, Season
from shogun.games.shogun.rules.cards import ACTIONS, FIELDS, Card
from shogun.games.shogun.rules.references import ACTION_RULES, BID_RULE, FIELD_RULE, SKIPPED_RULE, card_rule
from shogun.games.shogun.screen.card import Hold, action_head, caption, card_face, coin, planning_card
from shogun.games.shogun.screen.effect import draw_effect
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.panels.ledger import draw_ledger
from shogun.games.shogun.screen.play.drafts import BID, PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.plan_words import explained, skipping, span_text
from shogun.games.shogun.words.wording import ACTION_NAMES, ACTION_TEXTS, armies, card_text
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.text import width
from shogun.window.kit.theme import (
    GOLD,
    GOLD_PALE,
    INDIGO,
    INK,
    INK_FAINT,
    INK_SOFT,
    PAPER_EDGE,
    PAPER_SHADE,
    VERMILION,
    mix,
)
from shogun.window.kit.widgets.icon import put_icon

HEAD_EM, CARD_EM, EFFECT_EM, LINE_EM = 2.3, 1.95, 1.0, 0.95
"""Heights: an action card, a card of the plan, what it brings, and the chests that are left."""
HAND_EM = 2.0
LEDGER_EM = 16.0
GAP_EM = 0.16
DRAGGED_EM = 3.8
A_ROW = 8
ROWS = 2
LATER = "?"
"""Stands in the corner of actions whose place is not known yet."""


def field_order(model: Model) -> list[tuple[int, str]]:
    """Return the fields in the order in which they count, each with its place: the bid, the known actions, the others.

    The actions whose cards lie face down stand in the order of the planning board, which tells nothing.
    """
    known = [action for action in model.view.actions if action is not None]
    order = [(ACTIONS.index(action), f"{place}.") for place, action in enumerate(known, 1)]
    later = [(number, LATER) for number, action in enumerate(ACTIONS) if action not in known]
    return [(BID, ""), *order, *later]


class Table(Struct, frozen=True):
    """What the parts of the planning board are drawn from."""

    canvas: Canvas
    model: Model
    plan: PlanDraft
    season: Season
    controls: Controls

    def is_lit(self, card: Card | None) -> bool:
        """Return whether the pointer, here or on the map, is at the province of a card."""
        return card is not None and card == self.model.hovered

    def act(self, change: Act) -> Act:
        """Return a change of the plan as a click makes it."""
        return partial(self.controls.alter_plan, change)


def draw_plan(canvas: Canvas, box: pygame.Rect, model: Model, plan: PlanDraft, controls: Controls) -> None:
    """Draw fields, hand and ledger; a click takes a card or a field."""
    table = Table(canvas, model, plan, plan.season(), controls)
    ledger = pygame.Rect(box.right - canvas.px(LEDGER_EM), box.top, canvas.px(LEDGER_EM), box.height)
    left = pygame.Rect(box.left, box.top, ledger.left - canvas.px(0.5) - box.left, box.height)
    high = canvas.px(HEAD_EM + CARD_EM + EFFECT_EM + LINE_EM + 2 * GAP_EM)
    _fields(table, pygame.Rect(left.left, left.top, left.width, high))
    top = left.top + high + canvas.px(GAP_EM)
    _hand(table, pygame.Rect(left.left, top, left.width, left.bottom - top))
    draw_ledger(canvas, ledger, model, plan, controls)
    if plan.is_dragged and plan.card is not None:
        _follow(table, plan.card)


def _follow(table: Table, card: Card) -> None:
    """Draw the card that is dragged, at the pointer."""
    rect = pygame.Rect(0, 0, table.canvas.px(DRAGGED_EM), table.canvas.px(CARD_EM))
    rect.center = table.canvas.pointer
    planning_card(table.canvas, rect, card, table.model.board, Hold(lifted=True))


# The fields


def _fields(table: Table, box: pygame.Rect) -> None:
    canvas, gap = table.canvas, table.canvas.px(GAP_EM)
    wide = (box.width - gap * (FIELDS - 1)) // FIELDS
    order = field_order(table.model)
    known = sum(when != LATER for _number, when in order)
    for place, (number, when) in enumerate(order):
        left = box.left + place * (wide + gap)
        head = pygame.Rect(left, box.top, wide, canvas.px(HEAD_EM))
        _head(canvas, head, number, when)
        field = pygame.Rect(left, head.bottom + gap, wide, canvas.px(CARD_EM + EFFECT_EM))
        _field(table, field, number)
        line = pygame.Rect(left, field.bottom, wide, canvas.px(LINE_EM))
        if place < known:
            _chests(table, line, number, place)
        elif place == known:
            line.width = box.right - left
            _chests_later(table, line)


def _head(canvas: Canvas, rect: pygame.Rect, number: int, when: str) -> None:
    if number == BID:
        canvas.plate(rect, mix(PAPER_SHADE, GOLD, 0.3), PAPER_EDGE, 0.25)
        put_icon(canvas, "bid", caption(canvas, rect, _("Bid")))
        text = _("The bid for a special card and its place in the turn order; it is paid before the actions.")
        canvas.target("head-bid", rect, None, text, why=BID_RULE)
        return
    action = ACTIONS[number]
    action_head(canvas, rect, action, when)
    place = _("place 6 to 10: its card lies face down") if when == LATER else _("place {n}").format(n=when.rstrip("."))
    told = f"{_(ACTION_NAMES[action])} ({place}): {_(ACTION_TEXTS[action])}"
    canvas.target(f"head-{action}", rect, None, told, ACTION_RULES[action])


def _field(table: Table, rect: pygame.Rect, number: int) -> None:
    canvas, plan = table.canvas, table.plan
    card = plan.fields[number]
    refusal = plan.may_lie(plan.card, number) if plan.card is not None else ""
    act = None if refusal else table.act(partial(plan.take_field, number))
    found = _brings(table, number, rect)
    _ground(table, rect, number, is_open=act is not None)
    slot = pygame.Rect(rect.left, rect.top, rect.width, canvas.px(CARD_EM))
    if card is not None:
        planning_card(canvas, slot, card, table.model.board, Hold(lit=table.is_lit(card), reacts=act is not None))
    effect = pygame.Rect(rect.left, slot.bottom, rect.width, rect.bottom - slot.bottom).inflate(-canvas.px(0.2), -2)
    if found is not None:
        colour = table.model.seats[plan.question.seat].colour
        draw_effect(canvas, effect, found, colour, plan.held.get(found.province))
    elif number == BID and isinstance(card, int) and card:
        coin(canvas, "chest", f"−{card}", effect.inflate(-canvas.px(0.6), 0))
    canvas.target(f"field-{number}", rect, act, refusal or _told(table, number, found), _rule(number))


def _brings(table: Table, number: int, rect: pygame.Rect) -> Assignment | None:
    """Return what a field brings; with a card in hand, what that would bring on an empty or a hovered field."""
    plan = table.plan
    if plan.card is not None and (plan.fields[number] is None or table.canvas.hovers(rect)):
        return plan.would_bring(number)
    return table.season.assignments.get(ACTIONS[number]) if number != BID else None


def _told(table: Table, number: int, found: Assignment | None) -> str:
    if found is not None:
        standing = table.model.view.provinces[found.province].armies
        return explained(found, standing, table.plan.held.get(found.province))
    card = table.plan.fields[number]
    if number == BID:
        order = _("Who bids most chooses first: 4 to 1 chests, then provinces, then 0 chests, then no card.")
        return _("Bid: {card}").format(card=card_text(card)) + ". " + order
    return _("Nothing is done.") if card is not None else _("Click a card of the hand, then this field.")


def _rule(number: int) -> str:
    return BID_RULE if number == BID else ACTION_RULES[ACTIONS[number]]


def _ground(table: Table, rect: pygame.Rect, number: int, *, is_open: bool) -> None:
    """Draw a field: as one that waits if a click would lay a card there."""
    canvas, plan = table.canvas, table.plan
    chosen = plan.chosen == number
    waits = is_open and (plan.card is not None or canvas.hovers(rect))
    paper = GOLD_PALE if chosen or waits else PAPER_SHADE
    canvas.plate(rect, paper, INDIGO if chosen or waits else INK_FAINT, 0.25, 0.14 if chosen else 0.07)


# The chests along the season


def _chests(table: Table, rect: pygame.Rect, number: int, place: int) -> None:
    """Write the chests that are left after the bid or an action; in red what is missing for it."""
    canvas = table.canvas
    left = table.season.line[place]
    found = table.season.assignments.get(ACTIONS[number]) if number != BID else None
    missing = found.missing if found else 0
    colour = VERMILION if missing else INK
    text = f"−{missing}" if missing else span_text(left)
    coin(canvas, "chest", text, _middle(canvas, rect), colour=colour)
    told = _("Chests after the bid: {n}") if number == BID else _("Chests after this action: {n}")
    told = told.format(n=span_text(left))
    if missing and found is not None:
        told = f"{told}\n{skipping(found)}"
    canvas.target(f"chests-{place}", rect, None, told, SKIPPED_RULE)


def _middle(canvas: Canvas, rect: pygame.Rect) -> pygame.Rect:
    return rect.inflate(-canvas.px(0.5), 0)


def _chests_later(table: Table, rect: pygame.Rect) -> None:
    """Write how many chests the actions leave whose order is not known."""
    canvas, season = table.canvas, table.season
    missing = max((found.missing for found in season.assignments.values()), default=0)
    unknown = [found for found in season.assignments.values() if found.action not in table.model.view.actions]
    doubtful = any(found.missing for found in unknown) and missing
    text = _("after the five to come: {n}").format(n=span_text(season.chests))
    colour = VERMILION if doubtful else INK_SOFT
    coin(canvas, "chest", text, _middle(canvas, rect), colour=colour, weight="Regular")
    canvas.target("chests-end", rect, None, _("Chests at the end of the season, whatever the order of the last five."))


# The hand


def _hand(table: Table, box: pygame.Rect) -> None:
    """Draw the provinces from the left, the chest cards at the right end of the last row."""
    canvas, cards = table.canvas, table.plan.question.cards
    gap = canvas.px(GAP_EM)
    a_row = max(A_ROW, -(-len(cards) // ROWS))
    wide = (box.width - gap * (a_row - 1)) // a_row
    high = min(canvas.px(HAND_EM), (box.height - gap) // ROWS)
    chests = [card for card in cards if isinstance(card, int)]
    for number, card in enumerate(cards):
        place = number if isinstance(card, str) else ROWS * a_row - len(chests) + chests.index(card)
        row, column = divmod(place, a_row)
        rect = pygame.Rect(box.left + column * (wide + gap), box.top + row * (high + gap), wide, high)
        _in_hand(table, rect, card)
    if len(cards) <= ROWS * a_row - 2:
        first = box.left + (a_row - len(chests)) * (wide + gap)
        _label_chests(table, box, first, high)


def _label_chests(table: Table, box: pygame.Rect, first: int, high: int) -> None:
    """Say what the cards at the right end of the last row are, from `first` on, where nothing lies before them."""
    canvas, cards = table.canvas, table.plan.question.cards
    provinces = sum(isinstance(card, str) for card in cards)
    rest = max(A_ROW, -(-len(cards) // ROWS))
    left = box.left + max(0, provinces - rest) * (box.width + canvas.px(GAP_EM)) // rest
    label = pygame.Rect(left, box.bottom - high, first - canvas.px(0.4) - left, high)
    if width(text := _("Chest cards, to bid:"), canvas.least) <= label.width:
        canvas.small(text, label, align="right", colour=INK_SOFT)


def _in_hand(table: Table, rect: pygame.Rect, card: Card) -> None:
    canvas, plan = table.canvas, table.plan
    number = plan.field_of(card)
    if number is not None:
        _laid(table, rect, card, number)
        return
    planning_card(canvas, rect, card, table.model.board, Hold(lifted=plan.card == card, lit=table.is_lit(card)))
    act = table.act(partial(plan.take_card, card))
    canvas.target(f"card-{card}", rect, act, _card_told(table, card), why=card_rule(card))


def _card_told(table: Table, card: Card) -> str:
    if isinstance(card, int):
        return _("As a bid it costs {card}; on an action field nothing is done.").format(card=card_text(card))
    land = table.model.board.lands[card]
    text = _("{province}: taxes {tax}, rice {rice}, {armies}")
    lies = table.model.view.provinces[card]
    return text.format(province=card, tax=land.tax, rice=land.rice, armies=armies(lies.armies))


def _laid(table: Table, rect: pygame.Rect, card: Card, number: int) -> None:
    """Draw the place of a card that lies on a field."""
    canvas = table.canvas
    lit = table.is_lit(card)
    canvas.frame(rect, INDIGO if lit else mix(PAPER_EDGE, PAPER_SHADE, 0.4), 0.25, 0.12 if lit else 0.06)
    card_face(canvas, rect.inflate(-canvas.px(0.2), 0), card, mix(INK_FAINT, INK, 0.5))
    where = _("the bid") if number == BID else _(ACTION_NAMES[ACTIONS[number]])
    text = _("{card} lies on {field} already: every card is used once in a season.")
    canvas.target(f"laid-{card}", rect, None, text.format(card=card_text(card), field=where), FIELD_RULE)

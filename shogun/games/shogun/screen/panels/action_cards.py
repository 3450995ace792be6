"""The ten action cards in their places, and below them the public state of each player's board (4.1, 4.7)."""

from collections.abc import Sequence

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.cards import ACTIONS, FACE_DOWN, Action, Card
from shogun.games.shogun.rules.references import ACTION_RULES, ACTIONS_RULE, ORDER_RULE
from shogun.games.shogun.screen.card import PALE, When, action_head, bid_head, card_face
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import ACTION_NAMES, ACTION_TEXTS, card_text
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import PRINTED, banner
from shogun.window.kit.drawing.text import width
from shogun.window.kit.drawing.theme import (
    GOLD_PALE,
    INK_FAINT,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    mix,
)
from shogun.window.kit.layout import Length, share
from shogun.window.kit.widgets.button import button, put_icon
from shogun.window.kit.widgets.card_button import draw_back, turns

HEAD_EM, FOLD_EM, ROW_EM = 2.9, 2.3, 1.5
PLACES = len(ACTIONS)
BIDS = PLACES
"""Place of the bids, after the ten action cards; they are shown first because they are paid first."""
ORDER = (BIDS, *range(PLACES))
LINE: tuple[Length, ...] = (4.5, *(share(),) * len(ORDER))
"""A player's name, and a field for each place."""
GAP_EM = 0.2


def draw_actions(canvas: Canvas, box: pygame.Rect, model: Model, fold: Act) -> None:
    """Draw the action cards and, unless they are folded, a row of fields for each seat; a button folds them."""
    top, boards = canvas.down(box, HEAD_EM, share(), gap=0.25)
    corner, *heads = canvas.across(top, *LINE, gap=GAP_EM)
    _offer_fold(canvas, canvas.spot(corner, high=FOLD_EM), model, fold)
    for place, head in zip(ORDER, heads, strict=True):
        _head(canvas, head, model, place)
    lines = canvas.down(boards, *(share(most=ROW_EM),) * len(model.seats), gap=0.15)
    for seat in _rows(model):
        name, *cells = canvas.across(lines[seat], *LINE, gap=GAP_EM)
        _name(canvas, name, model, seat)
        for place, cell in zip(ORDER, cells, strict=True):
            _entry(canvas, cell, model, seat, place)


def _rows(model: Model) -> Sequence[int]:
    """Return the seats with visible fields."""
    return () if model.is_folded else range(len(model.seats))


def _offer_fold(canvas: Canvas, rect: pygame.Rect, model: Model, fold: Act) -> None:
    if model.has_room:
        canvas.small(_("Plans"), rect, align="centre", colour=INK_SOFT)
        return
    told = _("Show everything known of all plans")
    if not model.is_folded:
        told = _("Show only the actions, to give the map more room")
    button(canvas, "fold", rect, _("Plans") if model.is_folded else _("Collapse"), fold, tooltip=told)


def _name(canvas: Canvas, cell: pygame.Rect, model: Model, seat: int) -> None:
    """Draw banner and name: only the first word of a long name, or nothing if even that is too long."""
    flag, text = canvas.across(cell, 1.25, share(), gap=0.3)
    canvas.image(banner(model.seats[seat].clan, cell.height), flag, "left")
    name = model.seats[seat].name
    if short := next((part for part in (name, name.partition(" ")[0]) if width(part, canvas.least) <= text.width), ""):
        canvas.small(short, text)
    canvas.target(f"board-{seat}", cell, None, name, ACTIONS_RULE)


def _head(canvas: Canvas, head: pygame.Rect, model: Model, place: int) -> None:
    action = _action(model, place)
    if place == BIDS:
        _bid_head(canvas, head)
        return
    left = canvas.layer.arrivals.lies(f"place-{place}", action)
    if turns(canvas, head, left):
        return
    if action is None:
        draw_back(canvas, head)
        canvas.target(f"place-{place}", head, None, _("This action card is face down."), ACTIONS_RULE)
    else:
        _action_head(canvas, head, model, place, action)


def _bid_head(canvas: Canvas, head: pygame.Rect) -> None:
    bid_head(canvas, head)
    canvas.target("place-bid", head, None, _("The bids for the special cards"), ORDER_RULE)


def _action_head(canvas: Canvas, head: pygame.Rect, model: Model, place: int, action: Action) -> None:
    now = model.view.action
    when: When = "later" if now is None or place > now else ("now" if place == now else "done")
    action_head(canvas, head, action, f"{place + 1}.", when)
    told = f"{place + 1}. {_(ACTION_NAMES[action])}: {_(ACTION_TEXTS[action])}"
    canvas.target(f"place-{place}", head, None, told, ACTION_RULES[action])


def _action(model: Model, place: int) -> Action | None:
    """Return the action in a place, None for a face-down card and for the bids."""
    return model.view.actions[place] if place < min(PLACES, len(model.view.actions)) else None


def _entry(canvas: Canvas, cell: pygame.Rect, model: Model, seat: int, place: int) -> None:
    """Draw the public state of a field; the viewer's own face-down cards are shown in gray."""
    if not model.view.planned[seat]:
        canvas.frame(cell, mix(PAPER_EDGE, PAPER_SHADE, 0.5), 0.15, 0.06)
        return
    shown, own = _cards(model, seat, place)
    waiting = _own_waiting(model, seat, place)
    if waiting is not None:
        _waits(canvas, cell, place, *waiting)
    elif shown == FACE_DOWN:
        _face_down(canvas, cell, own)
    elif shown is None:
        canvas.frame(cell, mix(PAPER_EDGE, PAPER_SHADE, 0.5), 0.15, 0.06)
    else:
        active = place == model.view.action and seat == model.view.turn
        canvas.plate(cell, GOLD_PALE if active else PAPER_BRIGHT, INK_SOFT, 0.15, 0.06)
        card_face(canvas, canvas.within(cell, 0.1, 0.0), shown)
        told, rule = _card_and_rule(model, seat, place, shown)
        canvas.target(f"entry-{seat}-{place}", cell, None, told, rule, group="boards")


def _card_and_rule(model: Model, seat: int, place: int, card: Card) -> tuple[str, str]:
    """Return a description of a revealed card, and the rule that explains it."""
    action = _action(model, place)
    what = _("Bid") if action is None else _(ACTION_NAMES[action])
    told = _("{who}, {what}: {card}").format(who=model.names[seat], what=what, card=card_text(card))
    return told, ORDER_RULE if action is None else ACTION_RULES[action]


def _own_waiting(model: Model, seat: int, place: int) -> tuple[Action, Card] | None:
    """Return the viewer's own card on an action whose place isn't known yet, listed in the unknown places."""
    view = model.view
    if seat != view.seat or view.plan is None or place == BIDS or _action(model, place) is not None:
        return None
    unknown = [action for action in ACTIONS if action not in view.actions]
    first = next(number for number, action in enumerate(view.actions) if action is None)
    action = unknown[place - first]
    card = view.plan.on(action)
    return None if card is None else (action, card)


def _waits(canvas: Canvas, cell: pygame.Rect, place: int, action: Action, card: Card) -> None:
    """Draw a card of the viewer's own plan next to the icon of its action, which hasn't been revealed."""
    canvas.plate(cell, PAPER_SHADE, INK_FAINT, 0.15, 0.06)
    sign, face = canvas.across(canvas.within(cell, 0.1, 0.06), 1.4, share())
    put_icon(canvas, f"action_{action}", sign, PRINTED.faded(PALE))
    card_face(canvas, face, card, INK_SOFT)
    text = _("{action}: {card}. It isn't known yet when its turn comes.")
    told = text.format(action=_(ACTION_NAMES[action]), card=card_text(card))
    canvas.target(f"waiting-{place}", cell, None, told, ACTION_RULES[action], group="boards")


def _face_down(canvas: Canvas, cell: pygame.Rect, own: Card | None) -> None:
    if own is None:
        draw_back(canvas, cell)
        return
    canvas.plate(cell, PAPER_SHADE, INK_FAINT, 0.15, 0.06)
    card_face(canvas, canvas.within(cell, 0.1, 0.0), own, INK_SOFT)


def _cards(model: Model, seat: int, place: int) -> tuple[Card | None, Card | None]:
    """Return the revealed card on a field, and the viewer's own card there if the field is theirs."""
    view = model.view
    own = view.plan if seat == view.seat else None
    if place == BIDS:
        return (view.bids[seat] if view.bids else FACE_DOWN), own.bid if own else None
    action = _action(model, place)
    if action is None:
        return FACE_DOWN, None
    number = ACTIONS.index(action)
    board = view.boards[seat]
    return (board[number] if board else FACE_DOWN), own.fields[number] if own else None

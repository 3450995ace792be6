"""The draft: two face-up province cards, the deck, and the groups of armies that each player has left (2.4, 2.5)."""

import pygame

from shogun.language import _
from shogun.rules.moves import DrawCard, ExchangeCards, Move, PlaceGroup, TakeCard
from shogun.rules.questions import Choice
from shogun.rules.references import DRAFT_RULE, EXCHANGE_RULE
from shogun.rules.wording import REGION_NAMES
from shogun.rules.wording import armies as words
from shogun.ui import pieces
from shogun.ui.canvas import Act, Canvas
from shogun.ui.model import Model
from shogun.ui.panels.controls import Controls
from shogun.ui.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE
from shogun.ui.widgets.button import button
from shogun.ui.widgets.card import back, coin

CARD_EM = (7.2, 7.0)
NAME_EM = 4.2
GROUP_GAP_EM = 0.06


def draw_draft(canvas: Canvas, box: pygame.Rect, model: Model, controls: Controls) -> None:
    """Draw market and deck at the left, the groups at the right."""
    wide, high = canvas.px(CARD_EM[0]), canvas.px(CARD_EM[1])
    gap = canvas.px(0.5)
    legal = model.question.moves if isinstance(model.question, Choice) else ()
    for number, province in enumerate(model.view.market):
        rect = pygame.Rect(box.left + number * (wide + gap), box.top, wide, high)
        _market_card(canvas, rect, model, province, _act(TakeCard(province), legal, controls))
    deck = pygame.Rect(box.left + 2 * (wide + gap), box.top, wide * 3 // 4, high)
    _deck(canvas, deck, model, _act(DrawCard(), legal, controls))
    exchange = pygame.Rect(box.left, box.top + high + gap, 2 * wide + gap, canvas.px(2))
    act = _act(ExchangeCards(), legal, controls)
    may_not = _("Only who faces the same two cards as in his last turn may exchange them.")
    told = _("Put both under the deck and turn up two others") if act else may_not
    button(canvas, "exchange", exchange, _("Exchange both cards"), act, tooltip=told, why=EXCHANGE_RULE)
    left = deck.right + gap * 2
    _groups(canvas, pygame.Rect(left, box.top, box.right - left, box.height), model, controls)


def _act(move: Move, legal: tuple[Move, ...], controls: Controls) -> Act | None:
    return (lambda: controls.answer(move)) if move in legal else None


def _market_card(canvas: Canvas, rect: pygame.Rect, model: Model, province: str, act: Act | None) -> None:
    lit = act is not None and canvas.hovers(rect)
    canvas.plate(rect, GOLD_PALE if lit else PAPER_BRIGHT, INDIGO if act else PAPER_EDGE, 0.4, 0.12)
    land = model.board.lands[province]
    inner = rect.inflate(-canvas.px(0.8), -canvas.px(1.2))
    name = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(1.8))
    canvas.line(province, name, size=1.2, weight="Bold", align="centre")
    canvas.small(_(REGION_NAMES[land.region]), name.move(0, canvas.px(1.6)), align="centre", colour=INK_SOFT)
    row = pygame.Rect(rect.left + canvas.px(0.9), name.bottom + canvas.px(1.8), canvas.px(1.9), canvas.px(1.4))
    for icon, value in (("chest", land.tax), ("rice", land.rice)):
        coin(canvas, icon, value, row)
        row = row.move(canvas.px(1.95), 0)
    _sites(canvas, row, land.sites)
    told = _("{province}: taxes {tax}, rice {rice}, building sites {sites}. Take this card, then place a group there.")
    told = told.format(province=province, tax=land.tax, rice=land.rice, sites=land.sites)
    canvas.target(f"take-{province}", rect, act, told, DRAFT_RULE)


def _sites(canvas: Canvas, box: pygame.Rect, sites: int) -> None:
    """Draw a free building site and how many there are."""
    square = pieces.empty_site(canvas.px(1.05))
    canvas.surface.blit(square, square.get_rect(midleft=box.midleft))
    number = pygame.Rect(box.left + canvas.px(1.3), box.top, canvas.px(0.8), box.height)
    canvas.line(str(sites), number, size=0.94, weight="Bold")


def _deck(canvas: Canvas, rect: pygame.Rect, model: Model, act: Act | None) -> None:
    if model.view.deck_size:
        back(canvas, rect)
    if act is not None:
        canvas.frame(rect, INDIGO, 0.3, 0.14)
    label = rect.inflate(-canvas.px(0.8), 0)
    canvas.paragraph(
        _("Deck: {n} cards").format(n=model.view.deck_size),
        pygame.Rect(label.left, rect.centery - canvas.px(1.2), label.width, canvas.px(2.6)),
        colour=PAPER_BRIGHT,
        weight="Bold",
    )
    canvas.target("draw-deck", rect, act, _("Draw the top card of the deck"), DRAFT_RULE)


def _groups(canvas: Canvas, box: pygame.Rect, model: Model, controls: Controls) -> None:
    """Draw the groups that each seat has left; those of the seat that chooses one are buttons."""
    count = len(model.seats)
    high = min(canvas.px(2.2), (box.height + canvas.px(GROUP_GAP_EM)) // count)
    for seat in range(count):
        row = pygame.Rect(box.left, box.top + seat * high, box.width, high - canvas.px(GROUP_GAP_EM))
        _seat_groups(canvas, row, model, seat, controls)


def _seat_groups(canvas: Canvas, row: pygame.Rect, model: Model, seat: int, controls: Controls) -> None:
    look = model.seats[seat]
    flag = pieces.banner(look.clan, row.height)
    canvas.surface.blit(flag, row)
    name = pygame.Rect(row.left + flag.get_width() + canvas.px(0.4), row.top, canvas.px(NAME_EM), row.height)
    canvas.small(look.name, name)
    groups = model.view.groups[seat] if seat < len(model.view.groups) else ()
    legal = model.question.moves if isinstance(model.question, Choice) and model.question.seat == seat else ()
    left = name.right + canvas.px(0.3)
    step = min(canvas.px(2.4), (row.right - left) // max(1, len(groups)))
    for number, armies in enumerate(groups):
        rect = pygame.Rect(left + number * step, row.top, step - canvas.px(GROUP_GAP_EM), row.height)
        act = _act(PlaceGroup(armies), legal, controls)
        canvas.plate(rect, GOLD_PALE if act else PAPER_BRIGHT, INDIGO if act else PAPER_EDGE, 0.2)
        _group(canvas, rect, look.colour, armies)
        told = _("A group of {armies} that {who} has still to place").format(armies=words(armies), who=look.name)
        canvas.target(f"group-{seat}-{number}", rect, act, told, DRAFT_RULE)


def _group(canvas: Canvas, rect: pygame.Rect, colour: str, armies: int) -> None:
    side = min(rect.height - 4, rect.width // 2)
    cube = pieces.cube(colour, side)
    canvas.surface.blit(cube, cube.get_rect(midleft=(rect.left + 3, rect.centery)))
    text = pygame.Rect(rect.left + side + 4, rect.top, rect.width - side - 6, rect.height)
    canvas.line(str(armies), text, weight="Bold", align="centre")

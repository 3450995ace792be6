"""The draft: two face-up province cards, the deck, and the groups of armies that each player has left (2.4, 2.5)."""

import pygame

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.boards import Land
from shogun.games.shogun.rules.moves import DrawCard, ExchangeCards, Move, PlaceGroup, TakeCard
from shogun.games.shogun.rules.questions import Choice
from shogun.games.shogun.rules.references import DRAFT_RULE, EXCHANGE_RULE
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.card import back
from shogun.games.shogun.screen.map.lettering import kanji_names
from shogun.games.shogun.screen.map.regions import tone
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.choice_words import consequence
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words.region_names import region_name
from shogun.games.shogun.words.wording import armies as words
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.theme import CUBES, GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, mix, on
from shogun.window.kit.widgets.button import button

CARD_EM = (8.2, 7.8)
NAME_EM = 5.6
GROUP_GAP_EM = 0.06
NUMBER_EM = 0.75


def draw_draft(canvas: Canvas, box: pygame.Rect, model: Model, controls: Controls) -> None:
    """Draw market and deck at the left, the groups at the right."""
    wide, high = canvas.px(CARD_EM[0]), canvas.px(CARD_EM[1])
    gap = canvas.px(0.5)
    legal = model.question.moves if isinstance(model.question, Choice) else ()
    for number, province in enumerate(model.view.market):
        rect = pygame.Rect(box.left + number * (wide + gap), box.top, wide, high)
        _market_card(canvas, rect, model, province, _act(TakeCard(province), legal, controls))
    deck = pygame.Rect(box.left + 2 * (wide + gap), box.top, wide * 2 // 3, high)
    _deck(canvas, deck, model, _act(DrawCard(), legal, controls))
    exchange = pygame.Rect(box.left, box.top + high + canvas.px(0.4), 2 * wide + gap, canvas.px(2.1))
    act = _act(ExchangeCards(), legal, controls)
    may_not = _("Only who faces the same two cards as in their last turn may exchange them.")
    told = _("Put both under the deck and turn up two others") if act else may_not
    button(canvas, "exchange", exchange, _("Exchange both cards"), act, tooltip=told, why=EXCHANGE_RULE)
    left = deck.right + gap * 2
    _groups(canvas, pygame.Rect(left, box.top, box.right - left, box.height), model, controls)


def _act(move: Move, legal: tuple[Move, ...], controls: Controls) -> Act | None:
    return (lambda: controls.answer(move)) if move in legal else None


def _market_card(canvas: Canvas, rect: pygame.Rect, model: Model, province: str, act: Act | None) -> None:
    lit = (act is not None and canvas.hovers(rect)) or model.hovered == province
    canvas.fill(rect, GOLD_PALE if lit else PAPER_BRIGHT, 0.4)
    foot = pygame.Rect(rect.left, rect.top + rect.height * 2 // 5, rect.width, rect.height - rect.height * 2 // 5)
    canvas.fill(foot, mix(tone(model.board, province), PAPER_BRIGHT, 0.2), 0.4)
    land = model.board.lands[province]
    name = pygame.Rect(rect.left, rect.top + canvas.px(0.2), rect.width, canvas.px(1.6)).inflate(-canvas.px(0.6), 0)
    canvas.line(f"{province} {kanji_names()[province]}", name, size=1.1, weight="Bold", align="centre")
    below = pygame.Rect(name.left, name.bottom - canvas.px(0.1), name.width, foot.top - name.bottom)
    canvas.small(region_name(land.region), below, align="centre", colour=INK_SOFT)
    _values(canvas, pygame.Rect(foot.left, foot.top, foot.width, canvas.px(2.6)).inflate(-canvas.px(1), 0), land)
    told = consequence(model.view, model.question, TakeCard(province), model.names) if model.question else ""
    beside = pygame.Rect(foot.left, foot.bottom - canvas.px(1.5), foot.width, canvas.px(1.3))
    _beside(canvas, beside.inflate(-canvas.px(0.6), 0), model, province)
    canvas.frame(rect, INDIGO if act else PAPER_EDGE, 0.4, 0.14 if act else 0.08)
    canvas.target(f"take-{province}", rect, act, f"{told} {_('Take this card, then place a group there.')}", DRAFT_RULE)


def _values(canvas: Canvas, box: pygame.Rect, land: Land) -> None:
    """Draw taxes, rice and building sites as they lie on the map, only larger."""
    side = min(canvas.px(1.75), box.width // (2 + land.sites) - canvas.px(0.15))
    images = [pieces.tax_value(land.tax, side), pieces.rice_value(land.rice, side)]
    images += [pieces.empty_site(side)] * land.sites
    step = side + canvas.px(0.2)
    left = box.centerx - (step * len(images) - canvas.px(0.2)) // 2
    for number, image in enumerate(images):
        canvas.surface.blit(image, image.get_rect(midleft=(left + number * step, box.centery)))


def _beside(canvas: Canvas, box: pygame.Rect, model: Model, province: str) -> None:
    """Draw the armies that stand beside a province."""
    lies = [model.view.provinces[name] for name in model.board.neighbours[province]]
    tokens = [pieces.army(model.seats[it.owner].clan, it.armies, box.height) for it in lies if it.owner is not None]
    left = box.centerx - sum(token.get_width() + 2 for token in tokens) // 2
    for token in tokens:
        canvas.surface.blit(token, token.get_rect(midleft=(left, box.centery)))
        left += token.get_width() + 2


def _deck(canvas: Canvas, rect: pygame.Rect, model: Model, act: Act | None) -> None:
    if model.view.deck_size:
        back(canvas, rect)
    if act is not None:
        canvas.frame(rect, INDIGO, 0.3, 0.14)
    label = rect.inflate(-canvas.px(0.8), 0)
    canvas.paragraph(
        ngettext("Deck: {n} card", "Deck: {n} cards", model.view.deck_size).format(n=model.view.deck_size),
        pygame.Rect(label.left, rect.centery - canvas.px(1.2), label.width, canvas.px(2.6)),
        colour=PAPER_BRIGHT if model.view.deck_size else INK_SOFT,
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
    flag = banner(look.clan, row.height)
    canvas.surface.blit(flag, row)
    name = pygame.Rect(row.left + flag.get_width() + canvas.px(0.2), row.top, canvas.px(NAME_EM), row.height)
    canvas.small(look.name, name)
    groups = model.view.groups[seat] if seat < len(model.view.groups) else ()
    legal = model.question.moves if isinstance(model.question, Choice) and model.question.seat == seat else ()
    left = name.right + canvas.px(0.1)
    step = min(canvas.px(2.4), (row.right - left) // max(1, len(groups)))
    for number, armies in enumerate(groups):
        rect = pygame.Rect(left + number * step, row.top, step - canvas.px(GROUP_GAP_EM), row.height)
        act = _act(PlaceGroup(armies), legal, controls)
        canvas.plate(rect, GOLD_PALE if act else PAPER_BRIGHT, INDIGO if act else PAPER_EDGE, 0.2)
        _group(canvas, rect, look.colour, armies)
        told = _("A group of {armies} that {who} has still to place").format(armies=words(armies), who=look.name)
        canvas.target(f"group-{seat}-{number}", rect, act, told, DRAFT_RULE)


def _group(canvas: Canvas, rect: pygame.Rect, colour: str, armies: int) -> None:
    """Draw a cube and the number of armies: beside it, or where no room is there, on it."""
    side = min(rect.height - 4, rect.width * 2 // 5)
    text = pygame.Rect(rect.left + side + 4, rect.top, rect.width - side - 6, rect.height)
    is_narrow = text.width < canvas.px(NUMBER_EM)
    side = min(rect.height, rect.width) - 4 if is_narrow else side
    cube = pieces.cube(colour, side)
    canvas.surface.blit(cube, cube.get_rect(midleft=(rect.left + 3, rect.centery)))
    if is_narrow:
        canvas.line(str(armies), rect, weight="Bold", align="centre", colour=on(CUBES[colour]))
    else:
        canvas.line(str(armies), text, weight="Bold", align="centre")

"""A customer's card in the hand: upright, or lying where a narrow one couldn't tell what the customer gives."""

from collections.abc import Sequence

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.games.river_of_gold.rules.components import CUSTOMERS, GOODS
from shogun.games.river_of_gold.screen.symbols import region_icon, symbol
from shogun.games.river_of_gold.words.cards import abilities
from shogun.games.river_of_gold.words.printed_names import CUSTOMER_KINDS
from shogun.window.kit import text as texts
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import INDIGO, INK, PAPER, PAPER_BRIGHT, SMALL, VERMILION, mix

GAP_EM = 0.3
CARD_EM = 14.0
"""A card that stands upright is at most so wide."""
NARROW_EM = 7.0
"""On a narrower one the name stands below the picture."""
NAME_SIZE = 0.95
ABILITY_SIZE = 0.8
NOTE_EM = 1.1
GOOD_EM = 1.4
"""Width of a good that is ordered."""


class Place(Struct, frozen=True):
    """Where a card is drawn."""

    rect: pygame.Rect
    lies: bool = False


class CustomerCard(Struct, frozen=True):
    """What is to be seen of a customer."""

    name: str
    held: Sequence[int]
    """The goods at hand."""
    exchanges: bool
    """Whether the order can be paid only after exchanging."""

    @property
    def title(self) -> str:
        """Who it is."""
        kind = _(CUSTOMER_KINDS[CUSTOMERS[self.name].kind])
        return kind[:1].upper() + kind[1:]


class _Parts(Struct, frozen=True):
    """Where the parts of a card lie; one that lies has no portrait, and no note of its own."""

    number: pygame.Rect
    region: pygame.Rect
    title: pygame.Rect
    order: pygame.Rect
    words: pygame.Rect
    portrait: pygame.Rect | None = None
    note: pygame.Rect | None = None


def laid(canvas: Canvas, cards: Sequence[CustomerCard], room: pygame.Rect, whole: pygame.Rect) -> list[Place]:
    """Return where cards lie: beside each other; else below each other, if more of them can tell what they give then.

    That takes the room of the title too if need be.
    """
    count = len(cards)
    ways = (_beside(canvas, room, count), _below(canvas, room, count), _below(canvas, whole, count))
    return max(ways, key=lambda way: sum(tells(canvas, *one) for one in zip(cards, way, strict=True)))


def _beside(canvas: Canvas, room: pygame.Rect, count: int) -> list[Place]:
    """Return where so many cards lie beside each other."""
    gap = canvas.px(GAP_EM)
    wide = min(canvas.px(CARD_EM), (room.width + gap) // max(2, count) - gap)
    return [Place(pygame.Rect(room.left + at * (wide + gap), room.top, wide, room.height)) for at in range(count)]


def _below(canvas: Canvas, room: pygame.Rect, count: int) -> list[Place]:
    """Return where so many cards lie below each other."""
    gap = canvas.px(GAP_EM) // 2
    high = (room.height + gap) // max(1, count) - gap
    rects = (pygame.Rect(room.left, room.top + at * (high + gap), room.width, high) for at in range(count))
    return [Place(rect, lies=True) for rect in rects]


def tells(canvas: Canvas, card: CustomerCard, place: Place) -> bool:
    """Return whether there is room for what the customer gives."""
    return _fits(canvas, _gives(card), _parts(canvas, card, place).words)


def _fits(canvas: Canvas, words: str, box: pygame.Rect) -> bool:
    pixels = canvas.smallest(canvas.px(ABILITY_SIZE))
    return len(texts.wrapped(words, pixels, box.width)) * texts.line_height(pixels) <= box.height


def draw_customer(canvas: Canvas, card: CustomerCard, place: Place) -> None:
    """Draw who it is, what is ordered, and what the customer gives, if there is room for it."""
    parts, customer = _parts(canvas, card, place), CUSTOMERS[card.name]
    if parts.portrait:
        canvas.surface.blit(symbol(customer.kind, parts.portrait.width), parts.portrait)
    canvas.fill(parts.number, INDIGO, 0.3)
    canvas.small(str(customer.region), parts.number, weight="Bold", colour=PAPER_BRIGHT, align="centre")
    canvas.surface.blit(symbol(region_icon(customer.region), parts.region.width), parts.region)
    canvas.line(card.title, parts.title, weight="Bold", size=NAME_SIZE)
    if card.exchanges:
        _note(canvas, parts)
    _order(canvas, card, parts.order)
    for words in (_told(card, parts), _gives(card)):
        if _fits(canvas, words, parts.words):
            canvas.paragraph(words, parts.words, size=ABILITY_SIZE, colour=INK)
            break


def _told(card: CustomerCard, parts: _Parts) -> str:
    """Return what the customer gives, and before it what has no place of its own: that goods are exchanged first."""
    note = _("after exchanging") if card.exchanges and not parts.note else ""
    return f"{note[:1].upper()}{note[1:]}. {_gives(card)}" if note else _gives(card)


def _gives(card: CustomerCard) -> str:
    return " ".join(abilities(CUSTOMERS[card.name]))


def _parts(canvas: Canvas, card: CustomerCard, place: Place) -> _Parts:
    return _lying(canvas, card, place.rect) if place.lies else _upright(canvas, card, place.rect)


def _title_wide(canvas: Canvas, card: CustomerCard) -> int:
    return texts.width(card.title, canvas.smallest(canvas.px(NAME_SIZE)), "Bold")


def _upright(canvas: Canvas, card: CustomerCard, rect: pygame.Rect) -> _Parts:
    box = rect.inflate(-canvas.px(0.5), -canvas.px(0.4))
    side, small = canvas.px(1.9), canvas.px(1.3)
    portrait = pygame.Rect(box.left, box.top, side, side)
    number = pygame.Rect(box.right - small, box.top, small, small)
    region = pygame.Rect(0, 0, canvas.px(1.25), canvas.px(1.25))
    region.midright = (number.left - 3, number.centery)
    title = pygame.Rect(portrait.right + 3, box.top, region.left - 6 - portrait.right, side)
    if box.width < canvas.px(NARROW_EM) or _title_wide(canvas, card) > title.width:
        title = pygame.Rect(box.left, portrait.bottom, box.width, canvas.px(1.2))
    order = pygame.Rect(box.left, title.bottom, box.width, canvas.px(1.5))
    note = _beside_order(canvas, card, order)
    foot = box.bottom
    if card.exchanges and note is None:
        foot -= canvas.px(NOTE_EM)
        note = pygame.Rect(box.left, foot, box.width, box.bottom - foot)
    words = pygame.Rect(box.left, order.bottom, box.width, foot - order.bottom)
    return _Parts(number, region, title, order, words, portrait, note)


def _beside_order(canvas: Canvas, card: CustomerCard, order: pygame.Rect) -> pygame.Rect | None:
    """Return where beside the goods there is room for the note that some are exchanged first; None: nowhere."""
    left = order.left + sum(CUSTOMERS[card.name].order) * canvas.px(GOOD_EM) + canvas.px(GAP_EM)
    wide = texts.width(_("after exchanging"), canvas.smallest(canvas.px(SMALL)), "Bold")
    if not card.exchanges or order.right - left < wide:
        return None
    return pygame.Rect(left, order.centery - canvas.px(NOTE_EM) // 2, order.right - left, canvas.px(NOTE_EM))


def _lying(canvas: Canvas, card: CustomerCard, rect: pygame.Rect) -> _Parts:
    box = rect.inflate(-canvas.px(0.5), 0)
    small = min(canvas.px(1.3), box.height // 2 - 1)
    wide = max(_title_wide(canvas, card), canvas.px(1.05) * sum(CUSTOMERS[card.name].order) + 4)
    number = pygame.Rect(box.left, box.centery - small - 1, small, small)
    region = number.move(0, small + 2)
    left = number.right + canvas.px(0.25)
    title, order = pygame.Rect(left, number.top, wide, small), pygame.Rect(left, region.top, wide, small)
    words = pygame.Rect(title.right + canvas.px(0.3), box.top, box.right - title.right - canvas.px(0.3), box.height)
    return _Parts(number, region, title, order, words)


def _note(canvas: Canvas, parts: _Parts) -> None:
    """Say that goods are exchanged first; a card that lies says so among what the customer gives."""
    ground = parts.note or parts.order
    canvas.fill(ground.inflate(canvas.px(0.2), 0), mix(VERMILION, PAPER, 0.9), 0.2)
    if parts.note:
        canvas.small(_("after exchanging"), parts.note, align="centre", colour=VERMILION, weight="Bold")


def _order(canvas: Canvas, card: CustomerCard, box: pygame.Rect) -> None:
    """Draw the goods that are ordered: those at hand bright, those that are missing crossed out."""
    order = CUSTOMERS[card.name].order
    step = min(canvas.px(GOOD_EM), box.width // max(1, sum(order)))
    size = min(canvas.px(1.3), step + 3, box.height)
    left = box.left
    for good, need, have in zip(GOODS, order, card.held, strict=True):
        for number in range(need):
            rect = pygame.Rect(left, box.centery - size // 2, size, size)
            image = symbol(good, size)
            if number >= have:
                image = image.copy()
                image.set_alpha(95)
            canvas.surface.blit(image, rect)
            if number >= have:
                pygame.draw.line(canvas.surface, VERMILION, rect.bottomleft, rect.topright, max(2, canvas.px(0.12)))
            left += step

"""The hand: customers, what they order, and whether they can be delivered to."""

from functools import partial

import pygame

from shogun.base.itself import Itself
from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.rules.components import CUSTOMERS, GOODS
from shogun.games.river_of_gold.rules.moves import Deliver, Discard
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.screen.play.reasons import why_not_deliver
from shogun.games.river_of_gold.screen.symbols import region_icon, symbol
from shogun.games.river_of_gold.words.cards import abilities, customer_lines
from shogun.games.river_of_gold.words.plain import move_lines
from shogun.games.river_of_gold.words.printed_names import CUSTOMER_KINDS
from shogun.window.generic.pointing import PointingPanel
from shogun.window.kit import text as texts
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.theme import (
    CARD_BACK,
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    VERMILION,
    mix,
)
from shogun.window.kit.widgets.button import button

HEAD_EM = 1.35
GAP_EM = 0.3
CARD_EM = 14.0
"""A card is at most so wide."""
NARROW_EM = 7.0
"""On a narrower one the name stands below the picture."""
ABILITY_SIZE = 0.8


class HandPanel(PointingPanel):
    """The own customers; others' lie face down."""

    name = "hand"

    def __init__(self, model: RiverModel, controls: RiverControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def shows(self) -> tuple[object, ...]:
        """Return the hand, and what is chosen."""
        model = self.model
        return (
            model.view.hand,
            model.viewer,
            model.question,
            model.weighed,
            model.number,
            Itself(model.view),
            model.hand_shown,
        )

    def weighs(self, name: str) -> bool:
        """Return whether the keyboard has gone to a customer."""
        return name.startswith("customer-")

    def point_at(self, name: str) -> None:
        """Show what delivering to a customer would bring, or discarding them."""
        customer = name.removeprefix("customer-")
        may = self.model.is_turn and bool(self.model.offers.delivery(customer))
        discarded = Discard(customer) if Discard(customer) in self.model.moves else None
        self.controls.point_at(Deliver(customer) if may else discarded)

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards, or their backs."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-canvas.px(0.8), -canvas.px(0.5))
        head = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(HEAD_EM))
        canvas.small(self._title(), head, colour=INK_SOFT)
        room = pygame.Rect(inner.left, head.bottom + 1, inner.width, inner.bottom - head.bottom - 1)
        view = self.model.view
        if view.seat is None:
            self._covered(canvas, room)
            return
        gap = canvas.px(GAP_EM)
        wide = min(canvas.px(CARD_EM), (room.width + gap) // max(2, len(view.hand)) - gap)
        for place, name in enumerate(view.hand):
            self._card(canvas, name, pygame.Rect(room.left + place * (wide + gap), room.top, wide, room.height))

    def _title(self) -> str:
        view = self.model.view
        deck = ngettext("{n} customer in the deck", "{n} customers in the deck", view.deck_size).format(
            n=view.deck_size
        )
        if view.seat is None:
            return deck
        return _("{name}'s customers; {deck}").format(name=self.model.names[view.seat], deck=deck)

    def _covered(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw the backs of the cards of whoever is on turn, and a button that turns them over."""
        model = self.model
        if not model.view.order:
            return
        count = model.view.hand_sizes[model.seat]
        wide, gap = canvas.px(3.6), canvas.px(GAP_EM)
        for place in range(count):
            rect = pygame.Rect(room.left + place * (wide + gap), room.top, wide, room.height)
            canvas.plate(rect, CARD_BACK, INK, 0.3)
            sign = symbol("customer", canvas.px(1.8))
            canvas.surface.blit(sign, sign.get_rect(center=rect.center))
        if model.question is not None:
            left = room.left + count * (wide + gap) + gap
            rect = pygame.Rect(left, 0, room.right - left, canvas.px(2.4))
            rect.centery = room.centery
            words = _("Show {name}'s hand").format(name=model.names[model.seat])
            told = _("Only {name} should look at the screen then; all else is open to everybody.")
            button(
                canvas,
                "show-hand",
                rect,
                words,
                self.controls.show_hand,
                tooltip=told.format(name=model.names[model.seat]),
                why="2.11",
            )

    def _card(self, canvas: Canvas, name: str, rect: pygame.Rect) -> None:
        model = self.model
        plan = model.offers.delivery(name) if model.is_turn else ()
        act, reason, rule = self._act(name)
        chosen = model.chosen in (Deliver(name), Discard(name)) or model.pointed in (Deliver(name), Discard(name))
        paper = GOLD_PALE if chosen else PAPER_BRIGHT if act is not None or model.question is None else PAPER_SHADE
        edge = VERMILION if chosen else INDIGO if act is not None else PAPER_EDGE
        canvas.plate(rect, paper, edge, 0.35, 0.16 if act is not None else 0.08)
        inner = rect.inflate(-canvas.px(0.5), -canvas.px(0.4))
        top = self._head(canvas, name, inner)
        top = self._order(canvas, name, pygame.Rect(inner.left, top, inner.width, canvas.px(1.5)))
        foot = inner.bottom
        if len(plan) > 1:
            note = pygame.Rect(inner.left, foot - canvas.px(1.1), inner.width, canvas.px(1.1))
            canvas.fill(note.inflate(canvas.px(0.2), 0), mix(VERMILION, PAPER, 0.8), 0.2)
            canvas.small(_("after exchanging"), note, align="centre", colour=VERMILION, weight="Bold")
            foot = note.top
        self._abilities(canvas, name, pygame.Rect(inner.left, top, inner.width, foot - top))
        told = customer_lines(name)
        if len(plan) > 1:
            told.append(
                _("First: {moves}.").format(moves="; ".join(line for move in plan[:-1] for line in move_lines(move)))
            )
        if reason:
            told.append(reason)
        canvas.target(f"customer-{name}", rect, act, "\n".join(told), rule or "8", group="customers")

    def _abilities(self, canvas: Canvas, name: str, box: pygame.Rect) -> None:
        """Write what a customer gives, where there is room; on a narrow card the tooltip and the turn tell it."""
        words = " ".join(abilities(CUSTOMERS[name]))
        pixels = canvas.smallest(canvas.px(ABILITY_SIZE))
        lines = texts.wrapped(words, pixels, box.width)
        if len(lines) * texts.line_height(pixels) <= box.height:
            canvas.paragraph(words, box, size=ABILITY_SIZE, colour=INK)

    def _act(self, name: str) -> tuple[Act | None, str, str]:
        """Return what a click on a card does, or why it does nothing."""
        model = self.model
        if Discard(name) in model.moves:
            return partial(self.controls.choose, Discard(name)), "", "7.4"
        if model.is_turn and model.offers.delivery(name):
            return partial(self.controls.choose, Deliver(name)), "", "7"
        reason, rule = why_not_deliver(model, name)
        return None, reason, rule

    def _head(self, canvas: Canvas, name: str, box: pygame.Rect) -> int:
        """Draw who it is, and return where the rest begins."""
        customer = CUSTOMERS[name]
        side = canvas.px(1.9)
        sign = symbol(customer.kind, side)
        canvas.surface.blit(sign, box.topleft)
        number = pygame.Rect(box.right - canvas.px(1.3), box.top, canvas.px(1.3), canvas.px(1.3))
        canvas.fill(number, INDIGO, 0.3)
        canvas.small(str(customer.region), number, weight="Bold", colour=PAPER_BRIGHT, align="centre")
        place = symbol(region_icon(customer.region), canvas.px(1.25))
        canvas.surface.blit(place, place.get_rect(midright=(number.left - 3, number.centery)))
        left = box.left + side + 3
        room = pygame.Rect(left, box.top, number.left - place.get_width() - 6 - left, side)
        kind = _(CUSTOMER_KINDS[customer.kind])
        name_wide = texts.width(kind, canvas.smallest(canvas.px(0.95)), "Bold")
        if box.width < canvas.px(NARROW_EM) or name_wide > room.width:
            room = pygame.Rect(box.left, box.top + side, box.width, canvas.px(1.2))
        canvas.line(kind[:1].upper() + kind[1:], room, weight="Bold", size=0.95)
        return max(room.bottom, box.top + side)

    def _order(self, canvas: Canvas, name: str, box: pygame.Rect) -> int:
        """Draw the goods that are ordered: those at hand bright, those that are missing crossed out."""
        customer = CUSTOMERS[name]
        seat = self.model.view.seat
        held = self.model.view.players[seat].goods if seat is not None else [6, 6, 6]
        count = sum(customer.order)
        step = min(canvas.px(1.4), box.width // max(1, count))
        size = min(canvas.px(1.3), step + 3)
        left = box.left
        for good, need, have in zip(GOODS, customer.order, held, strict=True):
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
        return box.bottom

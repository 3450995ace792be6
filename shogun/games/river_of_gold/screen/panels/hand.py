"""The hand: customers, what they order, and whether they can be delivered to."""

from collections.abc import Sequence
from functools import partial

import pygame

from shogun.base.itself import Itself
from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.rules.moves import Deliver, Discard, Move
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.panels.customer_card import (
    GAP_EM,
    CustomerCard,
    Place,
    draw_customer,
    laid,
)
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.screen.play.reasons import why_not_deliver
from shogun.games.river_of_gold.screen.symbols import symbol
from shogun.games.river_of_gold.words.cards import customer_lines
from shogun.games.river_of_gold.words.plain import move_lines
from shogun.window.generic.pointing import PointingPanel
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.theme import (
    CARD_BACK,
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    VERMILION,
)
from shogun.window.kit.widgets.button import button

HEAD_EM = 1.35
COVER_EM, COVER_HIGH_EM = 9.0, 2.0
"""The button that covers the hand."""


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
            model.is_shared,
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
        room = pygame.Rect(inner.left, head.bottom + 1, inner.width, inner.bottom - head.bottom - 1)
        if self.model.view.seat is None:
            canvas.small(self._title(), head, colour=INK_SOFT)
            self._covered(canvas, room)
            return
        cards = [self._customer(name) for name in self.model.view.hand]
        can_cover = self.model.is_shared and self.model.viewer is not None
        if can_cover:
            room, head = self._cover_button(canvas, head, room)
        places = laid(canvas, cards, room, room if can_cover else inner)
        if not places or places[0].rect.top >= room.top:
            canvas.small(self._title(), head, colour=INK_SOFT)
        for card, place in zip(cards, places, strict=True):
            self._card(canvas, card, place)

    def _customer(self, name: str) -> CustomerCard:
        model = self.model
        held = model.view.players[model.view.seat].goods if model.view.seat is not None else [6, 6, 6]
        return CustomerCard(name, held, len(self._plan(name)) > 1)

    def _plan(self, name: str) -> Sequence[Move]:
        """Return the moves that deliver to a customer; none if that can't be done now."""
        return self.model.offers.delivery(name) if self.model.is_turn else ()

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

    def _cover_button(self, canvas: Canvas, head: pygame.Rect, room: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        """Draw the button that covers the hand, and return what room is left for the cards and the title."""
        wide = min(canvas.px(COVER_EM), head.width // 2)
        rect = pygame.Rect(head.right - wide, head.top, wide, canvas.px(COVER_HIGH_EM))
        told = _("Others may look at the screen again then.")
        button(canvas, "cover-hand", rect, _("Cover the hand"), self.controls.show_hand, tooltip=told, why="2.11")
        top = rect.bottom + canvas.px(GAP_EM) // 2
        return (
            pygame.Rect(room.left, top, room.width, room.bottom - top),
            pygame.Rect(head.left, head.top, rect.left - head.left, rect.height),
        )

    def _card(self, canvas: Canvas, card: CustomerCard, place: Place) -> None:
        model, name, rect = self.model, card.name, place.rect
        act, reason, rule = self._act(name)
        chosen = model.chosen in (Deliver(name), Discard(name)) or model.pointed in (Deliver(name), Discard(name))
        paper = GOLD_PALE if chosen else PAPER_BRIGHT if act is not None or model.question is None else PAPER_SHADE
        edge = VERMILION if chosen else INDIGO if act is not None else PAPER_EDGE
        canvas.plate(rect, paper, edge, 0.35, 0.16 if act is not None else 0.08)
        draw_customer(canvas, card, place)
        told = customer_lines(name)
        if card.exchanges:
            first = (line for move in self._plan(name)[:-1] for line in move_lines(move))
            told.append(_("First: {moves}.").format(moves="; ".join(first)))
        if reason:
            told.append(reason)
        canvas.target(f"customer-{name}", rect, act, "\n".join(told), rule or "8", group="customers")

    def _act(self, name: str) -> tuple[Act | None, str, str]:
        """Return what a click on a card does, or why it does nothing."""
        model = self.model
        if Discard(name) in model.moves:
            return partial(self.controls.choose, Discard(name)), "", "7.4"
        if model.is_turn and model.offers.delivery(name):
            return partial(self.controls.choose, Deliver(name)), "", "7"
        reason, rule = why_not_deliver(model, name)
        return None, reason, rule

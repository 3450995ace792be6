"""The hand: customers, what they order, and whether they can be delivered to."""

from collections.abc import Sequence
from functools import partial

import pygame

from shogun.base.by_identity import Itself
from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.rules.state import Deliver, Discard, Move
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.panels.customer_card import (
    GAP_EM,
    CustomerCard,
    Place,
    draw_customer,
    laid,
    tells,
)
from shogun.games.river_of_gold.screen.pieces import new_mark
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.screen.play.refusal_reasons import why_not_deliver
from shogun.games.river_of_gold.screen.symbols import rimmed_symbol
from shogun.games.river_of_gold.words import customer_lines, move_lines
from shogun.window.generic.pointing import PointingPanel
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.card_face import CardState
from shogun.window.kit.drawing.theme import (
    GOLD,
    INK_SOFT,
    SMALL,
)
from shogun.window.kit.layout import Places, column, part, row, share
from shogun.window.kit.widgets.button import IconButton, button, icon_button
from shogun.window.kit.widgets.card_button import draw_back

PANEL = column(part("title", high=1.35), part("cards"), gap=0.05, padding=(0.4, 0.25))
OPEN_PANEL = column(
    row(part("title"), part("cover", wide=share(most=9.0)), high=2.0),
    part("cards"),
    gap=0.15, padding=(0.4, 0.25),
)  # fmt: skip
"""The hand, and with a button that covers it where several people share the screen."""
LYING_PANEL = row(part("cards"), part("cover", wide=2.2), gap=0.3, padding=(0.4, 0.25))
"""The same where the cards need the whole height: the button is an icon beside them."""
BACK_EM = 3.6
NEW_EM = 1.1
"""Size of the star at the corner of a customer who has come since the last turn."""


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
            model.new_customers,
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
        can_cover = self.model.is_shared and self.model.viewer is not None
        places = canvas.places(OPEN_PANEL if can_cover else PANEL, self.rect)
        head, room = places["title"], places["cards"]
        if self.model.view.seat is None:
            canvas.small(self._title(canvas, head), head, colour=INK_SOFT)
            self._covered(canvas, room)
            return
        cards = [self._customer(name) for name in self.model.view.hand]
        laid_out = laid(canvas, cards, room, room if can_cover else canvas.within(self.rect, 0.4, 0.25))
        if can_cover:
            laid_out = self._beside_cover(canvas, cards, laid_out, places)
        if not any(place.rect.colliderect(head) for place in laid_out):
            canvas.small(self._title(canvas, head), head, colour=INK_SOFT)
        for card, place in zip(cards, laid_out, strict=True):
            self._card(canvas, card, place)

    def _beside_cover(
        self, canvas: Canvas, cards: Sequence[CustomerCard], laid_out: list[Place], places: Places
    ) -> list[Place]:
        """Draw the button that covers the hand, and return where the cards lie beside it."""
        act, label = self.controls.show_hand, _("Hide the hand")
        told = _("The others may look at the screen again.")
        if all(tells(canvas, *one) for one in zip(cards, laid_out, strict=True)):
            button(canvas, "cover-hand", places["cover"], label, act, tooltip=told, why="2.11")
            return laid_out
        lying = canvas.places(LYING_PANEL, self.rect)
        cover = IconButton("cover-hand", "eye", act, f"{label}\n{told}")
        icon_button(canvas, canvas.spot(lying["cover"], high=2.2), cover)
        return laid(canvas, cards, lying["cards"], lying["cards"])

    def _customer(self, name: str) -> CustomerCard:
        model = self.model
        held = model.view.players[model.view.seat].goods if model.view.seat is not None else [6, 6, 6]
        return CustomerCard(name, held, len(self._plan(name)) > 1)

    def _plan(self, name: str) -> Sequence[Move]:
        """Return the moves that deliver to a customer; none if that can't be done now."""
        return self.model.offers.delivery(name) if self.model.is_turn else ()

    def _title(self, canvas: Canvas, head: pygame.Rect) -> str:
        """Return whose cards these are, and how many are left; where there is too little room only that."""
        view = self.model.view
        deck = ngettext("{n} customer in the deck", "{n} customers in the deck", view.deck_size).format(
            n=view.deck_size
        )
        if view.seat is None:
            return deck
        whole = _("{name}'s customers; {deck}").format(name=self.model.names[view.seat], deck=deck)
        return whole if canvas.least_wide(whole, size=SMALL) * canvas.em <= head.width else deck

    def _covered(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw the backs of the cards of whoever is on turn, and a button that turns them over."""
        model = self.model
        if not model.view.order:
            return
        count = model.view.hand_sizes[model.seat]
        *backs, rest = canvas.across(room, *(BACK_EM,) * count, share(), gap=GAP_EM)
        for back in backs:
            draw_back(canvas, back)
            canvas.image(rimmed_symbol("customer", canvas.px(1.8)), back)
        if model.question is not None:
            name, spot = model.names[model.seat], canvas.spot(rest, high=2.4)
            words = _("Show {name}'s hand").format(name=name)
            told = _(
                "Only {name} should look at the screen now: this hand is secret, and everything else is public."
            ).format(name=name)
            button(canvas, "show-hand", spot, words, self.controls.show_hand, tooltip=told, why="2.11")

    def _card(self, canvas: Canvas, card: CustomerCard, place: Place) -> None:
        model, name, rect = self.model, card.name, place.rect
        act, reason, rule = self._act(name)
        moves = {Deliver(name), Discard(name)}
        is_lit, is_chosen = not moves.isdisjoint({model.chosen, model.weighed}), model.chosen in moves
        may_not = act is None and model.question is not None
        state: CardState = "now" if is_lit else "offered" if act is not None else "done" if may_not else "plain"
        draw_customer(canvas, card, place, state)
        told = customer_lines(name)
        if name in model.new_customers:
            canvas.frame(rect, GOLD, 0.3, 0.2)
            corner = canvas.spot(canvas.within(rect, -0.2), NEW_EM, NEW_EM, ("end", "end"))
            canvas.image(new_mark(canvas.px(NEW_EM)), corner)
            told.append(_("New since your last turn."))
        if card.exchanges:
            first = (line for move in self._plan(name)[:-1] for line in move_lines(move))
            told.append(_("First: {moves}.").format(moves="; ".join(first)))
        if reason:
            told.append(reason)
        words, why = "\n".join(told), rule or "8"
        canvas.target(f"customer-{name}", rect, act, words, why, group="customers", refusal=reason, chosen=is_chosen)

    def _act(self, name: str) -> tuple[Act | None, str, str]:
        """Return what a click on a card does, or why it does nothing."""
        model = self.model
        if Discard(name) in model.moves:
            return partial(self.controls.choose, Discard(name)), "", "7.4"
        if model.is_turn and model.offers.delivery(name):
            return partial(self.controls.choose, Deliver(name)), "", "7"
        reason, rule = why_not_deliver(model, name)
        return None, reason, rule

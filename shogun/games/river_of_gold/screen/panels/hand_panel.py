"""The hand: customers, what they order, and whether they can be delivered to."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

import pygame
from msgspec import Struct

from shogun.base.by_identity import IdentityKey
from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.rules.components import CUSTOMERS, GOODS
from shogun.games.river_of_gold.rules.state import Deliver, Discard, Move
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.pieces import ACCENTS, new_mark, region_icon, rimmed_symbol, symbol
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.screen.play.refusal_reasons import why_not_deliver
from shogun.games.river_of_gold.words import CUSTOMER_KINDS, abilities, customer_lines, move_lines
from shogun.window.generic.pointing import PointingPanel
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.card_face import CardLook, CardState, band_colour
from shogun.window.kit.drawing.theme import (
    GOLD,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    SMALL,
    VERMILION,
    mix,
    text_colour_on,
)
from shogun.window.kit.layout import (
    Node,
    Places,
    Size,
    between,
    column,
    first_that_fits,
    part,
    row,
    share,
)
from shogun.window.kit.widgets.button import IconButton, button, icon_button
from shogun.window.kit.widgets.card_button import Halves, Hold, draw_back, halves, lay_card

# A customer's card in the hand: upright, or lying where a narrow one couldn't tell what the customer gives.

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
CARD_MARGIN = (0.32, 0.2)
LINE = share(most=1.3)
"""Height of what stands on a card that lies."""


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


def laid(canvas: Canvas, cards: Sequence[CustomerCard], room: pygame.Rect, whole: pygame.Rect) -> list[Place]:
    """Return where cards lie: beside each other; else below each other, if more of them can tell what they give then.

    That takes the room of the title too if need be. Where some can't tell it either way they lie: more is read of them.
    """
    count = len(cards)
    ways = (_beside(canvas, room, count), _below(canvas, room, count), _below(canvas, whole, count))
    told = [sum(tells(canvas, *one) for one in zip(cards, way, strict=True)) for way in ways]
    return ways[told.index(max(told)) if any(told) else -1]


def _beside(canvas: Canvas, room: pygame.Rect, count: int) -> list[Place]:
    """Return where so many cards lie beside each other."""
    columns = canvas.across(room, *(share(most=CARD_EM),) * max(2, count), gap=GAP_EM)
    return [Place(rect) for rect in columns[:count]]


def _below(canvas: Canvas, room: pygame.Rect, count: int) -> list[Place]:
    """Return where so many cards lie below each other."""
    return [Place(rect, lies=True) for rect in canvas.rows(room, count, GAP_EM / 2)]


def tells(canvas: Canvas, card: CustomerCard, place: Place) -> bool:
    """Return whether there is room for what the customer gives."""
    return _fits(canvas, _gives(card), _parts(canvas, card, place)["words"])


def _fits(canvas: Canvas, words: str, box: pygame.Rect) -> bool:
    pixels = canvas.smallest(canvas.px(ABILITY_SIZE))
    return len(texts.wrapped(words, pixels, box.width)) * texts.line_height(pixels) <= box.height


def draw_customer(canvas: Canvas, card: CustomerCard, place: Place, state: CardState = "plain") -> None:
    """Draw a card with who it is, what is ordered, and what the customer gives, if there is room for it."""
    customer, cut = CUSTOMERS[card.name], _cut(canvas, card, place)
    look = CardLook(band_colour(ACCENTS[customer.kind]), "plain", state, PAPER_BRIGHT)
    rect = lay_card(canvas, place.rect, look, cut, Hold(reacts=state in ("offered", "now")))
    parts = _parts(canvas, card, Place(rect, place.lies))
    if "portrait" in parts:
        canvas.image(rimmed_symbol(customer.kind, min(parts["portrait"].size)), parts["portrait"])
    canvas.plate(parts["number"], INDIGO, PAPER_BRIGHT, 0.3, 0.05)
    canvas.small(str(customer.region), parts["number"], weight="Bold", colour=PAPER_BRIGHT, align="centre")
    canvas.image(rimmed_symbol(region_icon(customer.region), min(parts["region"].size)), parts["region"])
    colour = INK if place.lies else text_colour_on(look.band) if state != "done" else mix(INK, look.band, 0.1)
    canvas.line(card.title, parts["title"], weight="Bold", size=NAME_SIZE, colour=colour)
    if card.exchanges:
        _note(canvas, parts)
    _order(canvas, card, parts["order"])
    for words in (_told(card, parts), _gives(card)):
        if _fits(canvas, words, parts["words"]):
            canvas.paragraph(words, parts["words"], size=ABILITY_SIZE, colour=INK)
            break


def _cut(canvas: Canvas, card: CustomerCard, place: Place) -> Halves:
    """Return where the band of a card lies: behind the portrait and the name; a card that lies has none."""
    if place.lies:
        return halves(place.rect.size, "top", 0)
    parts = _parts(canvas, card, Place(place.rect.move(-place.rect.left, -place.rect.top)))
    return halves(place.rect.size, "top", max(parts["title"].bottom, parts["portrait"].bottom))


def _told(card: CustomerCard, parts: Places) -> str:
    """Return what the customer gives, and before it what has no place of its own: that goods are exchanged first."""
    note = _("after exchanging") if card.exchanges and "note" not in parts else ""
    return f"{note[:1].upper()}{note[1:]}. {_gives(card)}" if note else _gives(card)


def _gives(card: CustomerCard) -> str:
    return " ".join(abilities(CUSTOMERS[card.name]))


def _parts(canvas: Canvas, card: CustomerCard, place: Place) -> Places:
    if place.lies:
        return canvas.places(_lying(canvas, card), place.rect)
    return first_that_fits(tuple(_upright(canvas, card)), place.rect, canvas.em)


def _least(canvas: Canvas, words: str, size: float) -> float:
    """Return how wide a line of bold text is at its smallest, em."""
    return texts.width(words, canvas.smallest(canvas.px(size)), "Bold") / canvas.em


def _upright(canvas: Canvas, card: CustomerCard) -> Iterator[Node]:
    """Yield how a card can be laid out: the title beside the picture or below it, a note beside the order or last."""
    picture = part("portrait", wide=1.9)
    region = part("region", wide=1.25, high=1.3), part("number", wide=1.3, high=1.3)
    title = part("title", wide=share(least=_least(canvas, card.title, NAME_SIZE)))
    beside = row(picture, title, *region, gap=0.2, wide=share(least=NARROW_EM), high=_up_to(1.9))
    below = column(row(picture, part(), *region, gap=0.2, high=_up_to(1.9)), part("title", high=_up_to(1.2)))
    order = part("order", wide=GOOD_EM * sum(CUSTOMERS[card.name].order))
    note = part("note", wide=share(least=_least(canvas, _("after exchanging"), SMALL)), high=NOTE_EM)
    for head in (beside, below):
        if card.exchanges:
            line = row(order, note, high=_up_to(1.5), gap=GAP_EM, align="middle")
            yield column(head, line, part("words"), padding=CARD_MARGIN)
        foot = (part("note", high=_up_to(NOTE_EM)),) if card.exchanges else ()
        yield column(head, part("order", high=_up_to(1.5)), part("words"), *foot, padding=CARD_MARGIN)


def _up_to(high: float) -> Size:
    """Return a height that gives way where a card is low."""
    return between(0.0, high)


def _lying(canvas: Canvas, card: CustomerCard) -> Node:
    """Return how a card that lies is laid out; it has no portrait, and no note of its own."""
    wide = max(_least(canvas, card.title, NAME_SIZE), 1.1 * sum(CUSTOMERS[card.name].order))
    return row(
        column(part("number", high=LINE), part("region", high=LINE), wide=1.3, gap=0.1, justify="middle"),
        column(part("title", high=LINE), part("order", high=LINE), wide=wide, gap=0.1, justify="middle"),
        part("words"),
        gap=0.35, padding=(0.25, 0.1),
    )  # fmt: skip


def _note(canvas: Canvas, parts: Places) -> None:
    """Say that goods are exchanged first; a card that lies says so among what the customer gives."""
    note = parts.get("note")
    canvas.fill(canvas.within(note or parts["order"], -0.1, 0), mix(VERMILION, PAPER, 0.9), 0.2)
    if note:
        canvas.small(_("after exchanging"), note, align="centre", colour=VERMILION, weight="Bold")


def _order(canvas: Canvas, card: CustomerCard, box: pygame.Rect) -> None:
    """Draw the goods that are ordered: those at hand bright, those that are missing crossed out."""
    order = CUSTOMERS[card.name].order
    spots = iter(canvas.across(box, *(share(most=GOOD_EM),) * sum(order)))
    for good, need, have in zip(GOODS, order, card.held, strict=True):
        for number, spot in enumerate(islice(spots, need)):
            image = symbol(good, min(canvas.px(1.3), *spot.size))
            if number >= have:
                image = image.copy()
                image.set_alpha(95)
            rect = canvas.image(image, spot, "left")
            if number >= have:
                pygame.draw.line(canvas.surface, VERMILION, rect.bottomleft, rect.topright, max(2, canvas.px(0.12)))


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
            IdentityKey(model.view),
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

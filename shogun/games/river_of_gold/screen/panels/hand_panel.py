"""Hand panel: the customers, their orders, and whether a delivery is possible."""

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

# Customer's card in the hand: upright, or horizontal where a narrow one couldn't show the reward

GAP_EM = 0.3
CARD_EM = 14.0
"""Maximum width of an upright card."""
NARROW_EM = 7.0
"""Width below which the name goes below the picture."""
NAME_SIZE = 0.95
ABILITY_SIZE = 0.8
NOTE_EM = 1.1
GOOD_EM = 1.4
"""Width of an ordered good."""
CARD_MARGIN = (0.32, 0.2)
LINE = share(most=1.3)
"""Height of the lines on a horizontal card."""


class Place(Struct, frozen=True):
    """Position of a card."""

    rect: pygame.Rect
    lies: bool = False


class CustomerCard(Struct, frozen=True):
    """Visible parts of a customer."""

    name: str
    held: Sequence[int]
    """Goods of the player."""
    exchanges: bool
    """True if the order can be paid only after exchanges."""

    @property
    def title(self) -> str:
        """Name of the customer."""
        kind = _(CUSTOMER_KINDS[CUSTOMERS[self.name].kind])
        return kind[:1].upper() + kind[1:]


def card_positions(canvas: Canvas, cards: Sequence[CustomerCard], room: pygame.Rect, whole: pygame.Rect) -> list[Place]:
    """Return the positions of cards: in a row; or in a column if more of them can show their reward then.

    A column takes the room of the title too if needed, and is also used where neither layout shows every reward.
    """
    count = len(cards)
    ways = (_row_positions(canvas, room, count), _below(canvas, room, count), _below(canvas, whole, count))
    told = [sum(tells(canvas, *one) for one in zip(cards, way, strict=True)) for way in ways]
    return ways[told.index(max(told)) if any(told) else -1]


def _row_positions(canvas: Canvas, room: pygame.Rect, count: int) -> list[Place]:
    """Return the positions of this many cards in a row."""
    columns = canvas.across(room, *(share(most=CARD_EM),) * max(2, count), gap=GAP_EM)
    return [Place(rect) for rect in columns[:count]]


def _below(canvas: Canvas, room: pygame.Rect, count: int) -> list[Place]:
    """Return the positions of this many cards in a column."""
    return [Place(rect, lies=True) for rect in canvas.rows(room, count, GAP_EM / 2)]


def tells(canvas: Canvas, card: CustomerCard, place: Place) -> bool:
    """Return whether there is room for the reward."""
    return _fits(canvas, _gives(card), _parts(canvas, card, place)["words"])


def _fits(canvas: Canvas, words: str, box: pygame.Rect) -> bool:
    pixels = canvas.smallest(canvas.px(ABILITY_SIZE))
    return len(texts.wrapped(words, pixels, box.width)) * texts.line_height(pixels) <= box.height


def draw_customer(canvas: Canvas, card: CustomerCard, place: Place, state: CardState = "plain") -> None:
    """Draw a card with its customer, the order, and the reward if there is room for it."""
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
    for words in (_reward_text(card, parts), _gives(card)):
        if _fits(canvas, words, parts["words"]):
            canvas.paragraph(words, parts["words"], size=ABILITY_SIZE, colour=INK)
            break


def _cut(canvas: Canvas, card: CustomerCard, place: Place) -> Halves:
    """Return the band of a card, behind portrait and name; horizontal cards have none."""
    if place.lies:
        return halves(place.rect.size, "top", 0)
    parts = _parts(canvas, card, Place(place.rect.move(-place.rect.left, -place.rect.top)))
    return halves(place.rect.size, "top", max(parts["title"].bottom, parts["portrait"].bottom))


def _reward_text(card: CustomerCard, parts: Places) -> str:
    """Return the reward, and before it a note without a place of its own, that goods are exchanged first."""
    note = _("after exchanging") if card.exchanges and "note" not in parts else ""
    return f"{note[:1].upper()}{note[1:]}. {_gives(card)}" if note else _gives(card)


def _gives(card: CustomerCard) -> str:
    return " ".join(abilities(CUSTOMERS[card.name]))


def _parts(canvas: Canvas, card: CustomerCard, place: Place) -> Places:
    if place.lies:
        return canvas.places(_lying(canvas, card), place.rect)
    return first_that_fits(tuple(_upright(canvas, card)), place.rect, canvas.em)


def _least_width(canvas: Canvas, words: str, size: float) -> float:
    """Return the width of a line of bold text at its smallest, em."""
    return texts.width(words, canvas.smallest(canvas.px(size)), "Bold") / canvas.em


def _upright(canvas: Canvas, card: CustomerCard) -> Iterator[Node]:
    """Yield possible layouts of a card: title next to or below the picture, note next to the order or last."""
    picture = part("portrait", wide=1.9)
    region = part("region", wide=1.25, high=1.3), part("number", wide=1.3, high=1.3)
    title = part("title", wide=share(least=_least_width(canvas, card.title, NAME_SIZE)))
    beside = row(picture, title, *region, gap=0.2, wide=share(least=NARROW_EM), high=_up_to(1.9))
    below = column(row(picture, part(), *region, gap=0.2, high=_up_to(1.9)), part("title", high=_up_to(1.2)))
    order = part("order", wide=GOOD_EM * sum(CUSTOMERS[card.name].order))
    note = part("note", wide=share(least=_least_width(canvas, _("after exchanging"), SMALL)), high=NOTE_EM)
    for head in (beside, below):
        if card.exchanges:
            line = row(order, note, high=_up_to(1.5), gap=GAP_EM, align="middle")
            yield column(head, line, part("words"), padding=CARD_MARGIN)
        foot = (part("note", high=_up_to(NOTE_EM)),) if card.exchanges else ()
        yield column(head, part("order", high=_up_to(1.5)), part("words"), *foot, padding=CARD_MARGIN)


def _up_to(high: float) -> Size:
    """Return a height that shrinks on a low card."""
    return between(0.0, high)


def _lying(canvas: Canvas, card: CustomerCard) -> Node:
    """Return the layout of a horizontal card, which has no portrait and no separate note."""
    wide = max(_least_width(canvas, card.title, NAME_SIZE), 1.1 * sum(CUSTOMERS[card.name].order))
    return row(
        column(part("number", high=LINE), part("region", high=LINE), wide=1.3, gap=0.1, justify="middle"),
        column(part("title", high=LINE), part("order", high=LINE), wide=wide, gap=0.1, justify="middle"),
        part("words"),
        gap=0.35, padding=(0.25, 0.1),
    )  # fmt: skip


def _note(canvas: Canvas, parts: Places) -> None:
    """Add a note that goods are exchanged first; a horizontal card has it among the reward."""
    note = parts.get("note")
    canvas.fill(canvas.within(note or parts["order"], -0.1, 0), mix(VERMILION, PAPER, 0.9), 0.2)
    if note:
        canvas.small(_("after exchanging"), note, align="centre", colour=VERMILION, weight="Bold")


def _order(canvas: Canvas, card: CustomerCard, box: pygame.Rect) -> None:
    """Draw the ordered goods: available ones bright, missing ones crossed out."""
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
"""Hand, with a button to cover it on a shared screen."""
LYING_PANEL = row(part("cards"), part("cover", wide=2.2), gap=0.3, padding=(0.4, 0.25))
"""Hand where the cards need the whole height: the button is an icon next to them."""
BACK_EM = 3.6
NEW_EM = 1.1
"""Size of the star at the corner of a new customer."""


class HandPanel(PointingPanel):
    """Customers of the player; other players' are face down."""

    name = "hand"

    def __init__(self, model: RiverModel, controls: RiverControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def shows(self) -> tuple[object, ...]:
        """Return the hand, and the choice."""
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
        """Return whether the keyboard focus is on a customer."""
        return name.startswith("customer-")

    def point_at(self, name: str) -> None:
        """Preview a delivery to a customer, or discarding them."""
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
        laid_out = card_positions(canvas, cards, room, room if can_cover else canvas.within(self.rect, 0.4, 0.25))
        if can_cover:
            laid_out = self._beside_cover(canvas, cards, laid_out, places)
        if not any(place.rect.colliderect(head) for place in laid_out):
            canvas.small(self._title(canvas, head), head, colour=INK_SOFT)
        for card, place in zip(cards, laid_out, strict=True):
            self._card(canvas, card, place)

    def _beside_cover(
        self, canvas: Canvas, cards: Sequence[CustomerCard], laid_out: list[Place], places: Places
    ) -> list[Place]:
        """Draw the button that covers the hand, and return the rectangle left for the cards."""
        act, label = self.controls.show_hand, _("Hide the hand")
        told = _("The others may look at the screen again.")
        if all(tells(canvas, *one) for one in zip(cards, laid_out, strict=True)):
            button(canvas, "cover-hand", places["cover"], label, act, tooltip=told, why="2.11")
            return laid_out
        lying = canvas.places(LYING_PANEL, self.rect)
        cover = IconButton("cover-hand", "eye", act, f"{label}\n{told}")
        icon_button(canvas, canvas.spot(lying["cover"], high=2.2), cover)
        return card_positions(canvas, cards, lying["cards"], lying["cards"])

    def _customer(self, name: str) -> CustomerCard:
        model = self.model
        held = model.view.players[model.view.seat].goods if model.view.seat is not None else [6, 6, 6]
        return CustomerCard(name, held, len(self._plan(name)) > 1)

    def _plan(self, name: str) -> Sequence[Move]:
        """Return the moves that deliver to a customer; none if that is impossible now."""
        return self.model.offers.delivery(name) if self.model.is_turn else ()

    def _title(self, canvas: Canvas, head: pygame.Rect) -> str:
        """Return the owner of these cards and the number left in the deck; where room is short, only the number."""
        view = self.model.view
        deck = ngettext("{n} customer in the deck", "{n} customers in the deck", view.deck_size).format(
            n=view.deck_size
        )
        if view.seat is None:
            return deck
        whole = _("{name}'s customers; {deck}").format(name=self.model.names[view.seat], deck=deck)
        return whole if canvas.least_wide(whole, size=SMALL) * canvas.em <= head.width else deck

    def _covered(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw the backs of the active player's cards, and a button that turns them over."""
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
        """Return the act for a click on a card, or the reason why there is none."""
        model = self.model
        if Discard(name) in model.moves:
            return partial(self.controls.choose, Discard(name)), "", "7.4"
        if model.is_turn and model.offers.delivery(name):
            return partial(self.controls.choose, Deliver(name)), "", "7"
        reason, rule = why_not_deliver(model, name)
        return None, reason, rule

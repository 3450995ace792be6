"""Tableau: clan and patron, progress in the masteries, and the delivered customers as cards."""

from collections.abc import Sequence

import pygame

from shogun.base.language import _, signed
from shogun.games.river_of_gold.rules.components import CUSTOMERS, MASTERIES
from shogun.games.river_of_gold.rules.scoring import MEASURES
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.screen.pieces import region_icon, symbol
from shogun.games.river_of_gold.words import CLAN_NAMES, CUSTOMER_KINDS, abilities, mastery_text, patron_lines
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, VERMILION
from shogun.window.kit.layout import column, part, row, share

CARD_EM = 5.4
"""Height of a card, unless there are too many."""
LEAST_CARD_EM, NARROW_EM, MOST_COLUMNS = 2.2, 8.5, 4
"""Least height of a card; width below which it shows only pictures; maximum number of columns."""
MASTERY_EM, TITLE_EM, PATRON_EM, GAP_EM = 1.45, 1.4, 2.3, 0.25
TEXT_SIZE = 0.82
CARD = row(
    column(part("sign", high=share(most=2.0)), wide=2.0, justify="middle"),
    column(
        row(part("title"), part("region", wide=1.2), part("number", wide=1.1), high=share(most=1.25), gap=0.2),
        part("words"),
    ),
    gap=0.3, padding=(0.25, 0.12),
)  # fmt: skip
NARROW_CARD = row(
    part("sign", wide=2.0), part("region", wide=1.2, high=1.2), part("number", wide=1.1, high=1.2),
    align="middle", justify="middle", gap=0.2, padding=(0.2, 0.1),
)  # fmt: skip
MASTERY = row(part("sign", wide=1.3), part("words"), part("reached", wide=3.2), gap=0.3)


def draw_tableau(canvas: Canvas, view: View, seat: int, box: pygame.Rect) -> None:
    """Draw a player's tableau from top to bottom."""
    player = view.players[seat]
    head = patron_lines(player.patron) if player.patron else [_(CLAN_NAMES[player.clan])] if player.clan else []
    title, text, masteries, cards = canvas.down(
        box, TITLE_EM * bool(head), PATRON_EM * bool(head[1:]), MASTERY_EM * len(view.masteries), share(), gap=GAP_EM
    )
    if head:
        canvas.line(head[0], title, weight="Bold", size=0.95, colour=INDIGO)
    if head[1:]:
        canvas.paragraph("\n".join(head[1:]), text, size=TEXT_SIZE)
    for place, room in enumerate(canvas.rows(masteries, len(view.masteries))):
        _mastery(canvas, view, seat, place, room)
    if player.delivered:
        draw_cards(canvas, player.delivered, cards, f"delivered-{seat}")
    else:
        canvas.small(_("no deliveries yet"), canvas.down(cards, TITLE_EM, share())[0], colour=INK_SOFT)


def _mastery(canvas: Canvas, view: View, seat: int, place: int, box: pygame.Rect) -> None:
    """Draw the goal of a mastery, and the player's progress."""
    name, card = view.masteries[place], MASTERIES[view.masteries[place]]
    places = canvas.places(MASTERY, box)
    canvas.image(symbol(name, min(places["sign"].size)), places["sign"])
    canvas.small(mastery_text(name), places["words"], size=TEXT_SIZE)
    claims = view.claims[place]
    words, ink = reached(view, seat, place), INK_SOFT
    if seat in claims:
        words, ink = signed(card.awards[len(view.players)][claims.index(seat)]), VERMILION
    canvas.small(words, places["reached"], align="right", weight="Bold", colour=ink)


def reached(view: View, seat: int, place: int) -> str:
    """Return a player's progress in a mastery, and its goal."""
    card = MASTERIES[view.masteries[place]]
    return _("{n} of {needed}").format(n=MEASURES[card.measure](view, seat), needed=card.needed)


def draw_cards(canvas: Canvas, customers: Sequence[str], box: pygame.Rect, group: str, columns: int = 1) -> None:
    """Draw customers as cards with their rewards, in this many columns, or more where the room is low."""
    low = canvas.px(LEAST_CARD_EM)
    while columns < MOST_COLUMNS and -(-len(customers) // columns) * low > box.height:
        columns += 1
    high = -(-len(customers) // columns)
    rows = canvas.down(box, *(share(most=CARD_EM),) * high, gap=GAP_EM)
    spots = [spot for line in rows for spot in canvas.columns(line, columns, GAP_EM)]
    for number, (name, spot) in enumerate(zip(customers, spots, strict=False)):
        _card(canvas, name, spot)
        told = " ".join(abilities(CUSTOMERS[name]))
        canvas.target(f"{group}-{number}", spot, None, told, "8", group=group)


def _card(canvas: Canvas, name: str, box: pygame.Rect) -> None:
    customer = CUSTOMERS[name]
    canvas.plate(box, PAPER_BRIGHT, PAPER_EDGE, 0.3)
    is_narrow = box.width < canvas.px(NARROW_EM)
    places = canvas.places(NARROW_CARD if is_narrow else CARD, box)
    canvas.image(symbol(customer.kind, min(places["sign"].size)), places["sign"])
    canvas.image(symbol(region_icon(customer.region), min(places["region"].size)), places["region"])
    canvas.fill(places["number"], INDIGO, 0.25)
    canvas.small(str(customer.region), places["number"], weight="Bold", align="centre", colour=PAPER_BRIGHT)
    if is_narrow:
        return
    kind = _(CUSTOMER_KINDS[customer.kind])
    canvas.line(kind[:1].upper() + kind[1:], places["title"], weight="Bold", size=SMALL)
    words, room = " ".join(abilities(customer)), places["words"]
    if canvas.paragraph_height(words, room, size=TEXT_SIZE) <= room.height:
        canvas.paragraph(words, room, size=TEXT_SIZE)

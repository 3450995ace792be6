"""Small printed cards: a province, a chest card with its number, an action, a card's back."""

from typing import Literal, Unpack

import pygame
from msgspec import Struct

from shogun.games.shogun.rules.boards import Board
from shogun.games.shogun.rules.cards import Action, Card
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.painting.lettering import kanji_names
from shogun.games.shogun.screen.map.painting.regions import tone
from shogun.games.shogun.words.card_labels import action_label
from shogun.window.kit.drawing.canvas import Canvas, TextRecord, TextStyle
from shogun.window.kit.drawing.icons import PRINTED, Palette
from shogun.window.kit.drawing.text import line_height, rendered, width, wrapped
from shogun.window.kit.drawing.theme import (
    CARD_BACK,
    GOLD,
    GOLD_PALE,
    INDIGO,
    INK,
    INK_FAINT,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
    Colour,
    Weight,
    mix,
)
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.widgets.icon import put_icon

When = Literal["done", "now", "later"]
"""Whether an action has been, is being, or will be carried out."""
_HEADS: dict[When, tuple[Colour, Colour, float]] = {
    "done": (PAPER_SHADE, PAPER_EDGE, 0.08),
    "now": (GOLD_PALE, INDIGO, 0.16),
    "later": (PAPER_BRIGHT, PAPER_EDGE, 0.08),
}
"""Paper, edge and its width in em."""
NAME, KANJI = 0.84, 0.69
"""Sizes of a province's names on its card, em."""
NARROWEST = 0.74
"""Down to this share of their width letters are made narrower before a name takes a second line where it can."""
FINE = 3
"""How many times as large letters are drawn that are made narrower."""
CAPTION = 0.78
FOOT = 0.48
"""Share of a province's card that is painted in its region's tone."""
CHEST = row(part("chest", wide=1.3), part("number", wide=1.3), gap=0.15, justify="middle")
CORNER = row(part("corner", wide=1.6, high=0.8), padding=(0.25, 0.02))
VALUE_EM = 0.8
PROVINCE = column(
    row(part("name"), padding=(0.1, 0.0), high=share(1 - FOOT)),
    row(
        part("tax", wide=VALUE_EM), part("rice", wide=VALUE_EM), part("kanji"),
        name="foot", gap=0.12, padding=(0.17, 0.0), high=share(FOOT),
    ),
)  # fmt: skip
PALE = 0.5
"""How far the icons of what is done, or lies face down, fade into the paper."""


def back(canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw the back of a card."""
    canvas.fill(rect, CARD_BACK, 0.25)
    canvas.frame(rect.inflate(-canvas.px(0.3), -canvas.px(0.3)), mix(CARD_BACK, PAPER_BRIGHT, 0.35), 0.15)
    canvas.frame(rect, INK, 0.25)


class Hold(Struct, frozen=True):
    """How a card of a plan is held: in hand, under the pointer's province, and whether a click does something."""

    lifted: bool = False
    lit: bool = False
    reacts: bool = True


def planning_card(canvas: Canvas, rect: pygame.Rect, card: Card, board: Board, hold: Hold) -> None:
    """Draw a card of a hand or a plan: a province's with its name, its values and its region's tone."""
    stands_out = hold.lifted or hold.lit or (hold.reacts and canvas.hovers(rect))
    paper = PAPER_BRIGHT if isinstance(card, str) else mix(PAPER_BRIGHT, GOLD, 0.35)
    paper = mix(paper, GOLD, 0.5) if hold.lifted or hold.lit else paper
    edge, thick = (INDIGO, 0.16) if stands_out else (INK_SOFT, 0.08)
    canvas.fill(rect, paper, 0.25)
    if isinstance(card, int):
        card_face(canvas, rect.inflate(-canvas.px(0.4), 0), card)
    else:
        _province(canvas, rect, card, board)
    canvas.frame(rect, edge, 0.25, thick)


def _province(canvas: Canvas, rect: pygame.Rect, name: str, board: Board) -> None:
    """Write a province's name, and on its region's tone its taxes, its rice and its kanji, or all of a long name."""
    places = canvas.places(PROVINCE, rect)
    canvas.fill(places["foot"], mix(tone(board, name), PAPER_BRIGHT, 0.15), 0.25)
    upper = places["name"]
    if _needs_two_lines(canvas, upper, name) and _two_lines_fit(canvas, rect, name):
        _two_lines(canvas, canvas.within(rect, 0.1, 0.0), name, INK)
        return
    bold = width(name, _least(canvas), "Bold") <= upper.width
    _name(canvas, upper, name, "Bold" if bold else "Regular", INK)
    land, side = board.lands[name], min(places["tax"].size)
    canvas.image(pieces.tax_value(land.tax, side), places["tax"])
    canvas.image(pieces.rice_value(land.rice, side), places["rice"])
    if width(kanji_names()[name], canvas.px(KANJI)) <= places["kanji"].width:
        colour = mix(INK, tone(board, name), 0.25)
        canvas.line(kanji_names()[name], places["kanji"], size=KANJI, align="right", colour=colour)


def _name(canvas: Canvas, box: pygame.Rect, name: str, weight: Weight, colour: Colour) -> None:
    """Write the whole name of a province in the middle of a box: in narrower letters or two lines if it is long."""
    if _needs_two_lines(canvas, box, name) and _two_lines_fit(canvas, box, name):
        _two_lines(canvas, box, name, colour)
    elif width(name, _least(canvas)) > box.width:
        _narrow(canvas, box, name, colour)
    else:
        canvas.line(name, box, size=NAME, weight=weight, align="centre", colour=colour)


def _needs_two_lines(canvas: Canvas, box: pygame.Rect, name: str) -> bool:
    """Return whether a name's letters would become too narrow in one line."""
    return box.width < width(name, _least(canvas)) * NARROWEST


def _two_lines_fit(canvas: Canvas, box: pygame.Rect, name: str) -> bool:
    """Return whether a name can be broken behind its hyphen, and a box is high enough."""
    return "-" in name and box.height >= 2 * _least(canvas)


def _two_lines(canvas: Canvas, box: pygame.Rect, name: str, colour: Colour) -> None:
    least, cut = _least(canvas), name.index("-") + 1
    both = canvas.spot(box, high=2 * least / canvas.em)
    for line, part_of_name in zip(canvas.rows(both, 2), (name[:cut], name[cut:]), strict=True):
        canvas.image(_letters(canvas, part_of_name, box.width, colour), line)
    canvas.layer.texts.append(TextRecord(name, both, box.copy(), cut=False))


def _narrow(canvas: Canvas, box: pygame.Rect, name: str, colour: Colour) -> None:
    letters = _letters(canvas, name, box.width, colour)
    place = canvas.image(letters, box)
    canvas.layer.texts.append(TextRecord(name, place, box.copy(), cut=False))


def _letters(canvas: Canvas, text: str, room: int, colour: Colour) -> pygame.Surface:
    """Return letters of the least height, as narrow as the room is; large ones made smaller stay clearer."""
    least = _least(canvas)
    if width(text, least) <= room:
        return rendered(text, least, colour)
    return pygame.transform.smoothscale(rendered(text, least * FINE, colour), (room, line_height(least)))


def _least(canvas: Canvas) -> int:
    """Return down to what height names are made smaller before they are shortened, px."""
    return max(canvas.least, round(canvas.px(NAME) * 0.75))


def card_face(canvas: Canvas, box: pygame.Rect, card: Card, colour: Colour = INK) -> None:
    """Draw what stands on a card of a plan."""
    if isinstance(card, str):
        _name(canvas, box, card, "Regular", colour)
        return
    places = canvas.places(CHEST, box)
    put_icon(canvas, "chest", places["chest"], PRINTED if colour == INK else PRINTED.faded(PALE))
    canvas.line(str(card), places["number"], weight="Bold", colour=colour)


def caption(canvas: Canvas, rect: pygame.Rect, text: str, colour: Colour = INK) -> pygame.Rect:
    """Write a text at the foot of a card, in several lines if it is long, and return the room above it."""
    room = rect.width - canvas.px(0.25)
    least = canvas.smallest(canvas.px(CAPTION))
    fits = width(text, least) <= room
    high = 1.05 if fits else len(wrapped(text, least, room)) * line_height(least) / canvas.em
    _above, box, _below = canvas.down(canvas.within(rect, 0.125, 0.0), share(), high, 0.1)
    if fits or all(width(word, least) <= room for word in text.split()):
        canvas.line(text, box, size=CAPTION, align="centre", colour=colour)
    else:
        canvas.paragraph(text, box, size=CAPTION, colour=colour)
    return canvas.down(rect, 0.15, share(), high + 0.1)[1]


def action_head(canvas: Canvas, rect: pygame.Rect, action: Action, place: str, when: When = "later") -> None:
    """Draw an action card with its place in the season."""
    paper, edge, thick = _HEADS[when]
    ink = mix(INK_FAINT, INK, 0.3) if when == "done" else INK
    canvas.plate(rect, paper, edge, 0.25, thick)
    room = caption(canvas, rect, action_label(action), mix(ink, INK, 0.5))
    put_icon(canvas, f"action_{action}", room, PRINTED.faded(PALE) if when == "done" else PRINTED)
    if place:
        canvas.line(place, canvas.places(CORNER, rect)["corner"], size=0.72, colour=INK_SOFT, weight="Bold")


def coin(
    canvas: Canvas,
    name: str,
    value: int | str,
    box: pygame.Rect,
    palette: Palette = PRINTED,
    **style: Unpack[TextStyle],
) -> None:
    """Draw an icon with a number or a text right of it, filling a box; the number alone where both have no room."""
    side = min(box.height, canvas.px(1.15))
    look: TextStyle = {"size": SMALL * 1.12, "weight": "Bold", **style}
    if side + canvas.px(0.2) + width(str(value), canvas.least, look["weight"]) > box.width:
        canvas.line(str(value), box, **look)
        return
    icon, number = canvas.across(box, side / canvas.em, share(), gap=0.2)
    put_icon(canvas, name, icon, palette)
    canvas.line(str(value), number, **look)

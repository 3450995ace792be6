"""Small printed cards: a province, a chest card with its number, an action, a card's back."""

from collections.abc import Iterator
from typing import Literal, Unpack

import pygame
from msgspec import Struct

from shogun.base.confidence_intervals import Share, percent
from shogun.base.language import _
from shogun.games.shogun.analysis.plan_words import SHORT_REASONS, change_text
from shogun.games.shogun.analysis.threats import Assignment, Span
from shogun.games.shogun.rules.cards import Action, Board, Card
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.painting.brush import kanji_names
from shogun.games.shogun.screen.map.painting.regions import band, tone
from shogun.games.shogun.words import action_label
from shogun.window.kit.drawing.canvas import Canvas, TextRecord, TextStyle
from shogun.window.kit.drawing.card_face import CardLook, CardState, band_colour
from shogun.window.kit.drawing.card_scenes import SceneName
from shogun.window.kit.drawing.icons import PRINTED, Palette, icon
from shogun.window.kit.drawing.text import narrowed, width
from shogun.window.kit.drawing.theme import (
    CUBES,
    GOLD,
    INDIGO,
    INDIGO_BRIGHT,
    INDIGO_DEEP,
    INK,
    PAPER,
    PAPER_BRIGHT,
    SMALL,
    VERMILION,
    Colour,
    Weight,
    mix,
)
from shogun.window.kit.layout import Box, Places, column, part, row, share
from shogun.window.kit.layout.nodes import Alignments
from shogun.window.kit.widgets.button import put_icon
from shogun.window.kit.widgets.card_button import (
    LIES,
    Hold,
    Title,
    draw_card,
    halves,
    key_cap,
    lay_card,
    put_card_icon,
    seal,
)

When = Literal["done", "now", "later"]
"""State of an action: carried out, being carried out, or still to come."""
_STATES: dict[When, CardState] = {"done": "done", "now": "now", "later": "plain"}
BUILT, LEVIED, DEPLOYED, FOUGHT = INDIGO_BRIGHT, GOLD, (78, 128, 84), VERMILION
SCENES: dict[Action, tuple[SceneName, Colour]] = {
    "castle": ("hills", BUILT), "temple": ("mist", BUILT), "theatre": ("waves", BUILT),
    "rice": ("fields", LEVIED), "taxes": ("rays", LEVIED),
    "deploy5": ("hills", DEPLOYED), "deploy3": ("hills", DEPLOYED), "deploy1": ("hills", DEPLOYED),
    "battle_a": ("rays", FOUGHT), "battle_b": ("rays", FOUGHT),
}  # fmt: skip
"""Background behind an action's picture, and its color: for building, levying, deploying and fighting."""
HEAD_BAND_EM = 0.98
BID: Colour = (116, 84, 26)
SPECIAL: Colour = VERMILION
NAME, KANJI = 0.84, 0.69
"""Sizes of a province's names on its card, em."""
NARROWEST = 0.74
"""Least share of a name's width to which letters are condensed before the name wraps to a second line."""
FOOT = 0.48
"""Share of a province card's height for the values below its name."""
CHEST = row(part("chest", wide=1.3), part("number", wide=1.3), gap=0.15, justify="middle")
VALUE_EM = 0.8
KEY_EM = 0.8
"""Width of the key that picks up a card, em."""


def _layout(key: float) -> Box:
    """Return the layout of a province's card; `key`: the width that is left for a key, em."""
    values = [part("tax", wide=VALUE_EM), part("rice", wide=VALUE_EM), part("kanji")]
    values += [part(wide=key)] if key else []
    return column(
        row(part("name"), name="band", padding=(0.1, 0.0), high=share(1 - FOOT)),
        row(*values, name="foot", gap=0.12, padding=(0.19, 0.05), high=share(FOOT)),
    )


PROVINCE, PROVINCE_WITH_KEY = _layout(0.0), _layout(KEY_EM)
PALE = 0.5
"""Share by which icons of finished actions and face-down cards fade into the paper."""


class InHand(Struct, frozen=True):
    """State of a plan's card: in hand, under the pointer, or moving."""

    lifted: bool = False
    lit: bool = False
    hold: Hold = LIES
    key: str = ""
    """Label of the key that picks up the card, if any."""

    @property
    def state(self) -> CardState:
        """Look of the card."""
        return "now" if self.lifted or self.lit else "plain"


def planning_card(canvas: Canvas, rect: pygame.Rect, card: Card, board: Board, held: InHand) -> None:
    """Draw a card of a hand or a plan: a province's with its name, its values and its region's tone."""
    if isinstance(card, int):
        look = CardLook(BID, "rays", held.state, GOLD)
        place = lay_card(canvas, rect, look, halves(rect.size, "top", 0), held.hold)
        card_face(canvas, place.inflate(-canvas.px(0.4), 0), card)
        _key(canvas, place, held.key, ("end", "end"))
        return
    look, places = province_look(board, card, held.state), canvas.places(PROVINCE, rect)
    if _needs_two_lines(canvas, places["name"], card) and _two_lines_fit(canvas, rect, card):
        place = lay_card(canvas, rect, look, halves(rect.size, "top", rect.height), held.hold)
        _two_lines(canvas, canvas.within(place, 0.1, 0.0), card, PAPER_BRIGHT)
        _key(canvas, place, held.key, ("end", "end"))
        return  # a long name that would become too narrow takes all of the card
    place = lay_card(canvas, rect, look, halves(rect.size, "top", places["band"].height), held.hold)
    _province(canvas, canvas.places(PROVINCE_WITH_KEY if held.key else PROVINCE, place), card, board)
    _key(canvas, place, held.key, ("end", "end"))


def _key(canvas: Canvas, box: pygame.Rect, sign: str, at: Alignments) -> None:
    if sign:
        key_cap(canvas, canvas.within(box, 0.08), sign, at)


def province_look(board: Board, name: str, state: CardState = "plain") -> CardLook:
    """Return the look of a province's card: in its region's color, the band dark enough for bright letters."""
    return CardLook(band_colour(band(board, name)), "plain", state, tone(board, name))


def _province(canvas: Canvas, places: Places, name: str, board: Board) -> None:
    """Write a province's name on the band, with its taxes, rice and kanji below."""
    bold = width(name, _least_name_height(canvas), "Bold") <= places["name"].width
    _name(canvas, places["name"], name, "Bold" if bold else "Regular", PAPER_BRIGHT)
    land, side = board.lands[name], min(places["tax"].size)
    canvas.image(pieces.tax_value(land.tax, side), places["tax"])
    canvas.image(pieces.rice_value(land.rice, side), places["rice"])
    if width(kanji_names()[name], canvas.px(KANJI)) <= places["kanji"].width:
        colour = mix(INK, tone(board, name), 0.25)
        canvas.line(kanji_names()[name], places["kanji"], size=KANJI, align="right", colour=colour)


def _name(canvas: Canvas, box: pygame.Rect, name: str, weight: Weight, colour: Colour) -> None:
    """Write a province's full name centered in a box, in narrower letters or two lines if it is long."""
    if _needs_two_lines(canvas, box, name) and _two_lines_fit(canvas, box, name):
        _two_lines(canvas, box, name, colour)
    elif width(name, _least_name_height(canvas)) > box.width:
        _narrow(canvas, box, name, colour)
    else:
        canvas.line(name, box, size=NAME, weight=weight, align="centre", colour=colour)


def _needs_two_lines(canvas: Canvas, box: pygame.Rect, name: str) -> bool:
    """Return whether a name's letters would become too narrow in one line."""
    return box.width < width(name, _least_name_height(canvas)) * NARROWEST


def _two_lines_fit(canvas: Canvas, box: pygame.Rect, name: str) -> bool:
    """Return whether a name can be broken after its hyphen and the box is high enough."""
    return "-" in name and box.height >= 2 * _least_name_height(canvas)


def _two_lines(canvas: Canvas, box: pygame.Rect, name: str, colour: Colour) -> None:
    least, cut = _least_name_height(canvas), name.index("-") + 1
    both = canvas.spot(box, high=2 * least / canvas.em)
    for line, part_of_name in zip(canvas.rows(both, 2), (name[:cut], name[cut:]), strict=True):
        canvas.image(narrowed(part_of_name, least, box.width, colour), line)
    canvas.layer.texts.append(TextRecord(name, both, box.copy(), cut=False))


def _narrow(canvas: Canvas, box: pygame.Rect, name: str, colour: Colour) -> None:
    letters = narrowed(name, _least_name_height(canvas), box.width, colour)
    place = canvas.image(letters, box)
    canvas.layer.texts.append(TextRecord(name, place, box.copy(), cut=False))


def _least_name_height(canvas: Canvas) -> int:
    """Return the least height in pixels to which names shrink before they are shortened."""
    return max(canvas.least, round(canvas.px(NAME) * 0.75))


def card_face(canvas: Canvas, box: pygame.Rect, card: Card, colour: Colour = INK) -> None:
    """Draw the face of a plan's card."""
    if isinstance(card, str):
        _name(canvas, box, card, "Regular", colour)
        return
    places = canvas.places(CHEST, box)
    put_icon(canvas, "chest", places["chest"], PRINTED if colour == INK else PRINTED.faded(PALE))
    canvas.line(str(card), places["number"], weight="Bold", colour=colour)


def action_head(canvas: Canvas, rect: pygame.Rect, action: Action, place: str, when: When = "later") -> None:
    """Draw an action card with its place in the season."""
    scene, tint = SCENES[action]
    look = CardLook(VERMILION if when == "now" else INDIGO, scene, _STATES[when], tint)
    room = draw_card(canvas, rect, Title(action_label(action), high=HEAD_BAND_EM), look)
    palette = PRINTED.faded(PALE) if when == "done" else PRINTED
    put_card_icon(canvas, f"action_{action}", room, palette, most=_share(room, rect))
    if place:
        seal(canvas, room, place.rstrip("."), INDIGO_DEEP)


def bid_head(canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw the card of the bid, which is paid before the actions."""
    room = draw_card(canvas, rect, Title(_("Bid"), high=HEAD_BAND_EM), CardLook(BID, "rays", tint=GOLD))
    put_card_icon(canvas, "bid", room, most=_share(room, rect))


def _share(room: pygame.Rect, card: pygame.Rect) -> float:
    """Return the share of its room that an icon takes: all of it where the title below leaves little."""
    return 0.76 if room.height == card.height else 0.98


def coin(
    canvas: Canvas,
    name: str,
    value: int | str,
    box: pygame.Rect,
    palette: Palette = PRINTED,
    **style: Unpack[TextStyle],
) -> None:
    """Draw an icon with a number or text to its right, filling a box; only the number where both don't fit."""
    side = min(box.height, canvas.px(1.15))
    look: TextStyle = {"size": SMALL * 1.12, "weight": "Bold", **style}
    if side + canvas.px(0.2) + width(str(value), canvas.least, look["weight"]) > box.width:
        canvas.line(str(value), box, **look)
        return
    icon, number = canvas.across(box, side / canvas.em, share(), gap=0.2)
    put_icon(canvas, name, icon, palette)
    canvas.line(str(value), number, **look)


# Effects of one assignment of a plan, in icons and figures: chests, rice, armies, points, and its revolt

SIZE = 0.8


class EffectSign(Struct):
    """A small icon and the text next to it."""

    picture: pygame.Surface | None
    text: str
    colour: Colour = INK
    lozenge: bool = False
    """True if the text is in the lozenge used for points."""
    spare: bool = False
    """True if it can be left out where space is short: prices and risks are shown elsewhere too."""


def draw_effect(canvas: Canvas, box: pygame.Rect, found: Assignment, colour: str, held: Share | None) -> None:
    """Draw an assignment's effect in a row; `colour` is the color of the player's cubes."""
    signs = list(_signs(found, box.height, colour, held))
    gap, small = canvas.px(0.1), canvas.px(0.25)
    pixels = canvas.px(SIZE)
    while _needed(signs, pixels, gap, small) > box.width and pixels > canvas.least:
        pixels -= 1
    while _needed(signs, pixels, gap, small) > box.width and any(sign.spare for sign in signs):
        signs.remove(next(sign for sign in signs if sign.spare))
    left = box.left + max(0, box.width - _needed(signs, pixels, gap, small)) // 2
    for sign in signs:
        if sign.picture is not None:
            canvas.surface.blit(sign.picture, sign.picture.get_rect(midleft=(left, box.centery)))
            left += sign.picture.get_width() + gap
        text = pygame.Rect(left, box.top, min(_sign_width(sign, pixels, gap), box.right - left), box.height)
        _write(canvas, sign, text, pixels)
        left = text.right + small


def _write(canvas: Canvas, sign: EffectSign, box: pygame.Rect, pixels: int) -> None:
    if not sign.text or box.width <= 0:
        return
    if sign.lozenge:
        canvas.fill(box.inflate(0, -2), INDIGO, 0.5)
    size = pixels / canvas.em
    colour = PAPER if sign.lozenge else sign.colour
    canvas.line(sign.text, box, size=size, weight="Bold", colour=colour, align="centre" if sign.lozenge else "left")


def _needed(signs: list[EffectSign], pixels: int, gap: int, between: int) -> int:
    pictures = sum(sign.picture.get_width() + gap for sign in signs if sign.picture is not None)
    return pictures + sum(_sign_width(sign, pixels, gap) for sign in signs) + between * (len(signs) - 1)


def _sign_width(sign: EffectSign, pixels: int, gap: int) -> int:
    if not sign.text:
        return 0
    return width(sign.text, pixels, "Bold") + (6 * gap if sign.lozenge else 1)


def _signs(found: Assignment, height: int, colour: str, held: Share | None) -> Iterator[EffectSign]:
    side = max(8, round(height * 0.86))
    if found.done == "never":
        yield EffectSign(icon("cross", side), _(SHORT_REASONS[found.reasons[0]]), VERMILION)
        return
    if found.action in ("battle_a", "battle_b"):
        yield EffectSign(pieces.cube(colour, side), f"→ {found.marching}")
    if found.chests.high:
        yield EffectSign(icon("chest", side), change_text(found.chests), spare=found.chests.high < 0)
    if found.rice.high:
        yield EffectSign(icon("rice", side), change_text(found.rice))
    if found.armies.high:
        yield EffectSign(icon("cube", side, Palette(accent=CUBES[colour])), change_text(found.armies))
    if found.points:
        yield EffectSign(None, change_text(Span(found.points, found.points)), lozenge=True)
    if found.peasants:
        yield EffectSign(pieces.revolt(found.peasants, side), "")
        if held:
            yield EffectSign(None, percent(1 - held.value), VERMILION, spare=True)
    if found.done == "perhaps":
        yield EffectSign(None, "?", VERMILION)

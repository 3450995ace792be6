"""Tactics or daimyo card: its name, a picture of its effect in signs, and the effect in words."""

from functools import lru_cache
from typing import Literal, TypeAlias

import pygame
from msgspec import Struct
from pygame import Surface

from shogun.base.language import of_data
from shogun.games.rumble_nation.rules.components import CARDS
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.words import card_name
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.card_face import CardLook, CardState, card_icon
from shogun.window.kit.drawing.icons import Clan, fine_canvas, scaled_down
from shogun.window.kit.drawing.portrait import portrait
from shogun.window.kit.drawing.theme import CUBES, GOLD, INK, INK_SOFT, PAPER_BRIGHT, SMALL, Colour
from shogun.window.kit.layout import Node, Places, column, part, row, share
from shogun.window.kit.widgets.card_button import Halves, Hold, Title, halves, lay_card, write_title

# Effects of Rumble Nation's cards in signs: pieces, an arrow, and their target

Sign: TypeAlias = Literal["own", "foe", "lord", "to", "swap", "land", "hills", "sea", "reserve", "kyo"]
"""Soldier of the player or of an opponent, daimyo, arrows, and places: any area, one by land or by sea ..."""
SIGNS: dict[str, tuple[Sign, ...]] = {
    "scout": ("own", "to", "land"),
    "mountain_pass": ("own", "own", "to", "hills"),
    "sailing": ("own", "own", "to", "sea"),
    "detachment": ("own", "own", "to", "land"),
    "ninja": ("own", "to", "own"),
    "retreat": ("own", "own", "to", "reserve"),
    "reinforcement": ("reserve", "to", "own"),
    "rebel": ("own", "swap", "foe"),
    "banishment": ("foe", "to", "land"),
    "prisoner": ("foe", "to", "own"),
    "lure": ("own", "foe", "foe", "to", "land"),
    "march_on_kyo": ("own", "own", "to", "kyo"),
    "uesugi": ("own", "own", "own", "to", "hills"),
    "takeda": ("foe", "foe", "foe", "to", "land"),
    "oda": ("lord", "own", "to", "land"),
    "mori": ("reserve", "to", "own", "own", "own"),
    "chosokabe": ("lord", "own", "own", "to", "sea"),
    "otomo": ("own", "own", "swap", "foe", "foe"),
}
"""The signs of each card."""
PLACES: dict[Sign, str] = {"land": "land", "hills": "mountain", "sea": "ship", "reserve": "houses", "kyo": "castle"}
LORDS: dict[str, str] = {
    "uesugi": "bamboo", "takeda": "four_diamonds", "oda": "flower", "mori": "bars_and_stars",
    "chosokabe": "three_leaves", "otomo": "nine_stars",
}  # fmt: skip
"""Crest on the helmet of each daimyo."""
LAP = 0.62
"""Visible share of a piece behind another one."""
GAP = 0.1


class Sides(Struct, frozen=True):
    """Owners of the pieces in the signs."""

    own: Clan
    foe: Clan


@lru_cache(maxsize=128)
def signs(card: str, sides: Sides, size: tuple[int, int]) -> Surface:
    """Return a card's signs in a row, as large as they fit into a size in px; it is shared: blit it."""
    row = SIGNS[card]
    high = size[1]
    while (wide := sum(_steps(row, high))) > size[0] and high > 8:
        high -= 1
    surface, left = Surface((max(1, wide), high), pygame.SRCALPHA), 0
    for sign, step in zip(row, _steps(row, high), strict=True):
        image = _sign(sign, sides, high)
        surface.blit(image, image.get_rect(midleft=(left, high // 2)))
        left += step
    return surface


def _steps(row: tuple[Sign, ...], high: int) -> list[int]:
    """Return the distance from each sign to the next one; equal pieces overlap."""
    steps = [round(high * (LAP if one == other else 1 + GAP)) for one, other in zip(row, (*row[1:], None), strict=True)]
    return [step if sign not in ("to", "swap") else round(high * 0.85) for sign, step in zip(row, steps, strict=True)]


def _sign(sign: Sign, sides: Sides, high: int) -> Surface:
    if sign in PLACES:
        return card_icon(PLACES[sign], round(high * 0.86))
    if sign in ("to", "swap"):
        return _arrow(round(high * 0.72), both=sign == "swap")
    drawn = pieces.daimyo if sign == "lord" else pieces.soldier
    return drawn(sides.foe if sign == "foe" else sides.own, high)


@lru_cache(maxsize=32)
def _arrow(size: int, *, both: bool) -> Surface:
    """Return an arrow to the right, or one with two heads."""
    canvas = fine_canvas(size, size)
    side = canvas.get_width()
    tail = 0.4 if both else 0.06
    upper = [(tail, 0.38), (0.58, 0.38), (0.58, 0.18), (0.95, 0.5)]
    if both:
        upper = [(0.05, 0.5), (0.42, 0.18), (0.42, 0.38), *upper[1:]]
    outline = [*upper, *((x, 1 - y) for x, y in reversed(upper))]
    points = [(x * side, y * side) for x, y in outline]
    pygame.draw.polygon(canvas, INK, points)
    pygame.draw.polygon(canvas, PAPER_BRIGHT, points, max(1, side // 24))
    return scaled_down(canvas)


TACTICS: Colour = (28, 82, 84)
NOBODYS: Colour = (98, 62, 30)
"""Color of unclaimed daimyo cards."""
NAME_EM, LOW_NAME_EM, NAME_SIZE = 1.5, 1.2, 0.9
LOW_EM = 5.0
"""Height below which the name has less room."""
LEAST_PICTURE_EM, MOST_PICTURE_EM, MOST_PORTRAIT_EM = 1.7, 4.2, 9.5
SIGNS_EM = 2.2
"""Height of the signs below a portrait."""
PORTRAIT = 0.9
AIRY, TIGHT = (0.42, 0.15), (0.17, 0.0)
"""Margins beside and above the words, em: usual ones, and those where the words need the whole card."""


class TacticsCard(Struct, frozen=True):
    """Visible parts of a card."""

    name: str
    state: CardState
    sides: Sides
    owner: Clan | None = None
    """Owner of a daimyo card; None for a tactics card, or an unclaimed one."""

    @property
    def colour(self) -> Colour:
        """Color of its family, or of its owner."""
        if self.owner is not None:
            return CUBES[self.owner.colour]
        return NOBODYS if self.name in LORDS else TACTICS


def draw_tactics_card(canvas: Canvas, place: pygame.Rect, card: TacticsCard) -> None:
    """Draw a card, without a picture if its words need all the room."""
    words = of_data(CARDS[card.name].text)
    look = CardLook(card.colour, "rays" if card.name in LORDS else "hills", card.state, _tint(card))
    cut = _cut(place, _places(canvas, place, card, words))
    places = _places(canvas, lay_card(canvas, place, look, cut, Hold(card.state == "offered")), card, words)
    if places["picture"].height:
        _draw_picture(canvas, places["picture"], card)
    write_title(canvas, places["name"], Title(card_name(card.name), size=NAME_SIZE), look)
    canvas.paragraph(words, places["text"], size=SMALL, colour=INK_SOFT if card.state == "done" else INK)


def _cut(place: pygame.Rect, places: Places) -> Halves:
    """Return the layout of band and picture on a card."""
    cut = halves(place.size, "top", places["name"].height)
    cut.picture.height = places["picture"].height
    return cut


def _tint(card: TacticsCard) -> Colour:
    return GOLD if card.name in LORDS else card.colour


def _places(canvas: Canvas, rect: pygame.Rect, card: TacticsCard, words: str) -> Places:
    """Return the rectangles of name, picture and words: the picture takes the rest if that is enough."""
    band = LOW_NAME_EM if rect.height < canvas.px(LOW_EM) else NAME_EM
    bare = canvas.places(_card(band, 0.0, AIRY), rect)
    left = (bare["text"].height - canvas.paragraph_height(words, bare["text"], size=SMALL)) / canvas.em - 0.1
    if left >= LEAST_PICTURE_EM:
        most = MOST_PORTRAIT_EM if card.name in LORDS else MOST_PICTURE_EM
        return canvas.places(_card(band, min(left, most), AIRY), rect)
    return bare if left >= 0 else canvas.places(_card(band, 0.0, TIGHT), rect)


def _card(band: float, picture: float, padding: tuple[float, float]) -> Node:
    text = row(part("text"), padding=padding, high=share())
    return column(part("name", high=band), part("picture", high=picture), text)


def _draw_picture(canvas: Canvas, box: pygame.Rect, card: TacticsCard) -> None:
    """Draw the signs of a card, and above them, or to their left on a low picture, the daimyo."""
    if card.name in LORDS:
        if box.height >= canvas.px(2 * SIGNS_EM):
            face, box = canvas.down(box, share(), SIGNS_EM)
        else:
            face, box = canvas.across(box, min(box.size) / canvas.em, share())
        clan = card.owner or Clan("black", LORDS[card.name])
        canvas.image(portrait(clan, round(min(face.size) * PORTRAIT)), face)
    room = canvas.within(box, 0.25, 0.15)
    canvas.image(signs(card.name, card.sides, room.size), room)

"""Cards on a panel, with shadow, picture and title; they rise under the pointer.

`draw_card` draws the cards of all games; callers draw the content of the picture into the room that it returns.
"""

from typing import Literal, TypeAlias

import pygame
from msgspec import Struct

from shogun.window.kit.drawing import canvas as motion
from shogun.window.kit.drawing import theme
from shogun.window.kit.drawing.canvas import STILL_LARGE, Canvas, TextRecord
from shogun.window.kit.drawing.card_face import (
    DROP_EM,
    RADIUS_EM,
    SHADOW_EM,
    CardLook,
    CardParts,
    card_back,
    card_icon,
    card_picture,
    card_shadow,
)
from shogun.window.kit.drawing.icons import PRINTED, Palette
from shogun.window.kit.drawing.text import line_height, narrowed, width, wrapped
from shogun.window.kit.drawing.theme import INK, INK_SOFT, PAPER_BRIGHT, Colour, Weight, mix, text_colour_on
from shogun.window.kit.layout.nodes import Alignments

BandPlace: TypeAlias = Literal["top", "foot", "right"]
TITLE = 0.78
"""Size of a title, em."""
BAND_EM, AIR_EM, MARGIN_EM = 1.05, 0.12, 0.13
"""Height of a band with one line, margin above and below the lines of one with several, and margin beside them."""
PICTURE_WIDE = 1.15
"""Width of a picture next to its title, as a share of the card's height."""
LIFT_EM, FALL_EM = 0.17, 0.5
"""Height to which a card rises under the pointer, and from which a placed one falls."""
NARROWEST = 0.68
"""Share of their width to which letters are narrowed before a title takes a second line."""
HALF_WAY = 0.5
"""Share of its way from which on a card being turned up shows its back."""
SEAL_EM, KEY_CAP_EM = 0.95, 0.82


class Title(Struct, frozen=True):
    """A card's title: its text, its size, and the position of its band."""

    text: str
    place: BandPlace = "foot"
    size: float = TITLE
    high: float = BAND_EM
    """Height of the band for one line, em."""


class Hold(Struct, frozen=True):
    """A card's movement: whether it rises under the pointer, and the share of its way down still to go, 1 to 0."""

    reacts: bool = False
    falls: float = 0.0


LIES = Hold()


def _height(canvas: Canvas, place: pygame.Rect, hold: Hold) -> int:
    """Return the height of a card above its place, px: it is under the pointer, or it falls."""
    is_up = hold.reacts and motion.moves() and canvas.hovers(place)
    lift = max(2, canvas.px(LIFT_EM)) if is_up else 0
    return max(lift, round(canvas.px(FALL_EM) * (1 - (1 - hold.falls) ** 2)))


def _raised(canvas: Canvas, place: pygame.Rect, hold: Hold) -> pygame.Rect:
    """Draw the shadow of a card on its place, larger the higher it is, and return the card's rectangle."""
    height = _height(canvas, place, hold)
    reach = max(2, canvas.px(SHADOW_EM)) + height // 2
    shadow = card_shadow(place.size, reach, canvas.px(RADIUS_EM))
    canvas.image(shadow, place.move(0, max(1, canvas.px(DROP_EM))))
    return place.move(0, -height)


class Halves(Struct, frozen=True):
    """Rectangles of a card's title band and picture, px from its upper left corner."""

    band: pygame.Rect
    picture: pygame.Rect


def halves(size: tuple[int, int], place: BandPlace, band: int, picture: int = 0) -> Halves:
    """Return a card divided in two; `band` is the band's height (its width next to a picture), px.

    `picture`: width of a picture that doesn't take all of the rest.
    """
    wide, high = size
    if place == "right":
        return Halves(pygame.Rect(wide - band, 0, band, high), pygame.Rect(0, 0, wide - band, high))
    top, below = (0, band) if place == "top" else (high - band, 0)
    return Halves(pygame.Rect(0, top, wide, band), pygame.Rect(0, below, picture or wide, high - band))


def lay_card(canvas: Canvas, place: pygame.Rect, look: CardLook, cut: Halves, hold: Hold = LIES) -> pygame.Rect:
    """Draw a card without words at its place, or raised, and return its rectangle."""
    rect = _raised(canvas, place, hold)
    picture, band = ((*half.topleft, *half.size) for half in (cut.picture, cut.band))
    canvas.surface.blit(card_picture(CardParts(rect.size, canvas.em, picture, band), look), rect)
    return rect


def draw_card(canvas: Canvas, place: pygame.Rect, title: Title, look: CardLook, hold: Hold = LIES) -> pygame.Rect:
    """Draw a card at its place, or raised, and return the room of its picture.

    On a low and wide card the title stands next to the picture, which is then larger.
    """
    cut = _cut(canvas, place, title)
    rect = lay_card(canvas, place, look, cut, hold)
    write_title(canvas, cut.band.move(rect.topleft), title, look)
    return cut.picture.move(rect.topleft)


def _cut(canvas: Canvas, place: pygame.Rect, title: Title) -> Halves:
    wide, high = place.size
    beside = wide - round(high * PICTURE_WIDE)
    if title.place == "foot" and beside >= high and _fits_beside(canvas, pygame.Rect(0, 0, beside, high), title):
        return halves(place.size, "right", beside)
    return halves(place.size, title.place, _band_height(canvas, place, title))


def _fits_beside(canvas: Canvas, band: pygame.Rect, title: Title) -> bool:
    """Return whether a title fits, in two lines at most, next to a picture."""
    pixels, room = canvas.px(title.size * STILL_LARGE), _room(canvas, band)
    lines = wrapped(title.text, pixels, room)
    return len(lines) <= 2 and all(width(word, pixels, "Bold") <= room for word in title.text.split())


def _room(canvas: Canvas, rect: pygame.Rect) -> int:
    return rect.width - 2 * canvas.px(MARGIN_EM)


def _lines(canvas: Canvas, rect: pygame.Rect, title: Title) -> int:
    """Return the number of lines of a title: one if it fits at its smallest size, or nearly does."""
    least, room = canvas.smallest(canvas.px(title.size)), _room(canvas, rect)
    return 1 if width(title.text, least) * NARROWEST <= room else len(wrapped(title.text, least, room))


def _band_height(canvas: Canvas, rect: pygame.Rect, title: Title) -> int:
    if not title.text:
        return 0
    count = _lines(canvas, rect, title)
    one = canvas.px(title.high)
    least = line_height(canvas.smallest(canvas.px(title.size)))
    return one if count == 1 else max(one, count * least + 2 * canvas.px(AIR_EM))


def write_title(canvas: Canvas, band: pygame.Rect, title: Title, look: CardLook) -> None:
    """Draw a title in its band: in bold letters if they fit, in narrow ones rather than in two lines."""
    if not title.text:
        return
    box = band.inflate(-2 * canvas.px(MARGIN_EM), 0)
    colour = text_colour_on(look.band) if look.state != "done" else mix(INK, look.band, 0.12)
    weight: Weight = "Bold" if _fits(canvas, box, title, "Bold") else "Regular"
    if _fits(canvas, box, title, weight):
        canvas.line(title.text, box, size=title.size, align="centre", colour=colour, weight=weight)
    elif _lines(canvas, band, title) == 1:
        image = narrowed(title.text, canvas.smallest(canvas.px(title.size)), box.width, colour)
        canvas.layer.texts.append(TextRecord(title.text, canvas.image(image, box), box, cut=False))
    else:
        canvas.paragraph(title.text, box, size=title.size, colour=colour)


def _fits(canvas: Canvas, box: pygame.Rect, title: Title, weight: Weight) -> bool:
    """Return whether a title fits at its smallest size, in as many lines as there is room for."""
    least = canvas.smallest(canvas.px(title.size))
    if any(width(word, least, weight) > box.width for word in title.text.split()):
        return False
    return len(wrapped(title.text, least, box.width, weight)) * line_height(least) <= max(
        box.height, line_height(least)
    )


def put_card_icon(
    canvas: Canvas, name: str, box: pygame.Rect, palette: Palette = PRINTED, most: float = 0.92
) -> pygame.Rect:
    """Draw an icon with a rim of paper, as large as `most` of a box allows, in its middle; return its rectangle."""
    image = card_icon(name, max(4, round(min(box.size) * most)), palette)
    rect = image.get_rect(center=box.center)
    canvas.surface.blit(image, rect)
    return rect


def draw_back(canvas: Canvas, place: pygame.Rect, hold: Hold = LIES) -> pygame.Rect:
    """Draw the back of a card at its place, or raised, and return its rectangle."""
    rect = _raised(canvas, place, hold)
    canvas.surface.blit(card_back(rect.size, canvas.em, theme.chosen()), rect)
    return rect


def turns(canvas: Canvas, place: pygame.Rect, left: float) -> bool:
    """Draw the back of a card being turned up, as long as it is visible, and return whether it is.

    `left`: the share of its way still to go, 1 to 0.
    """
    is_back = left > HALF_WAY
    if is_back:
        wide, high = place.size
        back = card_back(place.size, canvas.em, theme.chosen())
        canvas.image(pygame.transform.smoothscale(back, (max(1, round(wide * (2 * left - 1))), high)), place)
    return is_back


def seal(canvas: Canvas, room: pygame.Rect, text: str, colour: Colour = INK) -> None:
    """Draw a small round seal with a number or a symbol at the upper left of a card's picture."""
    place = canvas.spot(room, SEAL_EM, SEAL_EM, at=("start", "start")).move(canvas.px(0.16), canvas.px(0.14))
    canvas.plate(place, colour, mix(colour, PAPER_BRIGHT, 0.75), SEAL_EM / 2, 0.06)
    canvas.line(text, place, size=0.72, align="centre", weight="Bold", colour=PAPER_BRIGHT)


def key_cap(canvas: Canvas, box: pygame.Rect, sign: str, at: Alignments) -> None:
    """Draw a small key with its symbol at a side of a box: the key that chooses the content of the box."""
    place = canvas.spot(box, KEY_CAP_EM, KEY_CAP_EM, at=at)
    canvas.plate(place, INK_SOFT, INK, 0.2, 0.06)
    canvas.line(sign, place, size=0.7, align="centre", weight="Bold", colour=PAPER_BRIGHT)

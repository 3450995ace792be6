"""Text as surfaces: the shipped fonts with fallback between them, wrapping, and a cache.

pygame has no fallback between fonts, so that a text is cut into runs, each drawn with the first font that has it.
"""

from collections.abc import Iterator
from functools import lru_cache

import pygame

from shogun.base.resources import ASSETS
from shogun.window.kit.drawing import contrast
from shogun.window.kit.drawing.theme import INK, Colour, Weight

FAMILIES: dict[Weight, tuple[str, ...]] = {
    "Regular": ("Alegreya-Regular.ttf", "ShipporiMincho-Regular.ttf"),
    "Bold": ("Alegreya-Bold.ttf", "ShipporiMincho-Bold.ttf"),
    "Italic": ("Alegreya-Italic.ttf", "ShipporiMincho-Regular.ttf"),
}
"""For each weight the font files in the order in which they are asked for a character."""
KEPT_SURFACES = 2000
NARROW_FINENESS = 3
"""How many times as large letters are drawn that are made narrower."""
ELLIPSIS = "…"
MISSING = "\uffff"
"""No character at all, so that no font has it."""


@lru_cache(maxsize=128)
def _fonts(weight: Weight, pixels: int) -> tuple[pygame.Font, ...]:
    folder = ASSETS / "fonts"
    return tuple(pygame.Font(folder / name, pixels) for name in FAMILIES[weight])


@lru_cache(maxsize=4096)
def _font_of(character: str, weight: Weight) -> int:
    for number, font in enumerate(_fonts(weight, 24)):
        if _has(font, character):
            return number
    return 0


def _has(font: pygame.Font, character: str) -> bool:
    """Return whether a font draws a character itself: SDL gives the sign for "missing" in silence."""
    if character.isspace():
        return True
    drawn, missing = (font.render(sign, True, INK) for sign in (character, MISSING))
    return drawn.get_size() != missing.get_size() or drawn.get_buffer().raw != missing.get_buffer().raw


def lacking(text: str) -> str:
    """Return the characters of a text that no font has."""
    return "".join(sorted(character for character in set(text) if _is_lacking(character)))


@lru_cache(maxsize=4096)
def _is_lacking(character: str) -> bool:
    return not any(_has(font, character) for font in _fonts("Regular", 24))


@lru_cache(maxsize=32768)
def runs(text: str, weight: Weight) -> tuple[tuple[int, str], ...]:
    """Return the text cut into pieces, each with the number of the first font that has all its characters."""
    pieces: list[tuple[int, str]] = []
    for character in text:
        number = _font_of(character, weight)
        if pieces and (pieces[-1][0] == number or character == " "):
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + character)
        else:
            pieces.append((number, character))
    return tuple(pieces)


def line_height(pixels: int) -> int:
    """Return the distance between two lines, px."""
    return round(pixels * 1.22)


@lru_cache(maxsize=32768)
def width(text: str, pixels: int, weight: Weight = "Regular") -> int:
    """Return how wide a line of text is, px."""
    fonts = _fonts(weight, pixels)
    return sum(fonts[number].size(piece)[0] for number, piece in runs(text, weight))


def size(text: str, pixels: int, weight: Weight = "Regular") -> tuple[int, int]:
    """Return width and height of one line of text as it is painted, px."""
    return max(1, width(text, pixels, weight)), line_height(pixels)


def rendered(text: str, pixels: int, colour: Colour, weight: Weight = "Regular") -> pygame.Surface:
    """Return one line of text in the palette of now, its height `line_height`, all runs on one base line."""
    return painted(text, pixels, contrast.shown(colour, "text"), weight)


@lru_cache(maxsize=KEPT_SURFACES)
def painted(text: str, pixels: int, colour: Colour, weight: Weight) -> pygame.Surface:
    """Return the same in this very colour, whatever the palette: for what is painted once and kept."""
    fonts = _fonts(weight, pixels)
    surface = pygame.Surface(size(text, pixels, weight), pygame.SRCALPHA)
    base = round(line_height(pixels) * 0.5 + fonts[0].get_ascent() * 0.34)
    left = 0
    for number, piece in runs(text, weight):
        surface.blit(fonts[number].render(piece, True, colour), (left, base - fonts[number].get_ascent()))
        left += fonts[number].size(piece)[0]
    return surface


def narrowed(text: str, pixels: int, room: int, colour: Colour, weight: Weight = "Regular") -> pygame.Surface:
    """Return one line of text, its letters as narrow as the room is, px; large ones made smaller stay clearer."""
    if width(text, pixels, weight) <= room:
        return rendered(text, pixels, colour, weight)
    large = rendered(text, pixels * NARROW_FINENESS, colour, weight)
    return pygame.transform.smoothscale(large, (room, line_height(pixels)))


def _fitting(word: str, pixels: int, weight: Weight, room: int) -> int:
    count = len(word)
    while count > 1 and width(word[:count], pixels, weight) > room:
        count -= 1
    return count


def _pieces(text: str, pixels: int, weight: Weight, room: int) -> Iterator[str]:
    for word in text.split(" "):
        rest = word
        while width(rest, pixels, weight) > room and len(rest) > 1:
            count = _fitting(rest, pixels, weight, room)
            yield rest[:count]
            rest = rest[count:]
        yield rest


@lru_cache(maxsize=8192)
def wrapped(text: str, pixels: int, room: int, weight: Weight = "Regular") -> tuple[str, ...]:
    """Return the text in lines of at most `room` px; a word that is too long alone is broken."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in _pieces(paragraph, pixels, weight, room):
            longer = f"{line} {piece}" if line else piece
            if line and width(longer, pixels, weight) > room:
                lines.append(line)
                longer = piece
            line = longer
        lines.append(line)
    return tuple(lines)


@lru_cache(maxsize=2048)
def shortened(text: str, pixels: int, room: int, weight: Weight = "Regular") -> str:
    """Return the text, cut and ended by an ellipsis where it is wider than `room` px."""
    if width(text, pixels, weight) <= room:
        return text
    count = len(text)
    while count and width(text[:count].rstrip() + ELLIPSIS, pixels, weight) > room:
        count -= 1
    return text[:count].rstrip() + ELLIPSIS


def forget() -> None:
    """Empty all caches: after the display was closed or the interface scale has changed."""
    for cache in (_fonts, _font_of, runs, width, painted, wrapped, shortened, _is_lacking):
        cache.cache_clear()

"""Text as surfaces: the shipped fonts with fallback between them, wrapping, and a cache.

pygame has no fallback between fonts, so that a text is cut into runs, each drawn with the first font that has it.
Letters that none of the shipped fonts has are drawn with one of the computer's, if that has them.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

import pygame

from shogun.base.language import _
from shogun.base.resources import ASSETS
from shogun.window.kit.drawing import contrast, system_fonts
from shogun.window.kit.drawing.system_fonts import Face, opened
from shogun.window.kit.drawing.theme import INK, Colour, Weight

KANJI = "NotoSerifCJK-Regular.otf"
FAMILIES: dict[Weight, tuple[str, ...]] = {
    "Regular": ("Alegreya-Regular.ttf", "ShipporiMincho-Regular.ttf", "NotoSerif-Regular.ttf", KANJI),
    "Bold": ("Alegreya-Bold.ttf", "ShipporiMincho-Bold.ttf", "NotoSerif-Bold.ttf", KANJI),
    "Italic": ("Alegreya-Italic.ttf", "ShipporiMincho-Regular.ttf", "NotoSerif-Regular.ttf", KANJI),
}
"""For each weight the font files in the order in which they are asked for a character."""
KEPT_SURFACES = 2000
NARROW_FINENESS = 3
"""How many times as large letters are drawn that are made narrower."""
ELLIPSIS = "…"
MISSING = "\uffff"
"""No character at all, so that no font has it."""
UNDRAWN = "?"
"""Stands for a character that no font has."""


@lru_cache(maxsize=256)
def _font(face: Face, pixels: int) -> pygame.Font:
    return opened(face, str(ASSETS / "fonts" / face.file), pixels)


def _first(weight: Weight) -> Face:
    """Return the font that decides where lines lie."""
    return Face(FAMILIES[weight][0])


@lru_cache(maxsize=4096)
def _font_of(character: str, weight: Weight) -> Face | None:
    """Return the first font that has a character, None if none has."""
    shipped = next((face for face in map(Face, FAMILIES[weight]) if _has(_font(face, 24), character)), None)
    others = () if shipped is not None else system_fonts.faces_for(character, bold=weight == "Bold")
    return shipped or next((face for face in others if _has(_font(face, 24), character)), None)


def _has(font: pygame.Font, character: str) -> bool:
    """Return whether a font draws a character itself: SDL gives the sign for "missing" in silence."""
    if character.isspace():
        return True
    own, none = (font.metrics(sign) for sign in (character, MISSING))
    if own != none or unicodedata.category(character).startswith("M"):  # an accent is rendered with what it is laid on
        return own != none
    drawn, missing = (font.render(sign, True, INK) for sign in (character, MISSING))
    return drawn.get_size() != missing.get_size() or drawn.get_buffer().raw != missing.get_buffer().raw


def lacking(text: str) -> str:
    """Return the characters of a text that no font has."""
    return "".join(sorted(character for character in set(text) if _is_lacking(character)))


def _is_lacking(character: str) -> bool:
    return not _is_unseen(character) and _font_of(character, "Regular") is None


def _is_unseen(character: str) -> bool:
    """Return whether a character is invisible: a joiner, a separator or a direction mark."""
    return unicodedata.category(character) == "Cf"


def drawn(text: str) -> str:
    """Return a text as it is drawn: what no font has is a question mark."""
    return "".join(UNDRAWN if _is_lacking(character) else character for character in text)


def appearance(name: str) -> str:
    """Return a key that is equal for names that look the same: without invisible characters.

    Composed and decomposed characters (NFKC) look the same, and so do one space and several.
    """
    seen = (sign for sign in unicodedata.normalize("NFKC", name) if not _is_unseen(sign))
    return " ".join(drawn("".join(seen)).split())


def told_apart(names: Sequence[str]) -> list[str]:
    """Return names as they are drawn, with a number behind each that would look like another one."""
    shown, seen = [drawn(name) for name in names], [appearance(name) for name in names]
    return [
        _("{name} ({n})").format(name=name, n=seen[:place].count(look) + 1) if seen.count(look) > 1 else name
        for place, (name, look) in enumerate(zip(shown, seen, strict=True))
    ]


@lru_cache(maxsize=32768)
def runs(text: str, weight: Weight) -> tuple[tuple[Face, str], ...]:
    """Return the text cut into pieces, each with the first font that has all its characters.

    What no font has is a question mark there.
    """
    pieces: list[tuple[Face, str]] = []
    for given in text:
        if _is_unseen(given):
            pieces[-1:] = [(face, piece + given) for face, piece in pieces[-1:]]
            continue
        found = _font_of(given, weight)
        face, character = (_first(weight), UNDRAWN) if found is None else (found, given)
        if pieces and (pieces[-1][0] == face or character == " "):
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + character)
        else:
            pieces.append((face, character))
    return tuple(pieces)


def line_height(pixels: int) -> int:
    """Return the distance between two lines, px."""
    return round(pixels * 1.22)


@lru_cache(maxsize=32768)
def width(text: str, pixels: int, weight: Weight = "Regular") -> int:
    """Return how wide a line of text is, px."""
    return sum(_font(face, pixels).size(piece)[0] for face, piece in runs(text, weight))


def size(text: str, pixels: int, weight: Weight = "Regular") -> tuple[int, int]:
    """Return width and height of one line of text as it is painted, px."""
    return max(1, width(text, pixels, weight)), line_height(pixels)


def rendered(text: str, pixels: int, colour: Colour, weight: Weight = "Regular") -> pygame.Surface:
    """Return one line of text in the palette of now, its height `line_height`, all runs on one base line."""
    return painted(text, pixels, contrast.shown(colour, "text"), weight)


@lru_cache(maxsize=KEPT_SURFACES)
def painted(text: str, pixels: int, colour: Colour, weight: Weight) -> pygame.Surface:
    """Return the same in this very colour, whatever the palette: for what is painted once and kept."""
    surface = pygame.Surface(size(text, pixels, weight), pygame.SRCALPHA)
    base = round(line_height(pixels) * 0.5 + _font(_first(weight), pixels).get_ascent() * 0.34)
    left = 0
    for face, piece in runs(text, weight):
        font = _font(face, pixels)
        surface.blit(font.render(piece, True, colour), (left, base - font.get_ascent()))
        left += font.size(piece)[0]
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
    system_fonts.forget()
    for cache in (_font, _font_of, runs, width, painted, wrapped, shortened):
        cache.cache_clear()

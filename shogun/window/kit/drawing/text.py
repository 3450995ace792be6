"""Text as surfaces: the shipped fonts with fallback between them, wrapping, and a cache.

pygame has no fallback between fonts, so a text is cut into runs, each drawn with the first font that has it.
Letters missing from all of the shipped fonts are drawn with one of the computer's, if that has them.
"""

import re
import unicodedata
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from os import SEEK_CUR, SEEK_END
from pathlib import Path
from struct import Struct as Packed
from struct import error

import msgspec
import pygame

from shogun.base.language import _
from shogun.base.resources import ASSETS
from shogun.window.kit.drawing import theme
from shogun.window.kit.drawing.theme import INK, Colour, Weight

# The computer's own fonts, for characters that the shipped ones lack: players can type names in their own script
#
# The system is searched only when such a character must be drawn, once per script. Other symbols are never searched
# for, so that they look the same everywhere.


class Face(msgspec.Struct, frozen=True):
    """A font file, with the shaping of its letters."""

    file: str
    """The name of a shipped font, or a path."""
    script: str = ""
    """The ISO 15924 code of its script, for shaping; empty: no shaping needed."""
    is_leftward: bool = False
    """Whether the script runs from right to left."""


class Writing(msgspec.Struct, frozen=True):
    """A script's characters, and the font families that cover them, best match for the shipped fonts first."""

    script: str
    letters: tuple[tuple[int, int], ...]
    """The first and the last of each block of code points."""
    families: tuple[str, ...]
    is_leftward: bool = False

    def has(self, character: str) -> bool:
        """Return whether a character belongs to the script."""
        return any(first <= ord(character) <= last for first, last in self.letters)


COLLECTION, FIRST_OF_COLLECTION = b"ttcf", 12
"""The first bytes of a font collection, and the offset at which it gives the position of its first font."""
KINDS = (b"\0\1\0\0", b"OTTO", b"true")
"""The first bytes of a font."""
TABLE = Packed(">4sIII")
"""An entry of its table directory: tag, checksum, offset and length."""
NEEDED = {b"cmap", b"head", b"hhea", b"hmtx", b"maxp"}
"""Tables required for drawing."""
BESIDE_SHIPPED = 0.85
"""Size of the computer's fonts relative to the shipped ones: many have taller glyphs."""
MANY = ("DejaVu Serif", "DejaVu Sans", "FreeSerif", "Arial Unicode MS", "Unifont")
"""Families that cover many scripts."""
JAPANESE = ("Noto Serif CJK JP", "Noto Sans CJK JP", "Yu Mincho", "MS Mincho", "Yu Gothic", "Hiragino Mincho ProN")
CHINESE = (
    "Noto Serif CJK SC", "Noto Sans CJK SC", "SimSun", "Microsoft YaHei", "Songti SC", "PingFang SC",
    "Noto Serif CJK TC", "Noto Sans CJK TC", "PMingLiU", "Microsoft JhengHei", "WenQuanYi Zen Hei",
    "SimSun-ExtB", "MingLiU-ExtB",
)  # fmt: skip
KOREAN = (
    "Noto Serif CJK KR", "Noto Sans CJK KR", "Batang", "Malgun Gothic", "Nanum Myeongjo", "Nanum Gothic",
    "AppleMyungjo", "Apple SD Gothic Neo", "UnBatang",
)  # fmt: skip
ARABIC = ("Noto Naskh Arabic", "Noto Sans Arabic", "Traditional Arabic", "Segoe UI", "Geeza Pro", "Arial", "Tahoma")


def _noto(script: str, name: str, letters: tuple[int, int], *families: str, is_leftward: bool = False) -> Writing:
    """Return a script covered by the Noto fonts of that name."""
    noto = f"Noto Serif {name}", f"Noto Sans {name}"
    return Writing(script, (letters,), (*noto, *families, *MANY), is_leftward)


WRITINGS = (
    _noto("Armn", "Armenian", (0x0530, 0x058F), "Sylfaen", "Mshtakan"),
    _noto("Hebr", "Hebrew", (0x0590, 0x05FF), "David", "Segoe UI", "Arial Hebrew", "Arial", is_leftward=True),
    Writing("Arab", ((0x0600, 0x06FF), (0x0750, 0x077F), (0x08A0, 0x08FF)), (*ARABIC, *MANY), is_leftward=True),
    _noto("Deva", "Devanagari", (0x0900, 0x097F), "Nirmala UI", "Mangal", "Kohinoor Devanagari", "Lohit Devanagari"),
    _noto("Beng", "Bengali", (0x0980, 0x09FF), "Nirmala UI", "Vrinda", "Kohinoor Bangla", "Lohit Bengali"),
    _noto("Taml", "Tamil", (0x0B80, 0x0BFF), "Nirmala UI", "Latha", "Tamil MN", "Lohit Tamil"),
    _noto("Telu", "Telugu", (0x0C00, 0x0C7F), "Nirmala UI", "Gautami", "Kohinoor Telugu", "Lohit Telugu"),
    _noto("Thai", "Thai", (0x0E00, 0x0E7F), "Leelawadee UI", "Tahoma", "Thonburi", "Norasi", "Loma", "Waree"),
    _noto("Geor", "Georgian", (0x10A0, 0x10FF), "Sylfaen", "Helvetica"),
    Writing("Hang", ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7FF)), (*KOREAN, *MANY)),
    Writing(
        "Hani", ((0x2E80, 0x312F), (0x31A0, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)), (*JAPANESE, *CHINESE, *MANY)
    ),
)


def faces_for(character: str, *, bold: bool = False) -> Sequence[Face]:
    """Return the computer's fonts that may have a character, best first; empty for most characters."""
    writing = next((writing for writing in WRITINGS if writing.has(character)), None)
    return _faces(writing, "bold" if bold else "") if writing is not None else ()


@lru_cache(maxsize=2 * len(WRITINGS))
def _faces(writing: Writing, style: str) -> tuple[Face, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # without fontconfig there are none, which does no harm
        found = [pygame.font.match_font(family, bold=bool(style)) for family in writing.families]
    sound = [path for path in dict.fromkeys(found) if path and _is_sound(path)]
    return tuple(Face(path, writing.script, writing.is_leftward) for path in sound)


def _is_sound(path: str) -> bool:
    """Return whether a file is a complete OpenType font: pygame opens broken ones too, and crashes."""
    try:
        with Path(path).open("rb") as file:
            size = file.seek(0, SEEK_END)
            file.seek(0)
            if (kind := file.read(4)) == COLLECTION:
                file.seek(FIRST_OF_COLLECTION)
                file.seek(int.from_bytes(file.read(4)))
                kind = file.read(4)
            count = int.from_bytes(file.read(2))
            file.seek(6, SEEK_CUR)
            rows = [TABLE.unpack(file.read(TABLE.size)) for _row in range(count)]
    except (OSError, error):
        return False
    ends = {name: offset + length for name, _sum, offset, length in rows}
    return kind in KINDS and ends.keys() >= NEEDED and max(ends.values()) <= size


def opened(face: Face, path: str, pixels: int) -> pygame.Font:
    """Return a font, set up to shape its script; `path` is its file's."""
    font = pygame.Font(path, round(pixels * BESIDE_SHIPPED) if face.script else pixels)
    if face.script:
        font.set_script(face.script)
    if face.is_leftward:
        font.set_direction(pygame.DIRECTION_RTL)
    return font


def forget_system_fonts() -> None:
    """Search the system again next time."""
    _faces.cache_clear()


KANJI = "NotoSerifCJK-Regular.otf"
FAMILIES: dict[Weight, tuple[str, ...]] = {
    "Regular": ("Alegreya-Regular.ttf", "ShipporiMincho-Regular.ttf", "NotoSerif-Regular.ttf", KANJI),
    "Bold": ("Alegreya-Bold.ttf", "ShipporiMincho-Bold.ttf", "NotoSerif-Bold.ttf", KANJI),
    "Italic": ("Alegreya-Italic.ttf", "ShipporiMincho-Regular.ttf", "NotoSerif-Regular.ttf", KANJI),
}
"""Font files for each weight, in the order in which they are tried for a character."""
KEPT_SURFACES = 2000
NARROW_FINENESS = 3
"""Scale at which narrowed letters are drawn first."""
ELLIPSIS = "…"
MISSING = "\uffff"
"""A noncharacter, so that no font has it."""
_SPACES = re.compile(" (?!%)")
"""Places where a line may end: a percent sign stays with its number."""
UNDRAWN = "?"
"""Stands for a character that no font has."""


@lru_cache(maxsize=256)
def _font(face: Face, pixels: int) -> pygame.Font:
    return opened(face, str(ASSETS / "fonts" / face.file), pixels)


def _first(weight: Weight) -> Face:
    """Return the font that decides the positions of lines."""
    return Face(FAMILIES[weight][0])


@lru_cache(maxsize=4096)
def _font_of(character: str, weight: Weight) -> Face | None:
    """Return the first font that has a character, None if none has."""
    shipped = next((face for face in map(Face, FAMILIES[weight]) if _has(_font(face, 24), character)), None)
    others = () if shipped is not None else faces_for(character, bold=weight == "Bold")
    return shipped or next((face for face in others if _has(_font(face, 24), character)), None)


def _has(font: pygame.Font, character: str) -> bool:
    """Return whether a font draws a character itself: SDL silently gives the glyph for "missing"."""
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
    """Return a text as it is drawn, with question marks for characters that no font has."""
    return "".join(UNDRAWN if _is_lacking(character) else character for character in text)


def appearance(name: str) -> str:
    """Return a key that is equal for names that look the same: without invisible characters.

    Composed and decomposed characters (NFKC) look the same, and so do one space and several.
    """
    seen = (sign for sign in unicodedata.normalize("NFKC", name) if not _is_unseen(sign))
    return " ".join(drawn("".join(seen)).split())


def told_apart(names: Sequence[str]) -> list[str]:
    """Return names as they are drawn, numbering those that would look like another one."""
    shown, seen = [drawn(name) for name in names], [appearance(name) for name in names]
    return [
        _("{name} ({n})").format(name=name, n=seen[:place].count(look) + 1) if seen.count(look) > 1 else name
        for place, (name, look) in enumerate(zip(shown, seen, strict=True))
    ]


@lru_cache(maxsize=32768)
def runs(text: str, weight: Weight) -> tuple[tuple[Face, str], ...]:
    """Return the text cut into pieces, each with the first font that has all its characters.

    A character that no font has becomes a question mark.
    """
    pieces: list[tuple[Face, str]] = []
    for given in text:
        if _is_unseen(given):
            pieces[-1:] = [(face, piece + given) for face, piece in pieces[-1:]]
            continue
        font = _font_of(given, weight)
        face, character = (_first(weight), UNDRAWN) if font is None else (font, given)
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
    """Return the width of a line of text, px."""
    return sum(_font(face, pixels).size(piece)[0] for face, piece in runs(text, weight))


def size(text: str, pixels: int, weight: Weight = "Regular") -> tuple[int, int]:
    """Return width and height of one line of text as it is painted, px."""
    return max(1, width(text, pixels, weight)), line_height(pixels)


def rendered(text: str, pixels: int, colour: Colour, weight: Weight = "Regular") -> pygame.Surface:
    """Return one line of text in the current palette, its height `line_height`, all runs on one base line."""
    return painted(text, pixels, theme.shown(colour, "text"), weight)


@lru_cache(maxsize=KEPT_SURFACES)
def painted(text: str, pixels: int, colour: Colour, weight: Weight) -> pygame.Surface:
    """Return the same in exactly this color, whatever the palette: for pictures that are painted once and cached."""
    surface = pygame.Surface(size(text, pixels, weight), pygame.SRCALPHA)
    base = round(line_height(pixels) * 0.5 + _font(_first(weight), pixels).get_ascent() * 0.34)
    left = 0
    for face, piece in runs(text, weight):
        font = _font(face, pixels)
        surface.blit(font.render(piece, True, colour), (left, base - font.get_ascent()))
        left += font.size(piece)[0]
    return surface


def narrowed(text: str, pixels: int, room: int, colour: Colour, weight: Weight = "Regular") -> pygame.Surface:
    """Return one line of text, narrowed to the width of the room, px; large ones are scaled down to stay sharp."""
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
    for word in _SPACES.split(text):
        rest = word
        while width(rest, pixels, weight) > room and len(rest) > 1:
            count = _fitting(rest, pixels, weight, room)
            yield rest[:count]
            rest = rest[count:]
        yield rest


@lru_cache(maxsize=8192)
def wrapped(text: str, pixels: int, room: int, weight: Weight = "Regular") -> tuple[str, ...]:
    """Return the text in lines of at most `room` px; a single word that is too long is broken."""
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
    """Return the text, cut and ended by an ellipsis if it is wider than `room` px."""
    if width(text, pixels, weight) <= room:
        return text
    count = len(text)
    while count and width(text[:count].rstrip() + ELLIPSIS, pixels, weight) > room:
        count -= 1
    return text[:count].rstrip() + ELLIPSIS


def forget() -> None:
    """Empty all caches: after the display was closed or the interface scale has changed."""
    forget_system_fonts()
    for cache in (_font, _font_of, runs, width, painted, wrapped, shortened):
        cache.cache_clear()

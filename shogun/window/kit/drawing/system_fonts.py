"""The computer's own fonts, for characters that the shipped ones lack: players can type names in their own script.

The system is searched only when such a character must be drawn, once per script. Other symbols are never searched
for, so that they look the same everywhere.
"""

import warnings
from collections.abc import Sequence
from functools import lru_cache
from os import SEEK_CUR, SEEK_END
from pathlib import Path
from struct import Struct as Packed
from struct import error

import msgspec
import pygame


class Face(msgspec.Struct, frozen=True):
    """A font file, and how its letters are shaped."""

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
        """Return whether a character belongs to it."""
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


def forget() -> None:
    """Search the system again next time."""
    _faces.cache_clear()

"""Cut the shipped fonts out of the whole families: the characters the game can need, even digits, clear spaces.

Usage: python assets/fonts/make_fonts.py SOURCES
SOURCES is a folder that holds, at any depth, the files named in `FACES`: the unpacked npm packages
@expo-google-fonts/alegreya and @expo-google-fonts/shippori-mincho, each with its LICENSE_FONT, and the unpacked Debian
packages fonts-noto-core and fonts-noto-cjk. A family whose sources aren't there is left as it is.
Needs fontTools (the `dev` extra has it); the game itself needs only the finished files beside this script.

All families are under the SIL Open Font License 1.1 and reserve no font name.
"""

import argparse
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
NAMES = HERE.parent / "shogun" / "board" / "names.toml"

ASCII = "".join(map(chr, range(0x20, 0x7F)))
LATIN = ASCII + "".join(map(chr, [*range(0xA0, 0x180), *range(0x218, 0x21C)]))  # Latin-1, Extended-A, Romanian commas
PUNCTUATION = "‐‑‒–—―‘’‚‛“”„‟†‡•…‰′″‹›⁄€№™"
ARROWS = "←↑→↓↔↕↖↗↘↙"
MATHS = "−×÷±≈≠≤≥∞√∑∂⅓⅔⅛⅜⅝⅞"
SHAPES = "▲▼▶◀◆■□"
LATIN_FONT = LATIN + PUNCTUATION + ARROWS + MATHS + SHAPES

SPACE = 225
"""Least width of a space in Alegreya, in thousandths of an em."""

KANA = "".join(map(chr, [*range(0x3041, 0x3097), *range(0x30A1, 0x30FB)])) + "ー・「」『』、。〜々"
KANJI_BESIDE_NAMES = (  # numbers, calendar, tower, battle and menu words that no name contains
    "一二三四五六七八九十百千万年月日春夏秋冬季節第回戦国時代将軍大名家紋旗城寺能塔米金兵民農村都府県江戸京島山川海湖道東西南北中央"
    "勝負敗和平乱敵味方攻守進退始終開続新旧対局人機設定規則助言語音声速度遅早左右上下内外前後次再生停止保存読込閉消取得失点計図表"
    "赤青黄黒紫緑茶白色雨雪風花鳥竹梅松桜菊桐葉蝶鶴亀龍虎鷹馬弓矢刀剣槍鎧兜陣太鼓笛"
)
MORE_SHAPES = "○●◎◇△▽★☆※"
LETTERS_OF_EUROPE = ((0x20, 0x7F), (0xA0, 0x530), (0x1E00, 0x2000))
"""Latin, Greek and Cyrillic letters with all their accents: players' names have them."""
FIRST_LEVEL = range(16, 48)
"""Rows of JIS X 0208 with the kanji in common use."""
LICENCE_TEXT = "LICENSE-Alegreya.txt"
"""Has the text of the licence below the notice of its own family."""


class Face(NamedTuple):
    """One font to be made: the file it is cut from, its own name, and its licence."""

    source: str
    made: str
    licence: str
    number: int = -1
    """Its number in a collection of fonts."""


FACES = (
    Face("Alegreya_400Regular.ttf", "Alegreya-Regular.ttf", "LICENSE-Alegreya.txt"),
    Face("Alegreya_400Regular_Italic.ttf", "Alegreya-Italic.ttf", "LICENSE-Alegreya.txt"),
    Face("Alegreya_700Bold.ttf", "Alegreya-Bold.ttf", "LICENSE-Alegreya.txt"),
    Face("ShipporiMincho_400Regular.ttf", "ShipporiMincho-Regular.ttf", "LICENSE-ShipporiMincho.txt"),
    Face("ShipporiMincho_700Bold.ttf", "ShipporiMincho-Bold.ttf", "LICENSE-ShipporiMincho.txt"),
    Face("NotoSerif-Regular.ttf", "NotoSerif-Regular.ttf", "LICENSE-NotoSerif.txt"),
    Face("NotoSerif-Bold.ttf", "NotoSerif-Bold.ttf", "LICENSE-NotoSerif.txt"),
    Face("NotoSerifCJK-Regular.ttc", "NotoSerifCJK-Regular.otf", "LICENSE-NotoSerifCJK.txt", 0),
)


def texts(value: Any) -> Iterator[str]:
    """Yield every text inside a value read from TOML."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)


def japanese_font() -> str:
    """Return the characters of the Japanese font: all that the names need, and some to spare."""
    names = "".join(texts(tomllib.loads(NAMES.read_text("utf-8"))))
    return ASCII + KANA + KANJI_BESIDE_NAMES + MORE_SHAPES + "".join(c for c in names if ord(c) > 0x2E7F)


def european_font() -> str:
    """Return all letters that players' names in European languages have, and their accents."""
    return "".join(chr(code) for start, end in LETTERS_OF_EUROPE for code in range(start, end))


def kanji_font() -> str:
    """Return kana, wide signs, and the kanji in common use that the Japanese font doesn't have."""
    kana = "".join(map(chr, [*range(0x3000, 0x3100), *range(0xFF01, 0xFF9F)]))
    rows = (bytes((0xA0 + row, 0xA0 + place)) for row in FIRST_LEVEL for place in range(1, 95))
    kanji = "".join(row.decode("euc_jp", "ignore") for row in rows)
    return " " + "".join(sorted(set(kana + kanji) - set(japanese_font())))  # a space keeps the font of what it follows


CHARACTERS: dict[str, Callable[[], str]] = {
    "Alegreya": lambda: LATIN_FONT, "ShipporiMincho": japanese_font, "NotoSerif": european_font,
    "NotoSerifCJK": kanji_font,
}  # fmt: skip
"""The characters that each family gets."""


def set_even_digits(font: TTFont) -> None:
    """Put the lining digits of equal width in the place of the old-style ones, so that counters keep still."""
    even = {ord(digit): f"{font.getBestCmap()[ord(digit)]}.tf" for digit in "0123456789"}
    for table in font["cmap"].tables:
        table.cmap.update(even)


def keep_words_apart(font: TTFont) -> None:
    """Widen the space and free it of kerning: on a screen, rounding to whole pixels would run bold words together."""
    for space in (font.getBestCmap()[code] for code in (0x20, 0xA0)):
        font["hmtx"][space] = (max(SPACE, font["hmtx"][space][0]), 0)
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for pairs in (getattr(table, "ExtSubTable", table) for table in lookup.SubTable):
            if getattr(pairs, "ClassDef2", None):
                pairs.ClassDef2.classDefs.pop("space", None)
                pairs.Coverage.glyphs = [glyph for glyph in pairs.Coverage.glyphs if glyph != "space"]
                pairs.ClassDef1.classDefs.pop("space", None)


def cut(source: Path, characters: str, number: int = -1) -> TTFont:
    """Return the font in `source`, of a collection the one with a number, with nothing but the characters given."""
    options = subset.Options()
    options.layout_features = ["kern", "liga", "ccmp", "locl", "mark", "mkmk"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.hinting = "Noto" not in source.name
    font = TTFont(source, recalcTimestamp=False, fontNumber=number)
    if "Alegreya" in source.name:
        set_even_digits(font)
        keep_words_apart(font)
    cutter = subset.Subsetter(options)
    cutter.populate(text=characters)
    cutter.subset(font)
    return font


def licence_of(source: Path, font: TTFont) -> str:
    """Return the licence beside a family, else the common text below the font's own notice."""
    found = next((folder / "LICENSE_FONT" for folder in source.parents if (folder / "LICENSE_FONT").is_file()), None)
    if found is not None:
        return found.read_text("utf-8")
    common = (HERE / LICENCE_TEXT).read_text("utf-8").partition("\n")[2]
    notice, trademark = (font["name"].getDebugName(number) for number in (0, 7))
    return f"{notice} {trademark}\n{common}"


def main() -> None:
    """Write all fonts and licences beside this script."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ask.add_argument("sources", type=Path)
    sources: Path = ask.parse_args().sources
    for face in FACES:
        source = next(sources.rglob(face.source), None)
        if source is None:
            continue
        font = cut(source, CHARACTERS[face.made.partition("-")[0]](), face.number)
        font.save(HERE / face.made)
        (HERE / face.licence).write_text(licence_of(source, font), "utf-8")
        print(f"{face.made}: {(HERE / face.made).stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()

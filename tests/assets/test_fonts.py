"""The shipped fonts have every character that the game shows, open in pygame, and carry their licences."""

import os
from functools import cache

import pytest
from fontTools.ttLib import TTFont

from .loading import ASSETS, script

FONTS = ASSETS / "fonts"
LATIN = ("Alegreya-Regular.ttf", "Alegreya-Italic.ttf", "Alegreya-Bold.ttf")
JAPANESE = ("ShipporiMincho-Regular.ttf", "ShipporiMincho-Bold.ttf")
POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”«»–—…"
CZECH = "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ„“‚‘–…"
HEPBURN = "āēīōūĀĒĪŌŪ"
SIGNS = "←↑→↓↔≥≤×−–—…·•“”‘’„″′½¼¾±÷≈≠%‰°№€"
LATIN_1 = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)]))
EUROPEAN = ("NotoSerif-Regular.ttf", "NotoSerif-Bold.ttf")
KANJI = "NotoSerifCJK-Regular.otf"
NAMES_OF_EUROPE = "ΣωκράτηςΆννα ЖеняЁлкаЇжакђ NguyễnẮ Şəbnəm"
KANA = "のをにはがよりひらがなカタカナー"


@cache
def glyphs(name: str) -> frozenset[str]:
    """Return the characters that a font maps to a glyph."""
    return frozenset(map(chr, TTFont(FONTS / name).getBestCmap()))


def missing(name: str, text: str) -> str:
    """Return the characters of a text that a font lacks."""
    return "".join(sorted(set(text) - glyphs(name) - {"\n"}))


@pytest.mark.parametrize("name", LATIN)
@pytest.mark.parametrize("text", [LATIN_1, POLISH, CZECH, HEPBURN, SIGNS])
def test_latin_fonts_have_english_polish_czech_and_the_signs(name: str, text: str) -> None:
    assert not missing(name, text)


@pytest.mark.parametrize("name", LATIN)
def test_latin_fonts_have_all_of_the_rules_text(name: str) -> None:
    assert not missing(name, (ASSETS / "shogun" / "rules" / "en.md").read_text("utf-8"))


def names() -> str:
    """Return all text of the list of names."""
    return (ASSETS / "shogun" / "board" / "names.toml").read_text("utf-8")


@pytest.mark.parametrize("name", JAPANESE)
def test_japanese_fonts_have_every_kanji_of_the_names(name: str) -> None:
    kanji = "".join(character for character in names() if ord(character) > 0x2E7F)
    assert len(set(kanji)) > 100
    assert not missing(name, kanji + KANA)


@pytest.mark.parametrize("name", LATIN)
def test_latin_fonts_have_every_reading_and_meaning_of_the_names(name: str) -> None:
    assert not missing(name, "".join(character for character in names() if ord(character) <= 0x2E7F))


@pytest.mark.parametrize("name", LATIN)
def test_digits_are_of_equal_width(name: str) -> None:
    font = TTFont(FONTS / name)
    assert len({font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in "0123456789"}) == 1


@pytest.mark.parametrize("name", LATIN)
@pytest.mark.parametrize("size", [12, 13, 14, 16, 18, 24])
def test_a_space_parts_words_by_a_fifth_of_the_size_whatever_stands_beside_it(name: str, size: int) -> None:
    import pygame

    pygame.font.init()
    font = pygame.font.Font(FONTS / name, size)
    for first in "nrTý,.":
        two, one = font.size(f"n{first}  n")[0], font.size(f"n{first} n")[0]
        assert two - one >= size / 5 - 0.5, first
        assert font.size(f"{first} n")[0] - font.size(first)[0] - font.size("n")[0] >= size / 10, first


@pytest.mark.parametrize("name", LATIN + JAPANESE)
def test_a_mapped_character_has_an_outline(name: str) -> None:
    font = TTFont(FONTS / name)
    outlines = {chr(code): font["glyf"][glyph].numberOfContours for code, glyph in font.getBestCmap().items()}
    assert not [sign for sign, contours in outlines.items() if sign.strip() and sign != "\xad" and not contours]


def test_fonts_and_licences_are_those_that_the_script_makes() -> None:
    faces = script("fonts/make_fonts.py").FACES
    made = {path.name for path in FONTS.glob("*.[ot]tf")}
    assert {face.made for face in faces} == made == {*LATIN, *JAPANESE, *EUROPEAN, KANJI}
    for face in faces:
        licence = (FONTS / face.licence).read_text("utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert "Reserved Font Name" not in licence.split("PREAMBLE")[0]
        assert str(TTFont(FONTS / face.made)["name"].getDebugName(0)) in licence


def test_the_script_asks_for_what_the_names_need() -> None:
    made = script("fonts/make_fonts.py")
    assert set(made.japanese_font()) <= glyphs(JAPANESE[0])
    assert not {sign for sign in set(made.kanji_font()) - glyphs(KANJI) if sign >= "\u4e00"}


@pytest.mark.parametrize("name", EUROPEAN)
def test_names_in_greek_cyrillic_and_vietnamese_can_be_written(name: str) -> None:
    assert not missing(name, NAMES_OF_EUROPE)


def test_names_in_common_kanji_can_be_written() -> None:
    assert set("王小明佐々木渡辺鈴木悠斗ひまりさくらエミリー") <= glyphs(KANJI) | glyphs(JAPANESE[0])


@pytest.mark.parametrize("name", (*LATIN, *JAPANESE, *EUROPEAN, KANJI))
def test_pygame_draws_different_characters_differently(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "SDL_VIDEODRIVER", "dummy")
    import pygame

    pygame.font.init()
    font = pygame.font.Font(FONTS / name, 24)
    text = "Ažł→≥7" if name in LATIN else "ЖΣễş" if name in EUROPEAN else "挨拶愛" if name == KANJI else "信濃武田春能"
    drawn = {pygame.image.tobytes(font.render(character, True, "black", "white"), "RGB") for character in text}
    assert len(drawn) == len(text)

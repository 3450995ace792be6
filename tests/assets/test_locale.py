"""The catalogues: whole in every language, with the same places to fill in, and written with what the fonts have."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from shogun.base.language import ENGLISH, OFFERED, _, catalogue_path, in_context, read_catalogue, speaking
from shogun.games import GAMES as ENTRIES
from shogun.window.rulebook.page import RULING, Block, book, parse

from .loading import ASSETS, script
from .test_fonts import LATIN, missing

CODES = [code for code in OFFERED if code != ENGLISH]
GAMES = ("shogun", "rumble_nation", "river_of_gold")
catalogues: Any = script("locale/catalogues.py")


@cache
def wanted() -> list[Any]:
    return list(catalogues.texts())


@pytest.mark.parametrize("code", CODES)
def test_everything_is_translated_in_all_forms_with_the_same_places_to_fill_in(code: str) -> None:
    assert len(wanted()) > 2000
    assert list(catalogues.complaints(code, wanted())) == []


COUNTED = re.compile(
    r"\{(?!who|name)\w+\} (?:favor|silk|rice|porcelain|influence|support|goods?|points?|chests?|army|armies|cards?"
    r"|provinces?|peasants?|soldiers?|pieces?|customers?|buildings?|regions?|kinds?|turns?|rounds?|games?|battles?|cubes?)\b"
)
"""A number before what it counts."""
WITHOUT_FORMS = {
    "{n} favor limit": "it is the limit that has a number",
    "Winter: {rice} rice for {provinces}": "a line with hardly any room: other languages put the number behind",
    "Winter: {rice} rice for {provinces}, {short} short": "as before",
    "After this season: {rice} rice, of which winter's event takes {loss}. Each province needs 1.": "may be a range",
    "In the small pictures yellow cubes have just arrived, red ones have been there for up to "
    "{n} battles, purple ones for longer.": "as before",
}
"""Texts in which the word after a number needs no form of its own, and why."""


def test_what_a_game_counts_has_a_form_for_each_number() -> None:
    rooms = ("shogun/games/", "shogun/window/", "shogun/table/")
    plain = {text.one for text in wanted() if text.file.startswith(rooms) and not text.many}
    assert {one for one in plain if COUNTED.search(one)} == set(WITHOUT_FORMS)


def test_all_catalogues_are_offered_and_no_other_language_is() -> None:
    assert catalogues.codes() == sorted(CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_program_reads_what_babel_reads(code: str) -> None:
    with catalogue_path(code).open("rb") as file:
        known = [message for message in read_po(file, locale=code) if message.id]
    forms = {
        in_context(one.id if isinstance(one.id, str) else one.id[0], one.context or ""): one.string or ""
        for one in known
    }
    found = read_catalogue(catalogue_path(code))
    assert found.unfit == ()
    assert dict(found.texts) == {key: (text,) if isinstance(text, str) else tuple(text) for key, text in forms.items()}


def test_games_are_called_as_on_their_boxes_whatever_the_same_word_means_elsewhere() -> None:
    titles = {}
    for code in OFFERED:
        with speaking(code):
            titles[code] = [_("Shogun"), *(entry.title for entry in ENTRIES.values())]
    assert titles == {
        "en": ["Shogun", "Shogun", "Rumble Nation", "River of Gold"],
        "pl": ["Szogun", "Shogun", "Rumble Nation", "Rzeka Złota"],
        "cs": ["Shogun", "Shogun", "Rumble Nation", "River of Gold"],
    }


@pytest.mark.parametrize(
    ("code", "forms"),
    [("pl", {0: (2,), 1: (0,), 2: (5, 11, 12, 112), 3: ()}), ("cs", {0: (1,), 1: (2, 4), 2: (0, 5, 12, 22)})],
)
def test_numbers_choose_their_forms(code: str, forms: dict[int, tuple[int, ...]]) -> None:
    form = read_catalogue(catalogue_path(code)).form
    if code == "pl":
        assert [form(n) for n in (1, 2, 4, 5, 12, 22, 25, 112)] == [0, 1, 1, 2, 2, 1, 2, 2]
    else:
        assert all(form(number) == which for which, numbers in forms.items() for number in numbers)


@pytest.mark.slow
def test_babel_finds_no_text_of_the_code_that_is_not_known() -> None:
    keywords: Any = {"_": None, "marked": None, "ngettext": (1, 2)}
    rows = extract_from_dir(catalogues.CHECKOUT / "shogun", [("**.py", "python")], keywords=keywords)
    found = {text for row in rows for text in ([row[2]] if isinstance(row[2], str) else row[2])}
    assert len(found) > 2000  # it passes over those inside of f-strings
    assert found <= {text for one in wanted() for text in one[:2]}


def test_a_text_that_is_put_together_before_it_is_translated_is_found() -> None:
    assert [one.one for one in catalogues.in_code('_("a" "b")\nmarked(\n    "c"\n)\n', "x.py")] == ["ab", "c"]
    assert [one.key for one in catalogues.in_code("ngettext('{n} a', \"{n} b\", n)", "x.py")] == [("{n} a", "{n} b")]
    for code in ('_("a" + name)', '_("a".format(x=1))', '_("a" f"{b}")', 'marked("a" if b else "c")'):
        with pytest.raises(ValueError, match=r"x\.py"):
            list(catalogues.in_code(code, "x.py"))


@pytest.mark.parametrize(
    ("one", "told", "complaint"),
    [
        ("{n} of {all:.1f}", "{all:.1f}: {n}", ""),
        ("{n} of {all:.1f}", "{n} z {all}", "places"),
        ("{n} of {all}", "{n} z {alles}", "places"),
        ("{name!r}", "{name}", "places"),
        ("Settings", "Settings", "English"),
        ("{n} × {m}", "{n} × {m}", ""),
        ("  indented", "wcięte", "spaces"),
        ("two\nlines", "dwa wiersze", "lines"),
    ],
)
def test_what_is_wrong_with_a_text_is_told(one: str, told: str, complaint: str) -> None:
    found = list(catalogues._flaws(catalogues.Text(one, "", "x.py"), (told,), False))
    assert len(found) == bool(complaint)
    assert complaint in "".join(found)


@pytest.mark.parametrize("name", LATIN)
@pytest.mark.parametrize("code", CODES)
def test_fonts_have_every_letter_of_the_catalogues_and_rules(name: str, code: str) -> None:
    texts = [form for forms in read_catalogue(catalogue_path(code)).texts.values() for form in forms]
    pages = [(ASSETS / game / "rules" / f"{code}.md").read_text("utf-8") for game in GAMES]
    assert not missing(name, "".join([*texts, *pages, *OFFERED.values()]))


# The rules


def shape(block: Block) -> tuple[object, ...]:
    """Return what a block has in every language: its kind, number, links, rulings and cells."""
    number = block.number if block.number[:1].isdigit() else ""
    tones = Counter(piece.tone for piece in block.pieces if piece.tone in ("ruling", "name"))
    cells = [piece for row in block.rows for cell in row for piece in re.findall(r"\b\d{1,2}\.\d{1,2}\b", cell)]
    return block.kind, number, Counter(piece.link for piece in block.pieces), tones["ruling"], tones["name"], cells


def links(block: Block) -> tuple[object, ...]:
    kind, number, found, *rest = shape(block)
    assert isinstance(found, Counter)
    found.pop("", None)
    return kind, number, dict(found), [len(row) for row in block.rows], *rest


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", CODES)
def test_rules_have_the_same_numbers_links_and_marks_in_every_language(code: str, game: str) -> None:
    pages = [(ASSETS / game / "rules" / f"{one}.md").read_text("utf-8") for one in (ENGLISH, code)]
    english, other = (parse(page) for page in pages)
    assert [links(block) for block in other] == [links(block) for block in english]
    assert pages[1].count(RULING) == pages[0].count(RULING)
    assert len({block.text for block in english} & {block.text for block in other}) < len(english) / 20


def test_the_rules_are_read_in_the_language_of_now() -> None:
    titles = []
    for code in OFFERED:
        with speaking(code):
            titles.append(book("shogun")[0].text)
    assert titles == ["The rules of Shogun", "Zasady gry Shogun", "Pravidla hry Shogun"]
    with speaking("pl"):
        text = " ".join(piece.text for block in book("shogun") for piece in block.pieces)
        assert "[ustalenie" in text
        assert RULING not in text


def test_a_language_without_rules_has_the_english_ones() -> None:
    with speaking("en-XA"):
        assert book("shogun")[0].text == "The rules of Shogun"
    assert book("no-such-game") == ()


def test_glossaries_stand_beside_the_catalogues() -> None:
    for code in CODES:
        text = Path(ASSETS / "locale" / f"glossary-{code}.md").read_text("utf-8")
        assert text.startswith("#")
        assert len(text) > 10_000


# English


def test_no_text_has_words_that_the_glossary_advises_against() -> None:
    assert len(list(catalogues.discouraged())) > 40
    assert list(catalogues.lint(wanted())) == []


def test_a_discouraged_word_is_found_whole_and_whatever_its_case() -> None:
    texts = [catalogues.Text(one, "", "x.py") for one in ("Drawn Anew.", "A canewood chair", "the bar on top")]
    assert list(catalogues.lint(texts)) == ["x.py: 'anew' in 'Drawn Anew.'", "x.py: 'bar on top' in 'the bar on top'"]


def test_everything_that_is_excepted_needs_it() -> None:
    excepted = (catalogues.HERE / catalogues.STYLE_EXCEPTIONS).read_text("utf-8").splitlines()
    assert set(excepted) <= {form for text in wanted() for form in (text.one, text.many)}

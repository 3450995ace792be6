"""The rules in the window: complete, found by what one types, linked, and readable at every size."""

import re
from collections.abc import Iterator

import pygame
import pytest

from shogun.base.resources import ASSETS
from shogun.window.kit.input import keys
from shogun.window.kit.input.selection import plain
from shogun.window.kit.runtime.app import App
from shogun.window.rulebook.page import book, find_block, numbers, page, rules_of, sections
from shogun.window.rulebook.rules_page import find
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.rules_help import RulesScene
from tests.window.clicking import SMALL, USUAL, click, click_at, names, press, shown, target, top, window
from tests.window.test_layout import assert_readable

TEXT = (ASSETS / "shogun" / "rules" / "en.md").read_text("utf-8")
SIZES = (SMALL, USUAL, (3840, 2160))
WITH_LARGEST = [*SIZES[:-1], pytest.param(SIZES[-1], marks=pytest.mark.slow)]


def type_in(app: App, words: str) -> None:
    """Type letter by letter."""
    for letter in words:
        app.take(pygame.Event(pygame.TEXTINPUT, text=letter))
    app.step(0.0)


@pytest.fixture
def rules() -> Iterator[App]:
    """The rules opened over the menu."""
    with window(SMALL) as app:
        app.replace(MenuScene(app))
        app.push(RulesScene(app))
        app.step(0.0)
        yield app


def letters(text: str) -> str:
    """Return the letters and digits of a text alone."""
    return re.sub(r"[\W_]", "", text)


# The text


def test_no_word_of_the_rules_is_lost() -> None:
    read = (f"{b.number} {b.text}" if b.begins and b.number[0].isdigit() else b.text for b in book("shogun"))
    assert letters(" ".join(read)) == letters(TEXT)


def test_every_number_can_be_opened_and_every_link_leads_to_one() -> None:
    written = set(re.findall(r"(?m)^\*\*(\d+\.\d+)\*\*", TEXT)) | set(re.findall(r"(?m)^## (\d+) ", TEXT))
    assert numbers(book("shogun")) == written | {"Tables"}
    links = {piece.link for block in book("shogun") for piece in block.pieces if piece.link}
    assert len(links) > 20
    assert links <= written
    for number in written:
        assert book("shogun")[find_block(book("shogun"), number)].number == number


def test_the_contents_name_all_sections_and_their_rules() -> None:
    assert [entry.number for entry in sections(book("shogun"))] == [str(n) for n in range(1, 11)] + ["Tables"]
    assert [entry.title for entry in rules_of(book("shogun"), "7")][:3] == ["Who fights", "The throw", "The count"]


def test_tables_and_rulings_are_kept() -> None:
    (events,) = [block for block in book("shogun") if block.number == "6.3" and block.rows]
    assert len(events.rows) == 13
    assert {len(row) for row in events.rows} == {2}
    rulings = [piece for block in book("shogun") for piece in block.pieces if piece.tone == "ruling"]
    assert sum(piece.text.startswith("[ruling") for piece in rulings) == TEXT.count("**[ruling")


@pytest.mark.parametrize("size", [(16, 500), (16, 720), (48, 2100)])
def test_the_page_holds_all_words_inside_of_its_width(size: tuple[int, int]) -> None:
    em, room = size
    with window(SMALL):
        set_page = page(book("shogun"), em, room)
        from shogun.window.kit.drawing.text import width

        for row in set_page.rows:
            for run in row.runs:
                assert run.left >= 0
                assert run.left + width(run.text, run.pixels, run.weight) <= room + em, run.text
        for number, block in enumerate(book("shogun")):
            runs = [run for row in set_page.rows if row.block == number for run in row.runs if run.start >= 0]
            assert "".join(run.text for run in sorted(runs, key=lambda run: run.start)).replace(" ", "") == re.sub(
                r"\s", "", block.text
            )
            for run in runs:
                assert block.text[run.start : run.start + len(run.text)] == run.text


# Searching


def test_search_finds_what_is_there_whatever_its_capitals_and_accents() -> None:
    hits = find(book("shogun"), "nO theater")
    assert len(hits) == sum(plain(block.text).count("no theater") for block in book("shogun")) > 3
    for hit in hits:
        assert plain(book("shogun")[hit.block].text[hit.start : hit.end]) == "no theater"
    assert find(book("shogun"), "x") == find(book("shogun"), " ") == find(book("shogun"), "xyzzy") == []


def test_typing_searches_at_once_counts_and_goes_on_by_enter(rules: App) -> None:
    scene = top(rules, RulesScene)
    type_in(rules, "revolt")
    count = len(find(scene.blocks, "revolt"))
    assert count > 20
    assert f"1 of {count}" in shown(rules)
    first = scene.hits[scene.hit]
    press(rules, pygame.K_RETURN)
    assert scene.hits[scene.hit] != first
    assert f"2 of {count}" in shown(rules)
    click(rules, "previous-hit")
    click(rules, "previous-hit")
    assert f"{count} of {count}" in shown(rules)
    press(rules, pygame.K_BACKSPACE)
    assert scene.words == "revol"
    type_in(rules, "xx")
    assert "no matches" in shown(rules)
    assert "next-hit" not in names(rules)
    press(rules, pygame.K_ESCAPE)
    assert scene.words == ""
    press(rules, pygame.K_ESCAPE)
    assert isinstance(rules.scene, MenuScene)


def test_a_letter_is_searched_for_and_no_command_whatever_was_clicked_before(rules: App) -> None:
    click(rules, "go-7")
    sound = rules.settings.sound
    for letter in "m?":
        rules.take(pygame.Event(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter, scancode=0))
        type_in(rules, letter)
    assert top(rules, RulesScene).words == "m?"
    assert rules.settings.sound == sound


def test_what_was_found_is_in_sight_and_lit(rules: App) -> None:
    scene = top(rules, RulesScene)
    before = rules.window.copy()
    type_in(rules, "peasant reserve")
    for _hit in scene.hits:
        press(rules, pygame.K_RETURN)
        hit = scene.hits[scene.hit]
        assert any("reserve" in text.text for text in scene.page.layer.texts), hit
        row = next(row for row in scene.page._visible() if row.block == hit.block and scene.page._spans(row, hit))
        assert row.bottom - scene.page.offset <= scene.page.rect.height
    assert before.get_buffer().raw != rules.window.get_buffer().raw


# Reading


def test_it_opens_at_the_rule_that_was_asked_for() -> None:
    with window(SMALL) as app:
        for number in ("1.1", "4.6", "7.4", "10.10", "8"):
            app.replace(RulesScene(app, number))
            app.step(0.0)
            assert top(app, RulesScene).reading == number
            assert any(text.text == number for text in top(app, RulesScene).page.layer.texts)


def test_wheel_keys_and_bar_scroll_from_end_to_end(rules: App) -> None:
    page_panel = top(rules, RulesScene).page
    rules.scene.point(page_panel.rect.center)
    rules.take(pygame.Event(pygame.MOUSEWHEEL, y=-1))
    assert (lines := page_panel.offset) > 0
    press(rules, pygame.K_DOWN)
    assert page_panel.offset > lines
    press(rules, pygame.K_PAGEDOWN)
    assert page_panel.offset > lines + page_panel.rect.height // 2
    press(rules, pygame.K_END)
    last = page_panel.offset
    press(rules, pygame.K_PAGEDOWN)
    assert page_panel.offset == last
    press(rules, pygame.K_HOME)
    assert page_panel.offset == 0
    bar = page_panel._bar()
    click_at(rules, (bar.centerx, bar.centery))
    assert last * 0.4 < page_panel.offset < last * 0.6
    rules.scene.handle(pygame.Event(pygame.MOUSEMOTION, pos=bar.center, rel=(0, bar.height), buttons=(1, 0, 0)))
    assert page_panel.offset == last


def test_links_and_contents_lead_on_and_back_returns(rules: App) -> None:
    scene = top(rules, RulesScene)
    assert "back" not in names(rules)
    click(rules, "go-5")
    click(rules, "go-5.6")
    assert scene.reading == "5.6"
    link = next(name for name in names(rules) if name.startswith("link-7-"))
    click(rules, link)
    assert scene.reading == "7"
    click(rules, "back")
    assert scene.reading == "5.6"
    assert target(rules, "close").enabled


def test_the_keys_stand_in_the_help_as_in_their_table(rules: App) -> None:
    click(rules, "go-Keys")
    press(rules, pygame.K_END)
    table = next(block for block in top(rules, RulesScene).blocks if block.number == "Keys" and block.rows)
    assert list(table.rows[1:]) == keys.rows()
    assert all(meaning in " ".join(table.text.split("\n")) for _label, meaning in keys.rows())


@pytest.mark.parametrize("size", WITH_LARGEST, ids=str)
def test_all_pages_are_readable(size: tuple[int, int]) -> None:
    with window(size) as app:
        app.replace(RulesScene(app))
        app.step(0.0)
        for entry in sections(top(app, RulesScene).blocks):
            click(app, f"go-{entry.number}")
            assert_readable(app.scene)
            press(app, pygame.K_PAGEDOWN)
            assert_readable(app.scene)
        type_in(app, "castle")
        assert_readable(app.scene)

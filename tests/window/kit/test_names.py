"""Names in all writings: what can be drawn is, the rest is a question mark, and no two look the same."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from fontTools.ttLib import TTFont
from msgspec.structs import replace

from shogun.base.resources import ASSETS
from shogun.games.shogun.rules.state import Setup
from shogun.players.seating import LONGEST_NAME
from shogun.table.session import Session
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.scenes.new_game import NewGameScene
from tests.window.clicking import click, game, open_form, press, session, shown, target, top, window


@pytest.mark.parametrize("name", ["Łukasz", "Ζωή", "Ёлка", "Nguyễn", "王小明", "はなこ", "渡辺"])
def test_a_name_in_letters_that_ship_is_drawn_whole(name: str) -> None:
    assert texts.drawn(name) == name
    assert not texts.lacking(name)


def test_what_no_font_has_is_drawn_as_a_question_mark() -> None:
    assert texts.drawn("Ann 😀") == "Ann ?"
    pictures = {texts.rendered(text, 24, (0, 0, 0)).get_buffer().raw for text in ("Ann 😀", "Ann 🀄", "Ann ?")}
    assert len(pictures) == 1


def test_names_that_would_look_the_same_get_numbers() -> None:
    assert texts.told_apart(["Ann", "😀", "🀄", "Bo"]) == ["Ann", "? (1)", "? (2)", "Bo"]


@pytest.fixture
def form() -> Iterator[App]:
    with window() as app:
        app.go(ToStart())
        app.step(0.0)
        open_form(app)
        yield app


def name_seat(app: App, seat: int, name: str) -> None:
    click(app, f"name-{seat}")
    press(app, pygame.K_a, pygame.KMOD_LCTRL)
    app.take(pygame.Event(pygame.TEXTINPUT, text=name))
    app.step(0.0)


def test_the_form_says_what_cannot_be_drawn_and_lets_no_two_names_look_the_same(form: App) -> None:
    name_seat(form, 0, "😀")
    assert "1 letter of the names" in shown(form)
    assert target(form, "begin").enabled
    name_seat(form, 1, "🀄")
    assert not target(form, "begin").enabled and "look the same" in shown(form)


@pytest.mark.parametrize(("person", "taken"), [("Ζωή", True), ("ᠪᠣᠯᠣᠷ", False)])
def test_a_user_is_called_by_their_name_if_it_can_be_drawn(person: str, taken: bool) -> None:
    with window() as app:
        app.options = replace(app.options, person=person)
        app.go(ToStart())
        app.step(0.0)
        open_form(app)
        assert (person in [seat.name for seat in top(app, NewGameScene).seats]) == taken


def test_players_whose_names_nobody_can_draw_are_told_apart_in_a_game() -> None:
    with window() as app:
        played: Session = session("person,greedy,greedy", setup=Setup(3))
        seats = tuple(replace(seat, name=name) for seat, name in zip(played.header.seats, "😀🀄A", strict=True))
        played.header = replace(played.header, seats=seats)
        scene = game(app, played)
        assert [look.name for look in scene.model.seats] == ["? (1)", "? (2)", "A"]


SHIPPED = ASSETS / "fonts"


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Yield the fonts of a computer by their families: none, until a test adds some."""
    fonts: dict[str, str] = {}
    asked: list[tuple[str, bool]] = []

    def match(family: str, *, bold: bool) -> str | None:
        asked.append((family, bold))
        return fonts.get(family)

    monkeypatch.setattr(pygame.font, "match_font", match)
    texts.forget()
    yield fonts
    assert len(asked) == len(set(asked)), "the system is asked once"
    texts.forget()


@pytest.fixture
def with_thai(system: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the fonts of a computer of which one has a single Thai letter, in the shape of an A."""
    font = TTFont(SHIPPED / "NotoSerif-Regular.ttf")
    for table in font["cmap"].tables:
        table.cmap = {0x20: "space", 0x0E01: table.cmap[ord("A")]}
    font.save(tmp_path / "thai.ttf")
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    system |= {"Noto Serif Thai": str(tmp_path / "broken.ttf"), "Norasi": str(tmp_path / "thai.ttf")}
    return system


def test_letters_that_do_not_ship_are_drawn_with_a_font_of_the_computer(with_thai: dict[str, str]) -> None:
    assert texts.drawn("Ann \u0e01") == "Ann \u0e01" and not texts.lacking("\u0e01")
    assert texts.drawn("\u0e02") == "?", "that font doesn't have it"
    assert texts.rendered("\u0e01", 24, (0, 0, 0)).get_bounding_rect().width > 0
    assert [face.file for face, _piece in texts.runs("Ann \u0e01", "Bold")][1:] == [with_thai["Norasi"]]
    assert texts.told_apart(["\u0e01", "\u0e02", "\u0e03"]) == ["\u0e01", "? (1)", "? (2)"]


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize("name", ["علي", "สมชาย", "שלום", "홍길동", "𠮷"])
def test_without_such_a_font_letters_are_question_marks(name: str) -> None:
    assert set(texts.drawn(name)) == {"?"}


def test_the_computer_is_asked_for_no_letter_that_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.font, "match_font", lambda *_family, **_style: pytest.fail("asked"))
    texts.forget()
    assert not texts.lacking("Łukasz Ζωή Ёлка 渡辺") and texts.lacking("😀ᠪ")
    texts.forget()


@pytest.mark.parametrize(
    ("one", "other"), [("Zoë", "Zoe\u0308"), ("Jo An", "Jo  An "), ("Ann", "A\u200bnn"), ("Ｂo", "Bo")]
)
def test_names_that_look_alike_in_other_signs_are_told_apart(one: str, other: str) -> None:
    assert texts.appearance(one) == texts.appearance(other)
    assert texts.rendered(other, 24, (0, 0, 0)).get_width() > 1 == texts.rendered("\u200b", 24, (0, 0, 0)).get_width()
    assert [name[-4:] for name in texts.told_apart([one, other, "Else"])] == [" (1)", " (2)", "Else"]


def test_the_form_says_when_a_name_is_full(form: App) -> None:
    name_seat(form, 0, "Oda")
    assert f"3/{LONGEST_NAME}" not in shown(form)
    name_seat(form, 0, "N" * (LONGEST_NAME - 1))
    assert f"{LONGEST_NAME - 1}/{LONGEST_NAME}" in shown(form) and "larger than" not in shown(form)
    name_seat(form, 0, "N" * (LONGEST_NAME + 5))
    assert top(form, NewGameScene).seats[0].name == "N" * LONGEST_NAME
    assert f"{LONGEST_NAME}/{LONGEST_NAME}" in shown(form) and f"longer than {LONGEST_NAME} characters" in shown(form)

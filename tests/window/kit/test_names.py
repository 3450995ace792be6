"""Names in all writings: what can be drawn is, the rest is a question mark, and no two look the same."""

from collections.abc import Iterator

import pygame
import pytest
from msgspec.structs import replace

from shogun.games.shogun.rules.state import Setup
from shogun.table.running.session import Session
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

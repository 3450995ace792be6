"""Lines of text: caret, what is chosen, clipboard, undo, and what an input method composes."""

from collections.abc import Iterator

import pygame
import pytest

from shogun.window.kit.input import clipboard
from shogun.window.kit.input.typed_line import TypedLine
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.scenes.new_game import NewGameScene
from tests.window.clicking import click, click_at, open_form, press, shown, target, top, window

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT


class Clipboard:
    """Stands for the system's clipboard."""

    held = ""

    def copy(self, text: str) -> bool:
        self.held = text
        return True

    def text(self) -> str:
        return self.held


@pytest.fixture(autouse=True)
def board(monkeypatch: pytest.MonkeyPatch) -> Clipboard:
    held = Clipboard()
    monkeypatch.setattr(clipboard, "copy", held.copy)
    monkeypatch.setattr(clipboard, "text", held.text)
    return held


def keys(line: TypedLine, *pressed: tuple[int, int]) -> TypedLine:
    for key, modifiers in pressed:
        line.press(key, modifiers)
    return line


def test_the_caret_goes_by_letters_words_and_to_the_ends() -> None:
    line = TypedLine.of("Oda no Nobunaga")
    places = []
    for key, modifiers in (
        (pygame.K_LEFT, 0), (pygame.K_LEFT, CTRL), (pygame.K_LEFT, CTRL), (pygame.K_RIGHT, CTRL), (pygame.K_HOME, 0),
        (pygame.K_LEFT, 0), (pygame.K_RIGHT, 0), (pygame.K_END, 0), (pygame.K_RIGHT, 0),
    ):  # fmt: skip
        line.press(key, modifiers)
        places.append(line.caret)
    assert places == [14, 7, 4, 6, 0, 0, 1, 15, 15]
    assert not line.chosen_text


def test_accents_stay_on_their_letter() -> None:
    line = TypedLine.of("o\u0304u")
    assert keys(line, (pygame.K_LEFT, 0), (pygame.K_LEFT, 0)).caret == 0
    assert keys(line, (pygame.K_DELETE, 0)).value == "u"


def test_what_is_chosen_is_replaced_or_left_at_its_ends() -> None:
    line = keys(TypedLine.of("Takeda"), (pygame.K_LEFT, SHIFT), (pygame.K_LEFT, SHIFT))
    assert line.chosen_text == "da"
    assert keys(line, (pygame.K_LEFT, 0)).caret == 4 and not line.chosen_text
    keys(line, (pygame.K_END, SHIFT))
    line.put("ru")
    assert line.value == "Takeru"
    keys(line, (pygame.K_HOME, SHIFT), (pygame.K_BACKSPACE, 0))
    assert line.value == ""


def test_copy_cut_and_paste(board: Clipboard) -> None:
    line = keys(TypedLine.of("Uesugi"), (pygame.K_a, CTRL), (pygame.K_c, CTRL))
    assert board.held == "Uesugi" and line.value == "Uesugi"
    keys(line, (pygame.K_x, CTRL))
    assert line.value == ""
    keys(line, (pygame.K_v, CTRL), (pygame.K_INSERT, SHIFT))
    assert line.value == "UesugiUesugi"
    board.held = "  first\tline\x07\nsecond\n"
    keys(line, (pygame.K_a, CTRL), (pygame.K_v, CTRL))
    assert line.value == "first line"
    board.held = ""
    assert keys(line, (pygame.K_v, CTRL)).value == "first line"


def test_typing_is_undone_word_by_word_and_made_again() -> None:
    line = TypedLine.of("")
    for letter in "Oda no":
        line.put(letter)
    keys(line, (pygame.K_BACKSPACE, CTRL))
    assert line.value == "Oda "
    seen = []
    for _press in range(3):
        keys(line, (pygame.K_z, CTRL))
        seen.append(line.value)
    assert seen == ["Oda no", "Oda ", ""]
    keys(line, (pygame.K_z, CTRL))
    assert line.value == ""
    keys(line, (pygame.K_y, CTRL), (pygame.K_z, CTRL | SHIFT))
    assert line.value == "Oda no"


def test_what_is_erased_in_a_row_is_undone_together() -> None:
    line = TypedLine.of("Oda Nobunaga")
    keys(line, *((pygame.K_BACKSPACE, 0),) * 4)
    line.put("x")
    line.go(0)
    keys(line, *((pygame.K_DELETE, 0),) * 3)
    assert line.value == " Nobux"
    seen = []
    for _press in range(3):
        keys(line, (pygame.K_z, CTRL))
        seen.append(line.value)
    assert seen == ["Oda Nobux", "Oda Nobu", "Oda Nobunaga"]


def test_a_letter_typed_over_what_is_chosen_begins_its_word() -> None:
    line = TypedLine.of("Oda", whole=True)
    for letter in "Mori":
        line.put(letter)
    assert keys(line, (pygame.K_z, CTRL)).value == "Oda"


def test_keys_belong_to_the_input_method_while_it_composes() -> None:
    line = TypedLine.of("A")
    line.composed = "おだ"
    assert line.shown == "Aおだ"
    assert keys(line, (pygame.K_BACKSPACE, 0)).value == "A"
    line.put("織田")
    assert (line.value, line.composed) == ("A織田", "")


def test_a_text_that_its_scene_has_changed_is_followed() -> None:
    line = TypedLine.of("12")
    line.put("x")
    line.follow("12")
    assert line.caret == 2
    line.choose_all()
    line.follow("345")
    assert line.chosen_text == "345"


@pytest.fixture
def form() -> Iterator[App]:
    with window() as app:
        app.go(ToStart())
        app.step(0.0)
        open_form(app)
        yield app


def take(app: App, kind: int, text: str) -> None:
    app.take(pygame.Event(kind, text=text, start=0, length=0))
    app.step(0.0)


def name(app: App) -> str:
    return top(app, NewGameScene).seats[0].name


def test_a_name_is_typed_in_its_middle_and_pasted_over(form: App, board: Clipboard) -> None:
    click(form, "name-0")
    press(form, pygame.K_a, CTRL)
    take(form, pygame.TEXTINPUT, "Mori")
    press(form, pygame.K_LEFT)
    press(form, pygame.K_LEFT)
    take(form, pygame.TEXTINPUT, "to")
    assert name(form) == "Motori"
    press(form, pygame.K_HOME)
    press(form, pygame.K_END, SHIFT)
    board.held = "Shimazu"
    press(form, pygame.K_v, CTRL)
    assert name(form) == "Shimazu" and "Shimazu" in shown(form)
    press(form, pygame.K_z, CTRL)
    assert name(form) == "Motori"
    assert isinstance(form.scene, NewGameScene), "no key of a line commands anything"


def test_the_pointer_puts_the_caret_and_chooses(form: App) -> None:
    click(form, "name-0")
    press(form, pygame.K_a, CTRL)
    take(form, pygame.TEXTINPUT, "Chosokabe")
    rect = target(form, "name-0").rect
    click_at(form, (rect.left + 2, rect.centery))
    take(form, pygame.TEXTINPUT, "X")
    assert name(form) == "XChosokabe"
    form.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(rect.left + 2, rect.centery), button=1))
    form.take(pygame.Event(pygame.MOUSEMOTION, pos=(rect.right, rect.centery), rel=(9, 0), buttons=(1, 0, 0)))
    form.take(pygame.Event(pygame.MOUSEBUTTONUP, pos=(rect.right, rect.centery), button=1))
    take(form, pygame.TEXTINPUT, "Y")
    assert name(form) == "Y"


def test_what_is_composed_is_shown_and_escape_leaves_it_out(form: App) -> None:
    click(form, "name-0")
    press(form, pygame.K_a, CTRL)
    take(form, pygame.TEXTINPUT, "M")
    take(form, pygame.TEXTEDITING, "もり")
    assert "Mもり" in shown(form) and name(form) == "M"
    press(form, pygame.K_RETURN)
    assert form.scene.focus == "name-0", "Enter belongs to the input method"
    press(form, pygame.K_ESCAPE)
    assert "もり" not in shown(form) and form.scene.focus == "name-0"
    take(form, pygame.TEXTEDITING, "もり")
    take(form, pygame.TEXTINPUT, "森")
    assert name(form) == "M森"


def test_a_line_longer_than_its_room_is_seen_at_its_caret(form: App) -> None:
    click(form, "seed")
    take(form, pygame.TEXTINPUT, "1" * 200)
    record = next(record for record in form.scene.texts() if "1111" in record.text)
    assert record.box.contains(record.rect)

"""Keys of keyboards from several countries, as SDL reports them: digits, letters, signs and AltGr."""

import pygame
import pytest

from shogun.games.shogun.rules.state import Setup
from shogun.window.kit.input.keyboard import understood
from shogun.window.kit.input.keys import command_of
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToKeys, ToRules, ToStart
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.routes import ToGames, ToNewGame, ToNewTower, ToSettings, ToTowers
from tests.window import tables
from tests.window.clicking import A_LONG_TIME, game, session, window

SHIFT, ALT_GR = pygame.KMOD_LSHIFT, pygame.KMOD_RALT
AS_CTRL_ALT = pygame.KMOD_LCTRL | pygame.KMOD_RALT
"""AltGr as some systems and remote desktops report it."""

Press = tuple[int | str, int, str, int]
"""A key by its code or its sign, its place (scancode), what it types, and the modifiers."""


def pressed(key: int | str, scancode: int, sign: str = "", mod: int = 0) -> pygame.Event:
    code = ord(key) if isinstance(key, str) else key
    return understood(pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=sign, scancode=scancode))


@pytest.mark.parametrize(
    ("_layout", "key", "digit"),
    [
        ("us", ("1", 30, "1", 0), 1),
        ("us", ("1", 30, "!", SHIFT), 1),
        ("cz", ("+", 30, "+", 0), 1),
        ("cz", ("+", 30, "1", SHIFT), 1),
        ("cz", ("ě", 31, "ě", 0), 2),
        ("cz", ("é", 39, "é", 0), 0),
        ("fr", ("&", 30, "&", 0), 1),
        ("fr", ("-", 35, "-", 0), 6),
        ("fr", ("-", 35, "6", SHIFT), 6),
        ("ru", ("7", 36, "7", 0), 7),
        ("keypad", (pygame.K_KP_5, 93, "5", pygame.KMOD_NUM), 5),
        ("keypad", (pygame.K_KP_0, 98, "0", pygame.KMOD_NUM), 0),
    ],
)
def test_a_key_of_a_digit_is_that_digit(_layout: str, key: Press, digit: int) -> None:
    event = pressed(*key)
    assert event.key == pygame.K_0 + digit
    assert command_of(event.key, event.unicode) is None, "and no command"


@pytest.mark.parametrize(
    ("_layout", "key", "command"),
    [
        ("us", ("z", 29, "z", 0), "undo"),
        ("de", ("z", 28, "z", 0), "undo"),
        ("fr", ("a", 20, "a", 0), "hint"),
        ("ru", ("я", 29, "я", 0), "undo"),
        ("ru", ("ф", 4, "ф", 0), "hint"),
        ("el", ("ζ", 29, "ζ", 0), "undo"),
        ("el", ("α", 4, "α", 0), "hint"),
        ("ru", ("7", 36, "?", SHIFT), "keys"),
        ("de", ("ß", 45, "?", SHIFT), "keys"),
        ("cz", ("=", 45, "=", 0), "closer"),
        ("us", ("=", 46, "+", SHIFT), "closer"),
        ("fr", (",", 16, "?", SHIFT), "keys"),
        ("fr", (";", 54, ".", SHIFT), "faster"),
    ],
)
def test_a_letter_is_what_is_printed_on_it_or_by_its_place(_layout: str, key: Press, command: str) -> None:
    event = pressed(*key)
    assert command_of(event.key, event.unicode) == command


@pytest.mark.parametrize("mod", [ALT_GR, AS_CTRL_ALT, pygame.KMOD_MODE])
@pytest.mark.parametrize(("key", "scancode", "sign"), [("a", 4, "ą"), ("z", 29, "ż"), ("s", 22, "ś"), ("e", 8, "€")])
def test_what_is_typed_with_altgr_commands_nothing(key: str, scancode: int, sign: str, mod: int) -> None:
    event = pressed(key, scancode, sign, mod)
    assert not event.mod & pygame.KMOD_CTRL
    assert command_of(event.key, event.unicode) is None


def test_ctrl_and_keys_that_type_nothing_stay_what_they_are() -> None:
    assert pressed("s", 22, "\x13", pygame.KMOD_LCTRL).mod & pygame.KMOD_CTRL
    for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_F11, pygame.K_LEFT, pygame.K_KP_ENTER):
        assert pressed(key, 0).key == pressed(key, 0, mod=ALT_GR).key == key
    assert pressed(pygame.K_KP_4, 92).key == pygame.K_KP_4, "without NumLock it is an arrow"
    motion = pygame.Event(pygame.MOUSEMOTION, pos=(1, 2))
    assert understood(motion) is motion


# Whole keyboards, in every scene: made from the tables of each layout, as SDL reports a key and then what it types

PLACES = (
    20, 26, 8, 21, 23, 28, 24, 12, 18, 19,
    4, 22, 7, 9, 10, 11, 13, 14, 15,
    29, 27, 6, 25, 5, 17, 16,
)  # fmt: skip
"""The keys on which an American layout prints letters, row by row, by their scancodes."""
AMERICAN, DIGITS = "qwertyuiopasdfghjklzxcvbnm", "1234567890"
GERMAN = "qwertzuiopasdfghjklyxcvbnm"
LAYOUTS = {
    "us": (AMERICAN, DIGITS),
    "cz": (GERMAN, "+ěščřžýáíé"),
    "pl": (AMERICAN, DIGITS),
    "fr": ("azertyuiopqsdfghjklwxcvbn,", "&é\"'(-è_çà"),
    "de": (GERMAN, DIGITS),
    "ru": ("йцукенгшщзфывапролдячсмить", DIGITS),
    "el": (";ςερτυθιοπασδφγηξκλζχψωβνμ", DIGITS),
}
"""What layouts print on these keys, and above them on those of the digits."""
POLISH = {"a": "ą", "c": "ć", "e": "ę", "l": "ł", "n": "ń", "o": "ó", "s": "ś", "x": "ź", "z": "ż"}
SEARCHES = {"games", "rules", "gallery"}
"""Scenes in which letters search wherever the focus is."""


def open_scene(app: App, name: str) -> Scene:
    """Return a scene of the window, drawn once."""
    if name == "shogun":
        game(app, session("person,random,random", setup=Setup(3)))
    elif name in ("rumble-nation", "river-of-gold"):
        tables.begin(app, name, "person,random")
        app.step(A_LONG_TIME)
    elif name == "past":
        scene = game(app, session("person,random,random", setup=Setup(3)))
        scene.look_back()
    else:
        app.go(ToStart())
        route = {
            "games": ToGames(), "rules": ToRules(game="shogun"), "gallery": ToTowers(), "bench": ToNewTower(),
            "settings": ToSettings(), "form": ToNewGame("shogun"), "keys": ToKeys(),
        }.get(name)  # fmt: skip
        if route is not None:
            app.go(route)
    app.step(0.0)
    app.scene.focus = ""
    return app.scene


SCENES = (
    "menu", "form", "settings", "keys", "games", "rules", "gallery", "bench", "shogun", "past", "rumble-nation",
    "river-of-gold",
)  # fmt: skip


class Taken:
    """What reaches a scene by its keyboard; nothing of it is done."""

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        self.commands: list[str] = []
        monkeypatch.setattr(scene, "command", self.commands.append)
        monkeypatch.setattr(scene, "key", lambda _key: None)
        monkeypatch.setattr(scene, "_takes_key", lambda *_key: False, raising=False)


def feed(app: App, key: str, scancode: int, sign: str, mod: int = 0) -> None:
    app.take(pygame.Event(pygame.KEYDOWN, key=ord(key), mod=mod, unicode=sign, scancode=scancode))
    if sign:
        app.take(pygame.Event(pygame.TEXTINPUT, text=sign))
    app.take(pygame.Event(pygame.KEYUP, key=ord(key), mod=mod, unicode=sign, scancode=scancode))


@pytest.mark.parametrize("name", SCENES)
def test_no_layout_commands_anything_but_what_its_keys_mean(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with window() as app:
        scene = open_scene(app, name)
        taken = Taken(scene, monkeypatch)
        for layout, (letters, digits) in LAYOUTS.items():
            taken.commands.clear()
            for place, sign in zip(range(30, 40), digits, strict=True):
                feed(app, sign, place, sign)
            assert not taken.commands, (layout, "a digit is no command")
            for place, sign, american in zip(PLACES, letters, AMERICAN, strict=True):
                feed(app, sign, place, sign)
                meant = command_of(ord(sign if sign.isascii() else american), sign)
                expected = [] if name in SEARCHES or meant is None else [meant]
                assert taken.commands == expected, (layout, sign)
                taken.commands.clear()


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("mod", [ALT_GR, AS_CTRL_ALT])
def test_polish_letters_are_typed_and_command_nothing(name: str, mod: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with window() as app:
        scene = open_scene(app, name)
        taken = Taken(scene, monkeypatch)
        for letter, sign in POLISH.items():
            feed(app, letter, PLACES[AMERICAN.index(letter)], sign, mod)
        assert not taken.commands
        if name in SEARCHES:
            entry = scene.keyboard.entry()
            assert entry is not None and entry.value == "".join(POLISH.values())


@pytest.mark.parametrize("name", SCENES)
def test_what_an_input_method_composes_commands_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with window() as app:
        scene = open_scene(app, name)
        taken = Taken(scene, monkeypatch)
        for composed in ("ｎ", "の", "のｂ", "のぶ", "信"):
            app.take(pygame.Event(pygame.TEXTEDITING, text=composed, start=len(composed), length=0))
            app.step(0.0)
        app.take(pygame.Event(pygame.TEXTINPUT, text="信"))
        app.take(pygame.Event(pygame.TEXTEDITING, text="", start=0, length=0))
        app.step(0.0)
        assert not taken.commands
        entry = scene.keyboard.entry()
        assert (entry.value if entry else "") == ("信" if name in SEARCHES else "")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_name_is_typed_with_every_layout(layout: str) -> None:
    with window() as app:
        scene = open_scene(app, "form")
        scene.focus = "name-0"
        app.take(pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_LCTRL, unicode="\x01", scancode=4))
        app.take(pygame.Event(pygame.KEYUP, key=pygame.K_a, mod=pygame.KMOD_LCTRL, unicode="", scancode=4))
        letters = LAYOUTS[layout][0][:8]
        for place, sign in zip(PLACES, letters, strict=False):
            feed(app, sign, place, sign)
        app.step(0.0)
        line = scene.keyboard.entry()
        assert line is not None and line.value == letters

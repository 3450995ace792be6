"""Keys of keyboards from several countries, as SDL reports them: digits, letters, signs and AltGr."""

import pygame
import pytest

from shogun.window.kit.input.keys import command_of
from shogun.window.kit.input.layouts import understood

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

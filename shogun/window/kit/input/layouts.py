"""Keyboards of all countries: what a key means to the program, whatever its layout prints on it.

Keys of digits are digits even where a layout needs Shift for them (Czech, French), and so are those of the keypad.
Letters mean what is printed on them, and where a layout prints none of ours (Russian, Greek) what an American one
prints there. AltGr types: some systems report it as Ctrl and Alt, but neither commands anything then.
"""

import pygame

DIGIT_ROW = {pygame.KSCAN_1 + place: pygame.K_1 + place for place in range(9)} | {pygame.KSCAN_0: pygame.K_0}
"""The keys above the letters, by their place."""
KEYPAD = {pygame.K_KP_1 + place: pygame.K_1 + place for place in range(9)} | {pygame.K_KP_0: pygame.K_0}
LETTERS = {pygame.KSCAN_A + place: pygame.K_a + place for place in range(26)}
"""The keys of letters as an American layout prints them, by their place."""
ALT_GR = pygame.KMOD_ALT | pygame.KMOD_MODE
NO_KEY = pygame.K_UNKNOWN


def understood(event: pygame.Event) -> pygame.Event:
    """Return a key's event with the key, the modifiers and the sign that it means; any other event as it is."""
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
        return event
    sign = getattr(event, "unicode", "")
    scancode = getattr(event, "scancode", 0)
    key, modifiers = _key(event.key, scancode, sign, event.mod), event.mod
    if event.mod & ALT_GR:
        modifiers &= ~pygame.KMOD_CTRL
        key = NO_KEY if event.type == pygame.KEYDOWN and sign.isprintable() and sign else key
    if scancode in DIGIT_ROW and key == DIGIT_ROW[scancode] and sign and not event.mod & pygame.KMOD_SHIFT:
        sign = chr(key)
    return pygame.Event(event.type, {**event.dict, "key": key, "mod": modifiers, "unicode": sign})


def _key(key: int, scancode: int, sign: str, modifiers: int) -> int:
    """Return the key that is meant; with Shift a key of the digits' row means the sign that it types, if it is none."""
    is_sign = bool(modifiers & pygame.KMOD_SHIFT and sign and not sign.isdecimal())
    if scancode in DIGIT_ROW and not is_sign:
        return DIGIT_ROW[scancode]
    if key in KEYPAD and modifiers & pygame.KMOD_NUM:
        return KEYPAD[key]
    return LETTERS[scancode] if scancode in LETTERS and not chr(min(key, 0x10FFFF)).isascii() else key

"""The keys (keyboard shortcuts): the one table behind scenes, the overlay, the help and the manual."""

from collections.abc import Sequence
from typing import Literal

import pygame
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _, marked

Command = Literal[
    "keys", "help", "next", "part", "go", "page", "several", "press", "back", "full_screen", "mute",
    "main", "choose", "choice", "choice_before", "skip", "pause", "slow", "xray", "tower", "again", "film",
    "slower", "faster",
    "undo", "undo_all", "redo", "hint", "history", "branch", "review", "clear", "copy", "bid", "grounds",
    "all", "closer", "farther",
]  # fmt: skip
"""Actions of keys, by their names in the program."""
DIGITS = "1234567890"
"""The digits in the order of their keys: the last one is the tenth."""
SEARCH = "search"
"""The name of the search line, which gets letters from everywhere in its scene."""


def digit(place: int) -> str:
    """Return the character of the digit key for a place, the first one being 0; empty: there is no such key."""
    return DIGITS[place] if place < len(DIGITS) else ""


class Key(Struct, frozen=True):
    """One row of the table."""

    command: Command
    label: str
    """Label of the key in English; marked for translation."""
    meaning: str
    """Action of the key, a sentence without its full stop; marked for translation."""
    codes: tuple[int, ...] = ()
    """pygame's codes of the keys; empty: the scene handles the key itself."""
    signs: str = ""
    """Characters with the same action wherever they are on the keyboard."""
    shift: bool = False
    """True if the keys need Shift."""


EVERYWHERE = (
    Key("next", marked("Tab, Shift+Tab"), marked("Next or previous control; add Ctrl to include explanations")),
    Key("part", marked("F6, Shift+F6"), marked("Next or previous part of the screen")),
    Key("go", marked("Arrows"), marked("Nearest control or place; change a number")),
    Key("page", marked("Home, End"), marked("Lists: first or last entry; PgUp, PgDn: by a page")),
    Key(
        "several",
        marked("Space, Ctrl+A"),
        marked("Lists: select more, or all; Shift+Arrows: a range"),
    ),
    Key("press", marked("Enter"), marked("Activate the highlighted control; otherwise confirm")),
    Key("choice", marked("N"), marked("Go to the next possible choice"), (pygame.K_n,)),
    Key(
        "choice_before",
        marked("Shift+N"),
        marked("Go to the previous possible choice"),
        (pygame.K_n,),
        shift=True,
    ),
    Key("main", marked("Ctrl+Enter"), marked("Press the blue or gold button, from anywhere")),
    Key("back", marked("Esc"), marked("Close a note, deselect, go back, or open the menu")),
    Key("help", marked("F1"), marked("Explain whatever is under the pointer or selected"), (pygame.K_F1,)),
    Key("keys", marked("?"), marked("Show these keys"), signs="?"),
    Key("full_screen", marked("F11"), marked("Switch full screen on or off"), (pygame.K_F11,)),
    Key("mute", marked("M"), marked("Switch all sounds off or on"), (pygame.K_m,)),
)
"""Keys of all scenes."""
GAME = (
    Key("choose", marked("1 to 9"), marked("Pick that answer, card or field, or that number")),
    Key("skip", marked("Space"), marked("Skip the animation; hold to fast-forward"), (pygame.K_SPACE,)),
    Key("pause", marked("P"), marked("Pause or resume"), (pygame.K_p,)),
    Key("slow", marked("S"), marked("Slow motion on or off"), (pygame.K_s,)),
    Key("xray", marked("X"), marked("X-ray: look inside the tower, or at its front"), (pygame.K_x,)),
    Key("tower", marked("T"), marked("Enlarge the tower, with the last battles"), (pygame.K_t,)),
    Key(
        "again",
        marked("R"),
        marked("Replay the last move; battles in slow motion"),
        (pygame.K_r,),
    ),
    Key("film", marked("V"), marked("Save the last battle as an animation"), (pygame.K_v,)),
    Key("slower", marked(","), marked("Slow down until your next decision"), signs=","),
    Key("faster", marked("."), marked("Speed up until your next decision; hold to hurry"), signs="."),
    Key("undo", marked("Z"), marked("Undo the last step"), (pygame.K_z,)),
    Key("undo_all", marked("Shift+Z"), marked("Undo as much as possible"), (pygame.K_z,), shift=True),
    Key("redo", marked("Y"), marked("Redo the step"), (pygame.K_y,)),
    Key("hint", marked("A"), marked("Ask for a hint"), (pygame.K_a,)),
    Key("clear", marked("Del"), marked("Planning: take back all cards"), (pygame.K_DELETE,)),
    Key("copy", marked("L"), marked("Planning: place last season's plan again"), (pygame.K_l,)),
    Key("bid", marked("B"), marked("Planning: bid the card in hand, or take the bid back"), (pygame.K_b,)),
    Key("history", marked("H"), marked("Replay any moment of the game"), (pygame.K_h,)),
    Key("grounds", marked("O"), marked("Map: show regions or owners; or the forecast"), (pygame.K_o,)),
    Key("all", marked("Home"), marked("Show the whole map"), (pygame.K_HOME,)),
    Key("closer", marked("+"), marked("Zoom in; send one more army"), (pygame.K_KP_PLUS,), "+="),
    Key("farther", marked("−"), marked("Zoom out; send one army fewer"), (pygame.K_KP_MINUS,), "-"),
)
"""Keys of a game: all of them do something in Shogun."""
PAST = (
    Key("branch", marked("E"), marked("Replay: play from here, as a new game"), (pygame.K_e,)),
    Key("review", marked("W"), marked("Replay: what decided the game"), (pygame.K_w,)),
)
"""Keys of a game's past only, where some of the others also act."""
WORKSHOP = (
    Key("skip", marked("Space, T, C"), marked("Workshop: throw, tap the tower, empty it")),
    Key("choose", marked("1 to 3"), marked("Workshop: add a ledge, a pin, a wall")),
    Key("go", marked("Arrows"), marked("Workshop: move the selection; Shift: tilt, lengthen it")),
    Key("clear", marked("Del, L, G"), marked("Workshop: delete, duplicate; change the grid")),
    Key("press", marked("Ctrl+S, Ctrl+A"), marked("Workshop: save; select all pieces")),
    Key("copy", marked("Ctrl+M"), marked("Workshop: add a mirror image of the selection")),
    Key("copy", marked("Ctrl+C, Ctrl+V"), marked("Workshop: copy the tower as text; open a copied one")),
    Key("closer", marked("+, −, Home"), marked("Workshop: zoom in, zoom out, show everything")),
    Key("part", marked("Shift+Arrows"), marked("Workshop: move the picture while nothing is selected")),
)
"""Keys of the workshop, which its scene handles itself."""
KEYS = (*EVERYWHERE, *GAME, *PAST, *WORKSHOP)


def command_of(key: int, sign: str = "", *, shift: bool = False) -> Command | None:
    """Return the command of a key pressed alone or with Shift; `sign` is the character that it types."""
    matches = [row for row in KEYS if key in row.codes or (sign and sign in row.signs)]
    best = next((row for row in matches if row.shift == shift), None) or next((r for r in matches if not r.shift), None)
    return best.command if best else None


def rows(shown: Sequence[Key] = KEYS) -> list[tuple[str, str]]:
    """Return keys in the current language, by default all: label and action."""
    return [(_(row.label), _(row.meaning)) for row in shown]


def game_keys(*commands: Command, **meanings: str) -> tuple[Key, ...]:
    """Return the game's keys that act in a scene; `meanings` are those that differ there."""
    chosen = (row for row in (*GAME, *PAST) if row.command in commands or row.command in meanings)
    return tuple(replace(row, meaning=meanings.get(row.command, row.meaning)) for row in chosen)


REPEATED_KEYS = (
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_TAB,
    pygame.K_BACKSPACE,
)  # fmt: skip
REPEATED: tuple[Command, ...] = ("closer", "farther", "undo", "redo", "choice", "choice_before")
"""Commands that repeat while their key is held, besides movement; all others act once."""


def repeats(key: int, sign: str) -> bool:
    """Return whether a key repeats while it is held."""
    return key in REPEATED_KEYS or command_of(key, sign) in REPEATED

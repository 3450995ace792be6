"""The keys (keyboard shortcuts): the one table from which scenes, the overlay, the help and the manual take them."""

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
"""What a key does, by its name in the program."""
DIGITS = "1234567890"
"""The keys of digits in their order: the last one is the tenth."""
SEARCH = "search"
"""The line into which is typed what is searched for: letters go there from everywhere in a scene that has it."""


def digit(place: int) -> str:
    """Return the sign on the key of a digit that means a place, the first one being 0; empty: there is no such key."""
    return DIGITS[place] if place < len(DIGITS) else ""


class Key(Struct, frozen=True):
    """One row of the table."""

    command: Command
    label: str
    """What is printed on the key, in English; marked for the catalogue."""
    meaning: str
    """What it does, a sentence without its full stop; marked for the catalogue."""
    codes: tuple[int, ...] = ()
    """The keys of pygame that do it; none: the scene takes the key in a way of its own."""
    signs: str = ""
    """Signs that do it wherever they lie on the keyboard."""
    shift: bool = False
    """Whether the keys do it only together with Shift."""


EVERYWHERE = (
    Key("next", marked("Tab, Shift+Tab"), marked("Next control or the one before; Ctrl: explanations too")),
    Key("part", marked("F6, Shift+F6"), marked("Go to the next part of the screen, or to the one before")),
    Key("go", marked("Arrows"), marked("Go to the nearest control or place; change a number")),
    Key("page", marked("Home, End"), marked("Lists: to the beginning or the end; PgUp, PgDn: by a page")),
    Key("several", marked("Space, Ctrl+A"), marked("Lists: choose one more, or all; Shift+Arrows: several")),
    Key("press", marked("Enter"), marked("Press what has the golden ring; without a ring, confirm")),
    Key("choice", marked("N"), marked("Go to the next thing that you can choose now"), (pygame.K_n,)),
    Key(
        "choice_before",
        marked("Shift+N"),
        marked("Go to the previous thing that you can choose"),
        (pygame.K_n,),
        shift=True,
    ),
    Key("main", marked("Ctrl+Enter"), marked("Press the blue or golden button, from anywhere")),
    Key("back", marked("Esc"), marked("Close a note, drop the ring, go back, or open the menu")),
    Key("help", marked("F1"), marked("Explain what the pointer or the ring is at"), (pygame.K_F1,)),
    Key("keys", marked("?"), marked("Show these keys"), signs="?"),
    Key("full_screen", marked("F11"), marked("Fill the screen, or go back to a window"), (pygame.K_F11,)),
    Key("mute", marked("M"), marked("Switch all sounds off, or on again"), (pygame.K_m,)),
)
"""Keys of all scenes."""
GAME = (
    Key("choose", marked("1 to 9"), marked("Give that answer; take a card, fill a field; send so many")),
    Key("skip", marked("Space"), marked("Skip what is shown; hold it to go on fast"), (pygame.K_SPACE,)),
    Key("pause", marked("P"), marked("Let everything stand still, or go on"), (pygame.K_p,)),
    Key("slow", marked("S"), marked("Let cubes fall in slow motion, or as fast as all else"), (pygame.K_s,)),
    Key("xray", marked("X"), marked("Look into the tower, or at its front again"), (pygame.K_x,)),
    Key("tower", marked("T"), marked("See the tower large, and the last battles again"), (pygame.K_t,)),
    Key(
        "again",
        marked("R"),
        marked("See once more what has just happened; a battle slowly"),
        (pygame.K_r,),
    ),
    Key("film", marked("V"), marked("Save the last battle as a picture that moves"), (pygame.K_v,)),
    Key("slower", marked(","), marked("Go slower until you are asked again"), signs=","),
    Key("faster", marked("."), marked("Go faster until you are asked again; hold it to hurry"), signs="."),
    Key("undo", marked("Z"), marked("Take the last step back"), (pygame.K_z,)),
    Key("undo_all", marked("Shift+Z"), marked("Take all steps back that can be"), (pygame.K_z,), shift=True),
    Key("redo", marked("Y"), marked("Make the step again"), (pygame.K_y,)),
    Key("hint", marked("A"), marked("Ask the adviser for a hint"), (pygame.K_a,)),
    Key("clear", marked("Del"), marked("Planning: take all cards back"), (pygame.K_DELETE,)),
    Key("copy", marked("L"), marked("Planning: lay last season's plan again"), (pygame.K_l,)),
    Key("bid", marked("B"), marked("Planning: bid the card in hand, or take the bid back"), (pygame.K_b,)),
    Key("history", marked("H"), marked("Look back at any moment of the game"), (pygame.K_h,)),
    Key("grounds", marked("O"), marked("Map: show its regions, or who owns what; or the forecast"), (pygame.K_o,)),
    Key("all", marked("Home"), marked("Show the whole map"), (pygame.K_HOME,)),
    Key("closer", marked("+"), marked("See the map closer; send one army more"), (pygame.K_KP_PLUS,), "+="),
    Key("farther", marked("−"), marked("See more of the map; send one army fewer"), (pygame.K_KP_MINUS,), "-"),
)
"""Keys of a game: all of them do something in Shogun."""
PAST = (
    Key("branch", marked("E"), marked("Looking back: try it from here, as a new game"), (pygame.K_e,)),
    Key("review", marked("W"), marked("Looking back: what decided the game"), (pygame.K_w,)),
)
"""Keys of a game's past alone, in which some of the others do something too."""
WORKSHOP = (
    Key("skip", marked("Space, T, C"), marked("Workshop: throw, tap the tower, empty it")),
    Key("choose", marked("1 to 3"), marked("Workshop: add a ledge, a pin, a wall")),
    Key("go", marked("Arrows"), marked("Workshop: move what is chosen; Shift: tilt, lengthen it")),
    Key("clear", marked("Del, L, G"), marked("Workshop: take it away, double it; change the grid")),
    Key("press", marked("Ctrl+S, Ctrl+A"), marked("Workshop: save; choose all pieces")),
    Key("copy", marked("Ctrl+M"), marked("Workshop: add the mirror image of what is chosen")),
    Key("closer", marked("+, −, Home"), marked("Workshop: look closer, from farther, at all of it")),
    Key("part", marked("Shift+Arrows"), marked("Workshop: move the picture, while nothing is chosen")),
)
"""Keys of the workshop, which its scene takes in a way of its own."""
KEYS = (*EVERYWHERE, *GAME, *PAST, *WORKSHOP)


def command_of(key: int, sign: str = "", *, shift: bool = False) -> Command | None:
    """Return what a key does that was pressed alone or with Shift; `sign` is what it types."""
    found = [row for row in KEYS if key in row.codes or (sign and sign in row.signs)]
    best = next((row for row in found if row.shift == shift), None) or next((r for r in found if not r.shift), None)
    return best.command if best else None


def rows(shown: Sequence[Key] = KEYS) -> list[tuple[str, str]]:
    """Return keys in the current language, by default all: what is printed on each, and what it does."""
    return [(_(row.label), _(row.meaning)) for row in shown]


def game_keys(*commands: Command, **meanings: str) -> tuple[Key, ...]:
    """Return those of a game's keys that do something in a scene; `meanings` say what some of them do there alone."""
    chosen = (row for row in (*GAME, *PAST) if row.command in commands or row.command in meanings)
    return tuple(replace(row, meaning=meanings.get(row.command, row.meaning)) for row in chosen)


REPEATED_KEYS = (
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_TAB,
    pygame.K_BACKSPACE,
)  # fmt: skip
REPEATED: tuple[Command, ...] = ("closer", "farther", "undo", "redo", "choice", "choice_before")
"""What goes on as long as its key is held, beside what moves about; all else is done once."""


def repeats(key: int, sign: str) -> bool:
    """Return whether a key acts again and again as long as it is held."""
    return key in REPEATED_KEYS or command_of(key, sign) in REPEATED

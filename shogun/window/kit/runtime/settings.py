"""Settings (preferences) of the window, in a file of the user's configuration folder; and the user's name."""

import getpass
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.files import UNDECODABLE
from shogun.base.language import OFFERED
from shogun.base.shared_file import SharedFile
from shogun.base.user_folders import settings_folder
from shogun.game.remarks import Speaking
from shogun.window.kit.drawing.theme import Palette

LargeBattles = Literal["all", "own", "none", "told"]
"""Battles shown large: all, those of persons at the screen, or none; or results only."""
TwoFingers = Literal["move", "zoom"]
"""Action of two fingers on a map: move it, or zoom."""
SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Speeds of recordings and moves."""
AT_ONCE = 1000.0
"""The speed at which nothing takes any time."""
UNDO_SECONDS = (0.0, 1.0, 2.0, 4.0, 8.0)
VOLUMES = (0.0, 0.25, 0.5, 0.75, 1.0)
SCALES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5)
"""Sizes of the interface: up to 1.1 everything fits into a window of 1280x720, up to the largest into 1920x1080."""
SMALLEST_SIZE, LARGEST_SIZE = (320, 180), (7680, 4320)
"""Sizes of a window, px: any other size in the file is invalid."""
WIDEST_GRID = 100.0
"""Widest grid of the bench, mm."""
MOST_BYTES = 1_000_000
"""Maximum size of the file, which usually has a few kB."""


class SeatChoice(Struct, forbid_unknown_fields=False):
    """A seat's settings in the last new game; `kind` is "person" or an opponent's name."""

    name: str
    colour: str
    crest: str = msgspec.field(name="mon")
    kind: str


class NewGame(Struct):
    """The choices for the last new game of a kind."""

    seats: list[SeatChoice] = []
    chosen: dict[str, str] = {}
    """Choices besides the seats: value by name."""
    tower: str = ""


class Settings(Struct):
    """All settings; an unknown or missing entry gets its default."""

    speed: float = 1.0
    """Speed of throws and the persons' own moves."""
    computers_speed: float = 1.0
    """Speed of the opponents' moves."""
    undo_seconds: float = 2.0
    """Seconds that opponents wait after an answer that can be undone."""
    auto_roll: bool = True
    """True if dice are rolled without a click when there is nothing else to do."""
    sound: bool = True
    """True if there is any sound."""
    knocks: float = 0.75
    """Volume of knocking cubes, 0 to 1 ..."""
    signals: float = 0.75
    """... of drums and strings ..."""
    clicks: float = 0.75
    """... of buttons and cards ..."""
    ambience: float = 0.25
    """... and of the season in the background."""
    large_battles: LargeBattles = "own"
    """Battles that grow over the map; none: all fall next to it; told: only results, without falling cubes."""
    odds: bool = True
    """True if odds are shown before an attack."""
    hints: bool = True
    """True if advice and warnings are shown."""
    speaking: Speaking = "seldom"
    """Frequency with which computer opponents say something in the log."""
    rating: bool = True
    """True if finished games against opponents are rated, and the rating is shown."""
    reduced_motion: bool = False
    """True if there are no unnecessary animations: things change their place at once."""
    two_fingers: TwoFingers = "move"
    """Action of scrolling with two fingers on a map; the wheel always zooms."""
    palette: Palette = "washi"
    language: str = ""
    """One of `shogun.base.language.OFFERED`, empty until one is chosen; tests take all `LANGUAGES`."""
    map_by_owner: bool = True
    """True if a map's colors show the owners; otherwise its regions."""
    grid: float = 1.0
    """Grid of the bench, mm; 0: none."""
    full_screen: bool = False
    interface_scale: float = 1.0
    size: tuple[int, int] | None = None
    """Width and height of the window after the last resize, px; None: never resized."""
    new_games: dict[str, NewGame] = {}
    """The choices for the last new game, by the code of the game."""
    introduction_seen: bool = False
    """True if the introduction was shown once."""
    lessons: list[str] = []
    """Finished chapters of the tutorial."""
    finished: list[str] = []
    """Codes of the games of which a human has finished one."""


class _FirstSettings(Struct):
    """The last new game in settings of the first format, which knew no other game than Shogun."""

    seats: list[SeatChoice] = []
    side: str = "sun"
    line_up: str = "printed"
    tower: str = "classic"

    def new_game(self) -> NewGame:
        return NewGame(self.seats, {"side": self.side, "line_up": self.line_up}, self.tower)


def settings_path() -> Path:
    """Return the path of the settings file."""
    return settings_folder() / "settings.json"


_Said = dict[str, msgspec.Raw]
"""The file's raw entries by name: of another version some names and values may be unknown."""


def _decoded(data: bytes) -> _Said:
    return msgspec.json.decode(data, type=_Said)


def _encoded(said: _Said) -> bytes:
    return msgspec.json.format(msgspec.json.encode(said), indent=2)


_FILE: SharedFile[_Said] = SharedFile(dict, _decoded, _encoded, MOST_BYTES)


def load_settings() -> Settings:
    """Return the saved settings, the defaults if there are none; an unreadable file is put aside."""
    return _understood(_FILE.known(settings_path()))


def _understood(said: _Said) -> Settings:
    """Return settings, with the default for each value that this version doesn't understand."""
    settings = Settings()
    for field in msgspec.structs.fields(Settings):
        if field.name in said:
            with suppress(*UNDECODABLE):
                setattr(settings, field.name, msgspec.json.decode(said[field.name], type=field.type))
    if not settings.new_games:
        with suppress(*UNDECODABLE):
            first = msgspec.json.decode(msgspec.json.encode(said), type=_FirstSettings)
            settings.new_games = {"shogun": first.new_game()} if first.seats else {}
    return _sane(settings)


def _sane(settings: Settings) -> Settings:
    """Return the settings with the default for each value that can't be chosen."""
    usual, speeds = Settings(), (*SPEEDS, AT_ONCE)
    among: Mapping[str, Sequence[Any]] = {
        "speed": speeds, "computers_speed": speeds, "interface_scale": SCALES, "language": ("", *OFFERED),
        "undo_seconds": UNDO_SECONDS,
    }  # fmt: skip
    odd = {name for name, values in among.items() if getattr(settings, name) not in values}
    odd |= {"grid"} if not 0.0 <= settings.grid <= WIDEST_GRID else set()
    odd |= {name for name in ("knocks", "signals", "clicks", "ambience") if not 0.0 <= getattr(settings, name) <= 1.0}
    if settings.size is not None and not all(
        least <= side <= most for least, side, most in zip(SMALLEST_SIZE, settings.size, LARGEST_SIZE, strict=True)
    ):
        odd.add("size")
    return replace(settings, **{name: getattr(usual, name) for name in odd})


def save_settings(settings: Settings, before: Settings | None = None) -> None:
    """Save the settings that have changed since `before`, by default those that the file doesn't have yet.

    Changes by another window are kept, and so are entries of another version of the program that
    this one doesn't understand, until they are chosen again. Raises OSError, leaving the file unchanged.
    """
    _FILE.change(settings_path(), lambda said: _with_changes(said, settings, before))


def _with_changes(said: _Said, settings: Settings, before: Settings | None) -> _Said:
    there = _understood(said)
    after = dict(said)
    for name in settings.__struct_fields__:
        value, old, now = (getattr(one, name) for one in (settings, before or there, there))
        if name not in said or value not in (old, now):
            after[name] = msgspec.Raw(msgspec.json.encode(_merged(value, old, now)))
    return after


def _merged(value: Any, before: Any, there: Any) -> Any:
    """Return a value merged with the changes that another one has seen since both were as `before`.

    Entries of a table are changed one by one, and a list only grows; for anything else the latest value counts.
    """
    if isinstance(value, dict):
        return {**there, **{key: entry for key, entry in value.items() if key not in before or before[key] != entry}}
    if isinstance(value, list):
        return [*there, *(entry for entry in value if entry not in there and entry not in before)]
    return value


# The computer's user, according to the system

NOBODY = frozenset(("admin", "administrator", "debian", "guest", "nobody", "owner", "root", "runner", "ubuntu", "user"))
"""Generic user names, in lowercase, which say nothing about the user."""


def login_name() -> str:
    """Return the user's login name; empty if the system has none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def given_name() -> str:
    """Return the user's name for display: the first word of their full name, or else their capitalized login name.

    Empty if that is a generic name.
    """
    login = login_name()
    words = _full_name(login).split()
    name = words[0] if words else login.capitalize()
    return name if name.isalpha() and name.lower() not in NOBODY and login.lower() not in NOBODY else ""


def _full_name(login: str) -> str:
    """Return a user's full name in the system; empty if there is none, or if the system keeps no such table."""
    if sys.platform == "win32":
        return ""
    import pwd

    try:
        return pwd.getpwnam(login).pw_gecos.split(",")[0]
    except (KeyError, ValueError):
        return ""

"""Settings (preferences): what the window remembers, in a file of the user's configuration folder."""

import getpass
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.files import UNDECODABLE
from shogun.base.language import OFFERED
from shogun.base.shared_file import SharedFile
from shogun.window.kit.drawing.theme import Palette

LargeBattles = Literal["all", "own", "none", "told"]
"""Which battles are shown large: all, those of persons at the screen, or none."""
TwoFingers = Literal["move", "zoom"]
"""What two fingers on a touchpad do to a map: move it, or look closer and from farther away."""
SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""How fast recordings and moves are shown."""
AT_ONCE = 1000.0
"""The speed at which nothing takes any time."""
UNDO_SECONDS = (0.0, 1.0, 2.0, 4.0, 8.0)
VOLUMES = (0.0, 0.25, 0.5, 0.75, 1.0)
SCALES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5)
"""Sizes of the interface: up to 1.1 everything fits into a window of 1280x720, up to the largest into 1920x1080."""
SMALLEST_SIZE, LARGEST_SIZE = (320, 180), (7680, 4320)
"""Of a window, px: one of another size is nothing that anybody has left."""
WIDEST_GRID = 100.0
"""Of the bench, mm."""
MOST_BYTES = 1_000_000
"""A longer file holds no settings: they take a few kB."""


class SeatChoice(Struct, forbid_unknown_fields=False):
    """How a seat was set up in the last new game; `kind` is "person" or an opponent's name."""

    name: str
    colour: str
    mon: str
    kind: str


class NewGame(Struct):
    """What was chosen for the last new game of a kind."""

    seats: list[SeatChoice] = []
    chosen: dict[str, str] = {}
    """What was agreed on beside the seats: value by name of the choice."""
    tower: str = ""


class Settings(Struct):
    """All that is remembered; an unknown or missing entry takes its default."""

    speed: float = 1.0
    """How fast throws and the persons' own moves are shown."""
    computers_speed: float = 1.0
    """How fast the opponents' moves are shown."""
    undo_seconds: float = 2.0
    """For which opponents wait after an answer that can be taken back (s)."""
    auto_roll: bool = True
    """Whether dice are rolled without a click where nothing else can be done."""
    sound: bool = True
    """Whether anything is heard at all."""
    knocks: float = 0.75
    """How loud cubes knock, 0 to 1 ..."""
    signals: float = 0.75
    """... drums and strings sound ..."""
    clicks: float = 0.75
    """... buttons and cards ..."""
    ambience: float = 0.25
    """... and, all the time, the season."""
    large_battles: LargeBattles = "own"
    """Which battles grow over the map; none: all fall beside it; told: no cube is seen to fall, only how it ended."""
    odds: bool = True
    """Whether odds are shown before an attack."""
    hints: bool = True
    """Whether advice and warnings are shown."""
    rating: bool = True
    """Whether finished games against opponents are kept for a rating, and that is shown."""
    reduced_motion: bool = False
    """Whether nothing moves that needn't: things change their place at once."""
    two_fingers: TwoFingers = "move"
    """What scrolling with two fingers does to a map; the wheel always zooms."""
    palette: Palette = "washi"
    language: str = ""
    """One of `shogun.base.language.OFFERED`, empty until one is chosen; tests take all `LANGUAGES`."""
    map_by_owner: bool = True
    """Whether a map's grounds show who holds what; else its regions."""
    grid: float = 1.0
    """Of the bench, mm; 0: none."""
    full_screen: bool = False
    interface_scale: float = 1.0
    size: tuple[int, int] | None = None
    """Width and height of the window when it was changed last, px; None: it never was."""
    new_games: dict[str, NewGame] = {}
    """What was chosen for the last new game, by the code of the game."""
    introduction_seen: bool = False
    """Whether the introduction was shown once."""
    lessons: list[str] = []
    """Chapters of the tutorial that were finished."""


class _FirstSettings(Struct):
    """What settings of the first format, which knew no other game than Shogun, say of the last new game."""

    seats: list[SeatChoice] = []
    side: str = "sun"
    line_up: str = "printed"
    tower: str = "classic"

    def new_game(self) -> NewGame:
        return NewGame(self.seats, {"side": self.side, "line_up": self.line_up}, self.tower)


def settings_path() -> Path:
    """Return where the settings lie."""
    return platformdirs.user_config_path("shogun") / "settings.json"


_Said = dict[str, msgspec.Raw]
"""What the file says by name, as it stands there: of another version some names and values may be unknown."""


def _decoded(data: bytes) -> _Said:
    return msgspec.json.decode(data, type=_Said)


def _encoded(said: _Said) -> bytes:
    return msgspec.json.format(msgspec.json.encode(said), indent=2)


_FILE: SharedFile[_Said] = SharedFile(dict, _decoded, _encoded, MOST_BYTES)


def load_settings() -> Settings:
    """Return the settings of the last time, the defaults if there are none; a file that can't be read is kept aside."""
    return _understood(_FILE.known(settings_path()))


def _understood(said: _Said) -> Settings:
    """Return settings, with the default in the place of each value that another version may know but this doesn't."""
    found = Settings()
    for field in msgspec.structs.fields(Settings):
        if field.name in said:
            with suppress(*UNDECODABLE):
                setattr(found, field.name, msgspec.json.decode(said[field.name], type=field.type))
    if not found.new_games:
        with suppress(*UNDECODABLE):
            first = msgspec.json.decode(msgspec.json.encode(said), type=_FirstSettings)
            found.new_games = {"shogun": first.new_game()} if first.seats else {}
    return _sane(found)


def _sane(settings: Settings) -> Settings:
    """Return the settings with the default in the place of each value that can't be chosen."""
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
    """Write what has changed in the settings since they were as `before`, by default what the file doesn't say yet.

    What another window has changed meanwhile stays, and so does what another version of the program has written and
    this one doesn't understand, until it is chosen anew. Raises OSError, and then the file is as it was.
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
    """Return a value with what has come to another one that is there since both were as `before`.

    Entries of a table are changed one by one, and a list only grows; of anything else the last word counts.
    """
    if isinstance(value, dict):
        return {**there, **{key: entry for key, entry in value.items() if key not in before or before[key] != entry}}
    if isinstance(value, list):
        return [*there, *(entry for entry in value if entry not in there and entry not in before)]
    return value


# Who uses this computer, as far as its system tells.

NOBODY = frozenset(("admin", "administrator", "debian", "guest", "nobody", "owner", "root", "runner", "ubuntu", "user"))
"""What systems call users of whom they know nothing, in small letters."""


def login_name() -> str:
    """Return the name that the user logs in with, "" if the system tells none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def given_name() -> str:
    """Return what to call the user: the first word of their full name, else their login name with a capital letter.

    "" where that is nobody's name.
    """
    login = login_name()
    words = _full_name(login).split()
    name = words[0] if words else login.capitalize()
    return name if name.isalpha() and name.lower() not in NOBODY and login.lower() not in NOBODY else ""


def _full_name(login: str) -> str:
    """Return the full name that the system knows of a user, "" if none, or if the system keeps no such table."""
    try:
        import pwd
    except ImportError:
        return ""
    try:
        return pwd.getpwnam(login).pw_gecos.split(",")[0]
    except (KeyError, ValueError):
        return ""

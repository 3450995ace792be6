"""What the window remembers between two starts, in one file of the user's configuration folder."""

from pathlib import Path
from typing import Literal

import msgspec
import platformdirs
from msgspec import Struct

Kind = Literal["person", "random", "greedy"]
SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""How fast recordings and opponents' moves are shown."""
VOLUMES = (0.0, 0.25, 0.5, 0.75, 1.0)
SCALES = (0.8, 0.9, 1.0, 1.1)
"""Sizes of the interface: at the largest everything still fits into a window of 1280x720."""


class SeatChoice(Struct, forbid_unknown_fields=False):
    """How a seat was set up in the last new game; `kind` is "person" or an opponent's name."""

    name: str
    colour: str
    mon: str
    kind: str


class Settings(Struct):
    """All that is remembered; an unknown or missing entry takes its default."""

    speed: float = 1.0
    fast_opponents: bool = False
    sound: bool = True
    volume: float = 0.75
    odds: bool = True
    """Whether odds are shown before an attack."""
    full_screen: bool = False
    interface_scale: float = 1.0
    size: tuple[int, int] = (1280, 720)
    seats: list[SeatChoice] = []
    side: str = "sun"
    line_up: str = "printed"
    tower: str = "classic"


def settings_path() -> Path:
    """Return where the settings lie."""
    return platformdirs.user_config_path("shogun") / "settings.json"


def load_settings() -> Settings:
    """Return the settings of the last time; the defaults if there are none or they can't be read."""
    try:
        return msgspec.json.decode(settings_path().read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError):
        return Settings()


def save_settings(settings: Settings) -> bool:
    """Write the settings and return whether that was possible; a game goes on without."""
    path = settings_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(settings), indent=2))
    except OSError:
        return False
    return True

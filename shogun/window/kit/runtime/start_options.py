"""Start options of the window: the agreement between the command line and the window."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from shogun.game.protocol import AnyGame, look_up
from shogun.lab.measuring.live_summary import Laboratory
from shogun.lab.measuring.tally import OddDrop

SMALLEST = (1024, 700)
"""Smallest size at which a window is drawn as it is, px; a smaller one is scaled down."""


class Playable(Protocol):
    """A game with all its parts; see `shogun.window.play.game_plugin`."""

    @property
    def rules(self) -> AnyGame:
        """The rules."""


class PlayOptions(Struct, frozen=True, kw_only=True):
    """Options of `shogun play`; the defaults are those without any option."""

    entries: Mapping[str, Playable]
    """All games by their codes, in the order in which they are offered."""
    game: str = ""
    """The code of the chosen game; empty: the first one."""
    chosen: Mapping[str, str] = {}
    """Choices on that game's sheet, by name."""
    person: str = ""
    """The player's name, until they enter one; empty: unknown."""
    introduction: bool = False
    """True if the introduction comes before the menu, unless it was seen before."""
    autoplay: bool = False
    """True if opponents play all seats, starting at once."""
    seed: int | None = None
    """The seed of a new game; None: a random one."""
    screenshot: Path | None = None
    """File for a picture of the window, taken after `after` seconds."""
    after: float | None = None
    """Seconds after which the window closes; None: it stays."""
    size: tuple[int, int] | None = None
    """Width and height of the window in pixels; None: as last time, or at first most of the screen."""
    journal: Path | None = None
    """A game to open at once."""
    position: Path | None = None
    """A position to open at once."""
    puzzle: Path | None = None
    """A puzzle to open at once."""
    laboratory: Laboratory | None = None
    """The lab that measures towers for the workshop; None: none."""
    tower: str = ""
    """A tower to open at once on the bench, by name or path."""
    picture: Path | None = None
    """A picture whose tower is opened at once."""
    watch: bool = False
    """True if that tower is only for viewing."""
    odd: OddDrop | None = None
    """A drop to show in it at once, as it was measured."""

    def games(self, code: str) -> AnyGame:
        """Return the rules of the game of this code. Raises UnknownGame."""
        return look_up(self.entries, code).rules

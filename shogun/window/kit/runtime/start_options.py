"""How the window is asked to start: the agreement between the command line and the window."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from shogun.game.protocol import AnyGame, look_up
from shogun.lab.measuring.battle_counting import OddDrop
from shogun.lab.measuring.live_summary import Laboratory

SMALLEST = (1024, 700)
"""Width and height of the smallest window that is drawn as it is, px; a smaller one shows all of it scaled down."""


class Playable(Protocol):
    """A game with all that it brings; `shogun.window.play.game_plugin` says more of it."""

    @property
    def rules(self) -> AnyGame:
        """The rules."""


class PlayOptions(Struct, frozen=True, kw_only=True):
    """What `shogun play` was told; the defaults are those without any option."""

    entries: Mapping[str, Playable]
    """All games by their codes, in the order in which they are offered."""
    game: str = ""
    """The code of the game that is meant; empty: the first one."""
    chosen: Mapping[str, str] = {}
    """What is chosen on the sheet of that game, by name."""
    person: str = ""
    """What to call whoever plays, as long as nobody has said it; empty: there is no telling."""
    introduction: bool = False
    """Whether the introduction comes before the menu, as long as it wasn't seen."""
    autoplay: bool = False
    """Opponents on all seats, starting at once."""
    seed: int | None = None
    """The seed of a new game; None: drawn anew."""
    screenshot: Path | None = None
    """Where to leave a picture of the window, after `after` seconds."""
    after: float | None = None
    """Seconds after which the window closes by itself; None: it stays."""
    size: tuple[int, int] | None = None
    """Width and height of the window in pixels; None: as it was last, at first most of the screen."""
    journal: Path | None = None
    """A game to open at once."""
    position: Path | None = None
    """A position to open at once."""
    puzzle: Path | None = None
    """A puzzle to open at once."""
    laboratory: Laboratory | None = None
    """Who measures towers for the workshop; None: nobody."""
    tower: str = ""
    """A tower to open at once on the bench, by name or path."""
    watch: bool = False
    """Whether that tower is only to be looked at."""
    odd: OddDrop | None = None
    """A drop that falls in it at once, as it was measured."""

    def games(self, code: str) -> AnyGame:
        """Return the rules of the game of this code. Raises UnknownGame."""
        return look_up(self.entries, code).rules

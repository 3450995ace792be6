"""How the window is asked to start: the agreement between the command line and the window."""

from pathlib import Path

from msgspec import Struct

from shogun.game.protocol import Games


class PlayOptions(Struct, frozen=True, kw_only=True):
    """What `shogun play` was told; the defaults are those of bare `shogun`."""

    games: Games
    """How a game is found by its code."""
    autoplay: bool = False
    """Opponents on all seats, starting at once."""
    seed: int | None = None
    """The seed of a new game; None: drawn anew."""
    screenshot: Path | None = None
    """Where to leave a picture of the window, after `after` seconds."""
    after: float | None = None
    """Seconds after which the window closes by itself; None: it stays."""
    size: tuple[int, int] | None = None
    """Width and height of the window in pixels; None: as it was last."""
    journal: Path | None = None
    """A game to open at once."""

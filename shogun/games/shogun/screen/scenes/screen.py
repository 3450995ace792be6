"""What the parts of a game's screen share."""

from collections.abc import Callable

from msgspec import Struct

from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.canvas import Act
from shogun.window.kit.scene import Application


class Screen(Struct, frozen=True, eq=False):
    """The window, what it shows of the game, and how to say that this is another one now."""

    app: Application
    model: Model
    changed: Act
    """Have everything drawn anew."""
    is_on_top: Callable[[], bool]
    """Return whether no other scene lies upon this one."""

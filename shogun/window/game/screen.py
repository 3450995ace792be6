"""What the parts of a game's screen share."""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.model import GameModel

Model_co = TypeVar("Model_co", bound=GameModel, covariant=True)


class Screen(Struct, Generic[Model_co], frozen=True, eq=False):
    """The window, what it shows of the game, and how to say that this is another one now."""

    app: Application
    model: Model_co
    changed: Act
    """Have everything drawn anew."""
    is_on_top: Callable[[], bool]
    """Return whether no other scene lies upon this one."""

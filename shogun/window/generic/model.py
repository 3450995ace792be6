"""What the generic screen shows at this moment."""

from msgspec import field

from shogun.window.play.model import GameModel


class GenericModel(GameModel, kw_only=True):
    """A game of which no more is known than what every game brings."""

    tray: dict[str, int] = field(default_factory=dict)
    """What lies on the tray after the last throw."""
    inside: dict[str, int] = field(default_factory=dict)
    """What is in the tower."""
    is_watching: bool = False
    """Whether a recording is being played."""
    has_recent: bool = False
    """Whether something has just happened that can be shown once more."""

    def forget_choice(self) -> None:
        """Choose nothing; in a game whose answers are given at once nothing is ever chosen."""

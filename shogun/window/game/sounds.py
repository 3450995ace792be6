"""What is heard of a game: some of its events, as they are told in the log."""

from collections.abc import Mapping

from shogun.window.game.screen import Screen
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.kit.sound import Effect
from shogun.window.play.model import GameModel

MOST_AT_ONCE = 3
"""More events than this at a time are shown at once and not heard."""


class LogSounds:
    """Follows the log of one game."""

    def __init__(self, screen: Screen[GameModel], signals: Mapping[type, Effect]) -> None:
        """`signals` are the sounds of kinds of events; the others are silent."""
        self._screen = screen
        self._signals = signals
        self._heard = len(screen.model.log)

    def update(self) -> None:
        """Let be heard what has been told since the last time."""
        model = self._screen.model
        fresh = model.log[self._heard :]
        self._heard = len(model.log)
        if len(fresh) > MOST_AT_ONCE or min(model.speed, model.computers_speed) >= AT_ONCE:
            return
        for line in fresh:
            if effect := self._signals.get(type(line.event)):
                self._screen.app.sounds_signal(effect)

"""What is heard of a game beside the cubes: drums for battles, coins for taxes, strings for seasons and results."""

from collections.abc import Mapping

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.presenter import Presenter
from shogun.games.shogun.screen.play.timing import is_read
from shogun.window.game.screen import Screen
from shogun.window.kit.settings import AT_ONCE
from shogun.window.kit.sound import Effect

_SIGNALS: Mapping[type[object], Effect] = {
    ev.BattleBegan: "taiko",
    ev.RevoltBroke: "taiko",
    ev.TaxesCollected: "coin",
    ev.SeasonBegan: "pluck",
    ev.WinterBegan: "pluck",
}
MOST_AT_ONCE = 3
"""More events than this at a time are shown at once and not heard."""


class GameSounds:
    """Follows the log of one game, and the cubes that are counted out."""

    def __init__(self, screen: Screen[Model], presenter: Presenter) -> None:
        self._screen = screen
        self._presenter = presenter
        self._heard = len(screen.model.log)
        self._counted = 0
        self._result = ""

    def update(self) -> None:
        """Let be heard what has happened since the last time."""
        fresh = self._screen.model.log[self._heard :]
        self._heard = len(self._screen.model.log)
        for line in fresh if len(fresh) <= MOST_AT_ONCE else ():
            effect = _SIGNALS.get(type(line.event))
            if effect and line.event and is_read(line.event, self._presenter.speed_of(line.event)):
                self._screen.app.sounds_signal(effect)
        self._count()

    def _count(self) -> None:
        """Let each cube that is counted out be heard, and the result."""
        battle, sounds = self._screen.model.battle, self._screen.app.sounds
        counted, result = (battle.counted, battle.result) if battle else (0, "")
        if self._presenter.speed < AT_ONCE:
            if counted == self._counted + 1:
                sounds.play("click")
            if result and result != self._result:
                self._screen.app.sounds_signal("pluck")
        self._counted, self._result = counted, result

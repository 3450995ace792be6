"""What is heard of a game beside the cubes: drums for battles, coins for taxes, strings for seasons and results."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen.play.timing import is_read
from shogun.window.kit.settings import AT_ONCE
from shogun.window.kit.sound import Effect

if TYPE_CHECKING:
    from shogun.games.shogun.screen.scenes.game.scene import GameScene

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

    def __init__(self, scene: "GameScene") -> None:
        self._scene = scene
        self._heard = len(scene.model.log)
        self._counted = 0
        self._result = ""

    def update(self) -> None:
        """Let be heard what has happened since the last time."""
        fresh = self._scene.model.log[self._heard :]
        self._heard = len(self._scene.model.log)
        for line in fresh if len(fresh) <= MOST_AT_ONCE else ():
            effect = _SIGNALS.get(type(line.event))
            if effect and line.event and is_read(line.event, self._scene.presenter.speed_of(line.event)):
                self._scene.app.sounds_signal(effect)
        self._count()

    def _count(self) -> None:
        """Let each cube that is counted out be heard, and the result."""
        battle, sounds = self._scene.model.battle, self._scene.app.sounds
        counted, result = (battle.counted, battle.result) if battle else (0, "")
        if self._scene.presenter.speed < AT_ONCE:
            if counted == self._counted + 1:
                sounds.play("click")
            if result and result != self._result:
                self._scene.app.sounds_signal("pluck")
        self._counted, self._result = counted, result

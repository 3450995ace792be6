"""What the game's scene does around the tower: commands of the keyboard, and battles to be watched again."""

from typing import TYPE_CHECKING

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen.play.drops import LastDrops
from shogun.games.shogun.screen.play.model import Battle
from shogun.games.shogun.screen.scenes.tower_stage import TowerStage
from shogun.table.session import Turn
from shogun.window.kit.keys import Command

if TYPE_CHECKING:
    from shogun.games.shogun.screen.scenes.game.scene import GameScene


class GameTower(TowerStage):
    """Belongs to one game's scene."""

    has_theatre = True

    def __init__(self, scene: "GameScene") -> None:
        super().__init__(scene)
        self._scene = scene
        self.drops: LastDrops = LastDrops(scene.director.session, scene.app.workers)
        self._tell_of_battle_under_way()

    def _tell_of_battle_under_way(self) -> None:
        """In a game that is resumed in the middle of a battle, say which one it is."""
        model = self._scene.model
        if model.view.waiting:
            began = (line for line in reversed(model.log) if isinstance(line.event, ev.BattleBegan | ev.RevoltBroke))
            model.battle = next((Battle(line.text) for line in began), None)

    def command(self, command: Command) -> bool:
        """Carry out a command of the keyboard and return whether it was one of these."""
        acts = {
            "skip": self.skip,
            "pause": self.pace.toggle_pause,
            "slow": self.pace.toggle_slow,
            "xray": self.toggle_xray,
            "tower": self.open_theatre,
            "again": self.watch_again,
            "slower": self.pace.slower,
            "faster": self.pace.faster,
        }
        act = acts.get(command)
        if act is not None:
            act()
        return act is not None

    def skip(self) -> None:
        """Go to the end of what is shown now, or a step on while all stands still; not again as long as it is held."""
        if self._scene.model.is_paused and self.pace.press():
            self._scene.show_next()
        else:
            super().skip()

    def open_theatre(self) -> None:
        """Show the tower as large as the window, with the last battles."""
        from shogun.games.shogun.screen.scenes.theatre import TheatreScene

        self._scene.app.push(TheatreScene(self._scene.app, self._scene))

    def watch_again(self) -> None:
        """Show the last battle once more."""
        from shogun.games.shogun.screen.scenes.theatre import TheatreScene

        theatre = TheatreScene(self._scene.app, self._scene)
        self._scene.app.push(theatre)
        theatre.again()

    def note(self, turn: Turn) -> None:
        """Keep a battle that was counted out, to be watched again."""
        if self._scene.model.battle is not None:
            self.drops.note(turn, self._scene.model.battle)

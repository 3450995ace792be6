"""Tower controls of the game's scene: keyboard commands, and battles to be watched again."""

from typing import Protocol

from pygame import Surface

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen.play.last_battles import LastDrops, WatchableDrop
from shogun.games.shogun.screen.play.shown_battle import begun, reinforced
from shogun.games.shogun.screen.scenes.battle_films import Films
from shogun.games.shogun.screen.scenes.board_scene import AroundTower, TowerScene
from shogun.games.shogun.screen.scenes.large_battles import LargeBattles
from shogun.games.shogun.screen.scenes.large_tower import TheatreScene
from shogun.table.session import Session, Turn
from shogun.window.game.showing import GameShow
from shogun.window.kit.input.keys import Command
from shogun.window.tower.films import FilmKind
from shogun.window.tower.tower_display import Picture


class GameTowerScene(TowerScene, Protocol):
    """Interface of the tower's controls to a game's scene: `scenes/game_scene.py`."""

    large_battles: LargeBattles
    showing: GameShow

    def show_theatre(self) -> TheatreScene:
        """Show the large tower, and return its scene."""


class GameTower(AroundTower):
    """Tower controls of one game's scene; the large tower, shown on top of the game, is made each time."""

    has_theatre = True

    def __init__(self, scene: GameTowerScene, session: Session) -> None:
        super().__init__(scene)
        self._scene = scene
        self.drops = LastDrops(session, scene.screen.app.workers)
        self.films = Films(scene.screen, session, self.drops)
        self._tell_of_battle_under_way()

    def _tell_of_battle_under_way(self) -> None:
        """Name the battle under way in a game that is resumed in the middle of it."""
        model = self._screen.model
        if model.view.waiting:
            for line in model.log:
                if isinstance(line.event, ev.BattleBegan | ev.RevoltBroke):
                    model.battle = begun(line.event, model.names)
                elif isinstance(line.event, ev.Reinforced) and model.battle:
                    reinforced(model.battle, line.event, model.names)

    def command(self, command: Command) -> bool:
        """Execute a keyboard command and return whether it was one of the tower's."""
        acts = {
            "skip": self.skip,
            "pause": self.pace.toggle_pause,
            "slow": self.pace.toggle_slow,
            "xray": self.toggle_xray,
            "tower": self.open_theatre,
            "again": self.watch_again,
            "film": self.save_film,
            "slower": self.pace.calm,
            "faster": self.pace.hurry,
        }
        act = acts.get(command)
        if act is not None:
            act()
        return act is not None

    def battlefield(self, size: tuple[int, int]) -> Surface:
        """Return the part of the map, at this size, around the province of a battle shown over the map."""
        return self._scene.large_battles.battlefield(size)

    def skip(self) -> None:
        """Skip to the end of the current animation, or move a step on while nothing moves; not again while held."""
        if self._screen.model.is_paused and self.pace.press():
            self._scene.showing.next()
        else:
            super().skip()
            self._scene.large_battles.finish()

    @property
    def picture_now(self) -> Picture:
        """The picture in which cubes are visible now: that of a large battle, or the one next to the map."""
        return self.picture if self._screen.model.large is None else self._scene.large_battles.picture

    def open_theatre(self) -> None:
        """Show the tower as large as the window, with the last battles."""
        self._scene.show_theatre()

    @property
    def can_watch_again(self) -> bool:
        """True if there was a battle that can be watched again."""
        return any(drop.recording is not None for drop in self.drops.all()[:1])

    def watch_again(self) -> None:
        """Show the last battle again, in slow motion with the x-ray."""
        self._scene.show_theatre().look_closely()

    def save_film(self, drop: WatchableDrop | None = None, kind: FilmKind = "webp") -> None:
        """Save a battle, by default the last one, as an animation."""
        self.films.save(drop, kind)

    def note(self, turn: Turn) -> None:
        """Keep a counted battle, to be watched again."""
        if self._screen.model.battle is not None:
            self.drops.note(turn, self._screen.model.battle)

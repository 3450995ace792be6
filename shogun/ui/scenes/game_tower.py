"""What the game's scene does around the tower: pace, x-ray, survivors that walk home, battles to be watched again."""

from typing import TYPE_CHECKING

import pygame

from shogun.rules import events as ev
from shogun.table.session import Turn
from shogun.ui.drops import LastDrops
from shogun.ui.keys import Command
from shogun.ui.model import Battle
from shogun.ui.pace import Pace
from shogun.ui.stand import picture_of
from shogun.ui.theme import INDIGO_DEEP
from shogun.ui.timing import WALK_SECONDS
from shogun.ui.walkers import March, Walkers

if TYPE_CHECKING:
    from shogun.ui.scenes.game import GameScene


class GameTower:
    """Belongs to one game's scene."""

    has_theatre = True

    def __init__(self, scene: "GameScene") -> None:
        self._scene = scene
        self.picture = picture_of(scene.stand)
        self.pace = Pace(scene.model, scene.app.settings, self._changed)
        self.walkers = Walkers()
        self.drops: LastDrops = LastDrops(scene.director.session, scene.app.workers)
        self._stepped_on = pygame.Rect(0, 0, 0, 0)
        self._tell_of_battle_under_way()

    def _tell_of_battle_under_way(self) -> None:
        """In a game that is resumed in the middle of a battle, say which one it is."""
        model = self._scene.model
        if model.view.waiting:
            began = (line for line in reversed(model.log) if isinstance(line.event, ev.BattleBegan | ev.RevoltBroke))
            model.battle = next((Battle(line.text) for line in began), None)

    def _changed(self) -> None:
        scene = self._scene
        self.picture.xray = scene.model.xray
        scene.tower.dirty = scene.prompt.dirty = True

    # Commands

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
        if self.pace.press():
            if self._scene.model.is_paused:
                self._scene.show_next()
            self._scene.presenter.skip()
            self.walkers.stop()

    def toggle_xray(self) -> None:
        """Show what is inside of the tower, or its front wall again."""
        self._scene.model.xray = not self._scene.model.xray
        self._changed()

    def open_theatre(self) -> None:
        """Show the tower as large as the window, with the last battles."""
        from shogun.ui.scenes.theatre import TheatreScene

        self._scene.app.push(TheatreScene(self._scene.app, self._scene))

    def watch_again(self) -> None:
        """Show the last battle once more."""
        from shogun.ui.scenes.theatre import TheatreScene

        theatre = TheatreScene(self._scene.app, self._scene)
        self._scene.app.push(theatre)
        theatre.again()

    # Time

    def fall(self, seconds: float) -> None:
        """Let the cubes of the drop that is played fall on."""
        scene = self._scene
        scene.stand.speed = self.pace.falling(scene.presenter.speed)
        for knock in scene.stand.update(seconds):
            scene.app.sounds_knock(knock)
        scene.model.tray = scene.stand.out_so_far
        scene.model.inside = scene.stand.inside_so_far or scene.model.inside
        scene.tower.dirty = True

    def note(self, turn: Turn) -> None:
        """Keep a battle that was counted out, to be watched again."""
        if self._scene.model.battle is not None:
            self.drops.note(turn, self._scene.model.battle)

    # Survivors

    def walk_home(self, battle: ev.BattleSettled) -> float:
        """Let the survivors of a battle begin to walk to their province; return how many seconds that takes."""
        scene = self._scene
        if battle.winner is None or scene.app.settings.reduced_motion or scene.app.scene is not scene:
            return 0.0
        clan = scene.model.seats[battle.winner].clan
        places = scene.stand.tray_places(clan.colour)[: battle.survivors]
        end = scene.board.view.anchor(battle.province)
        if not places or not scene.board.rect.collidepoint(end):
            return 0.0
        starts = [self.picture.place_of(*place) for place in places]
        seconds = WALK_SECONDS
        self.walkers.start(March(clan, starts, end, max(12, scene.em), seconds))
        return seconds

    def walk(self, seconds: float) -> None:
        """Let those who walk walk on; what they step on is drawn anew."""
        if not self.walkers.is_walking:
            return
        self._stepped_on = self.walkers.area
        self.walkers.update(seconds * self._scene.presenter.speed)
        for panel in self._scene.panels:
            panel.dirty = panel.dirty or panel.rect.colliderect(self._stepped_on)

    def clear(self, surface: pygame.Surface) -> None:
        """Wipe away between the panels where somebody walked."""
        if self._stepped_on:
            surface.fill(INDIGO_DEEP, self._stepped_on)
            self._stepped_on = pygame.Rect(0, 0, 0, 0)

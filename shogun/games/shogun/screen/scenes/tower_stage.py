"""What a scene with a tower does around it: pace, x-ray, cubes that fall, survivors that walk home."""

from collections.abc import Sequence
from typing import Protocol, cast

import pygame

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen.panels.board import BoardPanel
from shogun.games.shogun.screen.panels.tower import TowerPanel
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.presenter import Presenter
from shogun.games.shogun.screen.play.timing import WALK_SECONDS
from shogun.games.shogun.screen.walkers import March, Walkers
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application
from shogun.window.kit.theme import INDIGO_DEEP
from shogun.window.play.pace import Pace
from shogun.window.tower.stand import Stand, picture_of


class Host(Protocol):
    """The scene around the tower: a game, or its past."""

    app: Application
    model: Model
    stand: Stand
    presenter: Presenter
    board: BoardPanel
    tower: TowerPanel
    em: int

    @property
    def panels(self) -> Sequence[Panel]:
        """All panels of the scene."""

    def changed(self) -> None:
        """Have everything drawn anew."""


class TowerStage:
    """Belongs to one scene."""

    has_theatre = False

    def __init__(self, host: Host) -> None:
        self._host = host
        self.picture = picture_of(host.stand)
        self.pace = Pace(host.model, host.app.settings, self._changed)
        self.walkers = Walkers()
        self._stepped_on = pygame.Rect(0, 0, 0, 0)

    def _changed(self) -> None:
        self.picture.xray = self._host.model.xray
        self._host.changed()

    def skip(self) -> None:
        """Go to the end of what is shown now; not again as long as the key or button is held."""
        if self.pace.press():
            self._host.presenter.skip()
            self.walkers.stop()

    def toggle_xray(self) -> None:
        """Show what is inside of the tower, or its front wall again."""
        self._host.model.xray = not self._host.model.xray
        self._changed()

    def open_theatre(self) -> None:
        """The tower can be seen large only in a game that is played."""

    # Time

    def fall(self, seconds: float) -> None:
        """Let the cubes of the drop that is played fall on."""
        host = self._host
        host.stand.speed = self.pace.falling(host.presenter.speed)
        for knock in host.stand.update(seconds):
            host.app.sounds_knock(knock)
        host.model.tray = host.stand.out_so_far
        host.model.inside = host.stand.inside_so_far or host.model.inside
        host.tower.dirty = True

    # Survivors

    def walk_home(self, battle: ev.BattleSettled) -> float:
        """Let the survivors of a battle begin to walk to their province; return how many seconds that takes."""
        host, on_top = self._host, cast(object, self._host.app.scene)
        if battle.winner is None or host.app.settings.reduced_motion or on_top is not host:
            return 0.0
        clan = host.model.seats[battle.winner].clan
        places = host.stand.tray_places(clan.colour)[: battle.survivors]
        end = host.board.view.anchor(battle.province)
        if not places or not host.board.rect.collidepoint(end):
            return 0.0
        starts = [self.picture.place_of(*place) for place in places]
        self.walkers.start(March(clan, starts, end, max(12, host.em), WALK_SECONDS))
        return WALK_SECONDS

    def walk(self, seconds: float) -> None:
        """Let those who walk walk on; what they step on is drawn anew."""
        if not self.walkers.is_walking:
            return
        self._stepped_on = self.walkers.area
        self.walkers.update(seconds * self._host.presenter.speed)
        for panel in self._host.panels:
            panel.dirty = panel.dirty or panel.rect.colliderect(self._stepped_on)

    def clear(self, surface: pygame.Surface) -> None:
        """Wipe away between the panels where somebody walked."""
        if self._stepped_on:
            surface.fill(INDIGO_DEEP, self._stepped_on)
            self._stepped_on = pygame.Rect(0, 0, 0, 0)

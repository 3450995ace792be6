"""What a scene with a tower does around it: pace, x-ray, cubes that fall, survivors that walk home."""

from typing import Protocol

import pygame

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.board_view import BoardView
from shogun.games.shogun.screen.play.last_battles import WatchableDrop
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.presenter import Presenter
from shogun.games.shogun.screen.play.timing import WALK_SECONDS
from shogun.games.shogun.screen.walkers import Walkers, WalkHome
from shogun.window.game.screen import Screen
from shogun.window.kit.drawing.theme import INDIGO_DEEP
from shogun.window.play.pace import Pace
from shogun.window.tower.films import FilmKind
from shogun.window.tower.tower_display import Picture, Stand, picture_of


class TowerScene(Protocol):
    """The scene to which a tower belongs, as what is around it needs it: `scenes/board_scene.py`."""

    screen: Screen[Model]
    stand: Stand
    presenter: Presenter
    pace: Pace
    board_view: BoardView
    """The map, over which survivors walk."""


class AroundTower:
    """Belongs to one scene: a game, or its past."""

    has_theatre = False

    def __init__(self, scene: TowerScene) -> None:
        self._screen = screen = scene.screen
        self._stand = scene.stand
        self._presenter = scene.presenter
        self._map = scene.board_view
        self.picture = picture_of(scene.stand)
        self.picture.signs = pieces.cube_signs(screen.model.seats)
        self.pace = scene.pace
        self.walkers = Walkers()
        self.em = 16
        """Of the scene: walking cubes are as large."""
        self._stepped_on = pygame.Rect()

    def _changed(self) -> None:
        self.picture.xray = self._screen.model.xray
        self._screen.changed()

    @property
    def seconds(self) -> float | None:
        """How long ago the cubes of the drop were let go; None if there is no drop."""
        return self._stand.seconds

    def battlefield(self, size: tuple[int, int]) -> pygame.Surface:
        """Return nothing but paint: only in a game that is played battles are shown over the map."""
        return pygame.Surface(size)

    def skip(self) -> None:
        """Go to the end of what is shown now; not again as long as the key or button is held."""
        if self.pace.press():
            self._presenter.skip()
            self.walkers.stop()

    def toggle_xray(self) -> None:
        """Show what is inside of the tower, or its front wall again."""
        self._screen.model.xray = not self._screen.model.xray
        self._changed()

    @property
    def can_watch_again(self) -> bool:
        """Whether there was a battle that can be watched once more: only in a game that is played."""
        return False

    def watch_again(self) -> None:
        """Do nothing: the past is gone through otherwise."""

    def save_film(self, drop: WatchableDrop | None = None, kind: FilmKind = "webp") -> None:
        """Do nothing: battles are saved from a game that is played."""

    def open_theatre(self) -> None:
        """The tower can be seen large only in a game that is played."""

    # Time

    def fall(self, seconds: float) -> None:
        """Let the cubes of the drop that is played fall on."""
        model, stand = self._screen.model, self._stand
        self.picture.is_steady = self._screen.app.settings.reduced_motion
        stand.speed = self.pace.falling(self._presenter.speed)
        for knock in stand.update(seconds):
            self._screen.app.sounds_knock(knock)
        model.taps = stand.taps_so_far
        model.tray = stand.out_so_far
        model.inside = stand.inside_so_far or model.inside

    # Survivors

    @property
    def picture_now(self) -> Picture:
        """The picture in which cubes are seen now."""
        return self.picture

    def walk_home(self, battle: ev.BattleSettled) -> float:
        """Let the survivors of a battle begin to walk to their province; return how many seconds that takes."""
        screen = self._screen
        if battle.winner is None or screen.app.settings.reduced_motion or not screen.is_on_top():
            return 0.0
        clan = screen.model.seats[battle.winner].clan
        places = self._stand.tray_places(clan.colour)[: battle.survivors]
        end = self._map.anchor(battle.province)
        if not places or not self._map.rect.collidepoint(end):
            return 0.0
        starts = [self.picture_now.place_of(*place) for place in places]
        self.walkers.start(WalkHome(clan, starts, end, max(12, self.em), WALK_SECONDS))
        return WALK_SECONDS

    def walk(self, seconds: float) -> pygame.Rect | None:
        """Let those who walk walk on, and return what they step on: it is to be drawn anew; None: nobody walks."""
        if not self.walkers.is_walking:
            return None
        self._stepped_on = self.walkers.area
        self.walkers.update(seconds * self._presenter.speed)
        return self._stepped_on

    def clear(self, surface: pygame.Surface) -> None:
        """Wipe away between the panels where somebody walked."""
        if self._stepped_on:
            surface.fill(INDIGO_DEEP, self._stepped_on)
            self._stepped_on = pygame.Rect()

"""Common base of a running game and a replay: the board, the tower, and their animations."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

import pygame
from msgspec.structs import asdict

from shogun.base.language import marked
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.board_view import BoardView
from shogun.games.shogun.screen.panels.board_panel import BoardPanel
from shogun.games.shogun.screen.panels.controls import MapControls
from shogun.games.shogun.screen.panels.tower_panel import TowerPanel
from shogun.games.shogun.screen.play.last_battles import WatchableDrop
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.presenter import WALK_SECONDS, Presenter
from shogun.games.shogun.screen.scenes.layout import Shape, arrangement, lay_out
from shogun.games.shogun.screen.walkers import Walkers, WalkHome
from shogun.table.journal import Header
from shogun.table.session import Turn
from shogun.table.towers import Inside
from shogun.window.game.screen import Screen
from shogun.window.generic.panels import GenericControls
from shogun.window.generic.scene import TableScene
from shogun.window.kit.drawing.theme import INDIGO_DEEP
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.pace import Pace
from shogun.window.tower.films import FilmKind
from shogun.window.tower.tower_display import Picture, Stand, picture_of

# Controls around a scene's tower: speed, x-ray, falling cubes, and survivors walking home


class TowerScene(Protocol):
    """Interface to the scene with the tower: `scenes/board_scene.py`."""

    screen: Screen[Model]
    stand: Stand
    presenter: Presenter
    pace: Pace
    board_view: BoardView
    """The map that survivors walk over."""


class AroundTower:
    """Tower controls of one scene: a game, or its replay."""

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
        """Size of the scene's text, and so of walking cubes."""
        self._stepped_on = pygame.Rect()

    def _changed(self) -> None:
        self.picture.xray = self._screen.model.xray
        self._screen.changed()

    @property
    def seconds(self) -> float | None:
        """Seconds since the cubes of the drop were released; None without a drop."""
        return self._stand.seconds

    def battlefield(self, size: tuple[int, int]) -> pygame.Surface:
        """Return a blank surface: battles are only shown over the map in a running game."""
        return pygame.Surface(size)

    def skip(self) -> None:
        """Skip to the end of the current animation; not again while the key or button is held."""
        if self.pace.press():
            self._presenter.skip()
            self.walkers.stop()

    def toggle_xray(self) -> None:
        """Show the inside of the tower, or its front wall again."""
        self._screen.model.xray = not self._screen.model.xray
        self._changed()

    @property
    def can_watch_again(self) -> bool:
        """True if there was a battle that can be watched again: only in a running game."""
        return False

    def watch_again(self) -> None:
        """Do nothing: a replay has its own controls."""

    def save_film(self, drop: WatchableDrop | None = None, kind: FilmKind = "webp") -> None:
        """Do nothing: battles can only be saved from a running game."""

    def open_theatre(self) -> None:
        """Do nothing: the tower can only be shown large in a running game."""

    # Time

    def fall(self, seconds: float) -> None:
        """Advance the falling cubes of the current drop."""
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
        """The picture in which cubes are visible now."""
        return self.picture

    def walk_home(self, battle: ev.BattleSettled) -> float:
        """Start the survivors' walk to their province; return the seconds that it takes."""
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
        """Move the walking survivors, and return the area to be redrawn; None: nobody walks."""
        if not self.walkers.is_walking:
            return None
        self._stepped_on = self.walkers.area
        self.walkers.update(seconds * self._presenter.speed)
        return self._stepped_on

    def clear(self, surface: pygame.Surface) -> None:
        """Clear walkers from the gaps between the panels."""
        if self._stepped_on:
            surface.fill(INDIGO_DEEP, self._stepped_on)
            self._stepped_on = pygame.Rect()


PASSING = ("digest", "log")
"""Panels that are hidden at times."""

GROUNDS = marked("Map: show regions or owners")
"""Description of the key for the map's grounds."""


class BoardScene(TableScene):
    """Shows a model. Subclasses provide the tower's controls, the other controls, and the panels."""

    waits = True
    """True if winter's sheet waits for a human to see it, at any speed."""
    model: Model
    screen: Screen[Model]
    presenter: Presenter
    around_tower: AroundTower
    board: BoardPanel
    tower: TowerPanel

    def __init__(self, app: Application, game: GamePlugin, header: Header, model: Model) -> None:
        super().__init__(app, game, header, model)
        self.model.by_owner = app.settings.map_by_owner
        self.board_view = self.make_board_view()
        self.places: Mapping[str, pygame.Rect] = {}
        """Places of the panels."""
        self._is_bare = False
        """True if nothing has been drawn since the last update of the sea."""

    def make_board_view(self) -> BoardView:
        """Return the map, which is painted as soon as its size is known."""
        return BoardView(self.model.board, self.model.clans())

    def make_presenter(self) -> Presenter:
        """Return the presenter that shows turns."""
        return Presenter(
            model=self.model, stand=self.stand, telling=self.game.telling, after=self.after, knock=self.fall,
            views=self, waits=self.waits,
        )  # fmt: skip

    def layout(self, area: pygame.Rect) -> None:
        """Place each panel."""
        has_coach = self.wanted_shape().has_coach
        self.model.has_room = arrangement(area, self.em, has_coach=has_coach) != "usual"
        self.shape = self.wanted_shape()
        self.board.em = self.em
        self.board.is_still = self.app.settings.reduced_motion
        rects = lay_out(area, self.em, len(self.model.seats), self.shape)
        for panel in self.panels:
            if panel.name in rects:
                panel.place(rects[panel.name])
            elif panel.name in PASSING:
                panel.place(pygame.Rect())
        self.places = rects
        self.around_tower.em = self.em
        self.tower.arrange(self.em)

    def with_map(self, controls: GenericControls) -> MapControls:
        """Return these controls with those of the map."""
        return MapControls(
            **asdict(controls), point_at=self._point_at, point_at_clan=self._point_at_clan,
            change_grounds=self._change_grounds, fold=self._fold,
        )  # fmt: skip

    def wanted_shape(self) -> Shape:
        """Return the panels' current needs of room."""
        return Shape(is_folded=self.model.is_folded)

    # Time

    def walk(self, seconds: float) -> None:
        """Move the walking survivors."""
        if area := self.around_tower.walk(seconds):
            self.damaged(area)

    def show_tower(self, inside: Inside, tray: Mapping[str, int] | None = None) -> None:
        """Show tower and tray at rest, by default with the view's cubes on the tray."""
        super().show_tower(inside, self.model.view.tray if tray is None else tray)

    def settle(self, turn: Turn) -> None:
        """Show tower and tray after a throw and its count, with the view's cubes on the tray."""
        if turn.fall is not None:
            self.show_tower(turn.fall.inside)

    def fall(self, seconds: float) -> None:
        """Advance the falling cubes of the current drop (s)."""
        self.around_tower.fall(seconds)

    @abstractmethod
    def after(self, turn: Turn) -> None:
        """Update the model with the visible state after a turn."""

    def walk_home(self, battle: ev.BattleSettled) -> float:
        """Start the survivors' walk from the tray to their province; return its seconds at speed 1."""
        return self.around_tower.walk_home(battle)

    @property
    def shows_battles(self) -> bool:
        """True if battles are shown falling: always here, while a running game makes it optional."""
        return True

    def enlarge(self, _battle: ev.BattleSettled, *, is_persons: bool) -> float:  # noqa: ARG002
        """Return 0 seconds: battles are only shown large in a running game."""
        return 0.0

    def counted(self, turn: Turn) -> None:
        """Do nothing: battles can only be watched again in a running game."""

    def reduce(self) -> float:
        """Return 0 seconds: there is no large tower to shrink."""
        return 0.0

    # Drawing

    def draw(self, surface: pygame.Surface) -> bool:
        """Draw all changes; the panels are placed again if they need other room."""
        if self.shape != self.wanted_shape():
            self.layout(pygame.Rect((0, 0), self.size))
            self.bare()
        self.around_tower.clear(surface)
        is_other = super().draw(surface)
        self._is_bare = self._is_bare and not is_other
        return is_other

    def stir(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Move the sea."""
        if self.board.is_hidden or self.board.is_due:
            return []
        stirred = self.board.view.stir(surface, is_bare=self._is_bare)
        self._is_bare = True
        return stirred

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw the survivors on their way home."""
        self.around_tower.walkers.draw(surface)

    # Requests of panels

    def _point_at(self, province: str | None) -> None:
        self.model.hovered = province

    def _point_at_clan(self, seat: int | None) -> None:
        self.model.pointed_clan = seat

    def _fold(self) -> None:
        self.model.is_unfolded = not self.model.is_unfolded

    def _change_grounds(self) -> None:
        self.app.settings.map_by_owner = self.model.by_owner = not self.model.by_owner

    def let_go(self) -> None:
        """Note that "skip" has been released."""
        self.around_tower.pace.release()

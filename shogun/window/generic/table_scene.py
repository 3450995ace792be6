"""What a game that is played and its past have in common: a model, a tower, and the room of panels."""

from collections.abc import Mapping
from typing import Any, cast

import pygame

from shogun.table.journal import Header
from shogun.table.towers import Inside
from shogun.tower.resting_cubes import TowerState
from shogun.window.game.controls import nothing
from shogun.window.game.screen import Screen
from shogun.window.generic.layout import lay_out
from shogun.window.generic.model import GenericModel
from shogun.window.generic.panels import GenericTowerPanel
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.tower.tower_display import Stand, stand_for


class TableScene(Scene):
    """Shows a model of any game."""

    has_answers = True
    """Whether somebody may be asked something."""

    def __init__(self, app: Application, game: GamePlugin, header: Header, model: GenericModel) -> None:
        super().__init__(app)
        self.game = game
        self.game_code = game.code
        self.model = model
        self.screen: Screen[Any] = Screen(app, model, self.changed, lambda: cast(object, app.scene) is self)
        self.stand: Stand = stand_for(header.tower)
        self.has_tower = header.tower is not None

    def with_tower(self, panels: list[Panel], skip: Act = nothing) -> list[Panel]:
        """Return these panels, and the tower's if the game has one; `skip` goes to the end of what falls."""
        if not self.has_tower:
            return panels
        self.tower_panel = GenericTowerPanel(self.model, self.stand, skip)
        return [*panels, self.tower_panel]

    def layout(self, area: pygame.Rect) -> None:
        """Give each panel its room."""
        rects = lay_out(area, self.em, len(self.model.seats), has_tower=self.has_tower, has_answers=self.has_answers)
        for panel in self.panels:
            panel.place(rects[panel.name])
        if self.has_tower:
            self.tower_panel.arrange(self.em)

    def show_tower(self, inside: Inside, tray: Mapping[str, int] | None = None) -> None:
        """Show the tower at rest; unless it is said what lies on the tray, nothing does."""
        self.model.tray = {colour: count for colour, count in (tray or {}).items() if count}
        self.model.inside = inside.counts()
        self.stand.show_resting(inside.resting if isinstance(inside, TowerState) else (), self.model.tray)

    def fall(self, seconds: float) -> None:
        """Let the cubes of a drop fall on (s)."""
        for knock in self.stand.update(seconds):
            self.app.sounds_knock(knock)

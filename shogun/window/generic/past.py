"""The past of a game: its scene, which a game inherits; by itself with its view as text."""

from collections.abc import Sequence
from typing import Any

from shogun.base.language import _
from shogun.window.game.past_scene import PastScene
from shogun.window.generic.model import GenericModel
from shogun.window.generic.panels import SeatsPanel, ViewPanel
from shogun.window.generic.table_scene import TableScene
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.input.keys import Command
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.panels.history_bar import HistoryBar
from shogun.window.panels.log_panel import LogActs, LogPanel
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import Story

STEP_SECONDS = 1.0
"""How long a place is shown while the game goes by at speed 1."""


class GenericPast(PastScene, TableScene):
    """Shows a story at a place of it."""

    has_answers = False
    model_type: type[GenericModel] = GenericModel

    def __init__(
        self, app: Application, game: GamePlugin, story: Story, *, place: int = 0, back_label: str = ""
    ) -> None:
        looks = game.listing.seat_looks(story.header, story.people)
        view = game.rules.view(story.history.state(place), story.viewer)
        super().__init__(app, game, story.header, self.model_type(seats=looks, view=view, viewer=story.viewer))
        self.story = story
        self.back_label = back_label or _("Back")
        self._shown_for = 0.0
        self.make_panels()
        self.go_to(place)

    def make_panels(self) -> None:
        """Make the panels; a game that needs other parts makes them first."""
        self.log = LogPanel(self.model, LogActs(look_back=self.look_back), self.story.log)
        self.panels = self.with_tower([HistoryBar(self), *self.panels_of_game(), self.log])

    def panels_of_game(self) -> list[Panel]:
        """Return the panels that show the game."""
        return [ViewPanel(self.model), SeatsPanel(self.model)]

    # Places

    def show_place(self, place: int) -> None:
        """Show the game as it was at a place, and mark it."""
        model = self.model
        model.viewer = self.story.viewer
        model.seats = self.game.listing.seat_looks(self.story.header, self.story.people)
        self.show_state(self.story.history.state(place))
        self.show_tower(self.story.history.inside(place))
        self.mark(self.story.lines_until(place) - 1)

    def show_state(self, state: Any) -> None:
        """Show what may be seen of a state."""
        rules = self.game.rules
        self.model.view, self.model.result = rules.view(state, self.story.viewer), rules.result(state)

    def mark(self, number: int) -> None:
        """Say what a line of the log says, and how far the game has come, and mark the line."""
        self.log.mark = number
        self.moment = self.game.listing.moment(self.model.view)
        self.sentence = self.story.log[number].text if number >= 0 else _("The game begins.")
        self.changed()

    def lay_answer(self, question: Any, _moves: Sequence[Any], _other: Sequence[Any]) -> None:
        """Show the game to who was asked; a game with a screen of its own lays the answer there."""
        self.model.viewer, self.model.question = question.seat, question
        self.model.view = self.game.rules.view(self.story.history.state(self.place), question.seat)

    def lift_answer(self) -> None:
        """Ask nothing any more."""
        self.model.question = None

    def settings_changed(self) -> None:
        """Say in the language of now what has happened."""
        self.show_place(self.place)

    # Time

    def is_moving(self) -> bool:
        """Return whether the game goes by."""
        return self.is_playing and not self.model.is_paused

    def update(self, seconds: float) -> None:
        """Let the game go by."""
        self.keep_up()
        if not self.is_playing:
            return
        speed = self.app.settings.speed
        self._shown_for += seconds * (1.0 if speed >= AT_ONCE else speed)
        if self._shown_for >= STEP_SECONDS:
            self._shown_for = 0.0
            self.place = self.story.next_stop(self.place, 1)
            self.is_playing = self.place < self.story.last
            self.show_place(self.place)

    def command(self, command: Command) -> None:
        """Space and P play and stop, Home goes to the beginning."""
        acts: dict[Command, Act] = {
            "skip": self.toggle_playing, "pause": self.toggle_playing, "all": lambda: self.go_to(0),
        }  # fmt: skip
        if act := acts.get(command):
            act()
        else:
            super().command(command)

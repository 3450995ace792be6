"""The past of a game on the game's own screen: any moment of it, or all of it going by; nothing can be changed."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from shogun.base.language import _
from shogun.games.shogun import rules
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen.map.board_view import BoardView
from shogun.games.shogun.screen.panels.events import EventsPanel
from shogun.games.shogun.screen.panels.log import LogPanel
from shogun.games.shogun.screen.panels.players import PlayersPanel
from shogun.games.shogun.screen.panels.sheet import SheetPanel
from shogun.games.shogun.screen.panels.tower import TowerPanel
from shogun.games.shogun.screen.panels.track import TrackPanel
from shogun.games.shogun.screen.play.model import LogLine, Model, ShownBattle
from shogun.games.shogun.screen.play.picture import place_of
from shogun.games.shogun.screen.play.presenter import sides
from shogun.games.shogun.screen.play.story import Story, story_of_journal
from shogun.games.shogun.screen.scenes.around_tower import AroundTower
from shogun.games.shogun.screen.scenes.board_scene import BoardScene
from shogun.games.shogun.words.wording import sentence
from shogun.table.session import Turn
from shogun.window.kit.canvas import Act
from shogun.window.kit.keys import Command
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application
from shogun.window.kit.settings import AT_ONCE
from shogun.window.panels.history_bar import HistoryBar
from shogun.window.play.game_words import looks_of, moment_words
from shogun.window.tower.recorder import Recorder


class HistoryScene(BoardScene):
    """Shows a story at a place of it; its panels are the game's own, and none of their controls does anything."""

    def __init__(self, app: Application, story: Story, *, place: int = 0, back_label: str = "") -> None:
        view = rules.view(story.history.state(place), story.viewer)
        model = Model(view.board, looks_of(story.header, story.people), view, viewer=story.viewer)
        super().__init__(app, model, story.header.tower)
        self.story = story
        self.place = place
        self.is_playing = False
        self.moment = self.sentence = ""
        self.back_label = back_label or _("Back")
        self._recorder = Recorder(story, app.workers)
        self.around_tower = AroundTower(self.screen, self.stand, self.presenter, self.board)
        self.views.after, self.views.walk_home = self._after, self.around_tower.walk_home
        self.controls.look_back = self.look_back
        self._slow_down()
        self._make_panels()
        self.go_to(place)

    def _slow_down(self) -> None:
        """Show at a readable speed also what is shown at once in a game: here it is to be looked at."""
        if self.model.computers_speed == AT_ONCE:
            self.model.computers_speed = 1.0
        if self.model.speed == AT_ONCE:
            self.model.speed = 1.0

    def _make_panels(self) -> None:
        model, controls = self.model, self.controls
        self.bar = HistoryBar(self)
        self.tower = TowerPanel(model, self.around_tower)
        self.log = LogPanel(model, controls, self.story.log)
        self.panels: list[Panel] = [
            self.bar, self.board, self.tower, PlayersPanel(model, controls), self.log, SheetPanel(model, controls),
            TrackPanel(model, controls), EventsPanel(model),
        ]  # fmt: skip

    def share_board(self, view: BoardView) -> None:
        """Draw with the map of the game below, which is painted already."""
        self.board.view = view

    # Places

    def go_to(self, place: int) -> None:
        """Show the game as it was at a place."""
        self.is_playing = False
        self._show(min(max(0, place), self.story.last))

    def _show(self, place: int) -> None:
        self.place = place
        state = self.story.history.state(place)
        model = self.model
        self.presenter.stop()
        model.view = rules.view(state, self.story.viewer)
        model.result = rules.result(state)
        model.is_watching = model.is_counted = False
        model.log.clear()
        self.around_tower.walkers.stop()
        self.show_tower(self.story.history.inside(place), model.view.tray)
        self._show_events(self.story.history.steps[place - 1].events if place else ())
        self._mark()

    def _show_events(self, events: Sequence[ev.Event]) -> None:
        """Say and point out what happened at this place."""
        model = self.model
        model.battle = model.shown_province = model.shown_arrow = None
        for event in events:
            model.shown_province = place_of(event) or model.shown_province
            if isinstance(event, ev.BattleSettled):
                model.battle = ShownBattle(event.province, sides(event, model), result=sentence(event, model.names))
                model.battle.counted = model.battle.most
            elif isinstance(event, ev.BattleBegan | ev.Moved):
                model.shown_arrow = event.source, event.target

    def _mark(self) -> None:
        """Say what the last line of the log up to this place says, and mark it."""
        self._mark_line(self.story.lines_until(self.place) - 1)

    def _mark_line(self, number: int) -> None:
        self.log.mark = number
        self.moment = moment_words(self.model.view)
        self.sentence = self.story.log[number].text if number >= 0 else _("The game begins.")
        self.changed()

    def step(self, direction: int) -> None:
        """Go to the step after this one (1) or before it (-1)."""
        self.go_to(self.story.next_stop(self.place, direction))

    def turn_chapter(self, direction: int) -> None:
        """Go to the season after this one (1) or before it (-1)."""
        self.go_to(self.story.next_chapter(self.place, direction))

    # Time

    def toggle_playing(self) -> None:
        """Let the game go by from here, or stop it at the end of this step."""
        if self.is_playing:
            self.go_to(self.place)
        elif self.place < self.story.last:
            self.is_playing = True
            self.model.is_paused = False
            self.changed()

    def is_moving(self) -> bool:
        """Return whether the game goes by."""
        return self.is_playing and not self.model.is_paused

    def update(self, seconds: float) -> None:
        """Let the game go by."""
        self.board.update(seconds)
        shown = self.around_tower.pace.passing(seconds)
        if not self.is_moving():
            return
        self.walk(shown)
        if self.presenter.is_idle:
            self._next()
        if self.model.is_watching:
            self.around_tower.fall(shown)
        if self.presenter.update(shown):
            self._mark_line(self.story.lines_until(self.place) + len(self.model.log) - 1)

    def _next(self) -> None:
        """Begin to show the next step, or stop at the end; a throw waits until its recording is there."""
        if self.place >= self.story.last:
            self.go_to(self.place)
            return
        if not self._recorder.is_ready(self.place + 1):
            return
        turn = self.story.turn(self.place + 1, self._recorder.get(self.place + 1))
        self.presenter.show(turn)

    def _after(self, turn: Turn) -> None:
        """Show the game as it was after a step."""
        self.place += 1
        self.model.log.clear()
        self.model.view = rules.view(turn.after, self.story.viewer)
        self.model.result = rules.result(turn.after)
        self.changed()

    # What panels and keys ask for

    def look_back(self, line: LogLine | None = None, /) -> None:
        """Go to what a line of the log tells."""
        if line is not None:
            self.go_to(self.story.place_of(line))

    def command(self, command: Command) -> None:
        """Space and P play and stop, Home goes to the beginning; what belongs to the tower is as in a game."""
        stage = self.around_tower
        acts: dict[Command, Act] = {
            "skip": self.toggle_playing,
            "pause": self.toggle_playing,
            "all": partial(self.go_to, 0),
            "slow": stage.pace.toggle_slow,
            "slower": stage.pace.slower,
            "faster": stage.pace.faster,
            "xray": stage.toggle_xray,
        }
        if act := acts.get(command):
            act()
        else:
            super().command(command)

    def key(self, key: int) -> None:
        """End goes to the last step, Page up and Page down from season to season."""
        if key == pygame.K_END:
            self.go_to(self.story.last)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.turn_chapter(-1 if key == pygame.K_PAGEUP else 1)
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.toggle_playing()

    def entered(self) -> None:
        """Let the arrow keys go step by step."""
        self.keyboard.set_focus("timeline")

    def click(self, position: tuple[int, int]) -> None:
        """Press what lies under a point; the arrow keys go step by step as before."""
        super().click(position)
        self.keyboard.set_focus("timeline")

    def escape(self) -> None:
        """Go back."""
        self.leave()

    def leave(self) -> None:
        """Go back to where one came from."""
        self.app.pop()


def replay_game(app: Application, path: Path) -> None:
    """Show a saved game from its beginning. Raises one of `ERRORS`."""
    app.push(HistoryScene(app, story_of_journal(path), back_label=_("Back to the list")))

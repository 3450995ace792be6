"""Replay of a game on the game's own screen: any moment of it, or continuous play; nothing can be changed."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.questions import March, MarchQuestion, PlanQuestion, PlayerQuestion
from shogun.games.shogun.screen.map.board_view import BoardView
from shogun.games.shogun.screen.panels.board_panel import BoardPanel
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.panels.events_panel import EventsPanel
from shogun.games.shogun.screen.panels.game_log import game_log
from shogun.games.shogun.screen.panels.players_panel import PlayersPanel
from shogun.games.shogun.screen.panels.sheet_panel import SheetPanel
from shogun.games.shogun.screen.panels.tower_panel import TowerPanel
from shogun.games.shogun.screen.panels.turn_order_panel import TrackPanel
from shogun.games.shogun.screen.play.half_made_answers import MarchDraft, PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import ShownBattle, sides
from shogun.games.shogun.screen.play.view_after import place_of
from shogun.games.shogun.screen.scenes.board_scene import GROUNDS, AroundTower, BoardScene
from shogun.games.shogun.words import sentence
from shogun.table.session import Turn
from shogun.window.game.past_scene import PAST_KEYS
from shogun.window.generic.panels import GenericControls
from shogun.window.generic.scene import GenericPast
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.input.keys import Command, game_keys
from shogun.window.kit.runtime.scene import Application
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.panels.history_bar import HistoryBar
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import Story
from shogun.window.play.pace import Pace
from shogun.window.play.past_recordings import Recorder


class HistoryScene(GenericPast, BoardScene):
    """Shows a story at one of its places; its panels are the game's own, with their controls disabled."""

    waits = False
    model_type = Model
    own_keys = game_keys("slow", "xray", "slower", "faster", **{**PAST_KEYS, "grounds": GROUNDS})
    model: Model

    def __init__(  # noqa: PLR0913  those of any game's past, and the map
        self,
        app: Application,
        game: GamePlugin,
        story: Story,
        *,
        place: int = 0,
        back_label: str = "",
        view: BoardView | None = None,
    ) -> None:
        """Show a story from a place on, with a `view` of the map that is already painted."""
        self._painted = view
        super().__init__(app, game, story, place=place, back_label=back_label)

    def make_board_view(self) -> BoardView:
        """Return the map: that of the running game, if the replay was opened from one."""
        return self._painted or super().make_board_view()

    def make_panels(self) -> None:
        """Make the panels, after their controls' dependencies."""
        self.pace = Pace(self.model, self.app.settings, self.changed)
        self.presenter = self.make_presenter()
        self._recorder = Recorder(self.story, self.app.workers)
        self.around_tower = AroundTower(self)
        model, controls = self.model, Controls(**asdict(self.with_map(GenericControls(look_back=self.look_back))))
        self.controls = controls
        self._slow_down()
        self.board = BoardPanel(model, controls, self.board_view)
        self.tower = TowerPanel(model, self.around_tower)
        self.log = game_log(model, controls, self.story.log)
        self.panels = [
            HistoryBar(self), self.board, self.tower, PlayersPanel(model, controls), self.log,
            SheetPanel(model, controls), TrackPanel(model, controls), EventsPanel(model),
        ]  # fmt: skip

    def _slow_down(self) -> None:
        """Use a readable speed even for events that a game shows instantly."""
        if self.model.computers_speed == AT_ONCE:
            self.pace.set_computers_speed(1.0)
        if self.model.speed == AT_ONCE:
            self.pace.set_speed(1.0)

    # Places

    def show_place(self, place: int) -> None:
        """Show the game at a place, and the events there."""
        self.presenter.stop()
        self.model.is_watching = self.model.is_counted = False
        self.model.log.clear()
        self.around_tower.walkers.stop()
        super().show_place(place)
        self._show_events(self.story.history.steps[place - 1].events if place else ())

    def lay_answer(self, question: PlayerQuestion, moves: Sequence[Any], other: Sequence[Any]) -> None:
        """Show the cards of a plan, marked where the other plan differs, or a march's target."""
        super().lay_answer(question, moves, other)
        model, move, beside = self.model, moves[0], other[0]
        model.shown_province = model.shown_arrow = None
        if isinstance(question, PlanQuestion):
            model.plan = PlanDraft(question, Prospects(model.view, question.seat))
            model.plan.lay_all((*move.fields, move.bid))
            model.plan.other = (*beside.fields, beside.bid)
        elif isinstance(question, MarchQuestion):
            model.march = MarchDraft(question)
            if isinstance(move, March):
                model.march.target, model.march.armies = move.target, move.armies

    def lift_answer(self) -> None:
        """Remove the shown answer."""
        self.model.plan = self.model.march = None
        super().lift_answer()

    def _show_events(self, events: Sequence[ev.Event]) -> None:
        """Describe and highlight the events at this place."""
        model = self.model
        model.battle = model.shown_province = model.shown_arrow = None
        for event in events:
            model.shown_province = place_of(event) or model.shown_province
            if isinstance(event, ev.BattleSettled):
                model.battle = ShownBattle(
                    event.province, sides(event, model.seats), result=sentence(event, model.names)
                )
                model.battle.counted = model.battle.most
            elif isinstance(event, ev.BattleBegan | ev.Moved):
                model.shown_arrow = event.source, event.target

    # Time

    def begin_playing(self) -> None:
        """Start the animations."""
        self.model.is_paused = False

    def update(self, seconds: float) -> None:
        """Advance the replay."""
        self.keep_up()
        self.board.update(seconds)
        shown = self.pace.passing(seconds)
        if not self.is_moving():
            return
        self.walk(shown)
        if self.presenter.is_idle:
            self._next()
        if self.presenter.update(shown):
            self.mark(self.story.lines_until(self.place) + len(self.model.log) - 1)

    def _next(self) -> None:
        """Begin to show the next step, or stop at the end; a throw waits for its recording."""
        if self.place >= self.story.last:
            self.go_to(self.place)
            return
        if not self._recorder.is_ready(self.place + 1):
            return
        turn = self.story.turn(self.place + 1, self._recorder.get(self.place + 1))
        self.presenter.show(turn)

    def after(self, turn: Turn) -> None:
        """Show the game after a step."""
        self.place += 1
        self.model.log.clear()
        self.show_state(turn.after)
        self.changed()

    # Requests of panels and keys

    def command(self, command: Command) -> None:
        """Handle a key for map and tower, as in a game, or for the replay."""
        pace = self.pace
        acts: dict[Command, Act] = {
            "grounds": self.controls.change_grounds, "slow": pace.toggle_slow, "slower": pace.calm,
            "faster": pace.hurry, "xray": self.around_tower.toggle_xray,
        }  # fmt: skip
        if act := acts.get(command):
            act()
        else:
            super().command(command)

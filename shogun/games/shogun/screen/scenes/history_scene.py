"""The past of a game on the game's own screen: any moment of it, or all of it going by; nothing can be changed."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import asdict

from shogun.base.language import _
from shogun.games.shogun import rules
from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.questions import March, MarchQuestion, PlanQuestion, PlayerQuestion
from shogun.games.shogun.screen.listing import seat_looks
from shogun.games.shogun.screen.map.board_view import BoardView
from shogun.games.shogun.screen.panels.battles.tower_panel import TowerPanel
from shogun.games.shogun.screen.panels.board_panel import BoardPanel
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.panels.events_panel import EventsPanel
from shogun.games.shogun.screen.panels.game_log import game_log
from shogun.games.shogun.screen.panels.players_panel import PlayersPanel
from shogun.games.shogun.screen.panels.sheets.sheet_panel import SheetPanel
from shogun.games.shogun.screen.panels.turn_order_panel import TrackPanel
from shogun.games.shogun.screen.play.half_made_answers import MarchDraft, PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import ShownBattle, sides
from shogun.games.shogun.screen.play.view_after import place_of
from shogun.games.shogun.screen.scenes.around_tower import AroundTower
from shogun.games.shogun.screen.scenes.board_scene import GROUNDS, BoardScene
from shogun.games.shogun.words import sentence
from shogun.table.session import Turn
from shogun.window.game.controls import GameControls
from shogun.window.game.past_scene import PAST_KEYS, PastScene
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.input.keys import Command, game_keys
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.panels.history_bar import HistoryBar
from shogun.window.play.game_plugin import brought
from shogun.window.play.game_story import Story
from shogun.window.play.past_recordings import Recorder


class HistoryScene(PastScene, BoardScene):
    """Shows a story at a place of it; its panels are the game's own, and none of their controls does anything."""

    waits = False
    own_keys = game_keys("slow", "xray", "slower", "faster", **{**PAST_KEYS, "grounds": GROUNDS})

    def __init__(
        self, app: Application, story: Story, *, place: int = 0, back_label: str = "", view: BoardView | None = None
    ) -> None:
        """Show a story from a place on, with a `view` of the map that is painted already."""
        self.game = brought(app.options, story.header.game)
        seen = rules.view(story.history.state(place), story.viewer)
        looks = seat_looks(story.header, story.people)
        model = Model(board=seen.board, seats=looks, view=seen, viewer=story.viewer)
        super().__init__(app, model, story.header.tower, view)
        self.story = story
        self.back_label = back_label or _("Back")
        self._recorder = Recorder(story, app.workers)
        self.around_tower = AroundTower(self)
        self.controls = Controls(**asdict(self.with_map(GameControls(look_back=self.look_back))))
        self._slow_down()
        self._make_panels()
        self.go_to(place)

    def _slow_down(self) -> None:
        """Show at a readable speed also what is shown at once in a game: here it is to be looked at."""
        pace = self.around_tower.pace
        if self.model.computers_speed == AT_ONCE:
            pace.set_computers_speed(1.0)
        if self.model.speed == AT_ONCE:
            pace.set_speed(1.0)

    def _make_panels(self) -> None:
        model, controls = self.model, self.controls
        self.bar = HistoryBar(self)
        self.board = BoardPanel(model, controls, self.board_view)
        self.tower = TowerPanel(model, self.around_tower)
        self.log = game_log(model, controls, self.story.log)
        self.panels: list[Panel] = [
            self.bar, self.board, self.tower, PlayersPanel(model, controls), self.log, SheetPanel(model, controls),
            TrackPanel(model, controls), EventsPanel(model),
        ]  # fmt: skip

    # Places

    def show_place(self, place: int) -> None:
        """Show the game as it was at a place, and mark it."""
        state = self.story.history.state(place)
        model = self.model
        self.presenter.stop()
        model.viewer, model.seats = self.story.viewer, seat_looks(self.story.header, self.story.people)
        model.view = rules.view(state, model.viewer)
        model.result = rules.result(state)
        model.is_watching = model.is_counted = False
        model.log.clear()
        self.around_tower.walkers.stop()
        self.show_tower(self.story.history.inside(place), model.view.tray)
        self._show_events(self.story.history.steps[place - 1].events if place else ())
        self._mark()

    def lay_answer(self, question: PlayerQuestion, moves: Sequence[Any], other: Sequence[Any]) -> None:
        """Lay the cards of a plan, marked where those of the other lie elsewhere, or aim a march."""
        model, move, beside = self.model, moves[0], other[0]
        model.viewer, model.question = question.seat, question
        model.view = rules.view(self.story.history.state(self.place), question.seat)
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
        """Lay nothing any more."""
        self.model.question = self.model.plan = self.model.march = None

    def _show_events(self, events: Sequence[ev.Event]) -> None:
        """Say and point out what happened at this place."""
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

    def _mark(self) -> None:
        """Say what the last line of the log up to this place says, and mark it."""
        self._mark_line(self.story.lines_until(self.place) - 1)

    def _mark_line(self, number: int) -> None:
        self.log.mark = number
        self.moment = self.game.listing.moment(self.model.view)
        self.sentence = self.story.log[number].text if number >= 0 else _("The game begins.")
        self.changed()

    def settings_changed(self) -> None:
        """Say in the language of now what has happened."""
        self.show_place(self.place)

    # Time

    def begin_playing(self) -> None:
        """Let nothing stand still any more."""
        self.model.is_paused = False

    def is_moving(self) -> bool:
        """Return whether the game goes by."""
        return self.is_playing and not self.model.is_paused

    def update(self, seconds: float) -> None:
        """Let the game go by."""
        self.keep_up()
        self.board.update(seconds)
        shown = self.around_tower.pace.passing(seconds)
        if not self.is_moving():
            return
        self.walk(shown)
        if self.presenter.is_idle:
            self._next()
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

    def after(self, turn: Turn) -> None:
        """Show the game as it was after a step."""
        self.place += 1
        self.model.log.clear()
        self.model.view = rules.view(turn.after, self.story.viewer)
        self.model.result = rules.result(turn.after)
        self.changed()

    # What panels and keys ask for

    def command(self, command: Command) -> None:
        """Space and P play and stop, Home goes to the beginning; what belongs to the tower is as in a game."""
        stage = self.around_tower
        acts: dict[Command, Act] = {
            "skip": self.toggle_playing,
            "pause": self.toggle_playing,
            "all": partial(self.go_to, 0),
            "grounds": self.controls.change_grounds,
            "slow": stage.pace.toggle_slow,
            "slower": stage.pace.calm,
            "faster": stage.pace.hurry,
            "xray": stage.toggle_xray,
        }
        if act := acts.get(command):
            act()
        else:
            super().command(command)

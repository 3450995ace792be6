"""The game on the screen: its presenter, questions, players' answers, and panels."""

from collections.abc import Sequence
from typing import Any

import pygame
from msgspec.structs import asdict

from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.questions import Choice, Move, Plan
from shogun.games.shogun.screen.panels.board_panel import PROVINCE, BoardPanel
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.panels.events_panel import EventsPanel
from shogun.games.shogun.screen.panels.game_log import DigestPanel, game_log
from shogun.games.shogun.screen.panels.players_panel import PlayersPanel
from shogun.games.shogun.screen.panels.prompt_panel import ANSWER, PromptPanel
from shogun.games.shogun.screen.panels.sheet_panel import SheetPanel
from shogun.games.shogun.screen.panels.tower_panel import TowerPanel
from shogun.games.shogun.screen.panels.turn_order_panel import TrackPanel
from shogun.games.shogun.screen.play.half_made_answers import Steps as PlanSteps
from shogun.games.shogun.screen.play.last_battles import WatchableDrop
from shogun.games.shogun.screen.play.model import Digest, Model
from shogun.games.shogun.screen.play.presenter import Presenter
from shogun.games.shogun.screen.play.turn_digest import digest
from shogun.games.shogun.screen.scenes.answering import GameAnswers, PlanningDesk, ShogunQuestions, waiting
from shogun.games.shogun.screen.scenes.board_scene import GROUNDS, BoardScene
from shogun.games.shogun.screen.scenes.end_of_game import EndOfGameScene
from shogun.games.shogun.screen.scenes.game_keys import GameKeys
from shogun.games.shogun.screen.scenes.game_odds import GameOdds, ShogunHint
from shogun.games.shogun.screen.scenes.game_tower import GameTower
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.games.shogun.screen.scenes.large_battles import LargeBattles, ShownSoFar, Unshown, unshown
from shogun.games.shogun.screen.scenes.large_tower import TheatreScene
from shogun.games.shogun.screen.scenes.layout import Shape
from shogun.games.shogun.screen.scenes.sounds import GameSounds
from shogun.table.session import Session, Turn
from shogun.window.game.screen import Screen
from shogun.window.game.undo import Steps
from shogun.window.generic.scene import Beginning, GenericScene
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.drawing.theme import INDIGO_DEEP
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.input.keys import GAME, Command, game_keys
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.routes import ToRules
from shogun.window.play.game_story import Story
from shogun.window.play.model import LogLine, Waiting

ANSWERS = (ANSWER, "special-", "draw-deck", "exchange", "group-", "stay", "go-on-year")
"""Prefixes of the names of places, besides provinces, that answer any question but a plan."""


class GameScene(GenericScene, BoardScene):
    """One game of Shogun; battles grow over its map."""

    model_type = Model
    past_type: type[HistoryScene] = HistoryScene
    questions_type = ShogunQuestions
    hint_type = ShogunHint
    own_keys = game_keys(*(row.command for row in GAME), grounds=GROUNDS)
    model: Model
    screen: Screen[Model]
    questions: ShogunQuestions
    presenter: Presenter
    controls: Controls
    around_tower: GameTower
    _left: Unshown | None = None
    """The part of the game that was being shown when it was closed."""
    _uncovered = pygame.Rect()
    """Area of a large battle before it shrank."""

    def beginning(self, session: Session, log: list[LogLine]) -> Beginning:
        """Return the game before the battle that was being shown when it was closed, if there was one."""
        left = self._left = unshown(self.game, session)
        if left is None:
            return super().beginning(session, log)
        first = left.turns[0]
        return Beginning(first.before, left.inside, [line for line in log if line.n < first.n])

    def make_presenter(self) -> Presenter:
        """Return the presenter that shows turns."""
        return BoardScene.make_presenter(self)

    def make_parts(self, session: Session, state: Any, _steps: Steps | None = None) -> None:
        """Make the parts of the scene, including those that only this game has."""
        self.desk = PlanningDesk(session)
        self.plan_steps = PlanSteps()
        super().make_parts(session, state, self.plan_steps)
        self.around_tower = GameTower(self, session)
        self.large_battles = LargeBattles(self)
        self.shown_so_far = ShownSoFar(session)
        self.sounds = GameSounds(self.screen, self.presenter)
        self.odds = GameOdds(self.screen, session)
        self.answering = GameAnswers(self.screen, self.answer, self.presenter.skip)
        if self._left is not None:
            self.driver.turns.extend(self._left.turns)
            self.around_tower.drops.begin_at(self._left.place)

    def make_controls(self) -> Controls:
        """Return the controls of a player."""
        answering, adviser = self.answering, self.adviser
        return Controls(
            **asdict(self.with_map(super().make_controls())), alter_plan=answering.alter_plan,
            set_armies=answering.set_armies, click_province=answering.click_province, take_hint=adviser.take,
            close_hint=adviser.close, replay_digest=self._replay_digest, close_digest=answering.close_digest,
            open_rule=self._open_rule, show_end=self.tell_end, go_on=self.presenter.skip,
        )  # fmt: skip

    def make_panels(self) -> None:
        """Make the panels, after all other parts."""
        model, controls = self.model, self.controls
        self.prompt = PromptPanel(model, controls)
        self.board = BoardPanel(model, controls, self.board_view)
        self.tower = TowerPanel(model, self.around_tower)
        self.players = PlayersPanel(model, controls, self.seats_to_change)
        self.log = game_log(model, controls)
        self.sheet, self.track = SheetPanel(model, controls), TrackPanel(model, controls)
        self.panels: list[Panel] = [
            self.prompt, self.board, self.sheet, self.tower, self.players, DigestPanel(model, controls), self.log,
            self.track, EventsPanel(model), self.large_battles.panel,
        ]  # fmt: skip
        self.keys = GameKeys(model, controls, self.board)

    def layout(self, area: pygame.Rect) -> None:
        """Place each panel, and a large battle over board and sheet."""
        super().layout(area)
        self.large_battles.em = self.em
        if "stage" in self.places:
            self.large_battles.panel.give_room(self.places["stage"])
            return
        top, right = self.prompt.rect.bottom, (self.board.rect.right + self.tower.rect.left) // 2
        self.large_battles.panel.give_room(pygame.Rect(area.left, top, right - area.left, area.bottom - top))

    def wanted_shape(self) -> Shape:
        """Return the sheet's need of room for a plan or the draft, and whether there is a digest."""
        model = self.model
        is_wide = model.plan is not None or model.is_setting_up
        asks_special = isinstance(model.question, Choice) and model.question.topic == "special"
        return Shape(is_wide, model.is_folded, model.digest is not None, asks_special=asks_special)

    # Time

    def is_moving(self) -> bool:
        """Return whether something is being shown."""
        return self.model.is_seen and super().is_moving()

    def update(self, seconds: float) -> None:
        """Show past events, then ask the next question."""
        self.board.update(seconds)
        if self.plan_steps.look(self.model.plan):
            self.undoing.show()
        self.desk.watch(self.model.plan)
        super().update(seconds)

    def show(self, seconds: float) -> None:
        """Advance all animations and sounds (s)."""
        shown = self.pace.passing(seconds)
        self.large_battles.update(shown)
        self.around_tower.films.update(seconds)
        self.showing.update(shown)
        self.walk(shown)
        self.sounds.update(seconds)
        if not self.showing.is_over:
            self.odds.rest()

    def ask(self) -> None:
        """Ask the next question, and compute its odds."""
        super().ask()
        self.odds.update()

    def show_advice(self) -> None:
        """Do nothing: the sheet shows the advice."""

    def draw(self, surface: pygame.Surface) -> bool:
        """Draw all changes, with a large battle on top of all that it covers."""
        surface.fill(INDIGO_DEEP, self._uncovered)
        self._uncovered = pygame.Rect()
        large = self.large_battles.panel
        under = (panel for panel in self.open_panels() if panel is not large and panel.rect.colliderect(large.rect))
        large.dirty = large.dirty or any(panel.is_due for panel in under)
        return super().draw(surface)

    def cover(self, *, is_whole: bool) -> None:
        """Hide the panels under a large battle that has fully grown, or show them again."""
        for panel in (self.board, self.sheet):
            panel.dirty, panel.is_hidden = panel.dirty or panel.is_hidden, is_whole

    def uncover(self, area: pygame.Rect) -> None:
        """Redraw everything that a large battle has covered, including the gaps between the panels."""
        self._uncovered = self._uncovered.union(area) if self._uncovered.width else area
        self.damaged(area)

    @property
    def shows_battles(self) -> bool:
        """True if battles are shown falling and being counted out, not only by their result."""
        return self.app.settings.large_battles != "told"

    def enlarge(self, battle: BattleSettled, *, is_persons: bool) -> float:
        """Show the tower large before a battle falls, if the settings ask for it; return the seconds of its growth."""
        return self.large_battles.enlarge(battle, is_persons=is_persons)

    def counted(self, turn: Turn) -> None:
        """Keep a battle after its result has been shown."""
        self.around_tower.note(turn)

    def reduce(self) -> float:
        """Shrink a large tower; return the seconds that it takes at speed 1."""
        return self.large_battles.reduce()

    def after(self, turn: Turn) -> None:
        """Show the game after a turn that was shown to its end."""
        super().after(turn)
        self.shown_so_far.note(turn)

    def show_resting(self) -> None:
        """Show the session's tower, and the tray."""
        session = self.driver.session
        self.show_tower(session.inside, session.view(None).tray)

    def halt(self) -> None:
        """Stop all animations except the presenter's."""
        self.around_tower.walkers.stop()
        self.large_battles.stop()

    # Requests of the parts

    def past_scene(self, story: Story, back_label: str) -> HistoryScene:
        """Return the scene of the replay, drawn with this one's map."""
        view, place = self.board_view, story.last
        return self.past_type(self.app, self.game, story, place=place, back_label=back_label, view=view)

    def digest(self, seat: int) -> Digest | None:
        """Return the digest of events since a seat was last asked; None if there is nothing worth mentioning."""
        self.history.follow(self.driver.session.course.answers)
        return digest(self.history, seat)

    def _replay_digest(self) -> None:
        """Show the events since the last turn again."""
        if told := self.model.digest:
            self.replay(told.place)

    def show_theatre(self) -> TheatreScene:
        """Show the large tower and return its scene."""
        theatre = TheatreScene(self.app, self)
        self.app.push(theatre)
        return theatre

    def watch(self, drop: WatchableDrop) -> None:
        """Show a battle again in the large tower."""
        self.show_theatre().replay(drop)

    def confirm(self) -> None:
        """Continue after a pause, or commit a complete answer: a march with its target, a whole plan."""
        self.answering.confirm()

    def draft(self, move: Move) -> None:
        """Enter an advised plan, or the target of a march."""
        self.answering.lay(move)

    def begin_with(self, move: Move) -> None:
        """Lay an earlier plan, so that single cards of it can be changed."""
        if isinstance(move, Plan):
            self.answering.lay(move)

    def waiting(self) -> Sequence[Waiting]:
        """Return the players who plan at the same time, and which of them have finished."""
        return waiting(self.model)

    def hide(self, seat: int) -> None:
        """Hand the screen over to the human of a seat; nothing is pointed at any more."""
        self.controls.point_at(None)
        super().hide(seat)

    def _open_rule(self, number: str) -> None:
        self.app.go(ToRules(number, self.game_code))

    def tell_end(self) -> None:
        """Show the winner and the statistics when the game is over."""
        if self.model.result is not None:
            self.app.push(EndOfGameScene(self.app, self))

    def forget(self) -> None:
        """Cancel all requests for odds and advice."""
        self.odds.forget()
        super().forget()

    # Requests of the window

    def rule(self) -> str:
        """Return the rule of the question, or of the phase."""
        return self.prompt.rule()

    def close_topmost(self) -> bool:
        """Skip a large battle, put back a card or a target, or close a slip or the board of plans."""
        model = self.model
        if model.large is not None and not self.presenter.is_idle:
            self.presenter.skip()
        elif not (self.answering.put_away() or super().close_topmost() or self.answering.lift_aim()):
            return self._close_slips()
        return True

    def _close_slips(self) -> bool:
        """Close the digest, or fold the unfolded board of plans."""
        model = self.model
        if model.digest is not None:
            self.answering.close_digest()
        elif model.is_unfolded and not model.is_folded:
            self.controls.fold()
        else:
            return False
        self.changed()
        return True

    def command(self, command: Command) -> None:
        """Handle a command key."""
        if command == "skip":
            self.showing.grace.end()
        if not (self.around_tower.command(command) or self.keys.command(command)):
            super().command(command)

    def key(self, key: int) -> None:
        """Handle a digit or Enter, which also continues after the result of a large battle."""
        if key in ENTER and self.large_battles.panel.is_told:
            self.presenter.skip()
        else:
            self.keys.key(key)

    def choosable(self) -> list[HitRegion]:
        """Return the provinces that can be chosen, from west to east, then cards, groups and buttons that answer.

        For a plan these are the hand's cards or, while a card is held, the fields, the empty ones first; for a full
        plan the button that commits it comes first.
        """
        plan = self.model.plan
        provinces = sorted(self.board.choosable(), key=lambda place: place.rect.centerx)
        others = [place for panel in (self.sheet, self.track, self.prompt) for place in panel.places() if place.enabled]
        if plan is None:
            answers = [place for place in others if place.name.startswith(ANSWERS)]
            return [*provinces, *sorted(answers, key=lambda place: not place.main)]
        if plan.card is not None:
            fields = {f"field-{number}": card for number, card in enumerate(plan.fields)}
            return sorted((place for place in others if place.name in fields), key=lambda p: fields[p.name] is not None)
        hand = [f"{PROVINCE}{card}" if isinstance(card, str) else f"card-{card}" for card in plan.hand()]
        commit = [place for place in others if place.name == "commit"]
        return [*commit, *(place for place in (*provinces, *others) if place.name in hand)]

    def unkept(self) -> str:
        """Return a warning if the game isn't being saved any more, or the current plan can't be saved."""
        return super().unkept() or self.desk.unkept()

    def closing(self) -> None:
        """Close the journal, which has every answer already; an unfinished plan is saved to the last second."""
        self.desk.put_aside(self.model.plan)
        self.odds.close()
        self.sounds.stop()
        super().closing()

"""The game on the screen: who shows, asks and takes the players' clicks, and where their panels are."""

from collections.abc import Sequence
from typing import Any

import pygame
from msgspec.structs import asdict

from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.questions import Choice, Move, Question
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
from shogun.games.shogun.screen.play.plan_words import digest
from shogun.games.shogun.screen.play.presenter import Presenter
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
from shogun.games.shogun.words import prompt
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
"""How the names of places begin, beside provinces, that answer anything but a plan."""


class GameScene(GenericScene, BoardScene):
    """One game of Shogun, over whose map battles grow."""

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
    """What of the game was being shown when it ended."""
    _uncovered = pygame.Rect()
    """Where a large battle was drawn before it became smaller."""

    def beginning(self, session: Session, log: list[LogLine]) -> Beginning:
        """Return the game as it was before the battle that was being shown when it ended, if one was."""
        left = self._left = unshown(self.game, session)
        if left is None:
            return super().beginning(session, log)
        first = left.turns[0]
        return Beginning(first.before, left.inside, [line for line in log if line.n < first.n])

    def make_presenter(self) -> Presenter:
        """Return what shows turns."""
        return BoardScene.make_presenter(self)

    def make_parts(self, session: Session, state: Any, _steps: Steps | None = None) -> None:
        """Make all who work for the scene, also those who do in no other game."""
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
        """Return what a player can do."""
        answering, adviser = self.answering, self.adviser
        return Controls(
            **asdict(self.with_map(super().make_controls())), alter_plan=answering.alter_plan,
            set_armies=answering.set_armies, click_province=answering.click_province, take_hint=adviser.take,
            close_hint=adviser.close, replay_digest=self._replay_digest, close_digest=answering.close_digest,
            open_rule=self._open_rule, show_end=self.tell_end, go_on=self.presenter.skip,
        )  # fmt: skip

    def make_panels(self) -> None:
        """Make the panels, when all else is there."""
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
        """Give each panel its room, and a large battle that of board and sheet."""
        super().layout(area)
        self.large_battles.em = self.em
        if "stage" in self.places:
            self.large_battles.panel.give_room(self.places["stage"])
            return
        top, right = self.prompt.rect.bottom, (self.board.rect.right + self.tower.rect.left) // 2
        self.large_battles.panel.give_room(pygame.Rect(area.left, top, right - area.left, area.bottom - top))

    def wanted_shape(self) -> Shape:
        """Return whether the sheet needs more room, for a plan or the draft, or none, and whether a digest is told."""
        model = self.model
        is_wide = model.plan is not None or model.is_setting_up
        asks_special = isinstance(model.question, Choice) and model.question.topic == "special"
        return Shape(is_wide, model.is_folded, model.digest is not None, asks_special=asks_special)

    # Time

    def is_moving(self) -> bool:
        """Return whether something is being shown."""
        return self.model.is_seen and super().is_moving()

    def update(self, seconds: float) -> None:
        """Show what has happened, then ask what is to be asked."""
        self.board.update(seconds)
        if self.plan_steps.look(self.model.plan):
            self.undoing.show()
        self.desk.watch(self.model.plan)
        super().update(seconds)

    def show(self, seconds: float) -> None:
        """Let time pass (s) for all that is shown, and heard."""
        shown = self.pace.passing(seconds)
        self.large_battles.update(shown)
        self.around_tower.films.update(seconds)
        self.showing.update(shown)
        self.walk(shown)
        self.sounds.update(seconds)
        if not self.showing.is_over:
            self.odds.rest()

    def ask(self) -> None:
        """Ask what is to be asked, and have odds grow for it."""
        super().ask()
        self.odds.update()

    def show_advice(self) -> None:
        """Show it on the sheet, which does so itself."""

    def draw(self, surface: pygame.Surface) -> bool:
        """Draw what has changed; a large battle lies upon all that it covers."""
        surface.fill(INDIGO_DEEP, self._uncovered)
        self._uncovered = pygame.Rect()
        large = self.large_battles.panel
        under = (panel for panel in self.open_panels() if panel is not large and panel.rect.colliderect(large.rect))
        large.dirty = large.dirty or any(panel.is_due for panel in under)
        return super().draw(surface)

    def cover(self, *, is_whole: bool) -> None:
        """Hide what lies under a large battle that has grown, or show it again."""
        for panel in (self.board, self.sheet):
            panel.dirty, panel.is_hidden = panel.dirty or panel.is_hidden, is_whole

    def uncover(self, area: pygame.Rect) -> None:
        """Have all drawn anew that a large battle has covered, also between the panels."""
        self._uncovered = self._uncovered.union(area) if self._uncovered.width else area
        self.damaged(area)

    @property
    def shows_battles(self) -> bool:
        """Whether battles are seen to fall and be counted out, and not only told."""
        return self.app.settings.large_battles != "told"

    def enlarge(self, battle: BattleSettled, *, is_persons: bool) -> float:
        """Show the tower large before a battle falls, if that is wanted of it; return how long it grows, s."""
        return self.large_battles.enlarge(battle, is_persons=is_persons)

    def counted(self, turn: Turn) -> None:
        """Keep a battle whose end has just been told."""
        self.around_tower.note(turn)

    def reduce(self) -> float:
        """Let a large tower go; return how long that takes at speed 1, s."""
        return self.large_battles.reduce()

    def after(self, turn: Turn) -> None:
        """Show the game as it is after a turn, which was shown to its end."""
        super().after(turn)
        self.shown_so_far.note(turn)

    def show_resting(self) -> None:
        """Show the tower as the session has it, and the tray."""
        session = self.driver.session
        self.show_tower(session.inside, session.view(None).tray)

    def halt(self) -> None:
        """Let nothing move any more beside what the presenter shows."""
        self.around_tower.walkers.stop()
        self.large_battles.stop()

    # What the parts ask for

    def past_scene(self, story: Story, back_label: str) -> HistoryScene:
        """Return the scene of the past, which is drawn with this one's map."""
        view, place = self.board_view, story.last
        return self.past_type(self.app, self.game, story, place=place, back_label=back_label, view=view)

    def digest(self, seat: int) -> Digest | None:
        """Return what has happened since a seat was asked last; None: nothing of note."""
        self.history.follow(self.driver.session.course.answers)
        return digest(self.history, seat)

    def _replay_digest(self) -> None:
        """Show what has happened since the last turn once more."""
        if told := self.model.digest:
            self.replay(told.place)

    def show_theatre(self) -> TheatreScene:
        """Show the large tower and return its scene."""
        theatre = TheatreScene(self.app, self)
        self.app.push(theatre)
        return theatre

    def watch(self, drop: WatchableDrop) -> None:
        """Show a battle once more in the large tower."""
        self.show_theatre().replay(drop)

    def question_text(self, question: Question, names: Sequence[str]) -> str:
        """Return a question as a sentence."""
        return prompt(question, names)

    def confirm(self) -> None:
        """Go on from what was seen, or commit what is complete: a march with its target, a whole plan."""
        self.answering.confirm()

    def draft(self, move: Move) -> None:
        """Lay a plan that is advised, or aim a march."""
        self.answering.lay(move)

    def waiting(self) -> Sequence[Waiting]:
        """Return who plans at the same time, and who of them has done so."""
        return waiting(self.model)

    def hide(self, seat: int) -> None:
        """Have the screen handed over to the person of a seat; nothing is pointed at any more."""
        self.controls.point_at(None)
        super().hide(seat)

    def _open_rule(self, number: str) -> None:
        self.app.go(ToRules(number, self.game_code))

    def tell_end(self) -> None:
        """Show who has won, and all that there is to say of it, when the game is over."""
        if self.model.result is not None:
            self.app.push(EndOfGameScene(self.app, self))

    def forget(self) -> None:
        """Want no odds and no advice any more."""
        self.odds.forget()
        super().forget()

    # What the window asks for

    def rule(self) -> str:
        """Return the rule of what is asked, or of the phase."""
        return self.prompt.rule()

    def close_topmost(self) -> bool:
        """Go to the end of a large battle, put back what is in hand or aimed, or close a slip or the board of plans."""
        model = self.model
        if model.large is not None and not self.presenter.is_idle:
            self.presenter.skip()
        elif not (self.answering.put_away() or super().close_topmost() or self.answering.lift_aim()):
            return self._close_slips()
        return True

    def _close_slips(self) -> bool:
        """Close what is said of what has happened, or fold the board of plans that was unfolded."""
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
        """Take a key of the table."""
        if command == "skip":
            self.showing.grace.end()
        if not (self.around_tower.command(command) or self.keys.command(command)):
            super().command(command)

    def key(self, key: int) -> None:
        """Take a digit or Enter, which goes on from the result of a large battle too."""
        if key in ENTER and self.large_battles.panel.is_told:
            self.presenter.skip()
        else:
            self.keys.key(key)

    def choosable(self) -> list[HitRegion]:
        """Return the provinces that can be chosen, from west to east, then cards, groups and buttons that answer.

        Of a plan these are what is in the hand or, while a card is held, the fields, the empty ones first; but first
        of all to commit a plan that is full.
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
        """Return that the game isn't saved any more, or that the plan that is being laid can't be kept, if so."""
        return super().unkept() or self.desk.unkept()

    def closing(self) -> None:
        """Close the journal: every answer is in it already; of a plan that is being laid, the last second too."""
        self.desk.put_aside(self.model.plan)
        self.odds.close()
        self.sounds.stop()
        super().closing()

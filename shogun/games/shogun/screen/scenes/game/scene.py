"""The game on the screen: who shows, asks and takes the players' clicks, and where their panels are."""

from pathlib import Path

import pygame

from shogun.base.language import _
from shogun.games.shogun import rules
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.screen.listing import seat_looks
from shogun.games.shogun.screen.panels.battles.tower_panel import TowerPanel
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.panels.digest_panel import DigestPanel
from shogun.games.shogun.screen.panels.events_panel import EventsPanel
from shogun.games.shogun.screen.panels.game_log import game_log
from shogun.games.shogun.screen.panels.players_panel import PlayersPanel
from shogun.games.shogun.screen.panels.prompt_panel import PromptPanel
from shogun.games.shogun.screen.panels.sheets.sheet_panel import SheetPanel
from shogun.games.shogun.screen.panels.turn_order_panel import TrackPanel
from shogun.games.shogun.screen.play.last_battles import WatchableDrop
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.plan_steps import Steps
from shogun.games.shogun.screen.scenes.board_scene import BoardScene
from shogun.games.shogun.screen.scenes.end_of_game import EndOfGameScene
from shogun.games.shogun.screen.scenes.game.answers import GameAnswers
from shogun.games.shogun.screen.scenes.game.game_hint import ShogunHint
from shogun.games.shogun.screen.scenes.game.game_keys import GameKeys
from shogun.games.shogun.screen.scenes.game.game_odds import GameOdds
from shogun.games.shogun.screen.scenes.game.large_battles import LargeBattles
from shogun.games.shogun.screen.scenes.game.layout import Shape
from shogun.games.shogun.screen.scenes.game.looking_back import GameHistory
from shogun.games.shogun.screen.scenes.game.person_questions import ShogunQuestions
from shogun.games.shogun.screen.scenes.game.plan_laying import PlanningDesk, waiting
from shogun.games.shogun.screen.scenes.game.sounds import GameSounds
from shogun.games.shogun.screen.scenes.game.tower import GameTower
from shogun.games.shogun.screen.scenes.game.unshown import ShownSoFar, unshown
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.games.shogun.screen.scenes.large_tower import TheatreScene
from shogun.games.shogun.words.wording import prompt
from shogun.table.running.session import Session
from shogun.table.running.turn import Turn
from shogun.window.game.seat_control import GameSeats, only_person, people
from shogun.window.game.showing import GameShow
from shogun.window.game.undo import GameUndo
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.drawing.theme import INDIGO_DEEP
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.input.keys import Command
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.routes import ToRules
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.game_plugin import brought
from shogun.window.play.game_story import Story
from shogun.window.play.log import LogLine
from shogun.window.play.rating_lines import keeper_of_ends
from shogun.window.play.session_driver import SessionDriver
from shogun.window.scenes.pause import PauseScene


class GameScene(BoardScene):
    """One game; the session and its journal are the truth, this only shows and asks."""

    around_tower: GameTower

    def __init__(self, app: Application, session: Session, log: list[LogLine]) -> None:
        game, viewer = brought(app.options, session.header.game), only_person(session)
        left = unshown(game, session)
        seats, board = seat_looks(session.header, people(session)), session.header.setup.board
        state = left.turns[0].before if left else session.state
        shown = [line for line in log if left is None or line.n < left.turns[0].n]
        model = Model(board=board, seats=seats, view=rules.view(state, viewer), viewer=viewer, log=shown)
        super().__init__(app, model, session.header.tower)
        self.director = SessionDriver(game, session, app.workers, keeper_of_ends(app))
        self.show_tower(left.inside if left else session.inside, rules.view(state, None).tray)
        self._uncovered = pygame.Rect()
        """Where a large battle was drawn before it became smaller."""
        self._make_parts(session, state)
        self._give_controls(self.controls)
        self._make_panels()
        if left is not None:
            self.director.turns.extend(left.turns)
            self.around_tower.drops.begin_at(left.place)

    def _make_parts(self, session: Session, state: State) -> None:
        """Make all who work for the scene; `state` is the one that is shown first."""
        screen, director = self.screen, self.director
        self.around_tower = GameTower(screen, self.stand, self.presenter, self.board, session)
        self.large_battles = LargeBattles(screen, self.stand)
        self.showing = GameShow(screen, director, self.presenter)
        self.shown_so_far = ShownSoFar(session)
        self.sounds = GameSounds(screen, self.presenter)
        self.keys = GameKeys(self.model, self.controls, self.board)
        self.odds = GameOdds(screen, session)
        self.adviser = ShogunHint(screen, session, director.game)
        self.past = GameHistory(screen, director, self.showing.finish)
        self.seats = GameSeats(screen, director)
        self.plan_steps = Steps()
        self.undoing = GameUndo(screen, director, lambda: self.seats.at_screen, self.plan_steps)
        self.questions = ShogunQuestions(
            screen=screen, director=director, seats=self.seats, undoing=self.undoing, prompt=prompt, hide=self._hide,
            end=self._show_end, state=state, desk=PlanningDesk(session), digest=self.past.digest,
            forget=self._forget,
        )  # fmt: skip
        self.answers = GameAnswers(screen, director, self.controls, self.questions.withdraw)
        self._join_parts()

    def _join_parts(self) -> None:
        """Tell the parts what others of them, or the scene, do for them."""
        self.seats.refuse, self.seats.changed = self.answers.refuse, self.questions.seats_changed
        self.seats.waiting = lambda: waiting(self.model)
        self.adviser.ask_alone = self.questions.ask_alone
        self.questions.is_all_shown = lambda: self.showing.is_over
        self.showing.halt = self._halt
        self.past.past = self._past
        self.around_tower.show_theatre = self._theatre
        self.around_tower.show_theatre_again = lambda: self._theatre().look_closely()
        self.around_tower.show_next = self.showing.next
        self._join_large_battles()
        self.undoing.show_undone, self.undoing.refuse = self._show_undone, self.answers.refuse
        self.views.walk_home, self.views.after = self.around_tower.walk_home, self._after
        self.views.fall, self.views.counted = self.around_tower.fall, self.around_tower.note

    def _join_large_battles(self) -> None:
        """Let battles grow over the map."""
        large = self.large_battles
        large.watch_again, large.save_picture = self.around_tower.watch_again, self.around_tower.save_film
        large.go_on = self.presenter.skip
        large.view, large.uncover = lambda: self.board.view, self._uncover
        self.around_tower.large_battles = large
        self.views.enlarge, self.views.reduce = large.enlarge, large.reduce

    def _give_controls(self, controls: Controls) -> None:
        """Give the panels what a player can do in a game."""
        answers, undoing, adviser, past = self.answers, self.undoing, self.adviser, self.past
        controls.answer, controls.confirm = answers.answer, answers.confirm
        controls.alter_plan, controls.set_armies = answers.alter_plan, answers.set_armies
        controls.click_province = answers.click_province
        controls.ask_hint, controls.take_hint, controls.close_hint = adviser.ask, adviser.take, adviser.close
        controls.undo, controls.undo_all, controls.redo = undoing.undo, undoing.undo_all, undoing.redo
        controls.look_back, controls.replay_digest = past.open, past.replay_digest
        controls.close_digest = answers.close_digest
        controls.open_rule = lambda number: self.app.go(ToRules(number, self.game_code))
        controls.open_menu = self._open_menu
        controls.show_end, controls.go_on = self._show_end, self.presenter.skip
        controls.try_again = self.showing.try_again

    def _make_panels(self) -> None:
        model, controls = self.model, self.controls
        self.prompt = PromptPanel(model, controls)
        self.tower = TowerPanel(model, self.around_tower)
        self.players = PlayersPanel(model, controls, self.seats)
        self.log = game_log(model, controls)
        self.sheet = SheetPanel(model, controls)
        self.track = TrackPanel(model, controls)
        self.panels: list[Panel] = [
            self.prompt, self.board, self.tower, self.players, DigestPanel(model, controls), self.log, self.sheet,
            self.track, EventsPanel(model),
            self.large_battles.panel,
        ]  # fmt: skip
        self.large_battles.covered = (self.board, self.sheet)

    def layout(self, area: pygame.Rect) -> None:
        """Give each panel its room, and a large battle that of board and sheet."""
        super().layout(area)
        top, right = self.prompt.rect.bottom, (self.board.rect.right + self.tower.rect.left) // 2
        self.large_battles.em = self.em
        self.large_battles.panel.give_room(pygame.Rect(area.left, top, right - area.left, area.bottom - top))

    def wanted_shape(self) -> Shape:
        """Return whether the sheet needs more room, for a plan or the draft, or none, and whether a digest is told."""
        model = self.model
        is_wide = model.plan is not None or model.is_setting_up
        return Shape(is_wide, model.is_folded, model.digest is not None)

    # Time

    def is_moving(self) -> bool:
        """Return whether something is being shown."""
        return self.model.is_seen and not self.model.is_paused and not self.showing.is_over

    def update(self, seconds: float) -> None:
        """Show what has happened, then ask what is to be asked."""
        self.board.update(seconds)
        if self.plan_steps.look(self.model.plan):
            self.undoing.show()
        self.questions.desk.watch(self.model.plan)
        shown = self.around_tower.pace.passing(seconds)
        self.large_battles.update(shown)
        self.around_tower.films.update(seconds)
        self.showing.update(shown)
        self.walk(shown)
        self.sounds.update(seconds)
        if self.showing.is_over:
            self.questions.ask()
            self.odds.update()
            self.adviser.update()
        else:
            self.odds.rest()

    def draw(self, surface: pygame.Surface) -> bool:
        """Draw what has changed; a large battle lies upon all that it covers."""
        surface.fill(INDIGO_DEEP, self._uncovered)
        self._uncovered = pygame.Rect()
        large = self.large_battles.panel
        under = (panel for panel in self.open_panels() if panel is not large and panel.rect.colliderect(large.rect))
        large.dirty = large.dirty or any(panel.is_due for panel in under)
        return super().draw(surface)

    def _uncover(self, area: pygame.Rect) -> None:
        """Have all drawn anew that a large battle has covered, also between the panels."""
        self._uncovered = self._uncovered.union(area) if self._uncovered.width else area
        self.damaged(area)

    def _after(self, turn: Turn) -> None:
        """Show the game as it is after a turn, which was shown to its end."""
        self.questions.after(turn)
        self.shown_so_far.note(turn)

    def _halt(self) -> None:
        """Let nothing move any more beside what the presenter shows."""
        self.around_tower.walkers.stop()
        self.large_battles.stop()

    # What the parts ask for

    def _past(self, story: Story) -> HistoryScene:
        """Return the scene of the past, which is drawn with this one's map."""
        past = HistoryScene(self.app, story, place=story.last, back_label=_("Back to the game"))
        past.share_board(self.board.view)
        return past

    def _theatre(self) -> TheatreScene:
        """Show the large tower and return its scene."""
        theatre = TheatreScene(self.app, self)
        self.app.push(theatre)
        return theatre

    def replay(self) -> None:
        """Let the whole game go by once more."""
        self.past.replay(0)

    def show_again(self, drop: WatchableDrop) -> None:
        """Show a battle once more in the large tower."""
        self._theatre().replay(drop)

    def _open_menu(self) -> None:
        self.questions.cover()
        self.app.push(PauseScene(self.app, self.director.session))

    def _hide(self, seat: int) -> None:
        """Have the screen handed over to the person of a seat."""
        self.controls.point_at(None)
        self.focus = ""
        self.seats.hand_over(seat, self.controls.open_menu)

    def _show_end(self) -> None:
        if self.model.result is not None:
            self.app.push(EndOfGameScene(self.app, self))

    def _forget(self) -> None:
        self.odds.forget()
        self.adviser.forget()

    def _show_undone(self) -> None:
        """Show the game as it is after an answer was taken back or given again."""
        self.questions.withdraw()
        if not self.director.turns:
            session = self.director.session
            self.show_tower(session.inside, session.view(None).tray)
            self.questions.show_now()

    # What the window asks for

    def shows_game(self, path: Path) -> bool:
        """Return whether this is the game of a journal."""
        return self.director.session.path == path

    def journal(self) -> bytes:
        """Return the game's journal."""
        return b"".join(self.director.session.writer.lines)

    def rule(self) -> str:
        """Return the rule of what is asked, or of the phase."""
        return self.prompt.rule()

    def escape(self) -> None:
        """Put a card back, or open the menu."""
        if not self.answers.put_away():
            self.controls.open_menu()

    def command(self, command: Command) -> None:
        """Take a key of the table."""
        if not (self.around_tower.command(command) or self.keys.command(command)):
            super().command(command)

    def key(self, key: int) -> None:
        """Take a digit or Enter, which goes on from the result of a large battle too."""
        if key in ENTER and self.large_battles.panel.is_told:
            self.presenter.skip()
        else:
            self.keys.key(key)

    def entered(self) -> None:
        """Nothing is held any more that was held before another scene came."""
        self.around_tower.pace.release()

    def first_places(self) -> list[HitRegion]:
        """Arrow keys begin at the provinces that can be chosen, if there are any."""
        return self.board.choosable()

    def settings_changed(self) -> None:
        """Say what is asked in the language of now, and show everything at the speeds of now."""
        self.around_tower.pace.follow()
        self.questions.say_again()

    def unkept(self) -> str:
        """Return that the plan that is being laid can't be kept, if that is so."""
        return self.questions.desk.unkept()

    def closing(self) -> None:
        """Close the journal: every answer is in it already; of a plan that is being laid, the last second too."""
        self.questions.desk.put_aside(self.model.plan)
        self.odds.close()
        self.sounds.stop()
        self.director.close()

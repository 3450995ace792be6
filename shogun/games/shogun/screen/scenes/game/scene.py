"""The game on the screen: lays the panels out, asks the director what is due, and takes the players' clicks."""

from concurrent.futures import CancelledError
from pathlib import Path

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.errors import IllegalMove
from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.rules.questions import Choice, MarchQuestion, PlanQuestion, PlayerQuestion
from shogun.games.shogun.screen.clans import crest_of
from shogun.games.shogun.screen.panels.board import BoardPanel
from shogun.games.shogun.screen.panels.events import EventsPanel
from shogun.games.shogun.screen.panels.log import LogPanel
from shogun.games.shogun.screen.panels.players import PlayersPanel
from shogun.games.shogun.screen.panels.prompt import PromptPanel
from shogun.games.shogun.screen.panels.sheet import SheetPanel
from shogun.games.shogun.screen.panels.tower import TowerPanel
from shogun.games.shogun.screen.panels.track import TrackPanel
from shogun.games.shogun.screen.play.drafts import MarchDraft
from shogun.games.shogun.screen.play.model import DRAFT, LogLine, Model, SeatLook
from shogun.games.shogun.screen.play.presenter import Presenter
from shogun.games.shogun.screen.scenes.game.hint import GameHint
from shogun.games.shogun.screen.scenes.game.history import GameHistory
from shogun.games.shogun.screen.scenes.game.keys import GameKeys
from shogun.games.shogun.screen.scenes.game.layout import lay_out
from shogun.games.shogun.screen.scenes.game.odds import GameOdds
from shogun.games.shogun.screen.scenes.game.planning import PlanningDesk
from shogun.games.shogun.screen.scenes.game.seats import GameSeats
from shogun.games.shogun.screen.scenes.game.sounds import GameSounds
from shogun.games.shogun.screen.scenes.game.tower import GameTower
from shogun.games.shogun.screen.scenes.game.undo import GameUndo
from shogun.games.shogun.words.wording import prompt
from shogun.players.seating import change_text
from shogun.table.errors import TableError
from shogun.table.session import Session, Turn
from shogun.tower.state import TowerState
from shogun.window.kit.canvas import Act, Target
from shogun.window.kit.keys import Command
from shogun.window.kit.panel import Panel
from shogun.window.kit.routes import ToRules
from shogun.window.kit.scene import Application, Scene
from shogun.window.play.director import Director
from shogun.window.play.routes import ToMenu
from shogun.window.tower.stand import Stand, stand_for

LONG = 60.0
"""Seconds: longer than anything is shown."""


def looks(session: Session) -> tuple[SeatLook, ...]:
    """Return how the seats of a game are shown now."""
    seats = zip(session.header.seats, session.header.setup.colours, strict=False)
    return tuple(
        SeatLook(seat.name, colour, crest_of(seat.mon, colour), session.is_person(number))
        for number, (seat, colour) in enumerate(seats)
    )


class GameScene(Scene):
    """One game; the session and its journal are the truth, this only shows and asks."""

    def __init__(self, app: Application, session: Session, log: list[LogLine]) -> None:
        super().__init__(app)
        self.director = Director(session, app.workers)
        self.desk = PlanningDesk(session)
        seats = looks(session)
        self.seats = GameSeats(self)
        self._state = session.state
        view = session.view(self.seats.only_person)
        self.model = Model(session.header.setup.board, seats, view, viewer=self.seats.only_person, log=log)
        self.stand: Stand = stand_for(session.header.tower)
        self._show_tower()
        self.presenter = Presenter(self.model, self.stand, self)
        self.around_tower = GameTower(self)
        self.sounds = GameSounds(self)
        self.keys = GameKeys(self)
        self.odds = GameOdds(self)
        self.adviser = GameHint(self)
        self.past = GameHistory(self)
        self.undoing = GameUndo(self)
        self._make_panels()

    def _make_panels(self) -> None:
        model = self.model
        self.prompt = PromptPanel(model, self)
        self.board = BoardPanel(model, self)
        self.tower = TowerPanel(model, self.around_tower)
        self.players = PlayersPanel(model, self.seats)
        self.log = LogPanel(model, self)
        self.sheet = SheetPanel(model, self)
        self.track = TrackPanel(model, self)
        self.events = EventsPanel(model)
        self.panels: list[Panel] = [
            self.prompt, self.board, self.tower, self.players, self.log, self.sheet, self.track, self.events,
        ]  # fmt: skip

    def layout(self, area: pygame.Rect) -> None:
        """Give each panel its room."""
        self._is_wide = self._wants_width()
        rects = lay_out(area, self.em, len(self.model.seats), wide=self._is_wide)
        for name, rect in rects.items():
            next(panel for panel in self.panels if panel.name == name).place(rect)
        self.tower.arrange(self.em)

    # Time

    def is_moving(self) -> bool:
        """Return whether something is being shown."""
        return not self.model.is_paused and (not self.presenter.is_idle or bool(self.director.turns))

    def update(self, seconds: float) -> None:
        """Show what has happened, then ask what is to be asked."""
        self.board.update(seconds)
        self.undoing.look()
        shown = self.around_tower.pace.passing(seconds)
        if self._advance() and not self.model.is_paused and self._present(shown):
            self.changed()
        self.around_tower.walk(shown)
        self.sounds.update()
        if self.presenter.is_idle and not self.director.turns:
            self._ask()
            self.odds.update()
            self.adviser.update()
        else:
            self.odds.rest()

    def _advance(self) -> bool:
        """Have the director go on and return whether that was possible."""
        try:
            self.director.advance()
        except (TableError, CancelledError, RuntimeError, OSError) as error:
            self._fail(error)
            return False
        self._tell_of_substitutes()
        return True

    def _tell_of_substitutes(self) -> None:
        """Say in the log which opponents could not go on."""
        while self.director.failures:
            failure = self.director.failures.popleft()
            self.model.log.append(LogLine(change_text(failure, self.model.names), failure.seat, n=failure.n))
            self.log.dirty = True

    def _fail(self, error: BaseException) -> None:
        self.app.go(ToMenu(_("The game can't go on: {error}. It is saved as it stands.").format(error=error)))

    def _present(self, seconds: float) -> bool:
        moved = False
        if self.presenter.is_idle and self.director.turns:
            self.presenter.show(self.director.turns.popleft())
            moved = True
        if self.model.is_watching:
            self.around_tower.fall(seconds)
        return self.presenter.update(seconds) or moved

    def after(self, turn: Turn) -> None:
        """Put what may be seen after a turn into the model."""
        self._state = turn.after
        self._show_view()

    def _show_view(self) -> None:
        self.model.view = self.director.session.course.game.view(self._state, self.model.viewer)
        self._arrange()
        self.show_what_can_be_undone()

    def _show_tower(self) -> None:
        session = self.director.session
        self.model.tray = dict(session.view(None).tray)
        self.model.inside = session.inside.counts()
        resting = session.inside.resting if isinstance(session.inside, TowerState) else ()
        self.stand.show_resting(resting, self.model.tray)

    def settle(self, turn: Turn) -> None:
        """Show tower and tray as a throw has left them, after the count."""
        if turn.fall is None:
            return
        inside = turn.fall.inside
        self.around_tower.note(turn)
        self.model.tray = {colour: count for colour, count in turn.after.tray.items() if count}
        self.stand.show_resting(inside.resting if isinstance(inside, TowerState) else (), self.model.tray)

    # Questions

    def _ask(self) -> None:
        thinking = tuple(self.director.thinking())
        if thinking != self.model.thinking:
            self.model.thinking = thinking
            self.players.dirty = True
        if self.director.session.is_over:
            self._show_result()
            return
        question = self.director.persons_question()
        if question is None:
            self._wait()
        elif question != self.model.question and self._has_screen(question.seat):
            self._pose(question)

    def _wait(self) -> None:
        questions = self.director.session.questions
        sentence = prompt(questions[0], self.model.names) if questions else ""
        if sentence != self.model.prompt:
            self.model.prompt = sentence
            self.prompt.dirty = True

    def _has_screen(self, seat: int) -> bool:
        """Return whether the seat's person is at the screen; else have it handed over first."""
        if self.seats.at_screen == seat:
            return True
        self.model.viewer = None
        self.point_at(None)
        self.focus = ""
        self._show_view()
        self.seats.hand_over(seat)
        return False

    def _pose(self, question: PlayerQuestion) -> None:
        model = self.model
        model.viewer = question.seat
        model.question = question
        model.prompt = prompt(question, model.names)
        model.plan = self.desk.draft(question) if isinstance(question, PlanQuestion) else None
        model.march = MarchDraft(question) if isinstance(question, MarchQuestion) else None
        if model.march and len(model.march.question.targets) == 1:
            model.march.aim(model.march.question.targets[0])
        model.digest = self.past.digest(question.seat)
        self._state = self.director.session.state
        self._show_view()

    def _wants_width(self) -> bool:
        """Return whether the sheet needs more room: for a plan, and for the draft."""
        return self.model.plan is not None or isinstance(self.model.view.stage, DRAFT)

    def _arrange(self) -> None:
        """Lay the panels out anew if the sheet needs another width."""
        if self.size != (0, 0) and self._is_wide != self._wants_width():
            self.layout(pygame.Rect((0, 0), self.size))
            self._tooltip_gone = True

    def _show_result(self) -> None:
        if self.model.result is None:
            self.model.result = self.director.session.result
            self.model.question = None
            self.model.prompt = self.model.log[-1].text if self.model.log else _("The game is over.")
            self.changed()
            self.show_end()

    def show_end(self) -> None:
        """Show who has won, and all that there is to say of the game."""
        from shogun.games.shogun.screen.scenes.end_of_game import EndOfGameScene

        if self.model.result is not None:
            self.app.push(EndOfGameScene(self.app, self, self.model.result))

    # What panels ask for

    def answer(self, move: Move) -> None:
        """Give the answer to the open question."""
        model = self.model
        if model.question is None:
            return
        seat = model.question.seat
        try:
            self.director.answer(seat, move)
        except IllegalMove as refusal:
            model.refusal, model.refusal_rule = refusal.sentence, refusal.rule
            self.changed()
            return
        self._withdraw()
        self.changed()

    def _withdraw(self) -> None:
        """Take the question off the screen, with all that belongs to its seat alone."""
        model = self.model
        if model.plan:
            self.desk.keep(model.plan)
        model.question = model.plan = model.march = model.digest = None
        self.odds.forget()
        self.adviser.forget()
        model.refusal = ""
        model.viewer = self.seats.only_person
        model.prompt = ""
        model.can_undo = model.can_redo = False
        model.view = self.director.session.course.game.view(self._state, model.viewer)
        self._arrange()

    def alter_plan(self, change: Act) -> None:
        """Planning: change the plan, and show what it leads to now."""
        change()
        self.changed()

    def ask_hint(self) -> None:
        """Ask the adviser what he would do, and why."""
        self.adviser.ask()

    def take_hint(self) -> None:
        """Planning: lay the adviser's plan."""
        self.adviser.take()

    def close_hint(self) -> None:
        """Put the adviser's reasons away."""
        self.adviser.forget()
        self.changed()

    def point_at(self, province: str | None) -> None:
        """The pointer is over a province."""
        if province != self.model.hovered:
            self.model.hovered = province
            self.board.dirty = True
            self.sheet.dirty = self.sheet.dirty or self.model.plan is not None
            self.prompt.dirty = self.prompt.dirty or self.model.question is not None

    def point_at_clan(self, seat: int | None) -> None:
        """Light all provinces of a seat, named by its row or by a line of the log."""
        if seat != self.model.pointed_clan:
            self.model.pointed_clan = seat
            self.board.dirty = True

    def look_back(self, line: LogLine | None = None) -> None:
        """Show the game as it was at a line of the log, or at the last step."""
        self.past.open(line)

    def refuse(self, sentence: str) -> None:
        """Say why something can't be done."""
        self.model.refusal, self.model.refusal_rule = sentence, ""
        self.changed()

    def seats_changed(self, told: LogLine) -> None:
        """Show who plays which seat now, and go on with whoever is asked."""
        self.model.seats = looks(self.director.session)
        self.model.log.append(told)
        if self.model.question is None or self.model.question.seat == told.seat:
            self._withdraw()
        self.changed()

    def replay_digest(self) -> None:
        """Show what has happened since the last turn once more."""
        if self.model.digest is not None:
            self.past.replay(self.model.digest.place)

    def close_digest(self) -> None:
        """Take away what is said of it."""
        self.model.digest = None
        self.board.dirty = True

    def finish_showing(self) -> None:
        """Go to the end of what is being shown, so that the screen stands still."""
        while not self.presenter.is_idle:
            self.presenter.skip()
            self.presenter.update(LONG)
        self.around_tower.walkers.stop()

    def show_next(self) -> None:
        """Go to the end of the next step."""
        if self.presenter.is_idle and self.director.turns:
            self.presenter.show(self.director.turns.popleft())
        self.finish_showing()
        self.changed()

    def click_province(self, province: str) -> None:
        """A province of the map was clicked."""
        if self.model.plan:
            self.model.plan.take_province(province)
        elif self.model.march:
            self.model.march.aim(province)
        elif isinstance(self.model.question, Choice):
            self._choose(self.model.question, province)
        self.changed()

    def _choose(self, question: Choice, province: str) -> None:
        move = next((move for move in question.moves if getattr(move, "province", None) == province), None)
        if move is not None:
            self.answer(move)

    def set_armies(self, armies: int) -> None:
        """March: so many armies."""
        if self.model.march:
            self.model.march.armies = armies
            self.prompt.dirty = True

    def walk_home(self, battle: BattleSettled) -> float:
        """Let the survivors of a battle begin to walk to their province; return how many seconds that takes."""
        return self.around_tower.walk_home(battle)

    def draw(self, surface: pygame.Surface) -> bool:
        """Draw what has changed."""
        self.around_tower.clear(surface)
        return super().draw(surface)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw the survivors on their way home."""
        self.around_tower.walkers.draw(surface)

    def show_what_can_be_undone(self) -> None:
        """Tell the model what can be taken back."""
        self.undoing.show()

    def undo(self) -> None:
        """Take back the last step."""
        self.undoing.undo()

    def undo_all(self) -> None:
        """Take back all steps that can be."""
        self.undoing.undo_all()

    def redo(self) -> None:
        """Make again the step that was taken back."""
        self.undoing.redo()

    def show_undone(self) -> None:
        """Show the game as it is after an answer was taken back or given again."""
        self._withdraw()
        if not self.director.turns:
            self._state = self.director.session.state
            self._show_tower()
            self._show_view()
        self.changed()

    def open_rule(self, number: str) -> None:
        """Open the rules at a number."""
        self.app.go(ToRules(number))

    def shows_game(self, path: Path) -> bool:
        """Return whether this is the game of a journal."""
        return self.director.session.path == path

    def rule(self) -> str:
        """Return the rule of what is asked, or of the phase."""
        return self.prompt.rule()

    def open_menu(self) -> None:
        """Open the game's menu; the game rests below it."""
        from shogun.window.scenes.pause import PauseScene

        self.app.push(PauseScene(self.app, self.director.session.header))

    def escape(self) -> None:
        """Put a card back, or open the menu."""
        plan = self.model.plan
        if plan and (plan.card is not None or plan.chosen is not None):
            plan.put_away()
            self.changed()
        else:
            self.open_menu()

    def command(self, command: Command) -> None:
        """Take a key of the table."""
        if not (self.around_tower.command(command) or self.keys.command(command)):
            super().command(command)

    def key(self, key: int) -> None:
        """Take a digit or Enter."""
        self.keys.key(key)

    def entered(self) -> None:
        """Nothing is held any more that was held before another scene came."""
        self.around_tower.pace.release()

    def let_go(self) -> None:
        """Whoever held "skip" has let go."""
        self.around_tower.pace.release()

    def confirm(self) -> None:
        """Commit what is complete: a march with its target, a whole plan."""
        model = self.model
        march = model.march.move() if model.march else None
        if march is not None:
            self.answer(march)
        elif model.plan and not model.plan.refusal():
            self.answer(model.plan.plan())

    def first_places(self) -> list[Target]:
        """Arrow keys begin at the provinces that can be chosen, if there are any."""
        return self.board.choosable()

    def settings_changed(self) -> None:
        """Say what is asked in the language of now, and show everything at the speeds of now."""
        self.around_tower.pace.follow()
        self.model.refusal = ""
        self.show_what_can_be_undone()
        if self.model.question is not None:
            self.model.prompt = prompt(self.model.question, self.model.names)
            self.model.digest = self.model.digest and self.past.digest(self.model.question.seat)
        else:
            self._wait()

    def closing(self) -> None:
        """Close the journal: every answer is in it already; a plan that is being laid is kept beside it."""
        self.desk.put_aside(self.model.plan)
        self.odds.close()
        self.director.close()

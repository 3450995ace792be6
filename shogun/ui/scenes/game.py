"""The game on the screen: lays the panels out, asks the director what is due, and takes the players' clicks."""

from concurrent.futures import CancelledError
from functools import partial
from typing import TYPE_CHECKING

import pygame

from shogun.language import _
from shogun.players.seating import change_text
from shogun.rules.cards import Card
from shogun.rules.errors import IllegalMove
from shogun.rules.moves import March, Move
from shogun.rules.questions import Choice, MarchQuestion, PlanQuestion, PlayerQuestion
from shogun.rules.wording import prompt
from shogun.table.errors import TableError
from shogun.table.session import Session, Turn
from shogun.tower.state import TowerState
from shogun.ui.clans import crest_of
from shogun.ui.director import Director
from shogun.ui.drafts import MarchDraft, PlanDraft
from shogun.ui.foresight import Foresight
from shogun.ui.model import LogLine, Model, SeatLook
from shogun.ui.panels.board import BoardPanel
from shogun.ui.panels.events import EventsPanel
from shogun.ui.panels.log import LogPanel
from shogun.ui.panels.panel import Panel
from shogun.ui.panels.players import PlayersPanel
from shogun.ui.panels.prompt import PromptPanel
from shogun.ui.panels.sheet import SheetPanel
from shogun.ui.panels.tower import TowerPanel
from shogun.ui.panels.track import TrackPanel
from shogun.ui.presenter import Presenter
from shogun.ui.scenes.game_layout import lay_out
from shogun.ui.scenes.game_planning import PlanningDesk
from shogun.ui.scenes.scene import Scene
from shogun.ui.settings import AT_ONCE
from shogun.ui.stand import Stand, picture_of, stand_for

if TYPE_CHECKING:
    from shogun.ui.app import App


def looks(session: Session) -> tuple[SeatLook, ...]:
    """Return how the seats of a game are shown now."""
    seats = zip(session.header.seats, session.header.setup.colours, strict=False)
    return tuple(
        SeatLook(seat.name, colour, crest_of(seat.mon, colour), session.is_person(number))
        for number, (seat, colour) in enumerate(seats)
    )


class GameScene(Scene):
    """One game; the session and its journal are the truth, this only shows and asks."""

    def __init__(self, app: "App", session: Session, log: list[LogLine]) -> None:
        super().__init__(app)
        self.director = Director(session, app.workers)
        self.foresight = Foresight(session, app.workers)
        self.desk = PlanningDesk(session, app.workers)
        seats = looks(session)
        people = [number for number, seat in enumerate(seats) if seat.person]
        self._only_person = people[0] if len(people) == 1 else None
        self._at_screen: int | None = self._only_person
        """The person who has taken the screen over."""
        self._state = session.state
        view = session.view(self._only_person)
        self.model = Model(session.header.setup.board, seats, view, viewer=self._only_person, log=log)
        self.model.speed, self.model.computers_speed = app.settings.speed, app.settings.computers_speed
        self.stand: Stand = stand_for(session.header.tower)
        self._show_tower()
        self.presenter = Presenter(self.model, self.stand, self)
        self._make_panels()

    def _make_panels(self) -> None:
        model = self.model
        self.prompt = PromptPanel(model, self)
        self.board = BoardPanel(model, self)
        self.tower = TowerPanel(model, self, picture_of(self.stand))
        self.players = PlayersPanel(model)
        self.log = LogPanel(model)
        self.sheet = SheetPanel(model, self)
        self.track = TrackPanel(model, self)
        self.events = EventsPanel(model)
        self.panels: list[Panel] = [
            self.prompt, self.board, self.tower, self.players, self.log, self.sheet, self.track, self.events,
        ]  # fmt: skip

    def layout(self, area: pygame.Rect) -> None:
        """Give each panel its room."""
        for name, rect in lay_out(area, self.em, len(self.model.seats)).items():
            next(panel for panel in self.panels if panel.name == name).place(rect)
        self.tower.arrange(self.em)

    # Time

    def is_moving(self) -> bool:
        """Return whether something is being shown."""
        return not self.presenter.is_idle or bool(self.director.turns)

    def update(self, seconds: float) -> None:
        """Show what has happened, then ask what is to be asked."""
        self.board.update(seconds)
        if self._advance() and self._present(seconds):
            self.changed()
        if self.presenter.is_idle and not self.director.turns:
            self._ask()
            self._foresee()

    def _advance(self) -> bool:
        """Have the director go on and return whether that was possible."""
        try:
            self.director.advance()
        except (TableError, CancelledError, RuntimeError, OSError) as error:
            self._fail(error)
            return False
        self._tell_of_substitutes()
        return True

    def _foresee(self) -> None:
        """Show the odds of the attack that is being chosen, as they grow."""
        march = self.model.march.move() if self.model.march and self.app.settings.odds else None
        if self.foresight.look_at(march):
            self.model.odds = self.foresight.odds
            self.tower.dirty = True

    def _tell_of_substitutes(self) -> None:
        """Say in the log which opponents could not go on."""
        while self.director.failures:
            failure = self.director.failures.popleft()
            self.model.log.append(LogLine(change_text(failure, self.model.names), failure.seat))
            self.log.dirty = True

    def _fail(self, error: BaseException) -> None:
        from shogun.ui.scenes.menu import back_to_menu

        back_to_menu(self.app, _("The game can't go on: {error}. It is saved as it stands.").format(error=error))

    def _present(self, seconds: float) -> bool:
        moved = False
        if self.presenter.is_idle and self.director.turns:
            self.presenter.show(self.director.turns.popleft())
            moved = True
        if self.model.is_watching:
            self._fall(seconds)
        return self.presenter.update(seconds) or moved

    def _fall(self, seconds: float) -> None:
        for knock in self.stand.update(seconds):
            self.app.sounds_knock(knock)
        self.model.tray = self.stand.out_so_far
        self.tower.dirty = True

    def after(self, turn: Turn) -> None:
        """Put what may be seen after a turn into the model."""
        self._state = turn.after
        self._show_view()

    def _show_view(self) -> None:
        self.model.view = self.director.session.course.game.view(self._state, self.model.viewer)
        if self.model.battle and not self.model.view.waiting and self.presenter_has_settled():
            self.model.battle = None
        self.model.can_undo = self._undoable() is not None
        self.model.can_redo = self._redoable() is not None
        self.changed()

    def presenter_has_settled(self) -> bool:
        """Return whether the battle shown has its result."""
        return self.model.battle is not None and bool(self.model.battle.result)

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
        if self._at_screen == seat:
            return True
        from shogun.ui.scenes.hand_over import HandOverScene

        self.model.viewer = None
        self._show_view()
        self.app.push(HandOverScene(self.app, self.model.seats[seat], partial(self._take_over, seat)))
        return False

    def _take_over(self, seat: int) -> None:
        self._at_screen = seat
        self.app.pop()

    def _pose(self, question: PlayerQuestion) -> None:
        model = self.model
        model.viewer = question.seat
        model.question = question
        model.prompt = prompt(question, model.names)
        model.plan = self.desk.draft(question) if isinstance(question, PlanQuestion) else None
        model.march = MarchDraft(question) if isinstance(question, MarchQuestion) else None
        if model.march and len(model.march.question.targets) == 1:
            model.march.aim(model.march.question.targets[0])
        self._state = self.director.session.state
        self._show_view()

    def _show_result(self) -> None:
        if self.model.result is None:
            self.model.result = self.director.session.result
            self.model.question = None
            self.model.prompt = self.model.log[-1].text if self.model.log else _("The game is over.")
            self.changed()

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
            model.refusal = refusal.sentence
            self.changed()
            return
        self._withdraw()
        self.changed()

    def _withdraw(self) -> None:
        """Take the question off the screen, with all that belongs to its seat alone."""
        model = self.model
        model.question = model.plan = model.march = model.odds = None
        self.foresight.forget()
        model.refusal = ""
        model.viewer = self._only_person
        model.prompt = ""
        model.can_undo = model.can_redo = False
        model.view = self.director.session.course.game.view(self._state, model.viewer)

    def take_card(self, card: Card) -> None:
        """Planning: a card of the hand was clicked."""
        if self.model.plan:
            self.model.plan.take_card(card)
            self.changed()

    def take_field(self, number: int) -> None:
        """Planning: a field was clicked."""
        if self.model.plan:
            self.model.plan.take_field(number)
            self.changed()

    def clear_plan(self) -> None:
        """Planning: take all cards back."""
        if self.model.plan:
            self.model.plan.clear()
            self.changed()

    def point_at(self, province: str | None) -> None:
        """The pointer is over a province."""
        if province != self.model.hovered:
            self.model.hovered = province
            self.board.dirty = True

    def click_province(self, province: str) -> None:
        """A province of the map was clicked."""
        if self.model.plan:
            self._click_planned(self.model.plan, province)
        elif self.model.march:
            self.model.march.aim(province)
        elif isinstance(self.model.question, Choice):
            self._choose(self.model.question, province)
        self.changed()

    def _click_planned(self, plan: PlanDraft, province: str) -> None:
        number = plan.field_of(province)
        if number is not None and plan.card is None and plan.chosen is None:
            plan.fields[number] = None
        plan.take_card(province)

    def _choose(self, question: Choice, province: str) -> None:
        move = next((move for move in question.moves if getattr(move, "province", None) == province), None)
        if move is not None:
            self.answer(move)

    def set_armies(self, armies: int) -> None:
        """March: so many armies."""
        if self.model.march:
            self.model.march.armies = armies
            self.prompt.dirty = True

    def set_speed(self, speed: float) -> None:
        """Show everything at this speed."""
        self.model.speed = self.app.settings.speed = speed
        self.stand.speed = speed
        self.tower.dirty = True

    def toggle_fast(self) -> None:
        """Show opponents' moves at once, or at a readable pace."""
        speed = 1.0 if self.model.computers_speed == AT_ONCE else AT_ONCE
        self.model.computers_speed = self.app.settings.computers_speed = speed
        self.tower.dirty = True

    def skip(self) -> None:
        """Go to the end of what is shown now."""
        self.presenter.skip()

    def _undoable(self) -> int | None:
        """Return the seat whose last answer may be taken back: only of the person at the screen."""
        seat = self.director.undoable()
        return seat if seat is not None and seat == self._at_screen else None

    def _redoable(self) -> int | None:
        """Return the seat that may give an answer again: only of the person at the screen."""
        seat = self.director.redoable()
        return seat if seat is not None and seat == self._at_screen else None

    def undo(self) -> None:
        """Take back the last answer."""
        seat = self._undoable()
        if seat is None:
            return
        self.director.undo(seat)
        self._withdraw()
        self._state = self.director.session.state
        self.model.log.append(LogLine(_("{who} takes the last answer back.").format(who=self.model.names[seat]), seat))
        self._show_tower()
        self._show_view()

    def redo(self) -> None:
        """Give again the answer that was taken back."""
        seat = self._redoable()
        if seat is not None:
            self.director.redo(seat)
            self._withdraw()
            self.changed()

    def open_menu(self) -> None:
        """Open the menu; the game goes on later."""
        from shogun.ui.scenes.menu import back_to_menu

        back_to_menu(self.app)

    def escape(self) -> None:
        """Put a card back, or open the menu."""
        plan = self.model.plan
        if plan and (plan.card is not None or plan.chosen is not None):
            plan.card = plan.chosen = None
            self.changed()
        else:
            self.open_menu()

    def key(self, key: int) -> None:
        """Space skips, Z takes back, Y gives again, Enter commits, Home shows the whole map."""
        if key == pygame.K_SPACE:
            self.skip()
        elif key == pygame.K_z:
            self.undo()
        elif key == pygame.K_y:
            self.redo()
        elif key == pygame.K_HOME:
            self.board.show_all()
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._confirm()

    def _confirm(self) -> None:
        model = self.model
        march: March | None = model.march.move() if model.march else None
        if march is not None:
            self.answer(march)
        elif model.plan and not model.plan.refusal():
            self.answer(model.plan.plan())

    def closing(self) -> None:
        """Close the journal: every answer is in it already."""
        self.foresight.forget()
        self.director.close()

"""A game on the generic screen: played by lists of buttons, with its view as text."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pygame

from shogun.base.language import _
from shogun.game.errors import IllegalMove
from shogun.table.errors import NotWritable
from shogun.table.past.history import History
from shogun.table.running.session import Session
from shogun.table.running.turn import Turn
from shogun.window.game.hint_request import GameHint
from shogun.window.game.person_questions import GameQuestions
from shogun.window.game.screen import Screen
from shogun.window.game.seat_control import GameSeats, only_person, people
from shogun.window.game.showing import GameShow
from shogun.window.game.undo import GameUndo
from shogun.window.generic.model import GenericModel
from shogun.window.generic.panels import AnswersPanel, BarPanel, SeatsPanel, ViewPanel
from shogun.window.generic.past import GenericPast
from shogun.window.generic.presenter import GenericPresenter
from shogun.window.generic.table_scene import TableScene
from shogun.window.kit.drawing.canvas import Act, HitRegion
from shogun.window.kit.input.keys import Command
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.kit.runtime.routes import ToRules
from shogun.window.kit.runtime.scene import Application
from shogun.window.panels.advice_panel import AdviceActs, AdvicePanel
from shogun.window.panels.log_panel import LogActs, LogPanel
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import Story, story_of_session
from shogun.window.play.log import LogLine
from shogun.window.play.pace import Pace
from shogun.window.play.rating_lines import keeper_of_ends
from shogun.window.play.routes import ToNewGame
from shogun.window.play.session_driver import SessionDriver
from shogun.window.scenes.pause import PauseScene


class GenericScene(TableScene):
    """One game; the session and its journal are the truth, this only shows and asks.

    A game's own scene may inherit it, with a model, panels and a presenter of its own.
    """

    model_type: type[GenericModel] = GenericModel
    past_type: type[GenericPast] = GenericPast
    questions_type: type[GameQuestions] = GameQuestions

    def __init__(self, app: Application, game: GamePlugin, session: Session, log: list[LogLine]) -> None:
        viewer, looks = only_person(session), game.listing.seat_looks(session.header, people(session))
        model = self.model_type(seats=looks, view=session.view(viewer), viewer=viewer, log=log)
        super().__init__(app, game, session.header, model)
        self.screen = Screen(app, model, self.changed, lambda: app.scene is self)
        self.director = SessionDriver(game, session, app.workers, keeper_of_ends(app))
        self.pace = Pace(model, app.settings, self.changed)
        self._history = History(game.rules, session.header)
        self.show_tower(session.inside)
        self._make_parts(session)
        self._give_controls()
        self.make_panels()

    def _make_parts(self, session: Session) -> None:
        screen, director = self.screen, self.director
        self.seats = GameSeats(screen, director)
        self.undoing = GameUndo(screen, director, lambda: self.seats.at_screen)
        self.questions = self.questions_type(
            screen=screen, director=director, seats=self.seats, undoing=self.undoing, prompt=self.prompt,
            hide=self._hide, end=self.tell_end, state=session.state,
        )  # fmt: skip
        self.adviser = GameHint(screen, session, self.game, self.draft)
        self.adviser.ask_alone = self.questions.ask_alone
        self.questions.forget = self.adviser.forget
        acts = AdviceActs(self.adviser.take, self.adviser.close, self.game.words.move_lines)
        self.advice = AdvicePanel(self.model, acts)
        self.presenter = self.make_presenter(self.questions.after)
        self.showing = GameShow(screen, director, self.presenter)
        self.questions.is_all_shown = lambda: self.showing.is_over
        self.seats.refuse, self.seats.changed = self._refuse, self.questions.seats_changed
        self.undoing.show_undone, self.undoing.refuse = self.show_undone, self._refuse

    def make_presenter(self, after: Callable[[Turn], None]) -> GenericPresenter:
        """Return what shows turns."""
        model, stand, telling = self.model, self.stand, self.game.telling
        return GenericPresenter(model=model, stand=stand, telling=telling, after=after, knock=self.fall)

    def _give_controls(self) -> None:
        controls, undoing = self.controls, self.undoing
        controls.answer, controls.skip, controls.try_again = self.answer, self._skip, self.showing.try_again
        controls.undo, controls.undo_all, controls.redo = undoing.undo, undoing.undo_all, undoing.redo
        controls.ask_hint = self.adviser.ask
        controls.look_back, controls.open_rules = self._look_back, self._open_rules
        controls.show_again = self.show_again
        controls.open_menu = self._open_menu
        controls.new_game = lambda: self.app.go(ToNewGame(self.game.code))

    def make_panels(self) -> None:
        """Make the panels, when all else is there."""
        model, controls = self.model, self.controls
        self.answers = AnswersPanel(model, controls, self.game.words.move_lines)
        self.log = LogPanel(model, LogActs(look_back=self.look_back_at))
        bar = BarPanel(model, controls, self.game.title)
        self.panels = self.with_tower([bar, self.answers, ViewPanel(model), SeatsPanel(model, self.seats), self.log])
        self.panels.append(self.advice)

    # Time

    def is_moving(self) -> bool:
        """Return whether something is being shown."""
        return not self.model.is_paused and not self.showing.is_over

    def update(self, seconds: float) -> None:
        """Show what has happened, then ask what is to be asked."""
        self.showing.update(self.pace.passing(seconds))
        if self.showing.is_over:
            self.questions.ask()
            self.adviser.update()
        self._show_advice()

    def _show_advice(self) -> None:
        """Let a hint take the place of the log."""
        is_told = self.model.hint is not None
        if self.log.is_hidden != is_told:
            self.log.is_hidden, self.advice.is_hidden = is_told, not is_told
            self.changed()

    def fall(self, seconds: float) -> None:
        """Let the cubes of a drop fall on (s)."""
        for knock in self.stand.update(seconds):
            self.app.sounds_knock(knock)

    def _skip(self) -> None:
        if self.pace.press():
            self.presenter.skip()

    # What is asked and answered

    def prompt(self, question: Any, names: Sequence[str]) -> str:
        """Return a question as a sentence."""
        return _("{who} is asked.").format(who=names[question.seat]) if question.seat is not None else ""

    def answer(self, move: Any) -> None:
        """Give an answer to the open question."""
        question = self.model.question
        if question is None:
            return
        try:
            self.director.answer(question.seat, move)
        except IllegalMove as refusal:
            self._refuse(refusal.sentence, refusal.rule)
        except NotWritable as error:
            self._refuse(error_text(error))
        else:
            self.questions.withdraw()

    def confirm(self) -> None:
        """Give the answer that is chosen; in a game whose answers are given at once there is none."""

    def draft(self, move: Any) -> None:
        """Take a move that is advised; a game whose answers are made in steps only prepares it."""
        self.answer(move)

    def _refuse(self, sentence: str, rule: str = "") -> None:
        self.model.refusal, self.model.refusal_rule = sentence, rule
        self.changed()

    def _open_menu(self) -> None:
        self.questions.cover()
        self.app.push(PauseScene(self.app, self.director.session))

    def _hide(self, seat: int) -> None:
        """Have the screen handed over to the person of a seat."""
        self.focus = ""
        self.seats.hand_over(seat, self.controls.open_menu)

    def tell_end(self) -> None:
        """Say that it is over."""
        names, result = self.model.names, self.model.result
        winners = ", ".join(names[seat] for seat in result.winners)
        self.model.prompt = _("The game is over. Winner: {names}.").format(names=winners)

    def show_undone(self) -> None:
        """Show the game as it is after an answer was taken back or given again."""
        self.presenter.forget_recent()
        self.questions.withdraw()
        if not self.director.turns:
            self.show_tower(self.director.session.inside)
            self.questions.show_now()

    # The past

    def story(self) -> Story:
        """Return the game as far as it was shown, as the person at the screen may see it."""
        session, waiting = self.director.session, self.director.turns
        until = waiting[0].n - 1 if waiting else session.writer.next_number
        return story_of_session(self.game, session, self._history, self.model.viewer, until)

    def show_again(self) -> None:
        """Show once more what has just happened, as whoever is at the screen may see it; then it is asked again."""
        if not self.showing.is_over or self.showing.is_held() or not self.model.has_recent:
            return
        self.model.forget_choice()
        if self.model.question is not None:
            self.questions.withdraw()
        viewer, rules = self.model.viewer, self.game.rules
        self.presenter.show_again(lambda state: rules.view(state, viewer))
        self.changed()

    def _look_back(self) -> None:
        self.look_back_at(None)

    def replay(self) -> None:
        """Let the whole game go by once more."""
        past = self._opened_past()
        past.go_to(0)
        past.toggle_playing()

    def look_back_at(self, line: LogLine | None) -> None:
        """Show the past at a line of the log; None: at the end."""
        self._opened_past().look_back(line)

    def _opened_past(self) -> GenericPast:
        """Return the scene of the past, which lies upon the game from now on."""
        self.showing.finish()
        story = self.story()
        past = self.past_type(self.app, self.game, story, place=story.last, back_label=_("Back to the game"))
        self.app.push(past)
        return past

    def _open_rules(self) -> None:
        self.app.go(ToRules(game=self.game.code))

    # What the window asks for

    def shows_game(self, path: Path) -> bool:
        """Return whether this is the game of a journal."""
        return self.director.session.path == path

    def journal(self) -> bytes:
        """Return the game's journal."""
        return b"".join(self.director.session.writer.lines)

    def first_places(self) -> list[HitRegion]:
        """Arrow keys begin at the answers."""
        return self.answers.places()

    def escape(self) -> None:
        """Open the menu."""
        self.controls.open_menu()

    def command(self, command: Command) -> None:
        """Take a key of the table."""
        controls, pace = self.controls, self.pace
        acts: dict[Command, Act] = {
            "undo": controls.undo, "undo_all": controls.undo_all, "redo": controls.redo, "skip": controls.skip,
            "hint": controls.ask_hint, "history": controls.look_back, "pause": pace.toggle_pause,
            "slower": pace.slower, "faster": pace.faster, "again": controls.show_again,
        }  # fmt: skip
        if act := acts.get(command):
            act()
        else:
            super().command(command)

    def key(self, key: int) -> None:
        """Choose the answer with the number of a digit."""
        number = key - pygame.K_1
        if 0 <= number < min(9, len(self.answers.moves)) and self.model.question is not None:
            self.controls.answer(self.answers.moves[number])

    def let_go(self) -> None:
        """Whoever held "skip" has let go."""
        self.pace.release()

    def entered(self) -> None:
        """Nothing is held any more that was held before another scene came."""
        self.pace.release()

    def settings_changed(self) -> None:
        """Say what is asked in the language of now, and show everything at the speeds of now."""
        self.pace.follow()
        self.questions.say_again()

    def closing(self) -> None:
        """Close the journal: every answer is in it already."""
        self.director.close()

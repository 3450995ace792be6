"""A game that is played: its scene, which a game inherits; by itself with lists of buttons, and its view as text."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import pygame
from msgspec import Struct
from msgspec.structs import asdict

from shogun.base.language import _, marked
from shogun.game.words import calling
from shogun.players.adviser import Hint
from shogun.table.replay import turn_of
from shogun.table.session import Session
from shogun.table.towers import Inside
from shogun.window.game.at_screen import only_person, people
from shogun.window.game.played import PlayedScene
from shogun.window.generic.controls import GenericControls
from shogun.window.generic.model import GenericModel
from shogun.window.generic.panels import AnswersPanel, BarPanel, SeatsPanel, ViewPanel
from shogun.window.generic.past import GenericPast
from shogun.window.generic.presenter import GenericPresenter
from shogun.window.generic.table_scene import TableScene
from shogun.window.kit.drawing.canvas import Act, HitRegion
from shogun.window.kit.input.keys import Command, Key, game_keys
from shogun.window.kit.runtime.routes import ToRules
from shogun.window.kit.runtime.scene import Application
from shogun.window.panels.advice_panel import AdviceActs, AdvicePanel
from shogun.window.panels.log_panel import LogActs, LogPanel
from shogun.window.play.branches import branch_end
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import Story
from shogun.window.play.model import LogLine
from shogun.window.play.pace import Pace
from shogun.window.play.routes import ToNewGame

COMMANDS: tuple[Command, ...] = (
    "skip", "pause", "slower", "faster", "undo", "undo_all", "redo", "hint", "history",
)  # fmt: skip
"""What keys do in every game on such a screen."""
GIVE, SEE_AGAIN = marked("Give the answer with that number"), marked("Replay the last move")


class Beginning(Struct, frozen=True, eq=False):
    """What is shown of a game first: in general what it has come to."""

    state: Any
    inside: Inside
    log: list[LogLine]


class GenericScene(PlayedScene, TableScene):
    """A game of which no more is known than what every game brings.

    A game's own scene inherits it, with a model, controls, panels and a presenter of its own.
    """

    model_type: Callable[..., GenericModel] = GenericModel
    past_type: type[GenericPast] = GenericPast
    own_keys: Sequence[Key] = game_keys(*COMMANDS, choose=GIVE, again=SEE_AGAIN)
    controls: GenericControls
    presenter: GenericPresenter

    def __init__(self, app: Application, game: GamePlugin, session: Session, log: list[LogLine]) -> None:
        self.game = game
        begun = self.beginning(session, log)
        viewer, looks = only_person(session), game.listing.seat_looks(session.header, people(session))
        view = game.rules.view(begun.state, viewer)
        model = self.model_type(seats=looks, view=view, viewer=viewer, log=begun.log)
        super().__init__(app, game, session.header, model)
        self.pace = Pace(model, app.settings, self.changed)
        self.show_tower(begun.inside)
        self.presenter = self.make_presenter()
        self.make_parts(session, begun.state)
        self.controls = self.make_controls()
        self._recall()
        self.make_panels()

    def beginning(self, session: Session, log: list[LogLine]) -> Beginning:
        """Return what is shown first; `log` tells what happened so far."""
        return Beginning(session.state, session.inside, log)

    def make_presenter(self) -> GenericPresenter:
        """Return what shows turns."""
        model, stand, telling = self.model, self.stand, self.game.telling
        return GenericPresenter(model=model, stand=stand, telling=telling, after=self.after, knock=self.fall)

    def hint_lines(self, hint: Hint) -> Sequence[str]:
        """Return what is advised in words, some lines."""
        return self._move_lines(hint.move)

    def _move_lines(self, move: Any) -> Sequence[str]:
        """Return a move in words, with the players' names."""
        with calling(self.model.names):
            lines: Sequence[str] = self.game.words.move_lines(move)
        return lines

    def make_controls(self) -> GenericControls:
        """Return what a player can do."""
        return GenericControls(
            **asdict(super().make_controls()), show_again=self.show_again, open_rules=self._open_rules,
            new_game=self._new_game, skip=self._skip,
        )  # fmt: skip

    @cached_property
    def advice(self) -> AdvicePanel:
        """The panel that says what the adviser would do."""
        acts = AdviceActs(self.adviser.take, self.adviser.close, self.hint_lines)
        return AdvicePanel(self.model, acts)

    def make_panels(self) -> None:
        """Make the panels, when all else is there."""
        model, controls = self.model, self.controls
        self.answers = AnswersPanel(model, controls, self._move_lines)
        self.log = LogPanel(model, LogActs(look_back=self.look_back))
        bar = BarPanel(model, controls, self.game.title)
        seats = SeatsPanel(model, self.seats_to_change)
        self.panels = self.with_tower([bar, self.answers, ViewPanel(model), seats, self.log], controls.skip)
        self.panels.append(self.advice)

    # Time

    def is_moving(self) -> bool:
        """Return whether something is being shown."""
        return not self.model.is_paused and not self.showing.is_over

    def update(self, seconds: float) -> None:
        """Show what has happened, then ask what is to be asked."""
        self.show(seconds)
        if self.showing.is_over:
            self.ask()
        self.show_advice()

    def show(self, seconds: float) -> None:
        """Let time pass (s) for all that is shown."""
        self.showing.update(self.pace.passing(seconds))

    def ask(self) -> None:
        """Ask what is to be asked, now that all was shown."""
        self.questions.ask()
        self.adviser.update()
        self.roll_if_forced()

    def show_advice(self) -> None:
        """Let a hint take the place of the log."""
        is_told = self.model.hint is not None
        if self.log.is_hidden != is_told:
            self.log.is_hidden, self.advice.is_hidden = is_told, not is_told
            self.changed()

    def _skip(self) -> None:
        if self.pace.press():
            self.showing.grace.end()
            self.presenter.skip()

    # What is asked and answered

    def question_text(self, question: Any, names: Sequence[str]) -> str:
        """Return a question as a sentence."""
        return _("{who} to move.").format(who=names[question.seat]) if question.seat is not None else ""

    def tell_end(self) -> None:
        """Say that it is over."""
        names, result = self.model.names, self.model.result
        winners = ", ".join(names[seat] for seat in result.winners)
        told = _("The game is over. Winner: {names}.").format(names=winners)
        branch = branch_end(self.app.options.games, self.driver.session, names)
        self.model.prompt = f"{told} {branch}".rstrip()

    def show_undone(self) -> None:
        """Show the game as it is after an answer was taken back or given again."""
        self._recall()
        super().show_undone()

    def show_resting(self) -> None:
        """Show the tower as the session has it."""
        self.show_tower(self.driver.session.inside)

    def seats_changed(self, told: LogLine) -> None:
        """Show who plays which seat now; what is shown again begins with the last turn of a person, whoever that is."""
        super().seats_changed(told)
        self._recall()

    def _recall(self) -> None:
        """Keep what has happened last as far as it stands, to be shown again."""
        if not self.presenter.keeps_recent:
            return
        self.history.follow(self.driver.session.course.answers)
        shown = len(self.history) - len(self.driver.turns)
        self.presenter.recall(turn_of(step) for step in self.history.steps[:shown])

    # The past

    def show_again(self) -> None:
        """Show once more what has just happened, as whoever is at the screen may see it; then it is asked again."""
        if not self.showing.is_over or self.is_held() or not self.model.has_recent:
            return
        self.model.forget_choice()
        if self.model.question is not None:
            self.questions.withdraw()
        viewer, rules = self.model.viewer, self.game.rules
        self.presenter.show_again(lambda state: rules.view(state, viewer))
        self.changed()

    def past_scene(self, story: Story, back_label: str) -> GenericPast:
        """Return the scene that shows a story at its last place."""
        return self.past_type(self.app, self.game, story, place=story.last, back_label=back_label)

    def _open_rules(self) -> None:
        self.app.go(ToRules(game=self.game.code))

    def _new_game(self) -> None:
        self.app.go(ToNewGame(self.game.code))

    # What the window asks for

    def choosable(self) -> list[HitRegion]:
        """Return the answers."""
        return self.answers.places()

    def close_topmost(self) -> bool:
        """Stop showing again what has happened, or the war of a finished game; else put the hint away."""
        is_again = self.presenter.is_again or (self.model.result is not None and not self.presenter.is_idle)
        if not is_again:
            return super().close_topmost()
        self.showing.finish()
        self.changed()
        return True

    def command(self, command: Command) -> None:
        """Take a key of the table."""
        controls, pace = self.controls, self.pace
        acts: dict[Command, Act] = {
            "undo": controls.undo, "undo_all": controls.undo_all, "redo": controls.redo, "skip": controls.skip,
            "hint": controls.ask_hint, "history": controls.look_back, "pause": pace.toggle_pause,
            "slower": pace.calm, "faster": pace.hurry, "again": controls.show_again,
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

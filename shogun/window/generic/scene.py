"""Base of the scenes of a game in progress and of its replay: a model, a tower, and the layout of panels."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

import pygame
from msgspec import Struct
from msgspec.structs import asdict

from shogun.base.language import _, marked
from shogun.game.words import calling
from shogun.players.adviser import Hint
from shogun.table.journal import Header
from shogun.table.replay import turn_of
from shogun.table.session import Session, only_person, people
from shogun.table.towers import Inside
from shogun.tower.resting_cubes import TowerState
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.game.lessons.lesson import Lesson
from shogun.window.game.past_scene import PastScene
from shogun.window.game.played import PlayedScene
from shogun.window.game.screen import Screen, nothing
from shogun.window.generic.panels import (
    AnswersPanel,
    BarPanel,
    GenericControls,
    GenericTowerPanel,
    SeatsPanel,
    ViewPanel,
    lay_out,
)
from shogun.window.generic.presenter import GenericModel, GenericPresenter
from shogun.window.kit.drawing.canvas import Act, HitRegion
from shogun.window.kit.input.keys import Command, Key, game_keys
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.routes import ToRules
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.panels.advice_panel import AdviceActs, AdvicePanel
from shogun.window.panels.history_bar import HistoryBar
from shogun.window.panels.log_panel import LogActs, LogPanel
from shogun.window.play.branches import branch_end
from shogun.window.play.game_plugin import GamePlugin, brought
from shogun.window.play.game_story import Story
from shogun.window.play.model import LogLine
from shogun.window.play.pace import Pace
from shogun.window.play.routes import ToNewGame
from shogun.window.tower.tower_display import Stand, stand_for


class TableScene(Scene):
    """Scene that shows a model of any game."""

    has_answers = True
    """True if players can be asked something."""

    def __init__(self, app: Application, game: GamePlugin, header: Header, model: GenericModel) -> None:
        super().__init__(app)
        self.game = game
        self.game_code = game.code
        self.model = model
        self.screen: Screen[Any] = Screen(app, model, self.changed, lambda: cast(object, app.scene) is self)
        self.stand: Stand = stand_for(header.tower)
        self.has_tower = header.tower is not None

    def with_tower(self, panels: list[Panel], skip: Act = nothing) -> list[Panel]:
        """Return these panels, and the tower's if the game has one; `skip` ends the drop."""
        if not self.has_tower:
            return panels
        self.tower_panel = GenericTowerPanel(self.model, self.stand, skip)
        return [*panels, self.tower_panel]

    def layout(self, area: pygame.Rect) -> None:
        """Lay out the panels."""
        rects = lay_out(area, self.em, len(self.model.seats), has_tower=self.has_tower, has_answers=self.has_answers)
        for panel in self.panels:
            panel.place(rects[panel.name])
        if self.has_tower:
            self.tower_panel.arrange(self.em)

    def show_tower(self, inside: Inside, tray: Mapping[str, int] | None = None) -> None:
        """Show the tower at rest, with an empty tray unless cubes are given."""
        self.model.tray = {colour: count for colour, count in (tray or {}).items() if count}
        self.model.inside = inside.counts()
        self.stand.show_resting(inside.resting if isinstance(inside, TowerState) else (), self.model.tray)

    def fall(self, seconds: float) -> None:
        """Advance the cubes of a drop by this time (s)."""
        for knock in self.stand.update(seconds):
            self.app.sounds_knock(knock)


# Replay: the base of games' own scenes; by itself it shows the view as text

STEP_SECONDS = 1.0
"""Seconds that a place is shown in a replay at speed 1."""


class GenericPast(PastScene, TableScene):
    """Scene that shows a story at one of its places."""

    has_answers = False
    model_type: type[GenericModel] = GenericModel

    def __init__(
        self, app: Application, game: GamePlugin, story: Story, *, place: int = 0, back_label: str = ""
    ) -> None:
        looks = game.listing.seat_looks(story.header, story.people)
        view = game.rules.view(story.history.state(place), story.viewer)
        super().__init__(app, game, story.header, self.model_type(seats=looks, view=view, viewer=story.viewer))
        self.story = story
        self.back_label = back_label or _("Back")
        self._shown_for = 0.0
        self.make_panels()
        self.go_to(place)

    def make_panels(self) -> None:
        """Make the panels; games that need other parts make those first."""
        self.log = LogPanel(self.model, LogActs(look_back=self.look_back), self.story.log)
        self.panels = self.with_tower([HistoryBar(self), *self.panels_of_game(), self.log])

    def panels_of_game(self) -> list[Panel]:
        """Return the panels that show the game."""
        return [ViewPanel(self.model), SeatsPanel(self.model)]

    # Places

    def show_place(self, place: int) -> None:
        """Show the game as it was at a place, and mark it."""
        model = self.model
        model.viewer = self.story.viewer
        model.seats = self.game.listing.seat_looks(self.story.header, self.story.people)
        self.show_state(self.story.history.state(place))
        self.show_tower(self.story.history.inside(place))
        self.mark(self.story.lines_until(place) - 1)

    def show_state(self, state: Any) -> None:
        """Show the view of a state."""
        rules = self.game.rules
        self.model.view, self.model.result = rules.view(state, self.story.viewer), rules.result(state)

    def mark(self, number: int) -> None:
        """Show the text of a line of the log and the progress of the game, and mark the line."""
        self.log.mark = number
        self.moment = self.game.listing.moment(self.model.view)
        self.sentence = self.story.log[number].text if number >= 0 else _("The game begins.")
        self.changed()

    def lay_answer(self, question: Any, _moves: Sequence[Any], _other: Sequence[Any]) -> None:
        """Show the game to the player who was asked; games with their own screen show the answer there."""
        self.model.viewer, self.model.question = question.seat, question
        self.model.view = self.game.rules.view(self.story.history.state(self.place), question.seat)

    def lift_answer(self) -> None:
        """Ask nothing any more."""
        self.model.question = None

    def settings_changed(self) -> None:
        """Repeat the last event in the current language."""
        self.show_place(self.place)

    # Time

    def is_moving(self) -> bool:
        """Return whether the replay is playing."""
        return self.is_playing and not self.model.is_paused

    def update(self, seconds: float) -> None:
        """Advance the replay."""
        self.keep_up()
        if not self.is_playing:
            return
        speed = self.app.settings.speed
        self._shown_for += seconds * (1.0 if speed >= AT_ONCE else speed)
        if self._shown_for >= STEP_SECONDS:
            self._shown_for = 0.0
            self.place = self.story.next_stop(self.place, 1)
            self.is_playing = self.place < self.story.last
            self.show_place(self.place)

    def command(self, command: Command) -> None:
        """Play and stop by Space and P, go to the beginning by Home."""
        acts: dict[Command, Act] = {
            "skip": self.toggle_playing, "pause": self.toggle_playing, "all": lambda: self.go_to(0),
        }  # fmt: skip
        if act := acts.get(command):
            act()
        else:
            super().command(command)


# Game in progress: the base of games' own scenes; by itself it shows lists of buttons, and the view as text

COMMANDS: tuple[Command, ...] = (
    "skip", "pause", "slower", "faster", "undo", "undo_all", "redo", "hint", "history",
)  # fmt: skip
"""Commands by key in every game on such a screen."""
GIVE, SEE_AGAIN = marked("Give the answer with that number"), marked("Replay the last move")


class Beginning(Struct, frozen=True, eq=False):
    """State that a game shows first, usually its current one."""

    state: Any
    inside: Inside
    log: list[LogLine]


class GenericScene(PlayedScene, TableScene):
    """Game of which only the basics are known.

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
        """Return the state shown first; `log` has the lines so far."""
        return Beginning(session.state, session.inside, log)

    def make_presenter(self) -> GenericPresenter:
        """Return the presenter of turns."""
        model, stand, telling = self.model, self.stand, self.game.telling
        return GenericPresenter(model=model, stand=stand, telling=telling, after=self.after, knock=self.fall)

    def hint_lines(self, hint: Hint) -> Sequence[str]:
        """Return the advice in words, a few lines."""
        with calling(self.model.names):
            return self.game.dialogue.advice_lines(hint)

    def _move_lines(self, move: Any) -> Sequence[str]:
        """Return a move in words, with the players' names."""
        with calling(self.model.names):
            lines: Sequence[str] = self.game.words.move_lines(move)
        return lines

    def make_controls(self) -> GenericControls:
        """Return the player's controls."""
        return GenericControls(
            **asdict(super().make_controls()), show_again=self.show_again, open_rules=self._open_rules,
            new_game=self._new_game, skip=self._skip,
        )  # fmt: skip

    @cached_property
    def advice(self) -> AdvicePanel:
        """Panel with the adviser's hint."""
        acts = AdviceActs(self.adviser.take, self.adviser.close, self.hint_lines)
        return AdvicePanel(self.model, acts)

    def make_panels(self) -> None:
        """Make the panels, once everything else exists."""
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
        """Show what has happened, then ask the next question."""
        self.show(seconds)
        if self.showing.is_over:
            self.ask()
        self.show_advice()

    def show(self, seconds: float) -> None:
        """Advance the time (s) of everything that is shown."""
        self.showing.update(self.pace.passing(seconds))

    def ask(self) -> None:
        """Ask the next question, once everything has been shown."""
        self.questions.ask()
        self.adviser.update()
        self.roll_if_forced()

    def show_advice(self) -> None:
        """Show a hint in place of the log."""
        is_told = self.model.hint is not None
        if self.log.is_hidden != is_told:
            self.log.is_hidden, self.advice.is_hidden = is_told, not is_told
            self.changed()

    def _skip(self) -> None:
        if self.pace.press():
            self.showing.grace.end()
            self.presenter.skip()

    # Questions and answers

    def tell_end(self) -> None:
        """Show that the game is over."""
        names, result = self.model.names, self.model.result
        winners = ", ".join(names[seat] for seat in result.winners)
        told = _("The game is over. Winner: {names}.").format(names=winners)
        branch = branch_end(self.app.options.games, self.driver.session, names)
        self.model.prompt = f"{told} {branch}".rstrip()

    def show_undone(self) -> None:
        """Show the game after an undo or redo."""
        self._recall()
        super().show_undone()

    def show_resting(self) -> None:
        """Show the tower as it is in the session."""
        self.show_tower(self.driver.session.inside)

    def seats_changed(self, told: LogLine) -> None:
        """Show who plays each seat now; a repeat starts with the last turn of a human, whoever that is."""
        super().seats_changed(told)
        self._recall()

    def _recall(self) -> None:
        """Keep the last events that still stand, to be shown again."""
        if not self.presenter.keeps_recent:
            return
        self.history.follow(self.driver.session.course.answers)
        shown = len(self.history) - len(self.driver.turns)
        self.presenter.recall(turn_of(step) for step in self.history.steps[:shown])

    # Replay

    def show_again(self) -> None:
        """Show again what has just happened, as the player at the screen may see it; then repeat the question."""
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

    # Interface for the window

    def choosable(self) -> list[HitRegion]:
        """Return the answers."""
        return self.answers.places()

    def close_topmost(self) -> bool:
        """Stop showing again what has happened, or the war of a finished game; otherwise close the hint."""
        is_again = self.presenter.is_again or (self.model.result is not None and not self.presenter.is_idle)
        if not is_again:
            return super().close_topmost()
        self.showing.finish()
        self.changed()
        return True

    def command(self, command: Command) -> None:
        """Handle a key of the table."""
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


# Chapter of a tutorial, on a scene that inherits the generic one


class GenericLesson(Lesson, GenericScene):
    """Game in a lesson; only answers that a step asks for have an effect.

    A game's lesson inherits this and its own scene.
    """

    answers_by: tuple[str, ...] = ()
    """Prefixes of the names of controls that give answers."""
    is_advised = False
    rolls: tuple[type, ...] = ()

    def __init__(self, app: Application, chapter: Chapter) -> None:
        self.chapter = chapter
        session = self.begun(chapter.position)
        super().__init__(app, brought(app.options, session.header.game), session, [])
        self.begin()

    @staticmethod
    @abstractmethod
    def begun(position: Any) -> Session:
        """Return a game at the start of a chapter."""

    def start_again(self) -> None:
        """Restart the chapter."""
        self.app.replace(type(self)(self.app, self.chapter))

    def tell_end(self) -> None:
        """Do nothing: the chapter says how it ended, without a sheet over the board."""

    def update(self, seconds: float) -> None:
        """Advance the game; a step's text about its end appears at once."""
        super().update(seconds)
        if self.is_told_to_end() and self.model.result is None:
            self.showing.finish()
            self.questions.ask()

    def is_told_to_end(self) -> bool:
        """Return whether the end of the game has been shown."""
        return self.game.rules.result(self.questions.state) is not None

    def pointed_places(self) -> Sequence[str]:
        """Return nothing: no step waits for the pointer."""
        return ()

    def is_answer(self, name: str) -> bool:
        """Return whether a control of this name gives an answer."""
        return name.startswith(self.answers_by)

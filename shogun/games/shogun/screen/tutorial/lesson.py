"""A chapter of the tutorial: the game's own screen, with a coach in the place of the log."""

from collections.abc import Iterator

import pygame

from shogun.base.language import _, marked
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.panels.prompt import ANSWER
from shogun.games.shogun.screen.play.drafts import Fields
from shogun.games.shogun.screen.scenes.game.scene import GameScene
from shogun.games.shogun.screen.tutorial.chapter import Chapter
from shogun.games.shogun.screen.tutorial.coach import CoachPanel
from shogun.games.shogun.screen.tutorial.position import begin
from shogun.games.shogun.screen.tutorial.steps import LessonStep, Situation, field_number
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application
from shogun.window.kit.theme import GOLD, INK
from shogun.window.play.routes import ToLessons, ToMenu

LONGEST = 0.1
"""Seconds that pass at most between two looks at what has happened, so that a step can stop the game at once."""
RING_EM = 1.7
"""Radius of the ring about a province."""
AIR_EM = 0.2
"""How much larger a frame is than what it is drawn about."""


ONLY_FORWARD = marked("A lesson goes only forward; with Again the chapter begins anew.")


class LessonScene(GameScene):
    """A game that goes on as the person learns; nothing else than what a step asks for has any effect."""

    def __init__(self, app: Application, chapter: Chapter) -> None:
        self.chapter = chapter
        self.number = 0
        self.correction = ""
        """What to do instead, after something else was done."""
        self._is_leaving = False
        """Whether it was asked once to leave the chapter."""
        super().__init__(app, begin(chapter.position), [])
        self.showing.is_held = lambda: self.step.task.waits
        self.undoing.refusal = ONLY_FORWARD
        self.questions.digest = lambda _seat: None  # nobody has missed anything
        self.situation = Situation(self.model)
        self._seen = 0
        """How many lines of the log were looked at."""
        self._fields: Fields | None = None
        """The plan as it may lie by now."""
        self.model.speed = self.model.computers_speed = 1.0

    def _give_controls(self, controls: Controls) -> None:
        super()._give_controls(controls)
        controls.answer, controls.confirm = self._answer, self._confirm
        controls.undo = controls.undo_all = controls.redo = self._refuse
        controls.look_back = lambda _line=None: self._refuse()
        controls.open_menu = self._leave_if_asked_twice

    def _make_panels(self) -> None:
        super()._make_panels()
        self.players.changer = None
        self.coach = CoachPanel(self)
        self._all: list[Panel] = list(self.panels)

    def layout(self, area: pygame.Rect) -> None:
        """Give the coach the log's room."""
        self.panels = list(self._all)
        super().layout(area)
        self.coach.place(self.log.rect)
        self.panels = [*(panel for panel in self._all if panel is not self.log), self.coach]

    # Steps

    @property
    def step(self) -> LessonStep:
        """The present step."""
        return self.chapter.steps[self.number]

    @property
    def is_last(self) -> bool:
        """Whether it is the chapter's last one."""
        return self.number == len(self.chapter.steps) - 1

    def update(self, seconds: float) -> None:
        """Let the game go on, then see whether the step is done."""
        super().update(min(seconds, LONGEST))
        self._look()

    def is_moving(self) -> bool:
        """Return whether something is being shown; nothing is while the person reads."""
        return not self.step.task.waits and super().is_moving()

    def _look(self) -> None:
        """Take note of what happened, keep the plan as the step allows it, and go on when the step is done."""
        self._keep_plan()
        if self.model.hovered:
            self.situation.pointed.add(self.model.hovered)
        self._go_on_if_done()
        while self._seen < len(self.model.log):
            event = self.model.log[self._seen].event
            self._seen += 1
            if event is not None:
                self.situation.told.append(event)
                self._go_on_if_done()

    def _go_on_if_done(self) -> None:
        if self.step.task.is_done(self.situation):
            self._next()

    def _next(self) -> None:
        if self.is_last:
            self._finish()
            return
        self.number += 1
        self.situation = Situation(self.model)
        self._correct("")

    def _correct(self, sentence: str) -> None:
        self.correction = sentence
        self._is_leaving = False
        self.changed()
        self.bare()  # frames may lie between panels

    def _keep_plan(self) -> None:
        """Put the plan back as it was if something was laid that the step doesn't ask for."""
        draft = self.model.plan
        if draft is None:
            self._fields = None
            return
        if self._fields is None:
            for name, card in self.chapter.position.laid.items():
                draft.fields[field_number(name)] = card
            self._fields = tuple(draft.fields)
            self.changed()
        elif tuple(draft.fields) == self._fields:
            return
        elif self.step.task.may_lie(self._fields, tuple(draft.fields)):
            self._accept(tuple(draft.fields))
        else:
            draft.lay_all(self._fields)
            self._correct(self.step.task.hint())

    def _accept(self, fields: Fields) -> None:
        """Take note of what was laid; while fields are filled as one likes, only what lay there before counts."""
        if self.step.task.is_done(self.situation):
            self._fields = fields

    # What the person does

    def _answer(self, move: Move) -> None:
        """Give the answer if the step asks for it."""
        if not self.step.task.takes(move):
            self._correct(self.step.task.hint())
            return
        self.situation.given.append(move)
        self.answers.answer(move)
        self._look()  # before anything of what follows is shown

    @property
    def has_to_read(self) -> bool:
        """Whether there is nothing left to do in this step but to read and go on."""
        return self.step.task.to_read(self.situation)

    @property
    def has_to_answer(self) -> bool:
        """Whether something is asked on the way that the step itself doesn't speak of."""
        return self.step.task.asks(self.situation)

    def go_on(self) -> None:
        """The step was read."""
        self.situation.has_read = True
        self._look()

    def _confirm(self) -> None:
        """Enter goes on where there is only something to read."""
        if self.has_to_read:
            self.go_on()
        else:
            self.answers.confirm()

    def _refuse(self) -> None:
        """Say that nothing is taken back."""
        self._correct(_(ONLY_FORWARD))

    # The way out

    def _finish(self) -> None:
        finished = self.app.settings.lessons
        if self.chapter.name not in finished:
            finished.append(self.chapter.name)
        self.app.remember()
        back_to_lessons(self.app)

    def start_again(self) -> None:
        """Begin the chapter anew."""
        self.app.replace(LessonScene(self.app, self.chapter))

    def leave(self) -> None:
        """Return to the list of chapters; what was finished is remembered."""
        back_to_lessons(self.app)

    def _leave_if_asked_twice(self) -> None:
        """Leave when it was asked for twice: what was done in a chapter is not saved."""
        if self._is_leaving:
            self.leave()
        else:
            self._correct(_("Once more, and you leave this chapter. It can be begun again at any time."))
            self._is_leaving = True

    # What the step points at

    def draw_over(self, surface: pygame.Surface) -> None:
        """Frame what the step speaks of."""
        super().draw_over(surface)
        thick = max(3, round(0.22 * self.em))
        surface.set_clip(self.board.rect)
        for centre in self.provinces_pointed_at():
            for radius, colour, wide in ((RING_EM * self.em + 1, INK, thick + 2), (RING_EM * self.em, GOLD, thick)):
                pygame.draw.circle(surface, colour, centre, radius, wide)
        surface.set_clip(None)
        for rect in self.pointed_at():
            for box, colour, wide in ((rect.inflate(2, 2), INK, thick + 2), (rect, GOLD, thick)):
                pygame.draw.rect(surface, colour, box, wide, border_radius=round(0.5 * self.em))

    def provinces_pointed_at(self) -> Iterator[tuple[int, int]]:
        """Yield where the provinces lie that the step points at, if the map is to be seen."""
        if self.board.is_hidden:
            return
        for name in (*self.step.at, *self.step.task.provinces(self.situation)):
            if name in self.model.board.lands:
                yield self.board.view.anchor(name)

    def pointed_at(self) -> Iterator[pygame.Rect]:
        """Yield the rectangles of the panels and controls that the step points at."""
        places = {target.name: target.rect for target in self.targets()}
        places |= {panel.name: panel.rect for panel in self.open_panels()}
        air = round(AIR_EM * self.em)
        asked = [name for name in places if name.startswith(ANSWER)] if self.has_to_answer else []
        for name in (*self.step.at, *asked):
            if name in places:
                yield places[name].inflate(air, air).clip(pygame.Rect((0, 0), self.size))


def back_to_lessons(app: Application) -> None:
    """Leave a lesson for the list of chapters, which lies upon the menu."""
    app.go(ToMenu())
    app.go(ToLessons())

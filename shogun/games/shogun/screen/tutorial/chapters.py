"""The five chapters in their order, and a first game."""

from collections.abc import Iterator, Sequence

import pygame
from msgspec.structs import replace

from shogun.base.language import _
from shogun.base.random_streams import drawn_seed
from shogun.games.shogun.screen.listing import first_seats
from shogun.games.shogun.screen.panels.prompt_panel import ANSWER
from shogun.games.shogun.screen.play.half_made_answers import Fields
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.layout import Shape
from shogun.games.shogun.screen.tutorial import battle, building, planning, taxes, winter
from shogun.games.shogun.screen.tutorial.starting_position import begin
from shogun.games.shogun.screen.tutorial.steps import LayingTask, RegionsStep, field_number
from shogun.window.game.lessons.chapter import Chapter, Curriculum
from shogun.window.generic.scene import GenericLesson
from shogun.window.kit.drawing.theme import GOLD, INK
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.start import TOWER, NewGameSettings, default_choices

CHAPTERS: tuple[Chapter, ...] = (
    planning.CHAPTER, taxes.CHAPTER, building.CHAPTER, battle.CHAPTER, winter.CHAPTER,
)  # fmt: skip


def course(game: GamePlugin) -> Curriculum:
    """Return the chapters, and after them a game of three with the printed line-up."""
    return Curriculum(
        game=game,
        chapters=CHAPTERS,
        note=_("Five chapters in a real game, a few minutes each."),
        first_game=lambda: NewGameSettings(first_seats(), default_choices(game), TOWER, drawn_seed()),
        first_note=_("Three players, the printed setup, and two opponents who are learning too"),
    )


# A chapter of Shogun's tutorial: plans are kept as a step allows them, and provinces are ringed on the map.

RING_EM = 1.7
"""Radius of the ring about a province."""


class LessonScene(GenericLesson, GameScene):
    """A game that goes on as the person learns; nothing else than what a step asks for has any effect."""

    answers_by = (ANSWER,)
    begun = staticmethod(begin)
    is_advised = True
    _fields: Fields | None = None
    """The plan as it may lie by now."""

    def digest(self, _seat: int) -> None:
        """Return None: nobody has missed anything."""

    def wanted_shape(self) -> Shape:
        """Return that there is much to be read in the log's place."""
        return replace(super().wanted_shape(), has_coach=True)

    # Steps

    def pointed_places(self) -> Sequence[str]:
        """Return the province that the pointer, or the keyboard, is at."""
        return (self.model.hovered,) if self.model.hovered else ()

    def look(self) -> None:
        """Take note of what happened, keep the plan as the step allows it, and go on when the step is done."""
        self._keep_plan()
        super().look()

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
        elif self._may_lie(self._fields, tuple(draft.fields)):
            self._accept(tuple(draft.fields))
        else:
            draft.lay_all(self._fields)
            self.correct(self.hint)

    def _may_lie(self, before: Fields, after: Fields) -> bool:
        task = self.step.task
        return isinstance(task, LayingTask) and task.may_lie(before, after)

    def _accept(self, fields: Fields) -> None:
        """Take note of what was laid; while fields are filled as one likes, only what lay there before counts."""
        if self.step.task.is_done(self.situation):
            self._fields = fields

    def done_so_far(self) -> tuple[object, ...]:
        """Return what has been done of the step, with the cards that were laid and where armies are aimed."""
        plan, march = self.model.plan, self.model.march
        return (*super().done_so_far(), plan and tuple(plan.fields), march and march.target)

    def enter_step(self) -> None:
        """Show the map as the step speaks of it: by its regions, or by who holds what."""
        self.model.by_owner = not isinstance(self.step, RegionsStep)

    # What the step points at

    def draw_over(self, surface: pygame.Surface) -> None:
        """Ring the provinces and frame the controls that the step speaks of."""
        thick = max(3, round(0.22 * self.em))
        surface.set_clip(self.board.rect)
        for centre in self.provinces_pointed_at():
            for radius, colour, wide in ((RING_EM * self.em + 1, INK, thick + 2), (RING_EM * self.em, GOLD, thick)):
                pygame.draw.circle(surface, colour, centre, radius, wide)
            about = pygame.Rect(0, 0, 2 * round(RING_EM * self.em + thick), 2 * round(RING_EM * self.em + thick))
            about.center = centre
            self.board.view.write_names(surface, about)
        surface.set_clip(None)
        super().draw_over(surface)

    def provinces_pointed_at(self) -> Iterator[tuple[int, int]]:
        """Yield where the provinces lie that the step points at, if the map is to be seen."""
        if self.board.is_hidden or not self.is_ready:
            return
        for name in (*self.step.at, *self.step.task.places(self.situation)):
            if name in self.model.board.lands:
                yield self.board.view.anchor(name)

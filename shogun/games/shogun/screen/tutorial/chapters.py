"""The five chapters in their order, and a first game."""

from collections.abc import Iterator, Sequence
from functools import partial

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
from shogun.window.play.start import TOWER, NewGameSettings, default_choices, middling_first_seat

CHAPTERS: tuple[Chapter, ...] = (
    planning.CHAPTER, taxes.CHAPTER, building.CHAPTER, battle.CHAPTER, winter.CHAPTER,
)  # fmt: skip


def course(game: GamePlugin) -> Curriculum:
    """Return the chapters, and after them a three-player game with the printed line-up."""
    return Curriculum(
        game=game,
        chapters=CHAPTERS,
        note=_("Five chapters in a real game, a few minutes each."),
        first_game=partial(_first_game, game),
        first_note=_("Three players, the printed setup, and two opponents who are learning too"),
    )


def _first_game(game: GamePlugin) -> NewGameSettings:
    seats, chosen = first_seats(), default_choices(game)
    return NewGameSettings(seats, chosen, TOWER, drawn_seed(), middling_first_seat(game, seats, chosen))


# A chapter of Shogun's tutorial: a step restricts changes of the plan, and rings provinces on the map

RING_EM = 1.7
"""Radius of the ring around a province."""


class LessonScene(GenericLesson, GameScene):
    """A game that continues as the player learns; only actions that a step asks for have any effect."""

    answers_by = (ANSWER,)
    begun = staticmethod(begin)
    is_advised = True
    _fields: Fields | None = None
    """The plan as allowed so far."""

    def digest(self, _seat: int) -> None:
        """Return None: no digest in a lesson."""

    def wanted_shape(self) -> Shape:
        """Return the shape with room for a longer text in the log's place."""
        return replace(super().wanted_shape(), has_coach=True)

    # Steps

    def pointed_places(self) -> Sequence[str]:
        """Return the province under the pointer or with the keyboard's focus."""
        return (self.model.hovered,) if self.model.hovered else ()

    def look(self) -> None:
        """Record new events, restrict the plan to the step's changes, and continue when the step is done."""
        self._keep_plan()
        super().look()

    def _keep_plan(self) -> None:
        """Restore the plan if a card was placed that the step doesn't ask for."""
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
        """Record the placed cards; while the player fills the fields freely, only the earlier cards count."""
        if self.step.task.is_done(self.situation):
            self._fields = fields

    def done_so_far(self) -> tuple[object, ...]:
        """Return the step's progress, with the placed cards and the armies' target."""
        plan, march = self.model.plan, self.model.march
        return (*super().done_so_far(), plan and tuple(plan.fields), march and march.target)

    def enter_step(self) -> None:
        """Show the map's regions or owners, as the step requires."""
        self.model.by_owner = not isinstance(self.step, RegionsStep)

    # Highlights of the step

    def draw_over(self, surface: pygame.Surface) -> None:
        """Ring the provinces and frame the controls that the step is about."""
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
        """Yield the places of the step's provinces, if the map is visible."""
        if self.board.is_hidden or not self.is_ready:
            return
        for name in (*self.step.at, *self.step.task.places(self.situation)):
            if name in self.model.board.lands:
                yield self.board.view.anchor(name)

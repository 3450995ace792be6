"""The sheet below the board, for the game's current stage: draft, plan, actions, or the result."""

from collections.abc import Sequence

import pygame

from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.rules.references import ACTIONS_RULE, DRAFT_RULE, END_RULE, FIELD_RULE
from shogun.games.shogun.screen.panels.action_cards import draw_actions
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.panels.planning_board import HEAD, draw_plan
from shogun.games.shogun.screen.panels.province_draft import draw_draft
from shogun.games.shogun.screen.panels.ranking import draw_result
from shogun.games.shogun.screen.panels.winter_forecast import draw_winter
from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.runtime.panel import Panel

USUAL_EM, PLAN_EM = (48.6, 11.4), (60.6, 11.4)
"""Width and height of a sheet with its contents at the usual size."""


class SheetPanel(Panel):
    """Draws the part for the current stage."""

    name = "sheet"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self._pointer = (0, 0)

    def rule(self) -> str:
        """Return the rule for the sheet's contents."""
        model = self.model
        if model.result is not None:
            return END_RULE
        if model.plan is not None:
            return FIELD_RULE
        return DRAFT_RULE if model.is_drafting else ACTIONS_RULE

    def shows(self) -> tuple[object, ...]:
        """Return the stage's contents, and the place of a dragged card."""
        model = self.model
        dragged = self._pointer if model.plan and model.plan.is_dragged else None
        told = (model.result, model.hint, model.has_adviser)
        return model.asked(), told, model.hovered, dragged, model.is_folded

    def needed(self) -> Sequence[pygame.Rect]:
        """Return the heads of a plan's fields: they explain where the card in hand can go."""
        return [target.rect for target in self.layer.targets if target.name.startswith(HEAD)]

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet, with its contents as large as possible."""
        canvas.sheet(self.rect)
        large = canvas.enlarged(self._times(canvas))
        self._draw(large, self.rect.inflate(-large.px(0.8), -large.px(0.5)))

    def _times(self, canvas: Canvas) -> float:
        """Return the magnification of the sheet's contents."""
        usual = PLAN_EM if self.model.plan is not None or self.model.is_setting_up else USUAL_EM
        room = min(here / least for here, least in zip(self.rect.size, usual, strict=True))
        return max(1.0, room / canvas.em)

    def _draw(self, canvas: Canvas, inner: pygame.Rect) -> None:
        model = self.model
        if model.result is not None:
            draw_result(canvas, inner, model, model.result, self.controls.show_end)
        elif model.plan is not None and isinstance(model.question, PlanQuestion):
            draw_plan(canvas, inner, model, model.plan, self.controls)
        elif model.is_drafting:
            draw_draft(canvas, inner, model, self.controls)
        elif model.view.season == "winter":
            draw_winter(canvas, inner, model)
        else:
            draw_actions(canvas, inner, model, self.controls.fold)

    def pointed(self, position: tuple[int, int]) -> None:
        """Tell the scene the province of the card under the pointer, so that it is highlighted on the map."""
        self._pointer = position
        here = next((target for target in self.layer.targets if target.rect.collidepoint(position)), None)
        self.controls.point_at(self._province_of(here.name) if here else None)

    def dragged(self, _x: int, _y: int) -> None:
        """Let a card of the plan that was picked up follow the pointer."""
        if self.model.plan and self.model.plan.card is not None:
            self.model.plan.is_dragged = True

    def released(self, position: tuple[int, int]) -> None:
        """Place a dragged card on a field; elsewhere it stays in hand."""
        plan = self.model.plan
        if plan is None or not plan.is_dragged:
            return
        plan.is_dragged = False
        fields = (target for target in self.layer.targets if target.name.startswith("field-"))
        field = next((target for target in fields if target.rect.collidepoint(position)), None)
        if field is not None and field.act is not None:
            field.act()

    def left(self) -> None:
        """Tell the scene that the pointer has left the cards."""
        self.controls.point_at(None)

    def focused(self, name: str) -> None:
        """Highlight the province of the card with the keyboard's focus too."""
        if any(target.name == name for target in self.layer.targets):
            self.controls.point_at(self._province_of(name))

    def _province_of(self, name: str) -> str | None:
        """Return the province of the card at a place of this sheet, None if there isn't one."""
        part, _dash, rest = name.partition("-")
        if part == "field" and self.model.plan:
            card = self.model.plan.fields[int(rest)]
            return card if isinstance(card, str) else None
        return rest if part in ("card", "laid", "take") and rest in self.model.board.lands else None

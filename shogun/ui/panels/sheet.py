"""The sheet below the board: what the present stage of the game needs: draft, plan, actions, or the result."""

import pygame

from shogun.rules.questions import PlanQuestion
from shogun.ui.canvas import Canvas
from shogun.ui.model import DRAFT, Model
from shogun.ui.panels.actions import draw_actions
from shogun.ui.panels.controls import Controls
from shogun.ui.panels.draft import draw_draft
from shogun.ui.panels.panel import Panel
from shogun.ui.panels.planning import draw_plan
from shogun.ui.panels.result import draw_result


class SheetPanel(Panel):
    """Draws the part that belongs to the stage."""

    name = "sheet"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-canvas.px(0.8), -canvas.px(0.8))
        self._draw(canvas, inner)

    def _draw(self, canvas: Canvas, inner: pygame.Rect) -> None:
        model = self.model
        if model.result is not None:
            draw_result(canvas, inner, model, model.result)
        elif model.plan is not None and isinstance(model.question, PlanQuestion):
            draw_plan(canvas, inner, model, model.plan, self.controls)
        elif isinstance(model.view.stage, DRAFT):
            draw_draft(canvas, inner, model, self.controls)
        else:
            draw_actions(canvas, inner, model)

"""The board in its panel, and a note in the sea about the province under the pointer."""

import pygame

from shogun.rules.cards import ACTIONS, Action
from shogun.rules.moves import Plan
from shogun.rules.questions import Choice
from shogun.ui.board_view import BoardHighlights, BoardView
from shogun.ui.canvas import Canvas
from shogun.ui.model import Model
from shogun.ui.panels.controls import Controls
from shogun.ui.panels.panel import Panel
from shogun.ui.panels.province_note import draw_legend, draw_note, noted
from shogun.ui.theme import INK


class BoardPanel(Panel):
    """The map: what can be clicked is lit, a click is told to the scene."""

    name = "board"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.view = BoardView(model.board, model.clans())

    def place(self, rect: pygame.Rect) -> None:
        """Give the panel its room; the map is painted anew for another size."""
        super().place(rect)
        self.view.resize(rect)

    def draw(self, canvas: Canvas) -> None:
        """Draw the board and the note."""
        self.view.draw(canvas.surface, self.model.view, self.highlights())
        canvas.frame(self.rect, INK, 0.0, 0.1)
        corner = self.rect.left + canvas.px(0.6), self.rect.top + canvas.px(0.6)
        if name := noted(self.model, self._selected()):
            draw_note(canvas, corner, self.model, name)
        else:
            draw_legend(canvas, corner, self.model)

    def highlights(self) -> BoardHighlights:
        """Return what stands out now."""
        model = self.model
        arrow = model.shown_arrow
        if model.march and model.march.target:
            arrow = (model.march.question.source, model.march.target)
        return BoardHighlights(
            selectable=frozenset(self.selectable()),
            selected=self._selected(),
            hovered=model.hovered,
            arrow=arrow,
            planned=self._planned(model.view.plan),
        )

    def selectable(self) -> list[str]:
        """Return the provinces on which a click does something."""
        model = self.model
        if model.march:
            return list(model.march.question.targets)
        if model.plan:
            return [card for card in model.plan.question.cards if isinstance(card, str)]
        if isinstance(model.question, Choice):
            return [move.province for move in model.question.moves if hasattr(move, "province")]
        return []

    def _selected(self) -> str | None:
        model = self.model
        if model.plan and isinstance(model.plan.card, str):
            return model.plan.card
        if model.march:
            return model.march.question.source
        if isinstance(model.question, Choice):
            return model.question.subject
        return model.shown_province

    def _planned(self, committed: Plan | None) -> dict[str, Action]:
        if self.model.plan:
            return dict(self.model.plan.by_province())
        if committed is None:
            return {}
        return {card: action for card, action in zip(committed.fields, ACTIONS, strict=True) if isinstance(card, str)}

    def pointed(self, position: tuple[int, int]) -> None:
        """Tell the scene which province the pointer is over."""
        self.controls.point_at(self.view.province_at(position))

    def left(self) -> None:
        """The pointer is over no province any more."""
        self.controls.point_at(None)

    def clicked(self, position: tuple[int, int]) -> None:
        """Tell the scene which province was clicked, if it reacts."""
        province = self.view.pick(position)
        if province is not None and province in self.selectable():
            self.controls.click_province(province)

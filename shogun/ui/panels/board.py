"""The board in its panel, and a note in the sea about the province under the pointer."""

import pygame

from shogun.language import _
from shogun.rules.cards import ACTIONS, Action
from shogun.rules.moves import Plan
from shogun.rules.questions import Choice
from shogun.rules.wording import BUILDING_NAMES, REGION_NAMES, armies
from shogun.ui.board_view import BoardHighlights, BoardView
from shogun.ui.canvas import Canvas
from shogun.ui.model import Model
from shogun.ui.panels.controls import Controls
from shogun.ui.panels.panel import Panel
from shogun.ui.theme import INK, INK_SOFT, PAPER_BRIGHT

NOTE_EM = (15.5, 5.0)


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
        if self.model.hovered and not self.model.hides_map:
            self._note(canvas, self.model.hovered)

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

    def _note(self, canvas: Canvas, name: str) -> None:
        """Tell all about a province, in the sea of the upper left."""
        wide, high = NOTE_EM
        gap = canvas.px(0.6)
        rect = pygame.Rect(self.rect.left + gap, self.rect.top + gap, canvas.px(wide), canvas.px(high))
        canvas.sheet(rect, PAPER_BRIGHT)
        box = pygame.Rect(rect.left + gap, rect.top + canvas.px(0.25), rect.width - 2 * gap, canvas.px(1.4))
        canvas.line(name, box, weight="Bold", size=1.15)
        canvas.small(_(REGION_NAMES[self.model.board.lands[name].region]), box, align="right", colour=INK_SOFT)
        for text in self._lines(name):
            box = box.move(0, canvas.px(1.05))
            canvas.small(text, box)

    def _lines(self, name: str) -> list[str]:
        land, lies = self.model.board.lands[name], self.model.view.provinces[name]
        owner = _("neutral") if lies.owner is None else self.model.names[lies.owner]
        values = _("Taxes {tax}, rice {rice}, building sites {sites}")
        stands = ", ".join(_(BUILDING_NAMES[kind]) for kind in lies.buildings) or _("no buildings")
        return [
            f"{owner}: {armies(lies.armies)}" if lies.owner is not None else owner,
            values.format(tax=land.tax, rice=land.rice, sites=land.sites),
            f"{stands}; {_('revolt markers: {n}').format(n=lies.markers)}",
        ]

    def pointed(self, position: tuple[int, int]) -> None:
        """Tell the scene which province the pointer is over."""
        self.controls.point_at(self.view.pick(position))

    def left(self) -> None:
        """The pointer is over no province any more."""
        self.controls.point_at(None)

    def clicked(self, position: tuple[int, int]) -> None:
        """Tell the scene which province was clicked, if it reacts."""
        province = self.view.pick(position)
        if province is not None and province in self.selectable():
            self.controls.click_province(province)

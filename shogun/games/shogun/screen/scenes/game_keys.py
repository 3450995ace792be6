"""The keys of a game besides the tower's: choose by number, undo, confirm, navigate the map."""

from functools import partial

import pygame

from shogun.games.shogun.rules.questions import Choice, Stay
from shogun.games.shogun.screen.panels.board_panel import BoardPanel
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.panels.planning_board import numbered_fields
from shogun.games.shogun.screen.play.half_made_answers import BID, MarchDraft, PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.input.keys import DIGITS, Command

NUMBERS = {pygame.K_0 + int(sign): number for number, sign in enumerate(DIGITS, 1)}
"""Number for each digit key; 10 for 0."""


class GameKeys:
    """Executes the keyboard commands of one game."""

    def __init__(self, model: Model, controls: Controls, board: BoardPanel) -> None:
        self._model = model
        self._controls = controls
        self._board = board

    def command(self, command: Command) -> bool:
        """Execute a command that only this game has and return whether it was one of these."""
        acts: dict[Command, Act] = {
            "clear": self._clear,
            "copy": self._copy,
            "bid": self._point_at_bid,
            "grounds": self._controls.change_grounds,
            "all": self._board.show_all,
            "closer": lambda: self._more(1),
            "farther": lambda: self._more(-1),
        }
        act = acts.get(command)
        if act is not None:
            act()
        return act is not None

    def key(self, key: int) -> None:
        """Handle a digit, or Enter while nothing has the focus."""
        if key in NUMBERS:
            self._choose(NUMBERS[key])
        elif key in ENTER:
            self._controls.confirm()

    def _more(self, step: int) -> None:
        """Send one army more or fewer if a march is being chosen, otherwise zoom."""
        march = self._model.march
        if march is not None and march.target is not None:
            self._controls.set_armies(max(1, min(march.question.most, march.armies + step)))
        else:
            self._board.zoom(step)

    def _choose(self, number: int) -> None:
        """Choose the numbered answer, card, field or number of armies, if there is one."""
        model = self._model
        if model.plan is not None:
            self._choose_for_plan(model.plan, number)
        elif model.march is not None:
            self._choose_armies(model.march, number)
        elif isinstance(model.question, Choice) and number <= len(model.question.moves):
            self._controls.answer(model.question.moves[number - 1])

    def _choose_for_plan(self, plan: PlanDraft, number: int) -> None:
        """Pick up a card or, while one is in hand, place it on the numbered field."""
        fields = numbered_fields(self._model)
        if plan.card is not None and number <= len(fields):
            self._controls.alter_plan(partial(plan.take_field, fields[number - 1]))
        elif plan.card is None and (card := plan.card_of(number - 1)) is not None:
            self._controls.alter_plan(partial(plan.take_card, card))

    def _point_at_bid(self) -> None:
        if plan := self._model.plan:
            self._controls.alter_plan(partial(plan.take_field, BID))

    def _copy(self) -> None:
        plan = self._model.plan
        if plan is not None and plan.before:
            self._controls.alter_plan(plan.copy_before)

    def _clear(self) -> None:
        if plan := self._model.plan:
            self._controls.alter_plan(plan.clear)

    def _choose_armies(self, march: MarchDraft, number: int) -> None:
        if number == len(DIGITS) and march.stays_by_zero:
            self._controls.answer(Stay())
        elif march.target is not None and number <= march.question.most:
            self._controls.set_armies(number)

"""What persons are asked in River of Gold: openly, with nothing hidden but the hands (2.11)."""

from typing import Any

from shogun.games.river_of_gold.rules.turns import END_TURN
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.window.game.questions import GameQuestions


class RiverQuestions(GameQuestions, kw_only=True, eq=False):
    """At a screen that several share, a hand lies open only while its owner wants it to."""

    @property
    def _model(self) -> RiverModel:
        model = self.screen.model
        assert isinstance(model, RiverModel), "the scene's own model"
        return model

    @property
    def are_several(self) -> bool:
        """Whether several persons share the screen."""
        return self.seats.only_person is None

    def posed(self, question: Any) -> None:
        """Leave a hand open that was opened for a question before; another's is covered."""
        model = self._model
        if model.hand_shown != question.seat:
            model.hand_shown = None
        elif self.are_several:
            model.viewer = question.seat

    def withdraw(self) -> None:
        """Take the question off the screen; an open hand stays open until its owner's turn ends."""
        model = self._model
        if model.asks == END_TURN:
            model.hand_shown = None
        super().withdraw()
        if self.are_several and model.hand_shown is not None:
            model.viewer = model.hand_shown
            self.show_view()

    def toggle_hand(self) -> None:
        """Lay the hand of whoever is asked open, or cover it."""
        model = self._model
        if model.question is None or not self.are_several:
            return
        model.hand_shown = None if model.hand_shown == model.question.seat else model.question.seat
        model.viewer = model.hand_shown
        self.show_view()
        self.screen.changed()

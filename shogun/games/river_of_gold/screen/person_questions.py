"""What persons are asked in River of Gold: openly, with nothing hidden but the hands (2.11)."""

from typing import Any

from shogun.games.river_of_gold.rules.state import Deliver, Discard
from shogun.games.river_of_gold.rules.turns import END_TURN
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.window.game.person_questions import GameQuestions
from shogun.window.play.model import LogLine


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

    def seats_changed(self, told: LogLine) -> None:
        """Cover the hand that lies open: whoever it belongs to may not play any more, or another has come."""
        super().seats_changed(told)
        self.cover()

    def show_view(self) -> None:
        """Show what may be seen, and whether a hand that lies open can be covered."""
        self._model.is_shared = self.are_several
        super().show_view()

    def toggle_hand(self) -> None:
        """Lay the hand of whoever is asked open, or cover the one that lies open."""
        model = self._model
        if model.viewer is not None:
            self.cover()
        elif model.question is not None:
            model.hand_shown = model.viewer = model.question.seat
            self.show_view()
        self.screen.changed()

    def cover(self) -> None:
        """Cover the hand at a shared screen, and put away what tells of it: advice, and a customer that is chosen."""
        model = self._model
        if not self.are_several:
            return
        model.hand_shown = model.viewer = None
        self.alone = ""
        self.scene.forget()
        if isinstance(model.weighed, Deliver | Discard):
            model.forget_choice()
        self.show_view()

"""Questions to human players of River of Gold, asked openly as only hands are hidden (2.11)."""

from typing import Any

from shogun.games.river_of_gold.rules.state import Deliver, Discard
from shogun.games.river_of_gold.rules.turns import END_TURN
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.window.game.person_questions import GameQuestions
from shogun.window.play.model import LogLine


class RiverQuestions(GameQuestions, kw_only=True, eq=False):
    """Questions that leave a hand on a shared screen open only for as long as its owner wants."""

    @property
    def _model(self) -> RiverModel:
        model = self.screen.model
        assert isinstance(model, RiverModel), "the scene's own model"
        return model

    @property
    def are_several(self) -> bool:
        """True if several people share the screen."""
        return self.seats.only_person is None

    def posed(self, question: Any) -> None:
        """Leave a hand open from an earlier question of its owner; cover another player's."""
        model = self._model
        if model.hand_shown != question.seat:
            model.hand_shown = None
        elif self.are_several:
            model.viewer = question.seat

    def withdraw(self) -> None:
        """Remove the question; an open hand stays open until its owner's turn ends."""
        model = self._model
        if model.asks == END_TURN:
            model.hand_shown = None
        super().withdraw()
        if self.are_several and model.hand_shown is not None:
            model.viewer = model.hand_shown
            self.show_view()

    def seats_changed(self, told: LogLine) -> None:
        """Cover the open hand: its owner may have left the game, or changed."""
        super().seats_changed(told)
        self.cover()

    def show_view(self) -> None:
        """Show the view, and whether an open hand can be covered."""
        self._model.is_shared = self.are_several
        super().show_view()

    def toggle_hand(self) -> None:
        """Uncover the hand of the player who is asked, or cover the open one."""
        model = self._model
        if model.viewer is not None:
            self.cover()
        elif model.question is not None:
            model.hand_shown = model.viewer = model.question.seat
            self.show_view()
        self.screen.changed()

    def cover(self) -> None:
        """Cover the hand at a shared screen, and hide what reveals it: advice, and a chosen customer."""
        model = self._model
        if not self.are_several:
            return
        model.hand_shown = model.viewer = None
        self.alone = ""
        self.scene.forget()
        if isinstance(model.weighed, Deliver | Discard):
            model.forget_choice()
        self.show_view()

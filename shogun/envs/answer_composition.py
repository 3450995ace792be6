"""One answer as an agent gives it, step by step: what was chosen so far, and what can follow."""

from collections.abc import Sequence
from typing import Any

from shogun.game.agent_encoding import Composer


class AnswerComposition:
    """An answer that is being given. What follows of itself is no step: steps are asked where there is a choice."""

    def __init__(self, composer: Composer, *, has_choice: bool) -> None:
        """Begin an answer; a question with a single answer is asked all the same, by its first action."""
        self.chosen: list[int] = []
        """The actions taken so far, those that followed of themselves too."""
        self.legal: list[int] = composer.legal()
        self._composer = composer
        if has_choice:
            self._follow()

    @staticmethod
    def again(composer: Composer, chosen: Sequence[int]) -> "AnswerComposition":
        """Return an answer as far as these actions had taken it."""
        answer = AnswerComposition(composer, has_choice=False)
        for action in chosen:
            answer._take(action)
        return answer

    def take(self, action: int) -> Any:
        """Take a legal action, and return the move if the answer is complete with it, else None."""
        move = self._take(action)
        return self._follow() if move is None else move

    def _take(self, action: int) -> Any:
        move = self._composer.take(action)
        self.chosen.append(action)
        if move is None:
            self.legal = self._composer.legal()
        return move

    def _follow(self) -> Any:
        """Take actions as long as there is only one, and return the move if that completes it."""
        while len(self.legal) == 1:
            move = self._take(self.legal[0])
            if move is not None:
                return move
        return None

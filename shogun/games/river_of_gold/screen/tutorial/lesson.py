"""A chapter of River of Gold's tutorial."""

from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.river_of_gold.screen.tutorial.starting_position import begin
from shogun.window.generic.lesson import GenericLesson


class RiverLesson(GenericLesson, RiverScene):
    """A game that goes on as the person learns."""

    answers_by = ("answer-", "confirm")
    begun = staticmethod(begin)

    def look_for_new_customers(self) -> None:
        """Mark nothing: the game began at a position that no journal leads to."""

    def correct(self, sentence: str) -> None:
        """Say what to do instead; what was to follow is left."""
        if sentence:
            self.coming.clear()
        super().correct(sentence)

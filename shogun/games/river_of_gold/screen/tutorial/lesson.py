"""A chapter of River of Gold's tutorial."""

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.river_of_gold.screen.tutorial.starting_position import begin
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.generic.lesson import GenericLesson
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.game_plugin import brought


class RiverLesson(GenericLesson, RiverScene):
    """A game that goes on as the person learns."""

    answers_by = ("answer-", "confirm")

    def __init__(self, app: Application, chapter: Chapter) -> None:
        super().__init__(app, brought(app.options, rules.code), chapter, begin(chapter.position))

    def correct(self, sentence: str) -> None:
        """Say what to do instead; what was to follow is left."""
        if sentence:
            self.coming.clear()
        super().correct(sentence)

    def start_again(self) -> None:
        """Begin the chapter anew."""
        self.app.replace(RiverLesson(self.app, self.chapter))

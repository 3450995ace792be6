"""A chapter of Rumble Nation's tutorial."""

from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.rumble_nation.screen.tutorial.position import begin
from shogun.window.generic.lesson import GenericLesson


class RumbleLesson(GenericLesson, RumbleScene):
    """A game that goes on as the person learns."""

    answers_by = ("roll", "split-", "way-", "confirm", "card-")
    begun = staticmethod(begin)

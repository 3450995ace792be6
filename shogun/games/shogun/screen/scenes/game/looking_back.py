"""What the game's scene does with its past: looking back from the log, and the way to the history player."""

from collections.abc import Callable

from shogun.games.shogun import rules
from shogun.games.shogun.screen.play.model import Digest, Model
from shogun.games.shogun.screen.play.turn_digest import digest
from shogun.table.past.history import History
from shogun.window.game.past_scene import PastScene
from shogun.window.game.screen import Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.play.game_story import Story, story_of_session
from shogun.window.play.log import LogLine
from shogun.window.play.session_driver import SessionDriver


class GameHistory:
    """Belongs to one game's scene, which is let come to rest by `finish` before one looks back.

    Only what its window has shown is past; what is still to be shown is not told.
    """

    past: Callable[[Story], PastScene]
    """Returns the scene that shows a story at its last place."""

    def __init__(self, screen: Screen[Model], director: SessionDriver, finish: Act) -> None:
        self._screen = screen
        self._director = director
        self._finish = finish
        self._history = History(rules, director.session.header)

    def story(self) -> Story:
        """Return the game as far as it was shown, as the person at the screen may see it."""
        session, waiting = self._director.session, self._director.turns
        until = waiting[0].n - 1 if waiting else session.writer.next_number
        return story_of_session(self._director.game, session, self._history, self._screen.model.viewer, until)

    def open(self, line: LogLine | None = None, /) -> None:
        """Look back: at a line of the log, or at the last step."""
        self._opened().look_back(line)

    def _opened(self) -> PastScene:
        """Return the scene of the past, which lies upon the game from now on."""
        self._finish()
        past = self.past(self.story())
        self._screen.app.push(past)
        return past

    def digest(self, seat: int) -> Digest | None:
        """Return what has happened since a seat was asked last, None if nothing of note."""
        self._history.follow(self._director.session.course.answers)
        return digest(self._history, seat)

    def replay(self, place: int) -> None:
        """Let the past go by from a place on."""
        past = self._opened()
        past.go_to(place)
        past.toggle_playing()

    def replay_digest(self) -> None:
        """Show what has happened since the last turn once more."""
        if told := self._screen.model.digest:
            self.replay(told.place)

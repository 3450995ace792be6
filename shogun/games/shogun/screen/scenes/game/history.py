"""What the game's scene does with its past: looking back from the log, and the way to the history player."""

from typing import TYPE_CHECKING

from shogun.base.language import _
from shogun.games.shogun import rules
from shogun.games.shogun.screen.play.digest import Digest, digest
from shogun.games.shogun.screen.play.model import LogLine
from shogun.games.shogun.screen.play.story import Story, story_of_session
from shogun.games.shogun.screen.scenes.history import HistoryScene
from shogun.table.history import History

if TYPE_CHECKING:
    from shogun.games.shogun.screen.scenes.game.scene import GameScene


class GameHistory:
    """Belongs to one game's scene. Only what its window has shown is past; what is still to be shown is not told."""

    def __init__(self, scene: "GameScene") -> None:
        self._scene = scene
        self._history = History(rules, scene.director.session.header)

    def story(self) -> Story:
        """Return the game as far as it was shown, as the person at the screen may see it."""
        scene = self._scene
        waiting = scene.director.turns
        until = waiting[0].n - 1 if waiting else scene.director.session.writer.next_number
        return story_of_session(scene.director.session, self._history, scene.model.viewer, until)

    def open(self, line: LogLine | None = None) -> None:
        """Look back: at a line of the log, or at the last step."""
        scene = self._scene
        scene.finish_showing()
        story = self.story()
        past = HistoryScene(scene.app, story, place=story.last, back_label=_("Back to the game"))
        past.share_board(scene.board.view)
        past.look_back(line)
        scene.app.push(past)

    def digest(self, seat: int) -> Digest | None:
        """Return what has happened since a seat was asked last, None if nothing of note."""
        self._history.follow(self._scene.director.session.course.answers)
        return digest(self._history, seat)

    def replay(self, place: int) -> None:
        """Let the past go by from a place on."""
        scene = self._scene
        self.open()
        past = scene.app.scene
        assert isinstance(past, HistoryScene), "it was just opened"
        past.go_to(place)
        past.toggle_playing()

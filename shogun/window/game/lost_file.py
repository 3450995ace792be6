"""A game whose file somebody else has removed, replaced or changed: it is offered to save it anew, and it goes on."""

from shogun.base.file_names import free_path
from shogun.base.language import _
from shogun.table.storage.recordings import drops_path
from shogun.window.game.screen import Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.play.model import GameModel
from shogun.window.play.session_driver import SessionDriver
from shogun.window.scenes.lost_file import LostFileScene


class LostFile:
    """Belongs to one game's scene."""

    def __init__(self, screen: Screen[GameModel], director: SessionDriver, saved: Act) -> None:
        """Look after the file of a game; `saved` is done when it was saved anew."""
        self._screen = screen
        self._director = director
        self._saved = saved
        self._seen = self._losses

    @property
    def _losses(self) -> int:
        return self._director.session.writer.losses

    def pass_over(self) -> None:
        """Don't offer again what was offered: the same was only tried again by itself."""
        self._seen = self._losses

    def look(self) -> None:
        """Offer to save the game anew if something was refused for want of its file, once for each time."""
        if self._losses != self._seen and self._screen.is_on_top():
            self._seen = self._losses
            self._offer()

    def _offer(self) -> None:
        path = self._director.session.path
        if path is not None:
            has_drops = drops_path(path).exists() if self._director.session.header.tower else None
            words = lost_words(path.name, has_drops=has_drops)
            self._screen.app.push(LostFileScene(self._screen.app, words, free_path(path).stem, self._save))

    def _save(self, name: str) -> None:
        """Save the game. Raises TableError."""
        self._director.save_anew(name)
        self._seen = self._losses
        self._screen.model.refusal = self._screen.model.trouble = ""
        self._saved()


def lost_words(name: str, *, has_drops: bool | None) -> str:
    """Return in sentences what has become of a game's file, and of the recordings of its drops; None: it has none."""
    lost = _(
        "Another program has removed, replaced or changed the file of this game, {name}. All answers so far are "
        "still here: saved anew under a name of its own, the game goes on."
    )
    drops = {
        None: "",
        True: _("The recordings of its drops come along."),
        False: _("Recordings of its drops are missing: to be watched again, they are dropped once more."),
    }
    return f"{lost.format(name=name)} {drops[has_drops]}".strip()

"""Battles saved as animations: requested here, made by a worker, with their status next to the tower."""

from concurrent.futures import CancelledError, Future
from datetime import datetime
from pathlib import Path

from shogun.base.files import free_path
from shogun.base.language import _, shown
from shogun.base.user_folders import pictures_folder
from shogun.games.shogun.screen.battle_film import BattlePicture
from shogun.games.shogun.screen.play.last_battles import LastDrops, WatchableDrop
from shogun.games.shogun.screen.play.model import Model
from shogun.table.session import Session
from shogun.window.game.screen import Screen
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.tower.films import FilmError, FilmKind, check_film_path

NOTE_SECONDS = 15.0
"""Seconds that a final note stays."""
LONGEST = 300
"""Most characters of an error that are shown."""


class Films:
    """Animations of one game's scene."""

    def __init__(self, screen: Screen[Model], session: Session, drops: LastDrops) -> None:
        self._screen = screen
        self._session = session
        self._drops = drops
        self._made: Future[int] | None = None
        self._path = Path()
        self._left = 0.0

    def save(self, drop: WatchableDrop | None = None, kind: FilmKind = "webp") -> None:
        """Save a battle, by default the last one, as a file of a kind; one at a time."""
        drop = drop or next(iter(self._drops.all()), None)
        tower = self._session.header.tower
        if self._made is not None:
            return
        if drop is None or drop.recording is None or tower is None or tower.geometry is None:
            self._say(_("There is no recorded battle to save."))
            return
        self._path = film_path(kind)
        try:
            check_film_path(self._path)
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except (FilmError, OSError) as error:
            self._say(_refused(error))
            return
        seats = tuple(self._screen.model.seats)
        self._made = self._screen.app.workers.submit(BattlePicture(tower.geometry, drop, seats, self._path))
        self._say(_("Creating the animation …"))

    def update(self, seconds: float) -> None:
        """Report success or failure; remove the note after a while."""
        if self._made is not None:
            if self._made.done():
                made, self._made = self._made, None
                self._say(self._result_text(made))
        elif self._screen.model.note:
            self._left -= seconds
            if self._left <= 0:
                self._say("")

    def _result_text(self, made: "Future[int]") -> str:
        try:
            size = made.result()
        except (FilmError, OSError, CancelledError, RuntimeError) as error:
            return _refused(error)
        return _("Saved with your pictures as {name} ({size:.1f} MB)").format(name=self._path.name, size=size / 1e6)

    def _say(self, note: str) -> None:
        self._screen.model.note, self._left = note, NOTE_SECONDS
        self._screen.changed()


def _refused(error: BaseException) -> str:
    """Return a sentence on why no picture could be saved."""
    why = (isinstance(error, OSError) and error.strerror) or error
    return _("The animation couldn't be saved: {error}").format(error=error_text(shown(why, LONGEST)))


def film_path(kind: FilmKind) -> Path:
    """Return a free file name for a picture of a kind, in the player's own pictures folder."""
    return free_path(pictures_folder() / f"Shogun {datetime.now():%Y-%m-%d %H.%M.%S}.{kind}")

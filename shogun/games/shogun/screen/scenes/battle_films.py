"""Battles saved as animations: requested here, made by a worker, with their status next to the tower."""

from functools import partial

from shogun.base.language import _
from shogun.games.shogun.screen.battle_film import BattlePicture
from shogun.games.shogun.screen.play.last_battles import LastDrops, WatchableDrop
from shogun.games.shogun.screen.play.model import Model
from shogun.table.session import Session
from shogun.window.game.screen import Screen
from shogun.window.tower.films import FilmKind
from shogun.window.tower.picture_saving import PictureSaving

NOTE_SECONDS = 15.0
"""Seconds that a final note stays."""
NAME = "Shogun"
"""Beginning of the files' names."""


class Films:
    """Animations of one game's scene."""

    def __init__(self, screen: Screen[Model], session: Session, drops: LastDrops) -> None:
        self._screen = screen
        self._session = session
        self._drops = drops
        self._saving = PictureSaving(screen.app.workers, self._say)
        self._left = 0.0

    def save(self, drop: WatchableDrop | None = None, kind: FilmKind = "webp") -> None:
        """Save a battle, by default the last one, as a file of a kind; one at a time."""
        drop = drop or next(iter(self._drops.all()), None)
        tower = self._session.header.tower
        if self._saving.is_busy:
            return
        if drop is None or drop.recording is None or tower is None or tower.geometry is None:
            self._say(_("There is no recorded battle to save."))
            return
        seats = tuple(self._screen.model.seats)
        self._saving.start(NAME, kind, partial(BattlePicture, tower.geometry, drop, seats))

    def update(self, seconds: float) -> None:
        """Report success or failure; remove the note after a while."""
        if self._saving.is_busy:
            self._saving.attend()
        elif self._screen.model.note:
            self._left -= seconds
            if self._left <= 0:
                self._say("")

    def _say(self, note: str) -> None:
        self._screen.model.note, self._left = note, NOTE_SECONDS
        self._screen.changed()

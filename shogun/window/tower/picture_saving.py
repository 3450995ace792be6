"""Pictures and animations that a worker saves among the player's own, with notes on how far that is."""

from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from datetime import datetime
from pathlib import Path
from typing import Literal

from msgspec import Struct

from shogun.base.files import free_path
from shogun.base.language import _, of_data, shown
from shogun.base.user_folders import pictures_folder
from shogun.base.worker_pool import Workers
from shogun.tower.geometry import Geometry
from shogun.tower.resting_cubes import RestingCube
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.tower.films import RATES, FilmError, check_film_path

LONGEST = 300
"""Most characters of an error that are shown."""
PictureKind = Literal["webp", "gif", "png"]


class DropPicture(Struct, frozen=True):
    """Worker task that drops cubes and saves that: as an animation, or in a `.png` as a picture of the end."""

    geometry: Geometry
    resting: tuple[RestingCube, ...]
    thrown: Mapping[str, int]
    seed: int
    path: Path

    def __call__(self) -> int:
        """Save the picture and return its size in bytes. Raises FilmError and OSError."""
        from shogun.tower.physics.throw import drop
        from shogun.window.tower.drop_film import save_drop_film, save_still

        fallen = drop(self.geometry, self.resting, self.thrown, self.seed, record=True)
        assert fallen.recording is not None
        save = save_drop_film if self.path.suffix in RATES else save_still
        return save(self.geometry, fallen.recording, of_data(self.geometry.title) or self.geometry.name, self.path)


class PictureSaving:
    """One picture at a time that a worker saves."""

    def __init__(self, workers: Workers, say: Callable[[str], None]) -> None:
        """`say` shows a note."""
        self._workers, self._say = workers, say
        self._made: Future[int] | None = None
        self._path = Path()

    @property
    def is_busy(self) -> bool:
        """Return whether a picture is being saved."""
        return self._made is not None

    def start(self, name: str, kind: PictureKind, task: Callable[[Path], Callable[[], int]]) -> None:
        """Have the task for a free path of this name saved, unless another one is under way."""
        if self._made is not None:
            return
        self._path = free_picture_path(name, kind)
        try:
            if self._path.suffix in RATES:
                check_film_path(self._path)
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except (FilmError, OSError) as error:
            self._say(self._refused(error))
            return
        self._made = self._workers.submit(task(self._path))
        self._say(_("Creating the picture …") if kind == "png" else _("Creating the animation …"))

    def attend(self) -> bool:
        """Say when the picture is saved, or why it can't be, and return whether that has just been said."""
        if self._made is None or not self._made.done():
            return False
        made, self._made = self._made, None
        self._say(self._result_text(made))
        return True

    def _result_text(self, made: "Future[int]") -> str:
        try:
            size = made.result()
        except (FilmError, OSError, CancelledError, RuntimeError) as error:
            return self._refused(error)
        return _("Saved with your pictures as {name} ({size:.1f} MB)").format(name=self._path.name, size=size / 1e6)

    def _refused(self, error: BaseException) -> str:
        """Return a sentence on why no picture could be saved."""
        why = (isinstance(error, OSError) and error.strerror) or error
        text = _("The animation couldn't be saved: {error}")
        if self._path.suffix not in RATES:
            text = _("The picture couldn't be saved: {error}")
        return text.format(error=error_text(shown(why, LONGEST)))


def free_picture_path(name: str, kind: PictureKind) -> Path:
    """Return a free file name for a picture of a kind, in the player's own pictures folder."""
    return free_path(pictures_folder() / f"{name} {datetime.now():%Y-%m-%d %H.%M.%S}.{kind}")

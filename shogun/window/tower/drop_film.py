"""A drop as an animation, or as a picture of its end."""

import io
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pygame
from pygame import Rect, Surface

from shogun.base.colours import looks_of
from shogun.base.files import absolute, write_whole
from shogun.base.language import _
from shogun.tower.geometry import Geometry
from shogun.tower.picture_metadata import saving_options, with_tower
from shogun.tower.recording import Recording
from shogun.tower.vector_picture import CubeAt, picture
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO_DEEP, PAPER_BRIGHT
from shogun.window.kit.runtime.display import draw_without_a_window
from shogun.window.tower.films import FilmError, save_film
from shogun.window.tower.painting import view_box
from shogun.window.tower.playback import Playback
from shogun.window.tower.tower_view import TowerView

EM = 12
HEAD = 40
"""Pixels above the tower, for its name and the cubes that have come out."""
HIGH = 640
"""Pixels of a film, with its head; a still picture is as high times STILL_TIMES."""
NARROWEST, WIDEST = 360, 900
STILL_TIMES = 2
END_SECONDS = 2.0
"""Seconds of the end before the animation repeats."""
STILLS = (".png", ".webp", ".svg")


class DropFilm:
    """A recorded drop, with the tower's name and how many cubes have come out above it."""

    def __init__(self, geometry: Geometry, recording: Recording, title: str, times: int = 1) -> None:
        looks = looks_of(recording.colours)
        colours = tuple(looks[colour] for colour in recording.colours)
        self._recording = msgspec.structs.replace(recording, colours=colours)
        self._title, self._times, self._is_over = title, times, False
        self._size = _size(geometry, times)
        self._playback = Playback(geometry)
        self._view = TowerView(self._playback)
        self._view.resize(Rect(0, HEAD * times, self._size[0], self._size[1] - HEAD * times))
        self._surface = Surface(self._size)

    def script(self, rate: int) -> Iterator[float]:
        """Start from the beginning, go from picture to picture at `rate` a second, and yield the seconds of each."""
        self._is_over = False
        self._playback.play(self._recording)
        while not self._playback.done:
            yield 1 / rate
            self._playback.update(1 / rate)
        self._is_over = True
        yield END_SECONDS

    def end(self) -> Surface:
        """Return the picture of the end, when all cubes are at rest."""
        self._playback.play(self._recording)
        self._playback.skip()
        self._is_over = True
        return self.draw()

    def draw(self) -> Surface:
        """Return the present picture of the script."""
        self._view.draw(self._surface)
        head = Rect(0, 0, self._size[0], HEAD * self._times)
        self._surface.fill(GOLD_PALE if self._is_over else INDIGO_DEEP, head)
        canvas = Canvas(self._surface, EM * self._times, Layer(), (-1, -1), "")
        colour = INDIGO_DEEP if self._is_over else PAPER_BRIGHT
        text = head.inflate(-2 * EM * self._times, 0)
        count = canvas.line(self._count(), text, align="right", weight="Bold", size=1.3, colour=colour)
        text.width -= count.width + EM * self._times
        canvas.line(self._title, text, weight="Bold", size=1.3, colour=colour)
        return self._surface

    def _count(self) -> str:
        out, inside = (sum(cubes.values()) for cubes in (self._playback.out_so_far, self._playback.inside_so_far))
        return _("out {out}, inside {inside}").format(out=out, inside=inside)


def _size(geometry: Geometry, times: int) -> tuple[int, int]:
    """Return width and height of a film of a tower: as wide as the tower needs, and even, as some readers want it."""
    box = view_box(geometry)
    wide = (HIGH - HEAD) * (box.right - box.left) / (box.top - box.bottom)
    return round(min(max(wide, NARROWEST), WIDEST) / 2) * 2 * times, HIGH * times


def save_drop_film(geometry: Geometry, recording: Recording, title: str, path: Path) -> int:
    """Write a drop as a picture that moves and return its size in bytes. Raises FilmError and OSError."""
    draw_without_a_window()
    return save_film(DropFilm(geometry, recording, title), path, geometry)


def check_still_path(path: Path) -> None:
    """Raise FilmError if no still picture can be saved under this name."""
    if path.suffix.lower() not in STILLS:
        raise FilmError(_("{path}: the name must end in .png, .webp or .svg").format(path=path))
    check_place(path)


def check_place(path: Path) -> None:
    """Raise FilmError if the folder of a file doesn't exist."""
    if path.is_dir() or not absolute(path).parent.is_dir():
        raise FilmError(_("{path} can't be written: choose a file in a folder that exists").format(path=path))


def save_still(geometry: Geometry, recording: Recording, title: str, path: Path) -> int:
    """Write a picture of the end of a drop and return its size in bytes. Raises FilmError and OSError."""
    check_still_path(path)
    if path.suffix.lower() == ".svg":
        data = with_tower(picture(geometry, lying_after(recording)).svg, geometry).encode()
    else:
        data = _still(geometry, recording, title, path.suffix.lower())
    write_whole(path, data)
    return len(data)


def lying_after(recording: Recording) -> list[CubeAt]:
    """Return the final places of all cubes of a recording, in tower and tray."""
    poses = recording.poses_at(recording.seconds).tolist()
    return [CubeAt(colour, *pose) for colour, pose in zip(recording.colours, poses, strict=True)]


def _still(geometry: Geometry, recording: Recording, title: str, suffix: str) -> bytes:
    from PIL import Image

    draw_without_a_window()
    drawn = DropFilm(geometry, recording, title, STILL_TIMES).end()
    image = Image.frombytes("RGB", drawn.get_size(), pygame.image.tobytes(drawn, "RGB"))
    data = io.BytesIO()
    carried = saving_options(geometry, suffix)
    if suffix == ".png":
        image.save(data, "PNG", optimize=True, **carried)
    else:
        image.save(data, "WEBP", quality=90, **carried)
    return data.getvalue()

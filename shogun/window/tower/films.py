"""Animations as files, and a drop as an animation (`DropFilm`) or as a picture of its end (`save_still`).

Neither needs a display or knows a game: only a tower, and a recording of a drop.
"""

import itertools
from io import BytesIO
from pathlib import Path
from typing import Literal

from shogun.base.files import write_whole
from shogun.base.installation import how_to_install
from shogun.base.language import _
from shogun.tower.geometry import Geometry
from shogun.tower.picture_metadata import saving_options
from shogun.window.tower.film_protocol import Film

# Animations as files: an animated WebP at 60 frames a second, or a GIF at 50
#
# A film has a script that yields the duration of each of its pictures. Pictures are drawn one at a time while the file
# is written, so that a long film takes no more memory than a short one.

FilmKind = Literal["webp", "gif"]
RATES = {".webp": 60, ".gif": 50}
"""Pictures a second, by the ending of the file: a GIF counts hundredths of a second."""
QUALITY = 75
"""Quality of a WebP's pictures, 0 to 100."""
EFFORT = 2
"""Effort to compress a WebP, 0 to 6: half as many bytes take ten times as long."""


class FilmError(Exception):
    """The picture can't be saved; the message is one sentence."""


def check_film_path(path: Path) -> None:
    """Raise FilmError if no film can be saved under this name, or if the library for it is missing."""
    if path.suffix.lower() not in RATES:
        raise FilmError(_("{path}: the name must end in .webp or .gif").format(path=path))
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise FilmError(f"{_('Animations need the library Pillow.')} {how_to_install('pillow')}") from None


def save_film(film: Film, path: Path, tower: Geometry) -> int:
    """Write a film of a tower, which carries it, and return its size in bytes.

    Raises FilmError and OSError; there is no file then.
    """
    check_film_path(path)
    data = film_bytes(film, path.suffix.lower(), tower)
    write_whole(path, data)
    return len(data)


def film_bytes(film: Film, kind: str, tower: Geometry | None = None) -> bytes:
    """Return a film as the contents of a file of a kind: `.webp` or `.gif`; its metadata carry the tower."""
    from shogun.window.tower.film_frames import Frames  # loads Pillow

    rate = RATES[kind]
    times = _milliseconds(list(film.script(rate)), 10 if rate == RATES[".gif"] else 1)
    data = BytesIO()
    carried = {} if tower is None else saving_options(tower, kind)
    if kind == ".gif":
        Frames(film, rate, len(times), has_palette=True).save(
            data, "GIF", save_all=True, duration=times, loop=0, optimize=False, disposal=1, **carried
        )
    else:
        Frames(film, rate, len(times)).save(
            data, "WEBP", save_all=True, duration=times, loop=0, quality=QUALITY, method=EFFORT, **carried
        )
    return data.getvalue()


def _milliseconds(seconds: list[float], unit: int) -> list[int]:
    """Return times in whole units of `unit` ms, so that no sum is off by more than half a unit."""
    ends, end = [0], 0.0
    for time in seconds:
        end += time
        ends.append(round(end * 1000 / unit) * unit)
    return [after - before for before, after in itertools.pairwise(ends)]

"""Pictures that move, as files to be sent: an animated WebP at 60 frames a second, or a GIF at 50.

Whoever has something to show gives a film: a script that says how long each of its pictures stands. Pictures are drawn
one at a time while the file is written, so that a long film takes no more memory than a short one.
"""

import itertools
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pygame

from shogun.base.files import write_whole
from shogun.base.language import _
from shogun.window.kit.theme import CUBES, Colour, mix

if TYPE_CHECKING:  # it is loaded only where a picture is saved
    from PIL import Image

RATES = {".webp": 60, ".gif": 50}
"""Pictures a second, by the ending of the file: a GIF counts hundredths of a second."""
GIF_SHARE = 0.75
"""A GIF's pictures are so much smaller: it packs them worse."""
SWATCH = 40
"""Pixels of each colour of a cube beside the picture from which a GIF's colours are taken: few, but they matter."""
QUALITY = 75
"""Of a WebP's pictures, 0 to 100."""
EFFORT = 2
"""How long is looked for shorter ways to write a WebP, 0 to 6: half as many bytes take ten times as long."""


SHADES: tuple[tuple[Colour, float], ...] = (((0, 0, 0), 0.0), ((255, 255, 255), 0.25), ((0, 0, 0), 0.4))


class FilmError(Exception):
    """No such picture can be saved; the message is one sentence."""


class Film(Protocol):
    """Something that moves."""

    def script(self, rate: int) -> Iterator[float]:
        """Begin anew; go from picture to picture, so many a second, and yield how long each stands, s."""

    def draw(self) -> pygame.Surface:
        """Return the picture that the script has come to."""


def check_film_path(path: Path) -> None:
    """Raise FilmError if no film can be saved under such a name, or if the library for it is missing."""
    if path.suffix.lower() not in RATES:
        raise FilmError(_("{path}: expected a file ending in .webp or .gif").format(path=path))
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise FilmError(_("Pictures that move need Pillow: python -m pip install pillow")) from None


def save_film(film: Film, path: Path) -> int:
    """Write a film and return its size in bytes. Raises FilmError and OSError; there is no file then."""
    check_film_path(path)
    rate = RATES[path.suffix.lower()]
    times = _milliseconds(list(film.script(rate)), 10 if rate == RATES[".gif"] else 1)
    data = BytesIO()
    if path.suffix.lower() == ".gif":
        _frames(film, rate, len(times), has_palette=True).save(
            data, "GIF", save_all=True, duration=times, loop=0, optimize=False, disposal=1
        )
    else:
        _frames(film, rate, len(times)).save(
            data, "WEBP", save_all=True, duration=times, loop=0, quality=QUALITY, method=EFFORT
        )
    write_whole(path, data.getvalue())
    return data.tell()


def _milliseconds(seconds: list[float], unit: int) -> list[int]:
    """Return times in whole units of so many ms, of which no sum is further from the truth than half a unit."""
    ends, end = [0], 0.0
    for time in seconds:
        end += time
        ends.append(round(end * 1000 / unit) * unit)
    return [after - before for before, after in itertools.pairwise(ends)]


def _frames(film: Film, rate: int, count: int, *, has_palette: bool = False) -> "Image.Image":
    """Return an image of so many frames, each drawn when it is sought."""
    from PIL import Image

    class Frames(Image.Image):
        n_frames = count
        is_animated = True

        def __init__(self) -> None:
            super().__init__()
            self._script = film.script(rate)
            self._at = -1
            self._palette: Image.Image | None = None
            self.seek(0)

        def tell(self) -> int:
            return self._at

        def seek(self, frame: int) -> None:
            """Go forward to a frame; those before it are gone."""
            if frame >= count:
                raise EOFError
            if frame > self._at:
                for _number in range(frame - self._at):
                    next(self._script)
                self._at = frame
                self._take(film.draw())

        def _take(self, surface: pygame.Surface) -> None:
            if has_palette:
                surface = pygame.transform.smoothscale_by(surface, GIF_SHARE)
            image = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
            if has_palette:
                self._palette = self._palette or _with_swatches(image).quantize(255, dither=Image.Dither.NONE)
                image = image.quantize(palette=self._palette, dither=Image.Dither.NONE)
                self.palette = image.palette
            self.im, self._size, self._mode = image.im, image.size, image.mode

    return Frames()


def _with_swatches(image: "Image.Image") -> "Image.Image":
    """Return a picture with the colours of all cubes beside it, as they are and as light and shade make them."""
    from PIL import Image

    colours = [mix(cube, to, share) for cube in CUBES.values() for to, share in SHADES]
    wide = Image.new("RGB", (image.width + SWATCH, max(image.height, SWATCH * len(colours) // 2)))
    wide.paste(image)
    for number, colour in enumerate(colours):
        top = number * SWATCH // 2
        wide.paste(colour, (image.width, top, image.width + SWATCH, top + SWATCH // 2))
    return wide

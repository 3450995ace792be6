"""The pictures of a film as Pillow wants them: one image with many frames, each drawn when it is sought."""

import pygame
from PIL import Image

from shogun.window.kit.drawing.theme import CUBES, Colour, mix
from shogun.window.tower.film_protocol import Film

GIF_SHARE = 0.65
"""Scale of a GIF's pictures: it compresses them worse."""
SWATCH = 40
"""Pixels of each color of a cube next to the picture that a GIF's palette is taken from: few, but they matter."""
SHADES: tuple[tuple[Colour, float], ...] = (((0, 0, 0), 0.0), ((255, 255, 255), 0.25), ((0, 0, 0), 0.4))


class Frames(Image.Image):
    """The frames of a film; they can only be sought forwards."""

    is_animated = True

    def __init__(self, film: Film, rate: int, count: int, *, has_palette: bool = False) -> None:
        super().__init__()
        self.n_frames = count
        self._film, self._script = film, film.script(rate)
        self._at = -1
        self._has_palette = has_palette
        self._colours: Image.Image | None = None
        self.seek(0)

    def tell(self) -> int:
        """Return the number of the frame that is shown."""
        return self._at

    def seek(self, frame: int) -> None:
        """Go forward to a frame; an earlier one changes nothing. Raises EOFError after the last one."""
        if frame >= self.n_frames:
            raise EOFError
        while self._at < frame:
            next(self._script)
            self._at += 1
            if self._at == frame:
                self._take(self._film.draw())

    def _take(self, surface: pygame.Surface) -> None:
        image = _image(surface if not self._has_palette else pygame.transform.smoothscale_by(surface, GIF_SHARE))
        if self._has_palette:
            self._colours = self._colours or _with_swatches(image).quantize(255, dither=Image.Dither.NONE)
            image = image.quantize(palette=self._colours, dither=Image.Dither.NONE)
            self.palette = image.palette
        self.im, self._size, self._mode = image.im, image.size, image.mode


def _image(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def _with_swatches(image: Image.Image) -> Image.Image:
    """Return a picture with swatches of all cubes' colors next to it, plain, lit and shaded."""
    colours = [mix(cube, to, share) for cube in CUBES.values() for to, share in SHADES]
    wide = Image.new("RGB", (image.width + SWATCH, max(image.height, SWATCH * len(colours) // 2)))
    wide.paste(image)
    for number, colour in enumerate(colours):
        top = number * SWATCH // 2
        wide.paste(colour, (image.width, top, image.width + SWATCH, top + SWATCH // 2))
    return wide

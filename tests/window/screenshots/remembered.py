"""What is remembered of the pictures, and how a new one compares with it.

Of every picture the SHA-256 of its pixels is kept, in one file for each size of the window: with the versions that
drew it, on Linux with an x86-64 processor, every pixel must be the same. Letters and curves come out a little
differently elsewhere. There a picture is made very small and compared with the small one that is kept of its moment;
larger windows show the same things at the same places.
"""

import platform
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
import pygame
from msgspec import Struct

from .moments import MOMENTS, SMALL, Moment, Size

FOLDER = Path(__file__).parent
SMALL_PICTURES = FOLDER / "small"
KEPT_SIZE, COMPARED_SIZE = (192, 108), (80, 45)
DRAWN_WITH = ("pygame-ce", "pymunk")
"""What the pixels depend on."""
BOUND, LARGER_BOUND = 2.5, 9.0
"""How far a picture may be from the kept one, and that of a larger window; mean difference of red, green, blue (0-255).

Measured: pictures of pygame-ce 2.5.6 are at most 1.5 away from those of 2.5.8; windows of 1920x1080 7.4 and those of
3840x2160 5.9 from those of 1280x720. Of moments that are not of the same battle the closest two are 3.8 apart.
"""


class Remembered(Struct):
    """What is kept of all pictures of one size."""

    drawn_with: dict[str, str]
    """Versions, and whether the processor had AVX2: SDL blends by other instructions without."""
    pictures: dict[str, str]
    """SHA-256 of the RGB pixels in hexadecimal, by the moment's name."""


def file_of(size: Size) -> Path:
    """Return the file of one size."""
    return FOLDER / f"{size[0]}x{size[1]}.json"


def remembered(size: Size) -> Remembered:
    """Return what is kept of one size."""
    return msgspec.json.decode(file_of(size).read_bytes(), type=Remembered)


def small_file_of(moment: Moment) -> Path:
    """Return the file of the small picture of a moment."""
    return SMALL_PICTURES / f"{moment.name}.png"


def versions() -> dict[str, str]:
    """Return the versions that are installed of all that the pixels depend on, and whether they were made with AVX2."""
    has_avx2 = pygame.system.get_cpu_instruction_sets().get("AVX2", False)
    return {name: version(name) for name in DRAWN_WITH} | {"AVX2": "yes" if has_avx2 else "no"}


def why_inexact(size: Size) -> str:
    """Return in a sentence why this computer can't draw the very pixels that are remembered; empty if it can."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return f"Pixels are remembered of Linux on x86-64, this is {platform.system()} on {platform.machine()}."
    drawn, here = remembered(size).drawn_with, versions()
    if drawn != here:
        return f"Pixels are remembered as drawn with {drawn}, here is {here}."
    return ""


def checksum(picture: pygame.Surface) -> str:
    """Return the SHA-256 of a picture's pixels."""
    return sha256(pygame.image.tobytes(picture, "RGB")).hexdigest()


def small(picture: pygame.Surface) -> pygame.Surface:
    """Return a picture at the size at which it is kept."""
    return pygame.transform.smoothscale(picture, KEPT_SIZE)


def distance(picture: pygame.Surface, moment: Moment) -> float:
    """Return how far a picture is from the small one that is kept: the mean difference of red, green and blue."""
    one, other = (_parts(each) for each in (small(picture), pygame.image.load(small_file_of(moment))))
    return float(np.abs(one - other).mean())


def _parts(picture: pygame.Surface) -> npt.NDArray[np.int16]:
    return pygame.surfarray.array3d(pygame.transform.smoothscale(picture, COMPARED_SIZE)).astype(np.int16)


def complaint(picture: pygame.Surface, moment: Moment, size: Size) -> str:
    """Return in a sentence what is wrong with a picture; empty if it is as it is remembered."""
    if not why_inexact(size) and checksum(picture) != remembered(size).pictures.get(moment.name):
        return "Its pixels are not those that are remembered."
    bound, far = BOUND if size == SMALL else LARGER_BOUND, distance(picture, moment)
    return f"It is {far:.1f} away from the picture that is kept; {bound} is allowed." if far > bound else ""


def remember(pictures: dict[tuple[str, Size], pygame.Surface]) -> None:
    """Keep checksums and small pictures of all moments, and nothing of moments that are no more."""
    SMALL_PICTURES.mkdir(exist_ok=True)
    for old in SMALL_PICTURES.glob("*.png"):
        old.unlink()
    for size in {size for _name, size in pictures}:
        sums = {name: checksum(picture) for (name, at), picture in sorted(pictures.items()) if at == size}
        data = msgspec.json.encode(Remembered(versions(), sums))
        file_of(size).write_bytes(msgspec.json.format(data, indent=2) + b"\n")
    for moment in MOMENTS.values():
        pygame.image.save(small(pictures[moment.name, SMALL]), small_file_of(moment))

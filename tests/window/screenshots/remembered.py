"""What is remembered of the pictures, and how a new one compares with it.

Of every picture the SHA-256 of its pixels is kept, in one file for each size of the window: with the versions that
drew it, on Linux with an x86-64 processor, every pixel must be the same. Letters and curves come out a little
differently elsewhere. There a picture is made very small and compared: that of the smallest window with the one that is
kept as WebP, nearly as it was; those of larger windows, which give their parts other room, with very small ones.

What a picture that is wrong leaves behind needs both: the kept one to be looked at, and checksums of its squares, which
tell where it differs, if only by one shade.
"""

import platform
from base64 import b64decode, b64encode
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from zlib import crc32

import msgspec
import numpy as np
import numpy.typing as npt
import pygame
from msgspec import Struct

from .moments import MOMENTS, SMALL, Moment, Size

FOLDER = Path(__file__).parent
PICTURES = FOLDER / "pictures"
QUALITY = 50
"""Of the kept pictures, 0-100: all letters can be read, and a picture has 80 kB."""
COMPARED_SIZE = (80, 45)
SQUARES = (32, 18)
"""Into so many squares a picture of any size is cut, from left to right and from top to bottom."""
CONTRAST = 4
"""So many times larger a difference is shown than it is."""
MARK = (255, 60, 60)
DRAWN_WITH = ("pygame-ce", "pymunk")
"""What the pixels depend on."""
BOUND = 2.5
"""How far a picture may be from the kept one; mean difference of red, green, blue (0-255).

Measured: pictures of pygame-ce 2.5.6 are at most 1.5 away from those of 2.5.8. Of moments that are not of the same
battle the closest two are 3.8 apart.
"""
SHRUNK = (32, 18)
"""Width and height to which the kept pictures of larger windows are made smaller."""


class Remembered(Struct):
    """What is kept of all pictures of one size."""

    drawn_with: dict[str, str]
    """Versions, and whether the processor had AVX2: SDL blends by other instructions without."""
    pictures: dict[str, str]
    """SHA-256 of the RGB pixels in hexadecimal, by the moment's name."""
    squares: dict[str, str]
    """Two bytes for each square of a picture in Base64, row by row."""
    shrunk: dict[str, str]
    """Pictures of `SHRUNK` size, red, green and blue in Base64, row by row; empty for the smallest window."""


def file_of(size: Size) -> Path:
    """Return the file of one size."""
    return FOLDER / f"{size[0]}x{size[1]}.json"


def remembered(size: Size) -> Remembered:
    """Return what is kept of one size."""
    return msgspec.json.decode(file_of(size).read_bytes(), type=Remembered)


def picture_of(moment: Moment) -> Path:
    """Return the file of the kept picture of a moment."""
    return PICTURES / f"{moment.name}.webp"


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


def squares(size: Size) -> list[pygame.Rect]:
    """Return the squares of a picture, row by row."""
    (across, down), (wide, high) = SQUARES, (size[0] // SQUARES[0], size[1] // SQUARES[1])
    return [pygame.Rect(x * wide, y * high, wide, high) for y in range(down) for x in range(across)]


def checksums(picture: pygame.Surface) -> str:
    """Return what is kept of a picture's squares."""
    parts = (pygame.image.tobytes(picture.subsurface(square), "RGB") for square in squares(picture.get_size()))
    return b64encode(b"".join((crc32(part) & 0xFFFF).to_bytes(2) for part in parts)).decode("ascii")


def distance(picture: pygame.Surface, moment: Moment, size: Size = SMALL) -> float:
    """Return how far a picture is from the one that is kept: the mean difference of red, green and blue."""
    if size == SMALL:
        one, other = (_parts(each) for each in (picture, pygame.image.load(picture_of(moment))))
        return float(np.abs(one - other).mean())
    kept = np.frombuffer(b64decode(remembered(size).shrunk[moment.name]), np.uint8).astype(np.int16)
    here = np.frombuffer(b64decode(shrunk(picture)), np.uint8).astype(np.int16)
    return float(np.abs(kept - here).mean())


def shrunk(picture: pygame.Surface) -> str:
    """Return what is kept of a picture of a larger window beside its checksums."""
    return b64encode(pygame.image.tobytes(pygame.transform.smoothscale(picture, SHRUNK), "RGB")).decode("ascii")


def _parts(picture: pygame.Surface) -> npt.NDArray[np.int16]:
    return pygame.surfarray.array3d(pygame.transform.smoothscale(picture, COMPARED_SIZE)).astype(np.int16)


def complaint(picture: pygame.Surface, moment: Moment, size: Size) -> str:
    """Return in a sentence what is wrong with a picture; empty if it is as it is remembered."""
    if not why_inexact(size) and checksum(picture) != remembered(size).pictures.get(moment.name):
        return "Its pixels are not those that are remembered."
    far = distance(picture, moment, size)
    return f"It is {far:.1f} away from the picture that is kept; {BOUND} is allowed." if far > BOUND else ""


def remember(pictures: dict[tuple[str, Size], pygame.Surface]) -> None:
    """Keep checksums and pictures; other moments stay as they are kept, and those that are no more go."""
    PICTURES.mkdir(exist_ok=True)
    before = remembered(SMALL).pictures
    for old in set(PICTURES.iterdir()) - {picture_of(moment) for moment in MOMENTS.values()}:
        old.unlink()
    for moment in MOMENTS.values():
        picture = pictures.get((moment.name, SMALL))
        if picture is None:
            continue
        if checksum(picture) != before.get(moment.name) or not picture_of(moment).exists():
            _keep(picture, picture_of(moment))
    for size in {size for _name, size in pictures}:
        taken = {name: picture for (name, at), picture in sorted(pictures.items()) if at == size}
        known = remembered(size)
        sums = known.pictures | {name: checksum(picture) for name, picture in taken.items()}
        parts = known.squares | {name: checksums(picture) for name, picture in taken.items()}
        small = known.shrunk | {name: shrunk(picture) for name, picture in taken.items() if size != SMALL}
        kept = (dict(sorted((n, one[n]) for n in one if n in MOMENTS)) for one in (sums, parts, small))
        data = msgspec.json.encode(Remembered(versions(), *kept))
        file_of(size).write_bytes(msgspec.json.format(data, indent=2) + b"\n")


def _keep(picture: pygame.Surface, path: Path) -> None:
    from PIL import Image  # pygame reads WebP and doesn't write it

    pixels = pygame.image.tobytes(picture, "RGB")
    Image.frombytes("RGB", picture.get_size(), pixels).save(path, quality=QUALITY, method=6)


# What a wrong picture leaves behind


def expected(moment: Moment, size: Size) -> pygame.Surface:
    """Return the picture that is kept of a moment, as large as one of this size."""
    return pygame.transform.smoothscale(pygame.image.load(picture_of(moment)).convert(24), size)


def changed_squares(picture: pygame.Surface, moment: Moment) -> list[pygame.Rect] | None:
    """Return the squares whose pixels are others than remembered; None where this computer can't tell."""
    size = picture.get_size()
    known = remembered(size).squares.get(moment.name)
    if known is None or why_inexact(size):
        return None
    pairs = zip(b64decode(known), b64decode(checksums(picture)), strict=True)
    same = [one == other for one, other in pairs]
    return [square for n, square in enumerate(squares(size)) if not (same[2 * n] and same[2 * n + 1])]


def leave(folder: Path, wanted: pygame.Surface, drawn: pygame.Surface, changed: list[pygame.Rect] | None) -> None:
    """Leave the picture expected, the one drawn and their difference; changed squares are framed, all else is black."""
    folder.mkdir(parents=True)
    pygame.image.save(wanted, folder / "expected.png")
    pygame.image.save(drawn, folder / "drawn.png")
    pygame.image.save(difference(wanted, drawn, changed), folder / "difference.png")


def difference(wanted: pygame.Surface, drawn: pygame.Surface, changed: list[pygame.Rect] | None) -> pygame.Surface:
    """Return how far each pixel is from the one expected, in the changed squares; in all where none are known."""
    one, other = (pygame.surfarray.array3d(picture).astype(np.int16) for picture in (wanted, drawn))
    shown = pygame.surfarray.make_surface(np.minimum(np.abs(one - other) * CONTRAST, 255).astype(np.uint8))
    if changed is None:
        return shown
    picture = pygame.Surface(shown.get_size())
    for square in changed:
        picture.blit(shown, square, square)
        pygame.draw.rect(picture, MARK, square, max(1, square.width // 20))
    return picture

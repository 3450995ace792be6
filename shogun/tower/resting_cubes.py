"""Cubes that rest in the tower, which one drop leaves for the next: their files, checks, and the state of a tower."""

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from shogun.base.files import UNDECODABLE, absolute, read_bounded, write_whole
from shogun.base.language import _, shown
from shogun.base.shared_file import seal, unseal
from shogun.tower.geometry import Geometry, geometry_hash, guide_height
from shogun.tower.physics.collision_geometry import EXIT_Y, half_width
from shogun.tower.physics.constants import LONGEST_COLOUR, MOST_CUBES

RESTING_FORMAT = 1
LONGEST_REASON = 200
"""Characters of a library's message about a broken file."""
LARGEST_FILE = 1_000_000
"""Largest size of a file in bytes, enough for the cubes of any tower."""
LARGEST_ANGLE = 1e6
"""Largest angle in rad; far beyond half a turn, which resting cubes have at most, angles lose their digits."""


class RestingError(ValueError):
    """A file of resting cubes that can't be used; the message is one sentence: file, place, and what is expected."""


class RestingCube(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One cube in the tower: its color, the place of its center in mm, and its angle in rad, counterclockwise."""

    colour: Annotated[str, Meta(min_length=1, max_length=LONGEST_COLOUR)]
    x: float
    y: float
    angle: float
    still: bool = True
    """False if the drop was cut off while the cube moved, so that it moves in the next drop."""


class RestingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of a file of resting cubes: the cubes, and the tower they lie in.

    Files of the lab also have a checksum; files that people may edit don't.
    """

    format: int
    tower: str
    """Name of the tower, for people."""
    geometry: str
    """Hash of the tower's geometry: in another tower the cubes would lie in mid-air or inside a wall."""
    cubes: tuple[RestingCube, ...]


def encode_resting(geometry: Geometry, cubes: Sequence[RestingCube]) -> bytes:
    """Return the JSON text of a file of resting cubes, one cube a line."""
    content = RestingFile(RESTING_FORMAT, geometry.name, geometry_hash(geometry), tuple(cubes))
    head, start, rows = msgspec.json.encode(content).partition(b'"cubes":[')
    return head + start + b"\n" + rows.replace(b"},{", b"},\n{") + b"\n"


def decode_resting(data: bytes, geometry: Geometry, source: str) -> tuple[RestingCube, ...]:
    """Return the cubes of a file of resting cubes; `source` is its name for messages.

    Raises RestingError if it isn't such a file, belongs to another tower, or has a cube outside the tower.
    """
    try:
        content = msgspec.json.decode(unseal(data), type=RestingFile)
    except UNDECODABLE as error:
        why = shown(error, LONGEST_REASON)
        raise RestingError(_("{file} isn't a file of resting cubes: {error}.").format(file=source, error=why)) from None
    if content.format != RESTING_FORMAT:
        raise RestingError(_("{file}: `format` must be {number}.").format(file=source, number=RESTING_FORMAT))
    if content.geometry != geometry_hash(geometry):
        raise RestingError(
            _(
                "{file}: `geometry`: its cubes are in a different tower ({tower}), not {name}, or the tower "
                "has since been changed."
            ).format(file=source, tower=shown(content.tower), name=geometry.name)
        )
    if len(content.cubes) > MOST_CUBES:
        raise RestingError(
            _("{file}: `cubes`: at most {most} are allowed, not {count}.").format(
                file=source, most=MOST_CUBES, count=len(content.cubes)
            )
        )
    for number, cube in enumerate(content.cubes):
        if not can_lie(geometry, cube):
            raise RestingError(
                _("{file}: `cubes[{number}]` must be inside the tower.").format(file=source, number=number)
            )
    return content.cubes


def load_resting(path: Path, geometry: Geometry) -> tuple[RestingCube, ...]:
    """Return the cubes of a file that lie in this tower. Raises RestingError, also for a file that can't be read."""
    try:
        data = read_bounded(path, LARGEST_FILE)
    except FileNotFoundError:
        raise RestingError(_("There is no file {file}.").format(file=path)) from None
    except OSError as error:
        raise RestingError(_("{file} can't be read: {error}.").format(file=path, error=error.strerror)) from None
    return decode_resting(data, geometry, str(path))


def check_place(path: Path) -> None:
    """Raise RestingError unless a path is that of a file in an existing folder."""
    try:
        is_writable = path.name and not path.is_dir() and absolute(path).parent.is_dir()
    except OSError as error:
        raise RestingError(_("{file} can't be written: {error}.").format(file=path, error=error.strerror)) from None
    if not is_writable:
        raise RestingError(_("{file} can't be written: choose a file in a folder that exists.").format(file=path))


def save_resting(path: Path, geometry: Geometry, cubes: Sequence[RestingCube], *, is_sealed: bool = False) -> None:
    """Write a file of resting cubes, whole or not at all, with or without a checksum.

    Raises RestingError if it can't be written.
    """
    data = encode_resting(geometry, cubes)
    try:
        write_whole(path, seal(data.rstrip(b"\n")) + b"\n" if is_sealed else data)
    except OSError as error:
        raise RestingError(_("{file} can't be written: {error}.").format(file=path, error=error.strerror)) from None


def can_lie(geometry: Geometry, cube: RestingCube) -> bool:
    """Return whether a drop can have left a cube of a file in this tower."""
    return lies_inside(geometry, cube) and abs(cube.angle) <= LARGEST_ANGLE


def lies_inside(geometry: Geometry, cube: RestingCube) -> bool:
    """Return whether a cube's center is between the walls and above the exit; NaN never is."""
    if not (EXIT_Y <= cube.y <= geometry.rim_y + guide_height(geometry) and math.isfinite(cube.angle)):
        return False
    return abs(cube.x) <= half_width(geometry, cube.y)


class TowerState(msgspec.Struct, frozen=True):
    """A tower and its resting cubes."""

    geometry: Geometry
    resting: tuple[RestingCube, ...] = ()

    def counts(self) -> dict[str, int]:
        """Return the number of cubes in the tower by color, in alphabetic order."""
        return dict(sorted(Counter(cube.colour for cube in self.resting).items()))

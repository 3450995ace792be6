"""Structs that describe a battle tower as its builder writes it down, its hash, and the rows in which cubes are poured.

All lengths are mm, angles degrees, masses g. The origin is the middle of the exit plane: x grows to the right, y
upwards. A file states each fact once (a baffle: side, height, length, tilt), and
`shogun.tower.physics.collision_geometry` derives every coordinate from it; `shogun.tower.file.reader` reads files. The
manual explains the format (`towers/format`). Neither NumPy nor pymunk is loaded here.
"""

import hashlib
from importlib import import_module
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from shogun.base.language import marked
from shogun.tower.physics.constants import FRAMES_A_SECOND, ITERATIONS, MOST_CUBES, STEPS_A_SECOND

FORMAT = 1
MOST_PIECES = 200
RESERVED_NAMES = ("model",)
MOST_STEPS = 8 * STEPS_A_SECOND
"""Most steps a second: a drop takes eight times as long as with the usual ones."""
MOST_ITERATIONS = 60

Length = Annotated[float, Meta(ge=1, le=1000)]
"""A length in mm, 1-1000."""
Offset = Annotated[float, Meta(ge=0, le=1000)]
"""A length or height in mm that may be 0, up to 1000."""
Place = Annotated[float, Meta(ge=-1000, le=1000)]
"""A coordinate in mm."""
Coefficient = Annotated[float, Meta(ge=0, le=2)]
"""One surface's share of a friction; two touching surfaces' shares are multiplied."""
Restitution = Annotated[float, Meta(ge=0, le=0.9)]
"""One surface's share of a restitution; two touching surfaces' shares are multiplied."""
Tilt = Annotated[float, Meta(ge=-80, le=80)]
"""An angle in degrees below the horizontal; negative: above it."""
Group = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z][A-Za-z0-9_-]{0,30}$",
        description=marked("a letter, then at most 30 letters, digits, underscores and hyphens"),
    ),
]


class GeometryError(ValueError):
    """A tower that can't be used; the message is one sentence: file, place, and what is expected."""


class UnreadableError(GeometryError):
    """A file that can't be read as a tower at all: it doesn't exist, or isn't TOML."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all parts of a tower, which forbid unknown keys in a file."""


class Funnel(Part, frozen=True):
    """The mouth of the tower, where the cubes are thrown in; it narrows down to the shaft's width."""

    mouth: Length
    """Width at the rim, mm."""
    height: Length
    """From the shaft's top up to the rim, mm."""


class Shaft(Part, frozen=True):
    """The box between funnel and exit that holds the baffles; its surfaces' material is the walls'."""

    width: Length
    height: Length
    """From the exit plane up to the funnel, mm."""
    friction: Coefficient = 0.6
    restitution: Restitution = 0.4


class Exit(Part, frozen=True):
    """The opening at the bottom: a cube whose centre passes its plane (y = 0) is out."""

    width: Length
    height: Offset = 0
    """Over how many mm the shaft narrows to the exit's width; 0 if they are equally wide."""


class Tray(Part, frozen=True):
    """The open part below the exit in which the cubes that came out lie."""

    width: Length
    depth: Length
    """From the exit plane down to the floor, mm."""
    rim: Length = 15
    """Height of the tray's walls, mm."""
    shift: Place = 0
    """Distance of the tray's middle to the right of the exit's, mm."""
    friction: Coefficient = 0.6
    restitution: Restitution = 0.3


class Grain(Part, frozen=True):
    """One cube (or disc, for checks against published hoppers) of those that are thrown."""

    shape: Literal["cube", "disc"] = "cube"
    size: Annotated[float, Meta(ge=4, le=40)] = 8
    """Side or diameter, outside measure, mm."""
    edge: Annotated[float, Meta(ge=0, le=10)] = 0.25
    """Radius of a cube's rounded edges, mm."""
    mass: Annotated[float, Meta(gt=0, le=100)] = 0.35
    friction: Coefficient = 0.6
    restitution: Restitution = 0.4


class Baffle(Part, frozen=True):
    """A ledge that is fixed to a wall and slopes down towards the middle."""

    side: Literal["left", "right"]
    height: Offset
    """Height above the exit plane at which its middle line meets the wall, mm."""
    length: Length
    """From the wall to its tip along the ledge, mm."""
    tilt: Tilt
    """Degrees below the horizontal."""
    thickness: Length = 2
    friction: Coefficient = 0.6
    restitution: Restitution = 0.4
    group: Group | None = None


class Pin(Part, frozen=True):
    """A round peg across the tower."""

    x: Place
    y: Place
    diameter: Length
    friction: Coefficient = 0.6
    restitution: Restitution = 0.4
    group: Group | None = None


class Wall(Part, frozen=True, rename={"start": "from", "end": "to"}):
    """A straight piece anywhere inside, from one point to another (file: `from`, `to`)."""

    start: tuple[Place, Place]
    end: tuple[Place, Place]
    thickness: Length = 2
    friction: Coefficient = 0.6
    restitution: Restitution = 0.4
    group: Group | None = None


class Tap(Part, frozen=True):
    """Whether the tower is tapped when it is clogged, as people do."""

    allowed: bool = True


class Accuracy(Part, frozen=True):
    """Finer steps for drops into this tower, where the usual ones are too coarse (file: `[solver]`)."""

    steps_a_second: Annotated[
        int,
        Meta(
            ge=STEPS_A_SECOND,
            le=MOST_STEPS,
            multiple_of=FRAMES_A_SECOND,
            description=marked("a multiple of 60, at least 840 and at most 6720"),
        ),
    ]
    """Time steps a second, a multiple of 60; 840 is usual. `shogun tower verify` shows whether a tower needs more."""
    iterations: Annotated[int, Meta(ge=ITERATIONS, le=MOST_ITERATIONS)] = ITERATIONS
    """Rounds of the contact solver in each step."""


class Geometry(Part, frozen=True, rename={"baffles": "baffle", "pins": "pin", "walls": "wall"}):
    """A whole tower; `load_tower` and `parse_geometry` hand out checked ones only."""

    name: str
    """The file's name without `.toml`."""
    funnel: Funnel
    shaft: Shaft
    exit: Exit
    tray: Tray
    grain: Grain = Grain()
    baffles: tuple[Baffle, ...] = ()
    pins: tuple[Pin, ...] = ()
    walls: tuple[Wall, ...] = ()
    tap: Tap = Tap()
    solver: Accuracy | UnsetType = UNSET
    """Unset in most towers, which then are computed as their height demands."""
    title: str = ""
    description: str = ""

    @property
    def rim_y(self) -> float:
        """Height of the funnel's rim above the exit plane, mm."""
        return self.shaft.height + self.funnel.height

    def _repr_svg_(self) -> str:
        """Return the empty tower's picture for a notebook."""
        drawn: str = import_module("shogun.tower").picture(self).svg  # by its public name: it is made from this module
        return drawn


Share = Annotated[float, Meta(ge=0, le=1)]
Cubes = Annotated[float, Meta(ge=0, le=400)]


WIDER = 0.05
"""Widening, each way, of the bounds of a thrown cube's chance for throws of one size."""


class Bounds(Part, frozen=True):
    """Between which figures a tower is meant to stay in the long run (file: `[bounds]`); physics don't know them.

    The defaults are what is expected of the game's own tower. `shogun tower verify` shows whether a tower keeps them.
    """

    p_out_thrown: tuple[Share, Share] = (0.60, 0.75)
    """Chance that a thrown cube comes out."""
    p_out_resting: tuple[Share, Share] = (0.15, 0.35)
    """Chance that a cube which rests in the tower comes out in a battle."""
    stock: tuple[Cubes, Cubes] = (8, 16)
    """Mean number of cubes that rest in the tower."""
    start_kept: tuple[Cubes, Cubes] = (8, 16)
    """Mean number of cubes that stay of a start throw of 31-45."""
    p_out_by_size: tuple[Share, Share] | None = None
    """Chance that a thrown cube comes out, for every size of a throw from 1 to 24; see `of_each_size`."""
    clogs: tuple[Share, Share] = (0, 0)
    """Share of throws of 1-24 cubes that clog it: more than 30 are inside at rest."""
    clogs_large: tuple[Share, Share] = (0, 0)
    """The same of throws of 30-60, start throws included."""

    @property
    def of_each_size(self) -> tuple[float, float]:
        """Bounds of a thrown cube's chance in throws of one size; if not given, those of all throws and WIDER."""
        low, high = self.p_out_thrown
        return self.p_out_by_size or (max(0.0, low - WIDER), min(1.0, high + WIDER))


def geometry_hash(geometry: Geometry) -> str:
    """Return the SHA-256 (hex) of all that decides the physics; towers that differ only in texts share it."""
    texts_removed = msgspec.structs.replace(geometry, name="", title="", description="")
    as_kept = msgspec.json.decode(msgspec.json.encode(texts_removed), type=Geometry)  # so that 0 and 0.0 are the same
    content = msgspec.to_builtins(as_kept)
    if as_kept.tap == Tap():  # added later: towers without it keep their hash
        del content["tap"]
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


def is_legal_name(name: str) -> bool:
    """Return whether a tower may have this name: printable, and not reserved."""
    return name.isprintable() and name not in RESERVED_NAMES


# Rows in which cubes are poured in (see `shogun.tower.physics.drop_simulation`)

PITCH = 1.6
"""Distance of neighboring columns, and of rows, in sizes of a cube: a diagonal (1.42) and both jitters fit in."""
MOST_IN_A_ROW = 8
"""Most cubes that come in side by side, however wide the mouth is."""


def pitch(geometry: Geometry) -> float:
    """Return the distance of columns and of rows, mm."""
    return PITCH * geometry.grain.size


def columns(geometry: Geometry) -> int:
    """Return the number of columns above the mouth."""
    wide = geometry.funnel.mouth / pitch(geometry)
    return int(wide) if wide > 1 else 1  # also if the mouth's width isn't known yet (NaN)


def in_a_row(geometry: Geometry) -> int:
    """Return the number of cubes in a full row."""
    return min(MOST_IN_A_ROW, columns(geometry))


def guide_height(geometry: Geometry) -> float:
    """Return the height above the rim, mm, to which cubes may pile up: all that can be thrown, if none falls."""
    rows = -(-MOST_CUBES // in_a_row(geometry))
    return (rows + 2) * pitch(geometry)

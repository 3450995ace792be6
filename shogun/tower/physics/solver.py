"""Solvers of a drop, and `Physics`: settings with which a run varies them."""

import math
from collections.abc import Iterable, Mapping
from numbers import Real

import msgspec
from msgspec import UNSET, UnsetType

from shogun.base.language import _, shown
from shogun.tower.geometry import Geometry, Grain
from shogun.tower.physics.constants import (
    FRAMES_A_SECOND,
    GRAVITY,
    IDLE_SPEED,
    ITERATIONS,
    LONGEST_DROP,
    OVERLAP_LEFT,
    SLEEP_TIME,
    STEPS_A_SECOND,
)


class Varied(msgspec.Struct, frozen=True):
    """Gravity and cubes that differ from the game's."""

    gravity: float = GRAVITY
    """mm/s²."""
    idle_speed: float = IDLE_SPEED
    """mm/s."""
    cubes: tuple[tuple[str, Grain], ...] = ()
    """Cubes of other kinds than the tower's, by color."""


class Solver(msgspec.Struct, frozen=True):
    """Accuracy with which a drop is computed."""

    steps_a_second: int = STEPS_A_SECOND
    """A multiple of FRAMES_A_SECOND."""
    iterations: int = ITERATIONS
    sleep_time: float = SLEEP_TIME
    """Seconds after which a group of idle touching cubes sleeps until it is hit."""
    overlap_left: float = OVERLAP_LEFT
    seconds: float = LONGEST_DROP
    """Seconds without a new cube or a tap after which a drop is cut off."""
    varied: Varied | UnsetType = UNSET
    """Unset for the game's own gravity and cubes."""

    @property
    def gravity(self) -> float:
        """Gravity, mm/s²."""
        return GRAVITY if self.varied is UNSET else self.varied.gravity

    @property
    def idle_speed(self) -> float:
        """Speed below which a cube counts as idle, mm/s."""
        return IDLE_SPEED if self.varied is UNSET else self.varied.idle_speed

    def grains(self, usual: Grain, colours: Iterable[str]) -> list[Grain]:
        """Return the cube of each of these colors in a tower with such cubes."""
        kinds = {} if self.varied is UNSET else dict(self.varied.cubes)
        return [kinds.get(colour, usual) for colour in colours]

    def kinds(self, usual: Grain) -> tuple[Grain, ...]:
        """Return all kinds of cubes of a tower with such cubes."""
        varied = () if self.varied is UNSET else self.varied.cubes
        return (usual, *(grain for _colour, grain in varied))

    @property
    def step(self) -> float:
        """One time step, s."""
        return 1 / self.steps_a_second

    @property
    def steps_a_frame(self) -> int:
        """Number of steps between two frames."""
        return self.steps_a_second // FRAMES_A_SECOND

    @property
    def longest(self) -> int:
        """Most steps of a drop after the last cube was poured."""
        return self.steps(self.seconds)

    def steps(self, seconds: float) -> int:
        """Return the number of steps in some seconds, rounded up to whole frames."""
        frames = round(seconds * FRAMES_A_SECOND, 6)
        return -int(-frames // 1) * self.steps_a_frame


STANDARD = Solver()
TALL = Solver(steps_a_second=960)
"""Solver for towers so high that a cube could fall through a ledge within one step of STANDARD."""
FIRST = Solver(steps_a_second=960, sleep_time=0.15, overlap_left=1e-10)
"""Solver of the first physics, against which STANDARD was checked before it replaced it."""
FINE = Solver(steps_a_second=1920, iterations=20, sleep_time=0.15)
"""Solver against which STANDARD is checked: more than twice the steps, a third more iterations, and later sleep."""


class PhysicsError(ValueError):
    """Settings of the physics that are impossible; the message is one sentence."""


MOST_STEPS, MOST_ITERATIONS = 20_040, 200
RANGES: Mapping[str, tuple[float, float]] = {
    "gravity": (1.0, 1_000_000.0),
    "steps_a_second": (FRAMES_A_SECOND, MOST_STEPS),
    "iterations": (1, MOST_ITERATIONS),
    "sleep_time": (0.01, math.inf),
    "idle_speed": (0.001, 1000.0),
    "seconds": (0.1, 60.0),
}
"""Smallest and largest values of the settings of `Physics`."""


class Physics(msgspec.Struct, frozen=True, kw_only=True):
    """Physics of a run, in which any setting may differ from the game's; pass it as `physics=`.

    What isn't given is as in the game, and with no setting at all so is every bit of the results.
    """

    gravity: float = GRAVITY
    """Gravity, mm/s²."""
    steps_a_second: int | None = None
    """Time steps in a second, a multiple of 60; None: as many as the tower needs, usually 840. With few steps cubes may
    fly through ledges and walls."""
    iterations: int | None = None
    """Rounds of the contact solver in one step; None: those of the tower, usually 15."""
    sleep_time: float = SLEEP_TIME
    """Seconds after which a group of idle touching cubes sleeps; `math.inf`: never, and every drop is cut off."""
    idle_speed: float = IDLE_SPEED
    """Speed below which a cube counts as idle, mm/s."""
    seconds: float = LONGEST_DROP
    """Seconds after the last cube, or tap, after which a drop is cut off."""
    cubes: Mapping[str, Grain] = {}
    """Kinds of cubes by color, such as {"blue": Grain(size=6, mass=0.15)}; other colors have the tower's own cubes. In
    `measure` and the like attackers are red and defenders blue."""

    def varied_from(self, usual: Solver, geometry: Geometry) -> Solver:
        """Return a tower's usual solver with these settings. Raises PhysicsError for one that is impossible there."""
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if value is not None and not (isinstance(value, Real) and least <= float(value) <= most):
                text = _("physics: {name} {value} must be a number from {least:g} to {most:g}.")
                raise PhysicsError(text.format(name=name, value=shown(repr(value)), least=least, most=most))
        if (self.steps_a_second or 0) % FRAMES_A_SECOND:
            text = _("physics: steps_a_second {value} must be a multiple of {frames}.")
            raise PhysicsError(text.format(value=self.steps_a_second, frames=FRAMES_A_SECOND))
        widest = min(geometry.exit.width, geometry.funnel.mouth)
        cubes = tuple((colour, _checked(colour, grain, widest)) for colour, grain in sorted(self.cubes.items()))
        varied = Varied(float(self.gravity), float(self.idle_speed), cubes)
        return Solver(
            steps_a_second=int(self.steps_a_second or usual.steps_a_second),
            iterations=int(self.iterations or usual.iterations),
            sleep_time=float(self.sleep_time),
            overlap_left=usual.overlap_left,
            seconds=float(self.seconds),
            varied=UNSET if varied == Varied() else varied,
        )


def _checked(colour: str, grain: Grain, widest: float) -> Grain:
    """Return a kind of cubes. Raises PhysicsError if it can't exist, or doesn't pass a tower as wide as that."""
    try:
        right = msgspec.convert(msgspec.to_builtins(grain, enc_hook=_plain), Grain)
    except msgspec.ValidationError as error:
        text = _("physics: cubes {colour}: {error}.")
        raise PhysicsError(text.format(colour=shown(repr(colour)), error=error)) from None
    if right.edge > 0.45 * right.size or right.size > widest:
        text = _("physics: cubes {colour}: the edge must be less than half the size, the size at most {widest:g} mm.")
        raise PhysicsError(text.format(colour=shown(repr(colour)), widest=widest))
    return right


def _plain(value: object) -> object:
    """Return a number of NumPy as a plain one."""
    return value.item() if hasattr(value, "item") else value

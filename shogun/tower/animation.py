"""Animated pictures of drops: an SVG that browsers and notebooks play in a loop, without any library."""

import math

import numpy as np
import numpy.typing as npt

from shogun.base.colours import CUBES, looks_of
from shogun.base.language import _
from shogun.tower.physics.constants import FRAMES_A_SECOND
from shogun.tower.physics.throw import Drop, DropError
from shogun.tower.vector_picture import CubeAt, Picture, cube_shape, picture

PAUSE = 1.0
"""Seconds that the last frame stays before the animation begins again."""
STILL = 0.005
"""Differences in mm and degrees between frames that can't be seen."""
Values = npt.NDArray[np.float64]


def animate(fallen: Drop, *, speed: float = 1.0) -> Picture:
    """Return the animation of a drop that was recorded (`drop(..., record=True)`), at this share of the real speed.

    A notebook plays it if it is the last value of a cell; `animate(fallen).save("drop.svg")` writes a file that any
    browser plays. Raises DropError for a drop without a recording, or an impossible speed.
    """
    recording, geometry = fallen.recording, fallen.geometry
    if recording is None or geometry is None:
        raise DropError(_("animate needs a recording: drop(..., record=True)."))
    if not (math.isfinite(speed) and speed > 0):
        raise DropError(_("speed {speed} must be greater than 0.").format(speed=speed))
    poses = recording.poses()
    angles = np.degrees(np.unwrap(poses[:, :, 2], axis=0))
    times = np.arange(len(poses)) / FRAMES_A_SECOND
    length = times[-1] + PAUSE * speed
    looks, kinds = looks_of(recording.colours), fallen.physics.cubes
    starts = recording.start_steps or (0,) * len(recording.colours)
    elements = [
        _moving(
            cube_shape(CubeAt(colour, 0.0, 0.0), CUBES[looks[colour]], kinds.get(colour, geometry.grain)),
            _animated("translate", poses[:, cube, :2] * (1, -1), times / length, length / speed),
            _animated("rotate", -angles[:, cube, None], times / length, length / speed),
            _appearing(starts[cube] / recording.steps_a_second / length, length / speed),
        )
        for cube, colour in enumerate(recording.colours)
    ]
    return picture(geometry, before=elements)


def _moving(shape: str, translation: str, rotation: str, appearance: str) -> str:
    return f"<g>{appearance}{translation}<g>{rotation}{shape}</g></g>"


def _animated(kind: str, values: Values, shares: Values, seconds: float) -> str:
    """Return an endless transformation through values, shape (frames, numbers), at shares of its duration."""
    changes = np.abs(np.diff(values, axis=0)).max(axis=1) > STILL
    kept = np.concatenate(([True], changes[:-1] | changes[1:], [True])) if len(values) > 1 else np.array([True])
    listed = ";".join(" ".join(f"{number:.2f}" for number in row) for row in (*values[kept], values[-1]))
    at = ";".join(f"{share:.5g}" for share in (*shares[kept], 1.0))
    return (
        f'<animateTransform attributeName="transform" type="{kind}" values="{listed}" keyTimes="{at}" '
        f'dur="{seconds:.3f}s" repeatCount="indefinite"/>'
    )


def _appearing(share: float, seconds: float) -> str:
    """Return the element that hides a cube until it is let go; empty for one that is there from the start."""
    if not share:
        return ""
    return (
        f'<animate attributeName="visibility" values="hidden;visible" keyTimes="0;{share:.5g}" calcMode="discrete" '
        f'dur="{seconds:.3f}s" repeatCount="indefinite"/>'
    )

"""The tower in the window: what rests in it, and a drop played from its recording; nothing is simulated here."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.geometry import Geometry
from shogun.tower.resting import RestingCube
from shogun.tower.world import WALL_RADIUS, build_world
from shogun.ui.tower_cup import LEAD, Cup, Moment, moment
from shogun.ui.tower_painting import (
    Camera,
    angle_step,
    camera_for,
    cube_shadow,
    paint_front,
    paint_tower,
    tumbling_cube,
)

if TYPE_CHECKING:  # it would load NumPy, which takes as long as half of the window's start
    from shogun.tower.recording import Recording

Seen = tuple[str, float, float, float]
"""Colour, x and y in mm, and angle in rad of a cube as it is shown."""

SLOWEST, FASTEST = 0.05, 16.0


class Knock(Struct, frozen=True):
    """Something hit something while a drop was shown: for the sound."""

    speed: float
    """Closing speed, mm/s, as it was in the simulation."""
    side: float
    """Where: from -1 (left wall of the picture) to 1 (right)."""


class TowerView:
    """Draws one tower into a rectangle of the window and plays drops."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.world = build_world(geometry)
        self.rect = Rect(0, 0, 0, 0)
        self.speed = 1.0
        self.xray = False
        """Without the front wall."""
        self._recording: Recording | None = None
        self._seconds = 0.0
        self._resting: list[Seen] = []
        self._tray: list[Seen] = []
        self._last_tray: list[Seen] = []
        """Where the cubes of the last recording came to rest in the tray."""

    def resize(self, rect: Rect) -> None:
        """Draw into `rect` from now on; paints the tower anew if the size is another one."""
        fresh = rect.size != self.rect.size
        self.rect = rect.copy()
        if fresh and rect:
            self._camera: Camera = camera_for(self.geometry, rect.size)
            self._picture = paint_tower(self.geometry, rect.size)
            front = paint_front(self.geometry, rect.size)
            self._front_rect = front.get_bounding_rect()
            self._front = front.subsurface(self._front_rect).copy()
            self._cup = Cup(self.geometry, self._camera)
            self._cube = max(3, round(self.geometry.grain.size * self._camera.scale))

    # What is shown

    def show_resting(self, resting: Sequence[RestingCube], tray: Mapping[str, int]) -> None:
        """Show a tower at rest: its cubes, and how many of each colour lie in the tray.

        Cubes of the tray lie where the last recording left them; those it doesn't know are set out in a row.
        """
        self._recording = None
        self._resting = [(cube.colour, cube.x, cube.y, cube.angle) for cube in resting]
        self._tray = self._lying(tray)

    def play(self, recording: "Recording", speed: float = 1.0) -> None:
        """Play a drop at `speed` times the real speed; first a cup brings the cubes, for `LEAD` seconds."""
        self._recording = recording
        self._seconds = -LEAD
        self.speed = min(max(speed, SLOWEST), FASTEST)

    def update(self, seconds: float) -> list[Knock]:
        """Let time pass (s on the player's clock) and return the knocks that fell into it."""
        if self._recording is None or self.done:
            return []
        start = self._seconds
        self._seconds = min(start + seconds * self.speed, self._recording.seconds)
        if self.done:
            self._settle(self._recording)
        contacts = self._recording.contacts()
        times = contacts[:, 0]
        first, last = times.searchsorted([start, self._seconds], side="right").tolist()
        middle = max(1.0, self.geometry.funnel.mouth / 2)
        return [Knock(speed, x / middle) for _, x, _, speed in contacts[first:last].tolist()]

    def skip(self) -> None:
        """Go to the end of the drop at once."""
        if self._recording is not None:
            self._seconds = self._recording.seconds
            self._settle(self._recording)

    @property
    def done(self) -> bool:
        """Whether no drop is under way."""
        return self._recording is None or self._seconds >= self._recording.seconds

    @property
    def progress(self) -> float:
        """How much of the drop was shown, 0 to 1."""
        if self._recording is None or self._recording.seconds <= 0:
            return 1.0
        return max(0.0, self._seconds) / self._recording.seconds

    @property
    def out_so_far(self) -> dict[str, int]:
        """How many cubes of each colour the drop that is played has let out by now; {} if there is none."""
        if self._recording is None:
            return {}
        out = self._recording.in_tray(self._seconds).tolist()
        counted = Counter(colour for colour, is_out in zip(self._recording.colours, out, strict=True) if is_out)
        return dict(sorted(counted.items()))

    def _settle(self, recording: "Recording") -> None:
        """Remember where the cubes came to rest in the tray."""
        shown = _posed(recording, recording.seconds)
        out = recording.in_tray(recording.seconds).tolist()
        self._last_tray = [cube for cube, is_out in zip(shown, out, strict=True) if is_out]

    def _lying(self, tray: Mapping[str, int]) -> list[Seen]:
        """Return places for the cubes of a counted tray."""
        wanted = Counter(dict(tray))
        lying = []
        for cube in self._last_tray:
            if wanted[cube[0]] > 0:
                wanted[cube[0]] -= 1
                lying.append(cube)
        if wanted.total():
            return self._set_out(sorted(Counter(dict(tray)).elements()))
        return lying

    def _set_out(self, colours: Sequence[str]) -> list[Seen]:
        """Return cubes side by side on the tray's floor, the rows one on the other."""
        size = self.geometry.grain.size
        a_row = max(1, int(self.geometry.tray.width / (size * 1.15)))
        left = self.world.tray[0].start[0] + WALL_RADIUS + size * 0.6
        floor = self.world.floor_y + size / 2
        return [
            (colour, left + number % a_row * size * 1.15, floor + number // a_row * size, 0.0)
            for number, colour in enumerate(colours)
        ]

    # Drawing

    def draw(self, surface: Surface) -> None:
        """Draw the tower as it is at this moment."""
        if not self.rect:
            return
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        surface.blit(self._picture, self.rect)
        cup = moment(self._seconds) if self._recording else None
        if cup:
            self._cup.draw(surface, self.rect.topleft, cup)
        self._draw_cubes(surface, self._seen(cup))
        if not self.xray:
            surface.blit(self._front, self._front_rect.move(self.rect.topleft))
        surface.set_clip(clip)

    def _seen(self, cup: Moment | None) -> list[Seen]:
        """Return all cubes of the picture; those in a cup that is still coming down come with it."""
        if self._recording is None:
            return [*self._resting, *self._tray]
        cubes = _posed(self._recording, max(0.0, self._seconds))
        lift = cup.lift if cup and self._seconds < 0 else 0.0
        return [(colour, x, y + lift if y > self._cup.mouth else y, turn) for colour, x, y, turn in cubes]

    def _draw_cubes(self, surface: Surface, seen: Sequence[Seen]) -> None:
        size, shift = self._cube, max(1, round(self._cube * 0.18))
        disc = self.geometry.grain.shape == "disc"
        placed = []
        for colour, x, y, angle in seen:
            left, top = self._camera.point((x, y))
            step = angle_step(angle)
            shadow, sprite = cube_shadow(size, step), tumbling_cube(colour, size, step, disc=disc)
            half = sprite.get_width() / 2
            corner = round(self.rect.x + left - half), round(self.rect.y + top - half)
            placed.append((sprite, corner))
            surface.blit(shadow, (corner[0] + shift, corner[1] + shift))
        surface.fblits(placed)


def _posed(recording: "Recording", seconds: float) -> list[Seen]:
    """Return all cubes of a recording at a moment."""
    poses: list[list[float]] = recording.poses_at(seconds).tolist()
    return [(colour, x, y, angle) for colour, (x, y, angle) in zip(recording.colours, poses, strict=True)]

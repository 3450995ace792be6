"""Constants of the physics of every tower, and the reasons for them; importing them doesn't load the physics.

Chipmunk has no continuous collision detection: with steps of 1/240 s cubes fly through walls and a jammed tower looks
open. The share of cubes that stick settles at 1/840 s, and the contact solver needs 15 iterations for piles. Letting
resting cubes sleep makes a drop five times cheaper without changing the statistics; the thresholds are explicit since
Chipmunk's own depend on the step.
"""

import msgspec

PHYSICS = 2
"""Version of the physics, raised when a throw may have another result. 1: steps of 1/960 s, all cubes at once."""
FRAMES_A_SECOND = 60
"""Frames a second, at which a drop is recorded, cubes are poured in, and the end of a drop is checked."""
STEPS_A_SECOND = 840
ITERATIONS = 15
"""Rounds of the contact solver in one step."""
GRAVITY = 9810.0
"""mm/s²."""
SLEEP_TIME = 0.06
"""Seconds."""
IDLE_SPEED = 5.0
"""Speed in mm/s below which a cube counts as idle."""
OVERLAP_LEFT = 1e-25
"""Share of an overlap that the solver leaves after a second. Chipmunk's own 0.0018 is too slow for cubes that sleep
after 0.06 s: they would keep overlaps of up to 0.5 mm, and with 1e-10 up to 0.33. With this value they keep 0.12,
hardly more than its slop of 0.1 mm, and the statistics are the same. The correction gives cubes no speed."""
LONGEST_DROP = 6.0
"""Seconds after the last cube was poured, or the last tap, after which a drop that doesn't come to rest is cut off."""
LONGEST_TRAY = 3.0
"""Seconds after the last cube came out after which a recording ends, even if the tray isn't at rest."""
MOST_CUBES = 400
"""Most cubes in a tower, resting and thrown: more than any game has."""
LONGEST_COLOUR = 40
"""Characters of the name of a cube's color."""


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

QUIET = 150.0
"""Least change of a cube's velocity, mm/s, at which an impact is heard and recorded."""

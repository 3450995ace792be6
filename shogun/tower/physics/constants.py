"""The numbers that decide the physics of every tower, and why; modules that load no physics may know them too.

Chipmunk has no continuous collision detection: with steps of 1/240 s cubes fly through walls and a jammed tower looks
open. The share of cubes that stick settles at 1/840 s, and the contact solver needs 15 iterations for piles. Letting
resting cubes sleep makes a drop five times cheaper without changing the statistics; the thresholds are explicit since
Chipmunk's own depend on the step.
"""

import msgspec

PHYSICS = 2
"""Grows when the same throw may come to something else than before. 1: steps of 1/960 s, all cubes let go at once."""
FRAMES_A_SECOND = 60
"""So often a drop is looked at: recorded, poured into, and asked whether it has come to rest."""
STEPS_A_SECOND = 840
ITERATIONS = 15
"""Rounds of the contact solver in one step."""
GRAVITY = 9810.0
"""mm/s²."""
SLEEP_TIME = 0.06
"""Seconds."""
IDLE_SPEED = 5.0
"""Slower than this, mm/s, counts as idle."""
OVERLAP_LEFT = 1e-25
"""Share of an overlap that the solver leaves after a second. Chipmunk's own 0.0018 is too slow for cubes that sleep
after 0.06 s: they would keep overlaps of up to 0.5 mm, with 1e-10 up to 0.33; so they keep 0.12, hardly more than its
slop of 0.1 mm, and the statistics are the same. The correction moves cubes apart without giving them speed."""
LONGEST_DROP = 6.0
"""Seconds after the last cube was poured, or the last tap, after which a drop that doesn't come to rest is cut off."""
LONGEST_TRAY = 3.0
"""Seconds after the last cube came out in which the tray has to come to rest; then the recording ends anyway."""
MOST_CUBES = 400
"""So many may be in a tower at most, those that rest there and those that are thrown: more than any game has."""
LONGEST_COLOUR = 40
"""Characters of the name of a cube's colour."""


class Solver(msgspec.Struct, frozen=True):
    """How finely a drop is computed."""

    steps_a_second: int = STEPS_A_SECOND
    """A multiple of FRAMES_A_SECOND."""
    iterations: int = ITERATIONS
    sleep_time: float = SLEEP_TIME
    """A group of touching cubes that was idle for so many seconds sleeps until it is hit."""
    overlap_left: float = OVERLAP_LEFT
    seconds: float = LONGEST_DROP
    """After how long without a new cube or a tap a drop is cut off, s."""

    @property
    def step(self) -> float:
        """Return one time step, s."""
        return 1 / self.steps_a_second

    @property
    def steps_a_frame(self) -> int:
        """Return how many steps lie between two frames."""
        return self.steps_a_second // FRAMES_A_SECOND

    @property
    def longest(self) -> int:
        """Return how many steps a drop may take after the last cube was poured."""
        return self.steps(self.seconds)

    def steps(self, seconds: float) -> int:
        """Return the number of steps in so many seconds, rounded up to whole frames."""
        frames = round(seconds * FRAMES_A_SECOND, 6)
        return -int(-frames // 1) * self.steps_a_frame


STANDARD = Solver()
TALL = Solver(steps_a_second=960)
"""For towers so high that a cube could fall through a ledge within one step of STANDARD."""
FIRST = Solver(steps_a_second=960, sleep_time=0.15, overlap_left=1e-10)
"""That of the first physics: what STANDARD was checked against before it took its place."""
FINE = Solver(steps_a_second=1920, iterations=20, sleep_time=0.15)
"""More than twice the steps, a third more iterations, and sleep comes late: what STANDARD is checked against."""

QUIET = 150.0
"""Impacts that change a cube's velocity by less, mm/s, make no sound and are not kept."""

"""The numbers that decide the physics of every tower, and why; modules that load no physics may know them too.

Chipmunk has no continuous collision detection: with steps of 1/240 s cubes fly through walls and a jammed tower looks
open. The share of cubes that stick settles at 1/960 s, and the contact solver needs 15 iterations for piles. Letting
resting cubes sleep makes a drop five times cheaper without changing the statistics; the thresholds are explicit since
Chipmunk's own depend on the step.
"""

import msgspec

STEPS_A_SECOND = 960
STEP = 1 / STEPS_A_SECOND
"""One time step, s."""
ITERATIONS = 15
"""Rounds of the contact solver in one step."""
GRAVITY = 9810.0
"""mm/s²."""
SLEEP_TIME = 0.15
"""A group of touching cubes that was idle for so many seconds sleeps until it is hit."""
IDLE_SPEED = 5.0
"""Slower than this, mm/s, counts as idle."""
OVERLAP_LEFT = 1e-10
"""Share of an overlap that the solver leaves after a second. Chipmunk's own 0.0018 is too slow for cubes that sleep
after 0.15 s: they would keep overlaps of up to 0.5 mm; so they keep its slop of 0.1 mm, and the statistics are the
same. The correction moves cubes apart without giving them speed."""
LONGEST_DROP = 6 * STEPS_A_SECOND
"""Steps after which a drop that doesn't come to rest is cut off."""
LONGEST_TRAY = 3 * STEPS_A_SECOND
"""Steps after the last cube came out in which the tray has to come to rest; then the recording ends anyway."""
MOST_CUBES = 400
"""More cubes than any game throws; the heap above the rim would be higher than the step is good for."""


class Solver(msgspec.Struct, frozen=True):
    """How finely a drop is computed; only experiments that check the convergence use another than STANDARD."""

    steps_a_second: int = STEPS_A_SECOND
    iterations: int = ITERATIONS
    seconds: float = LONGEST_DROP / STEPS_A_SECOND
    """After how long a drop is cut off, s."""

    @property
    def step(self) -> float:
        """Return one time step, s."""
        return 1 / self.steps_a_second

    @property
    def longest(self) -> int:
        """Return after how many steps a drop is cut off."""
        return round(self.seconds * self.steps_a_second)


STANDARD = Solver()
FINE = Solver(steps_a_second=1920, iterations=20)
"""Twice the steps and a third more iterations: what STANDARD is checked against."""

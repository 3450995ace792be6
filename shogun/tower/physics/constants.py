"""Constants of the physics of every tower, and the reasons for them; importing them doesn't load the physics.

Chipmunk has no continuous collision detection: with steps of 1/240 s cubes fly through walls and a jammed tower looks
open. The share of cubes that stick settles at 1/840 s, and the contact solver needs 15 iterations for piles. Letting
resting cubes sleep makes a drop five times cheaper without changing the statistics; the thresholds are explicit since
Chipmunk's own depend on the step.
"""

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
QUIET = 150.0
"""Least change of a cube's velocity, mm/s, at which an impact is heard and recorded."""

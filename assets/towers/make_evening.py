"""Let cubes fall into the classic tower and write what is seen of them in the first menu to evening.json.

Usage: python assets/towers/make_evening.py; needs the program itself installed.
The window could let them fall by itself, but only after it has loaded NumPy, which takes as long as half of its start.
"""

import math
from pathlib import Path

import msgspec

from shogun.tower.physics.throw import drop
from shogun.tower.tower_lookup import load_tower
from shogun.window.tower.menu_picture import RATE, TOWER, StoredFall

SEED = 7
CUBES = {"red": 7, "blue": 6, "yellow": 6, "black": 5, "peasant": 4}
FRAMES_A_SECOND = 60
"""Of the simulation's recordings."""
TENTHS = 10
"""Places are stored in tenths of a mm, and angles of a degree."""


def make() -> StoredFall:
    """Return where each cube is in each frame, and from which frame on it falls."""
    recording = drop(load_tower(TOWER), (), CUBES, SEED, record=True).recording
    assert recording is not None
    step = FRAMES_A_SECOND // RATE
    poses = recording.poses()[::step]
    starts = recording.start_steps or [0] * len(recording.colours)
    begins = tuple(math.ceil(start / recording.steps_a_second * RATE) for start in starts)
    scaled = poses * (TENTHS, TENTHS, TENTHS * 180 / math.pi)
    frames = tuple(tuple(round(number) for number in frame.reshape(-1).tolist()) for frame in scaled)
    return StoredFall(recording.colours, begins, frames)


def dump(fall: StoredFall) -> str:
    """Return the text of evening.json: one line for each frame."""
    lines = ",\n".join(msgspec.json.encode(frame).decode() for frame in fall.frames)
    head = msgspec.json.encode(msgspec.structs.replace(fall, frames=())).decode().removesuffix("[]}")
    return f"{head}[\n{lines}\n]}}\n"


if __name__ == "__main__":
    Path(__file__).with_name("evening.json").write_text(dump(make()), "utf-8")

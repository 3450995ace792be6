"""Limits of a journal's size, texts and numbers: no game of this program exceeds them, and no larger file is read.

Texts and numbers of lines are checked when they are decoded, by the types below.
"""

from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from shogun.base.language import _, shown
from shogun.tower.geometry import Geometry

MOST_BYTES = 8_000_000
"""Largest size in bytes. Whole games take 60 kB, and at worst 600, with a full tower at each throw."""
MOST_LINES = 5000
"""Largest number of lines. Whole games take 150 to 250; the rest is room for undo and redo."""
ROOM = 1000
"""Lines reserved for the answers of a game: once only they are left, nothing can be undone any more."""

ONE_LINE = "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff]*\\Z"
"""Pattern of texts without control characters and without characters that change the direction of writing."""
Name = Annotated[str, Meta(max_length=60, pattern=ONE_LINE)]
"""Name of a seat, a crest, a game or a program."""
TowerName = Annotated[str, Meta(max_length=300, pattern=ONE_LINE)]
"""Name of a tower: as long as a file's name, with the prefix of a quick model."""
Player = Annotated[str, Meta(max_length=200, pattern=ONE_LINE)]
"""Player of a seat: `PERSON`, an opponent's code, or in older journals the path of its file, which isn't read."""
LONGEST_CODE = 36
"""Characters of the code made from a personality's file; if two are the same, a number follows."""
MOST_DESCRIPTION = 10_000
"""Characters of the description of an opponent that isn't the program's own."""
Descriptions = Annotated[
    dict[Annotated[str, Meta(pattern="^[a-z0-9_-]{1,40}\\Z")], Annotated[str, Meta(max_length=MOST_DESCRIPTION)]],
    Meta(max_length=10),
]
"""Texts that describe opponents, by their codes."""
Text = Annotated[str, Meta(max_length=2000)]
"""Text in a line."""
Hash = Annotated[str, Meta(max_length=100)]
Key = Annotated[str, Meta(max_length=200)]
"""Name of a question or of a period."""
Number = Annotated[int, Meta(ge=0, le=MOST_LINES)]
"""Number of a line, a seat, a tap or a version."""
LONGEST_TITLE = 200_000
"""Characters of a tower's title and of its description: as many as its file may have."""


@lru_cache(maxsize=64)
def check_tower(geometry: Geometry) -> None:
    """Raise ValueError unless cubes can be thrown into this tower, so that every throw comes to an end."""
    from shogun.tower.file.geometry_check import check_geometry

    if max(map(len, (geometry.name, geometry.title, geometry.description))) > LONGEST_TITLE:
        raise ValueError(_("a text of the tower is longer than {most} characters").format(most=LONGEST_TITLE))
    check_geometry(geometry, shown(geometry.name))

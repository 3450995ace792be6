"""What a journal may say at most: beyond these bounds no game of this program goes, and no stranger's file is read.

Texts and numbers of its lines are bounded where they are decoded, by the types below.
"""

from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from shogun.base.language import _, shown
from shogun.tower.geometry import Geometry

MOST_BYTES = 8_000_000
"""Whole games take 60 kB, and 600 at the worst: a tower that is full at each of their throws."""
MOST_LINES = 5000
"""Whole games take 150 to 250 lines. The rest is room for what is taken back and done again."""
ROOM = 1000
"""So many lines are left to the answers of a game: where they begin nothing is taken back any more."""

ONE_LINE = "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff]*\\Z"
"""No signs that control a line, nor such as turn its direction."""
Name = Annotated[str, Meta(max_length=60, pattern=ONE_LINE)]
"""Of a seat, a crest, a game, a program."""
TowerName = Annotated[str, Meta(max_length=300, pattern=ONE_LINE)]
"""As long as a file's name, with what stands before it for a quick model."""
Player = Annotated[str, Meta(max_length=200, pattern=ONE_LINE)]
"""Who plays a seat: `PERSON`, the code of an opponent, or in older journals the path of its file, which is not read."""
LONGEST_CODE = 36
"""Letters of the plain code that a personality's file gets; two of them may get the same, and a number behind it."""
MOST_DESCRIPTION = 10_000
"""Characters of the text that describes an opponent which is not the program's own."""
Descriptions = Annotated[
    dict[Annotated[str, Meta(pattern="^[a-z0-9_-]{1,40}\\Z")], Annotated[str, Meta(max_length=MOST_DESCRIPTION)]],
    Meta(max_length=10),
]
"""Texts that describe opponents, by their codes."""
Text = Annotated[str, Meta(max_length=2000)]
"""What is told of something."""
Hash = Annotated[str, Meta(max_length=100)]
Key = Annotated[str, Meta(max_length=200)]
"""The name of a question, or of a period."""
Number = Annotated[int, Meta(ge=0, le=MOST_LINES)]
"""Of a line, a seat, a tap, a version: none of them is higher."""
LONGEST_TITLE = 200_000
"""Characters of a tower's title and of its description: as many as its file may have."""


@lru_cache(maxsize=64)
def check_tower(geometry: Geometry) -> None:
    """Raise ValueError unless cubes can be thrown into this tower: so no throw begins that would not end."""
    from shogun.tower.file.geometry_check import check_geometry

    if max(map(len, (geometry.name, geometry.title, geometry.description))) > LONGEST_TITLE:
        raise ValueError(_("a text of the tower is longer than {most} characters").format(most=LONGEST_TITLE))
    check_geometry(geometry, shown(geometry.name))

"""One thing to tell the builder of a tower: what is wrong or may surprise, where, and in which line of the file."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from shogun.base.language import _

Kind = Literal["problem", "warning", "note"]
Numbers = Mapping[str, Sequence[str]]
"""By kind of piece, what each piece is called in its file, where some of them were left out or come from patterns:
`pin[3]`, `rows[0].pin[7]`."""
MOST_NAMED = 12
"""So many places are named of a problem: all that bar the way, if they aren't too many to read."""
_PIECE = re.compile(r"\b(baffle|pin|wall)\[(\d+)\]")


class Finding(msgspec.Struct, frozen=True):
    """One thing to tell the builder of a tower."""

    kind: Kind
    places: tuple[str, ...]
    """Which pieces or numbers of the file, such as `baffle[0].tilt`; none for the whole tower."""
    text: str
    """What is wrong and what is expected, without a full stop."""
    line: int | None = None
    """Where the first of the places stands in the file, counted from 1; None if it does not stand there."""

    @property
    def place(self) -> str:
        """Return the places in words; of many the first, the last and how many there are."""
        return listed(self.places, most=MOST_NAMED if self.kind == "problem" else 4)

    def sentence(self, source: str) -> str:
        """Return the finding as one sentence about the file `source`."""
        place = f"`{self.place}`: " if self.places else ""
        return f"{source}: {place}{self.text}{self.where}."

    @property
    def where(self) -> str:
        """Return the line in words, to be put behind the text; empty if there is none."""
        return "" if self.line is None else _(" (line {number})").format(number=self.line)

    def renumbered(self, numbers: Numbers) -> "Finding":
        """Return the finding with the numbers that its pieces have in their file."""

        def _in_file(found: re.Match[str]) -> str:
            return numbers[found[1]][int(found[2])]

        places = tuple(_PIECE.sub(_in_file, place) for place in self.places)
        return msgspec.structs.replace(self, places=places, text=_PIECE.sub(_in_file, self.text))


def problem(text: str, *places: str) -> Finding:
    """Return what a tower must not have."""
    return Finding("problem", places, text)


def listed(places: Sequence[str], most: int = 4) -> str:
    """Return places in a line; of more than `most` the first, the last and how many there are."""
    if len(places) <= most:
        return ", ".join(places)
    return _("{first} ... {last} ({count} places)").format(first=places[0], last=places[-1], count=len(places))

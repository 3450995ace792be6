"""Importing a drawing: its tower, its file's text, and in words what was made of it and what couldn't be read."""

from collections import Counter
from pathlib import Path

import msgspec

from shogun.base.language import _, ngettext, shown
from shogun.tower.drawing.reading import Choice, read_drawing
from shogun.tower.drawing.recognition import Recognized, tower_of
from shogun.tower.file.toml_editing import title_of, written
from shogun.tower.geometry import Geometry

MOST_KINDS = 8
"""Most kinds of unread elements that are named."""


class Imported(msgspec.Struct, frozen=True):
    """A tower that was drawn elsewhere."""

    geometry: Geometry
    """All its numbers are in range, but it may have problems."""
    text: str
    """Text of its file."""
    notes: tuple[str, ...]
    """Sentences: the pieces that were found, what was left out, and what was assumed."""


def import_drawing(path: Path, name: str, choice: Choice | None = None) -> Imported:
    """Return the tower of a drawing under a name. Raises DrawingError."""
    drawing = read_drawing(path, choice or Choice())
    found = tower_of(drawing, name, title_of(Path(name)))
    notes = [_pieces(found.geometry), *_left_out(found.unread), *_assumed(found)]
    if not drawing.has_unit:
        notes.append(_("The file has no unit of length: one unit was taken as 1 mm."))
    return Imported(found.geometry, written(found.geometry), tuple(notes))


def _pieces(geometry: Geometry) -> str:
    counts = (
        ngettext("{n} ledge", "{n} ledges", len(geometry.baffles)).format(n=len(geometry.baffles)),
        ngettext("{n} wall", "{n} walls", len(geometry.walls)).format(n=len(geometry.walls)),
        ngettext("{n} pin", "{n} pins", len(geometry.pins)).format(n=len(geometry.pins)),
    )
    return _("Imported: {pieces}.").format(pieces=", ".join(counts))


def _left_out(unread: Counter[str]) -> list[str]:
    """Return a sentence that lists what couldn't be read; none if that is nothing."""
    if not unread:
        return []
    kinds = unread.most_common()
    listed = [f"{count} x {shown(kind)}" for kind, count in kinds[:MOST_KINDS]]
    if len(kinds) > MOST_KINDS:
        listed.append("...")
    return [_("Left out: {listed}.").format(listed=", ".join(listed))]


def _assumed(found: Recognized) -> list[str]:
    if not found.has_frame:
        return [_("No outline of a tower was found: a frame was put around the pieces.")]
    if not found.has_tray:
        return [_("No tray was found: a usual one was added.")]
    return []

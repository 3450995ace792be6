"""Takes the picture of a moment and compares it with the one that is remembered."""

from pathlib import Path

from .moments import MOMENTS, Size
from .remembered import changed_squares, checksum, complaint, expected, leave
from .taking import take


def difference(name: str, size: Size, folder: Path) -> str:
    """Return what is wrong with the picture of a moment, which is then left in a folder; empty if nothing is."""
    moment = MOMENTS[name]
    come_about, anew = take(moment, size)
    if found := complaint(anew, moment, size):
        leave(folder, expected(moment, size), anew, changed_squares(anew, moment))
        return found
    if checksum(come_about) != checksum(anew):
        leave(folder, anew, come_about, None)
        return "Drawn anew it is another picture."
    return ""

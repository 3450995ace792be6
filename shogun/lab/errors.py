"""What can go wrong in the lab, each told in one sentence."""

from importlib.util import find_spec

from shogun.base.installation import how_to_install
from shogun.base.language import _


class LabError(ValueError):
    """An experiment that can't be done as asked; the message is one sentence."""


class ClusterGone(LabError):
    """A cluster that doesn't answer any more; whether something is kept, only the one who asked it knows."""


def still_kept(why: LabError) -> str:
    """Return what has ended an experiment of which something is on the disk, with that promise."""
    return _("{why} What has been measured so far is kept; run the same command to resume.").format(why=why)


def check_libraries(command: str, *libraries: str, extra: str = "lab") -> None:
    """Raise LabError if one of the libraries that a command needs is not installed, saying which extra brings it."""
    for library in libraries:
        if not _is_there(library):
            raise library_missing(command, library, extra=extra)


def library_missing(command: str, library: str, *, extra: str = "lab") -> LabError:
    """Return as an error that a command or an option needs a library, and how to get it."""
    sentence = _("{command} needs the library {library}.").format(command=command, library=library)
    return LabError(f"{sentence} {how_to_install(library, extra=extra)}")


def _is_there(library: str) -> bool:
    """Return whether a library can be imported, without the time that it takes to do so."""
    try:
        return find_spec(library) is not None
    except ValueError:  # somebody has put something else in its place
        return False

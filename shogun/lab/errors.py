"""Errors of the lab, each with one sentence as its message, and checks for optional libraries."""

from importlib.util import find_spec

from shogun.base.installation import how_to_install
from shogun.base.language import _


class LabError(ValueError):
    """An experiment that can't be done as requested; the message is one sentence."""


class ClusterGone(LabError):
    """A cluster that no longer answers; only the caller knows whether partial results are kept."""


def still_kept(why: LabError) -> str:
    """Return the reason that ended an experiment, with the promise that its partial results are on the disk."""
    return _("{why} What has been measured so far is kept; run the same command to resume.").format(why=why)


def check_libraries(command: str, *libraries: str, extra: str = "lab") -> None:
    """Raise LabError if a library that a command needs isn't installed, naming the extra that provides it."""
    for library in libraries:
        if not _is_there(library):
            raise library_missing(command, library, extra=extra)


def library_missing(command: str, library: str, *, extra: str = "lab") -> LabError:
    """Return the error that a command or an option needs a library, with the way to get it."""
    sentence = _("{command} needs the library {library}.").format(command=command, library=library)
    return LabError(f"{sentence} {how_to_install(library, extra=extra)}")


def _is_there(library: str) -> bool:
    """Return whether a library can be imported, without actually importing it."""
    try:
        return find_spec(library) is not None
    except ValueError:  # somebody has put something else in its place
        return False

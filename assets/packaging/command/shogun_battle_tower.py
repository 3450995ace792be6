"""Starts `shogun`, once it is sure that Python finds this program under that name, and not somebody else's package.

The index of Python packages has another `shogun`. Where that one was installed too, Python may find it first, or has
files of both in one folder, and the program would end in a traceback. So the command begins here, in a module of a
name that nobody else has.
"""

import sys
from importlib.machinery import PathFinder
from pathlib import Path

MARK = '__distribution__ = "shogun-battle-tower"'
"""The line by which `shogun/__init__.py` says whose it is."""


def main() -> int:
    """Run the program with the arguments it was started with and return its exit code."""
    if place := other_package():
        repair = f'"{sys.executable}" -m pip uninstall shogun'
        print(
            f"shogun: another package called shogun is in the way ({place}): uninstall it ({repair}), "
            "and install this program again.",
            file=sys.stderr,
        )
        return 2
    from shogun.__main__ import main as run

    return run()


def other_package() -> str:
    """Return where Python finds somebody else's `shogun`; empty if it finds this program. Nothing is imported."""
    found = PathFinder.find_spec("shogun")
    if found is None or found.origin is None:
        return str(next(iter(found.submodule_search_locations or ()), "")) if found else ""
    try:
        return "" if MARK in Path(found.origin).read_text("utf-8", errors="replace") else str(Path(found.origin).parent)
    except OSError:
        return ""

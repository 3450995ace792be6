"""`python -m shogun`, the same as `shogun`."""

import sys

from shogun.base.interrupt_exit import leave_when_interrupted

leave_when_interrupted()  # whoever loads this means to run the program


def main() -> int:
    """Run the program with the arguments it was started with and return its exit code."""
    from shogun.cli import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    try:  # another package may have put its files among ours
        from shogun_battle_tower import main as checked
    except ModuleNotFoundError:  # a clone that was never installed
        checked = main
    sys.exit(checked())

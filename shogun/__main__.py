"""`python -m shogun`, the same as `shogun`."""

import sys

from shogun.base.interrupt_exit import leave_when_interrupted

leave_when_interrupted()  # whoever loads this means to run the program


def main() -> int:
    """Run the program with the arguments it was started with and return its exit code."""
    from shogun.cli import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    from shogun_battle_tower import main as checked  # another package may have laid its files among ours

    sys.exit(checked())

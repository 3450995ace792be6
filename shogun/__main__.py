"""`python -m shogun`, the same as `shogun`."""

import sys


def main() -> int:
    """Run the program with the arguments it was started with and return its exit code."""
    from shogun.cli import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

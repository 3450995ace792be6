"""Listing of an environment's numbers: `python -m shogun.envs shogun_v0 [players]`."""

import sys
from importlib import import_module
from pkgutil import iter_modules

import shogun.envs
from shogun.envs.cell_listing import listing
from shogun.game.errors import RuleError

WRONG = 2


def main(words: list[str]) -> int:
    """Print the arrays and actions of an environment, and return the exit code."""
    known = [found.name for found in iter_modules(shogun.envs.__path__) if found.name.endswith("_v0")]
    games = [name for name in known if hasattr(import_module(f"shogun.envs.{name}"), "raw_env")]
    if len(words) not in (1, 2) or words[0] not in games or not all(word.isdecimal() for word in words[1:]):
        print(f"name one of {', '.join(games)}, and perhaps the number of players", file=sys.stderr)
        return WRONG
    try:
        env = import_module(f"shogun.envs.{words[0]}").env(*map(int, words[1:]))
    except RuleError as error:
        print(error, file=sys.stderr)
        return WRONG
    print(listing(env))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

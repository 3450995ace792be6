"""Lay out all scenes without opening a window, and print everything that is cut off, overlaps or is too small to hit.

    python -m tests.layout [--size 1280x720] [--language pl] [--game river-of-gold]

Without options it looks at seven sizes up to 3840x2160, in three text sizes and all languages; that takes minutes. The
exit code is 1 if something was found. The player's own games and settings are neither read nor changed.
"""

import argparse
import sys
from collections.abc import Sequence

from shogun.cli.errors import prepare
from shogun.games import GAMES
from shogun.window.kit.runtime.start_options import SMALLEST
from tests.layout import check_layout


def main(words: Sequence[str] | None = None) -> int:
    """Print each flaw as soon as it is found, and return 1 if there is one, else 0."""
    prepare()
    options = _options(words)
    entries = {options.game: GAMES[options.game]} if options.game else GAMES
    sizes, languages = options.size or check_layout.SIZES, options.language or check_layout.SPOKEN
    has_flaws = False
    for flaw in check_layout.layout_flaws(entries, check_layout.cases(sizes, languages)):
        print(flaw, flush=True)
        has_flaws = True
    if not has_flaws:
        print("all scenes are readable")
    return 1 if has_flaws else 0


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    ask = argparse.ArgumentParser(
        "python -m tests.layout", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ask.add_argument("--size", type=_size, nargs="+", help="width and height of the window in pixels")
    ask.add_argument("--language", choices=check_layout.SPOKEN, nargs="+")
    ask.add_argument("--game", choices=tuple(GAMES), help="look at this game and the menus only")
    return ask.parse_args(words)


def _size(text: str) -> tuple[int, int]:
    """Return width and height from "1600x1000". Raises ValueError."""
    width, height = map(int, text.split("x"))
    if width < SMALLEST[0] or height < SMALLEST[1]:
        raise ValueError
    return width, height


if __name__ == "__main__":
    sys.exit(main())

"""How long it takes to lay out a screen of a hundred parts, told as the fastest and the middle of many times.

python tests/benchmarks/layout.py
"""

import statistics
import time

from pygame import Rect

from shogun.window.kit.layout import Box, column, fixed, grid, part, place, row, share

TIMES = 300


def screen() -> Box:
    """Return a screen as games have them: a bar, a board beside players of five parts each, cards in a grid."""
    players = [
        row(
            part(f"flag {n}", wide=fixed(2.0)), part(f"name {n}"),
            *(part(f"good {n} {good}", wide=share(1.0, 1.0)) for good in range(7)),
            gap=0.2, padding=0.2,
        )
        for n in range(5)
    ]  # fmt: skip
    cards = grid(*(part(f"card {n}") for n in range(43)), least_wide=3.0, row_high=4.0, gap=0.3, name="cards")
    side = column(*players, part("log", high=share(least=4.0)), wide=fixed(18.0), gap=0.3)
    return column(part("prompt", high=fixed(3.2)), row(part("board"), side, gap=0.4), cards, gap=0.4, padding=0.4)


def main() -> None:
    """Print the milliseconds of one layout."""
    taken = []
    for _ in range(TIMES):
        start = time.perf_counter()
        places = place(screen(), Rect(0, 0, 1280, 720), 16)
        taken.append((time.perf_counter() - start) * 1000)
    print(f"{len(places)} parts: {min(taken):.2f} ms at best, {statistics.median(taken):.2f} ms in the middle")


if __name__ == "__main__":
    main()

"""Runs tests of chance with other seeds: `python -m tests.robustness.other_chance --seeds 200 [files]`.

A test that is marked `chance` compares what was drawn with what is to be expected. It draws by a seed of its own, so it
passes or fails for ever; but it must pass with nearly any other seed as well (all but one in 10,000), or the next
change of what is drawn breaks it without a fault. Here each of them runs with so many others: every generator that is
made in it is seeded otherwise. Fixtures of a whole module keep their seeds.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

FAR = 1_000_003
"""What lies between the seeds of two runs: tests count theirs from small numbers."""


class OtherChance:
    """A plugin of pytest that runs each test with other seeds, and counts by test how often it failed."""

    def __init__(self, seeds: int) -> None:
        self.seeds = seeds
        self.runs: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Let each test of chance be run so often."""
        if metafunc.definition.get_closest_marker("chance") is None:
            return
        metafunc.parametrize("other_chance", range(1, self.seeds + 1), indirect=True)

    @pytest.fixture(autouse=True)
    def other_chance(self, request: pytest.FixtureRequest) -> Iterator[None]:
        """Seed otherwise whatever is seeded with a whole number."""
        shift, seed, default_rng = FAR * getattr(request, "param", 0), Random.seed, np.random.default_rng

        def otherwise(rng: Random, a: Any = None, version: int = 2) -> None:
            seed(rng, a + shift if isinstance(a, int) else a, version)

        def other_rng(a: Any = None) -> np.random.Generator:
            return default_rng(a + shift if isinstance(a, int) else a)

        with patch.object(Random, "seed", otherwise), patch.object(np.random, "default_rng", other_rng):
            yield

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count how a test went."""
        name = report.nodeid.rpartition("[")[0]
        if report.when == "call":
            self.runs[name] += 1
        self.failed[name] += report.failed


def main() -> int:
    """Run the tests, tell how often each failed, and return 1 if any did."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--seeds", type=int, default=200, help="so many other seeds for each test")
    ask.add_argument("files", nargs="*", default=["tests"])
    options = ask.parse_args()
    plugin = OtherChance(options.seeds)
    pytest.main(["-q", "--no-header", "-m", "chance", "--tb=line", "--no-summary", *options.files], [plugin])
    for name, runs in plugin.runs.items():
        print(f"{plugin.failed[name]:4} of {runs} failed: {name}")
    return 1 if plugin.failed.total() or not plugin.runs else 0


if __name__ == "__main__":
    sys.exit(main())

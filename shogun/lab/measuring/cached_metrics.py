"""The main figures of a tower for whoever only wants to tell them: those that are known already, else measured soon.

A tower that clogs takes many times as long as others, so the clock ends it: fewer battles are counted then.
"""

import contextlib
import time
from itertools import count

from shogun.lab.measuring.chains import Experiment
from shogun.lab.measuring.incremental_measurement import figures, keep, known, long_run
from shogun.lab.measuring.live_summary import ENOUGH, Grown
from shogun.lab.running.executors import chain_executor
from shogun.lab.running.run_config import Chains
from shogun.tower.geometry import Geometry

SECONDS = 30.0
"""After which no more battles are begun; most towers need a third of it."""
TURN = 5
"""Battles of a chain until it is the next one's turn."""


def cached_metrics_of(geometry: Geometry, jobs: int = 1, seconds: float = SECONDS) -> Grown | None:
    """Return the main figures of a tower: those in the user's cache, else measured, and kept if nothing was cut short.

    None if not even two chains have counted a battle by the time. Raises WorkerDied.
    """
    found = known(geometry)
    if found is not None and found.battles >= ENOUGH:
        return found
    chains = Chains(Experiment(long_run(geometry), ENOUGH))
    _measure(chains, jobs, time.monotonic() + seconds)
    tallies = [tally for tally in chains.tallies if tally.battles]
    if len(tallies) < 2:
        return None
    grown = figures(tallies)
    if grown.battles >= ENOUGH:
        with contextlib.suppress(OSError):  # then they are measured again
            keep(geometry, grown)
    return grown


def _measure(chains: Chains, jobs: int, end: float) -> None:
    """Take all chains to their end by turns, or as far as they come by a moment of the clock."""
    with chain_executor(jobs) as run:
        for turn in count(1):
            before = chains.turns
            for _progress in chains.go(turn * TURN, run):
                if time.monotonic() > end:
                    return
            if chains.turns == before:
                return

"""Short experiments on the classic tower."""

import pytest

from shogun.lab.measuring.chains import Protocol, Task
from shogun.lab.measuring.measurement import experiment
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.tower import Geometry, load_tower

SHORT = Protocol(chains=3, start=20, discarded=5, start_throws=1)


@pytest.fixture(scope="session")
def classic() -> Geometry:
    return load_tower("classic")


@pytest.fixture(scope="session")
def task(classic: Geometry) -> Task:
    """An experiment that takes a second."""
    return experiment(classic, 1, find_throws("4-12"), SHORT)

import pytest

from shogun.tower import Geometry, RestingCube, drop, load_tower


@pytest.fixture(scope="session")
def classic() -> Geometry:
    return load_tower("classic")


@pytest.fixture(scope="session")
def stock(classic: Geometry) -> tuple[RestingCube, ...]:
    """Cubes in the tower after a start throw."""
    return drop(classic, (), {"red": 20, "blue": 18}, 1).resting

"""The names of the towers that come with the program, sorted."""

import pytest

from shogun.base.resources import shipped

SHIPPED = sorted(path.stem for path in shipped("tower_geometry").glob("*.toml"))
QUICK = ("classic", "coin", "hoard")
EACH = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in SHIPPED]
"""The same as parameters of tests that take some seconds for all of them together."""

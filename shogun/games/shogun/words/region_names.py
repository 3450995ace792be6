"""What the regions are called: by names that are no clan's colour, since a map may show who holds what."""

import tomllib
from collections.abc import Mapping
from functools import cache

from shogun.base.language import _
from shogun.base.resources import ASSETS


@cache
def region_names() -> Mapping[str, str]:
    """Return the name of each region, the same in every language."""
    names = tomllib.loads((ASSETS / "shogun" / "board" / "names.toml").read_text("utf-8"))
    return {region: entry["name"] for region, entry in names["region"].items()}


def region_name(region: str) -> str:
    """Return what a region is called within a sentence."""
    return _("{name} region").format(name=region_names()[region])

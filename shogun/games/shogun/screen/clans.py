"""The five great houses whose names, kanji and crests the players bear unless they choose others."""

import tomllib
from functools import cache

import msgspec
from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.window.kit.drawing.icons import crest_names


class House(Struct, frozen=True):
    """What `assets/shogun/board/names.toml` says of the house of one colour."""

    name: str
    kanji: str
    mon: str
    """A crest of `assets/icons/icons.json`."""


@cache
def houses() -> dict[str, House]:
    """Return the house of each colour of cubes."""
    names = tomllib.loads((ASSETS / "shogun" / "board" / "names.toml").read_text("utf-8"))
    return msgspec.convert(names["clan"], dict[str, House])


def crest_of(chosen: str, colour: str) -> str:
    """Return the crest that a player chose, their house's if there is none of that name."""
    return chosen if chosen in crest_names() else houses()[colour].mon

"""What a game brings to be looked at when the layout is checked."""

from collections.abc import Iterator
from typing import Literal, Protocol, cast

from shogun.game.protocol import found
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene

Extent = Literal["beginning", "short", "whole"]
"""How long games are played to be looked at."""
LONG_NAMES = ("Miyamoto Musashi", "Matsudaira Nagao", "Kobayakawa Hideo", "Chōsokabe Morito", "Yamagata Masaoka")
"""Of players: as long as names can be."""
STRIDE = 30.0
"""Seconds that pass between two looks: longer than anything is shown."""


class Samples(Protocol):
    """What the layout check looks at: `Game.samples`."""

    def samples(self, app: App, extent: Extent, /) -> Iterator[Scene]:
        """Yield what is to be looked at, each as soon as it is shown; leave a journal in the folder of games."""


class Sampled(Protocol):
    """A game with its samples."""

    @property
    def samples(self) -> Samples:
        """What is looked at."""


def samples_of(app: App, code: str, extent: Extent) -> Iterator[Scene]:
    """Yield what is looked at of the game of this code. Raises UnknownGame."""
    return cast(Sampled, found(app.options.entries, code)).samples.samples(app, extent)

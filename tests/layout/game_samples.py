"""The scenes of each game that the layout check looks at; games without samples of their own have generic ones."""

from collections.abc import Iterator, Mapping

from shogun.games.river_of_gold import rules as river_of_gold
from shogun.games.rumble_nation import rules as rumble_nation
from shogun.games.shogun import rules as shogun
from shogun.window.game.opening import shown
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from tests.layout.generic_samples import GenericSamples
from tests.layout.river_samples import RiverSamples
from tests.layout.rumble_samples import RumbleSamples
from tests.layout.samples import Extent
from tests.layout.shogun_samples import ShogunSamples

OWN: Mapping[str, type[GenericSamples]] = {
    shogun.code: ShogunSamples,
    rumble_nation.code: RumbleSamples,
    river_of_gold.code: RiverSamples,
}


def samples_of(app: App, code: str, extent: Extent) -> Iterator[Scene]:
    """Yield the scenes of a game, each as soon as it is shown. Raises UnknownGame."""
    yield from OWN.get(code, GenericSamples)(shown(app, code)).samples(app, extent)

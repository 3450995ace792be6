"""Seeds keyed by a name, never by a counter: an experiment added somewhere changes no other."""

from shogun.base.random_streams import Streams


def seed_for(seed: int, *names: object) -> int:
    """Return the seed (0 to 2**63 - 1) that belongs to `names` under the experiment's own `seed`."""
    return Streams(seed).number("/".join(map(str, names)))

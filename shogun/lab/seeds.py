"""Seeds keyed by a name, never by a counter: an experiment added somewhere changes no other."""

import hashlib


def seed_for(seed: int, *names: object) -> int:
    """Return the seed (0 to 2**63 - 1) that belongs to `names` under the experiment's own `seed`."""
    words = "/".join(str(name) for name in (seed, *names))
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big") >> 1

"""How chance answers what the rules ask of it: each question from the random stream that it names."""

from msgspec import Struct

from shogun.base.streams import Streams
from shogun.games.shogun.rules.chance import Draw, Drawn, Shuffle, Throw
from shogun.table.towers import Fall, Inside, Tower
from shogun.tower.constants import PHYSICS


def drawn(question: Shuffle | Draw, streams: Streams) -> Drawn:
    """Return the items of a shuffle or a draw in their order."""
    count = question.count if isinstance(question, Draw) else len(question.items)
    return Drawn(tuple(streams.stream(question.key).sample(question.items, count)))


class ThrowJob(Struct, frozen=True):
    """One throw, ready to be made here or in another process: calling it returns its fall, always the same."""

    tower: Tower
    inside: Inside
    throw: Throw
    seed: int
    record: bool = False
    physics: int = PHYSICS
    """The version of the physics that a throw of the past was made with; only the present one makes it alike."""

    def __call__(self) -> Fall:
        """Return what the throw comes to."""
        return self.tower.throw(self.inside, self.throw.cubes, self.seed, record=self.record)

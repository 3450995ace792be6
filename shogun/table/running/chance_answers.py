"""How chance answers what the rules ask of it: each question from the random stream that it names."""

from shogun.base.random_streams import Streams
from shogun.game.chance import Draw, Drawn, Roll, Rolled, Shuffle


def lots(question: Shuffle | Draw | Roll, streams: Streams) -> Drawn | Rolled:
    """Return the items of a shuffle or a draw in their order, or the numbers of rolled dice."""
    rng = streams.stream(question.key)
    if isinstance(question, Roll):
        return Rolled(tuple(1 + int(rng.random() * question.sides) for _die in range(question.dice)))
    count = question.count if isinstance(question, Draw) else len(question.items)
    return Drawn(tuple(rng.sample(question.items, count)))

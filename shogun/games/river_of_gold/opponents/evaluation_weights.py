"""What an opponent takes things to be worth, in points, while the game is long."""

from msgspec import Struct


class Weights(Struct, frozen=True):
    """Worths in points, and how they fade towards the end."""

    koku: float = 0.3
    plenty: float = 0.8
    """How much less koku are worth to somebody who holds as many as can be kept."""
    good: float = 0.55
    favor: float = 0.7
    fading: float = 2.5
    """Own turns left below which koku, goods and favor lose their worth."""
    ready: float = 0.8
    """How far goods for a customer in hand count as what the delivery will bring."""
    mastery: float = 0.5
    """What each step that is missing for a mastery leaves of its award."""
    rival: tuple[float, float, float] = (0.7, 0.4, 0.25)
    """What others gain counts against oneself, with 2, 3 and 4 players."""
    pace: float = 0.56
    """Tiles that leave the row in a turn."""
    sails: float = 0.5
    """Share of turns that are sails."""
    spread: float = 0.9
    growth: float = 0.22
    """How uncertain a lead in influence is, at the end and more with each own turn left."""
    entry: float = 0.12
    """For each turn left, the chance to enter a region where one has no influence."""
    card: float = 0.4
    """What an unknown customer is worth."""


WEIGHTS = Weights()

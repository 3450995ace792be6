"""The die (1.8): how favor turns it (4.2)."""

SIDES = 6


def turned(die: int, by: int) -> int:
    """Return what a die shows after it is changed: above 6 comes 1, below 1 comes 6 (4.2)."""
    return (die - 1 + by) % SIDES + 1


def steps_to(die: int, wanted: int) -> int:
    """Return by how much a die has to change to show a number, the short way round (4.2)."""
    up = (wanted - die) % SIDES
    return up if up <= SIDES // 2 else up - SIDES

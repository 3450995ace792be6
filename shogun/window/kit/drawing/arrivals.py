"""What lies at which place of a panel, and what has just come there: it falls the last bit of its way.

Nothing waits for it: the places react at once.
"""

from msgspec import Struct, field

from shogun.window.kit.drawing import motion

SECONDS = 0.2
"""How long a card falls, or is turned up."""


class Arrivals(Struct):
    """The places of a panel where something may come to lie."""

    _lies: dict[str, object] = field(default_factory=dict)
    _left: dict[str, float] = field(default_factory=dict)
    """For how many seconds what has come to a place is still on its way."""

    def lies(self, place: str, what: object) -> float:
        """Take that something lies at a place (None: nothing), and return which share of its way is left, 1 to 0.

        What lies there when the place is seen for the first time has been there before.
        """
        if place in self._lies and self._lies[place] != what:
            self._come(place, what)
        self._lies[place] = what
        return self._left.get(place, 0.0) / SECONDS

    def _come(self, place: str, what: object) -> None:
        if what is not None and motion.moves():
            self._left[place] = SECONDS
        else:
            self._left.pop(place, None)

    @property
    def is_moving(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._left)

    def go_on(self, seconds: float) -> None:
        """Let everything go on by the time since the last call."""
        self._left = {place: left - seconds for place, left in self._left.items() if left > seconds}

"""How fast playouts go, and so how many there is still time for."""

from msgspec import Struct


class Rate(Struct):
    """What one of something takes (s): what was measured earlier counts half as much with each later measurement."""

    seconds: float = 0.0
    number: float = 0.0

    def add(self, seconds: float, number: int) -> None:
        """Take in that so many took so long."""
        if number:
            self.seconds, self.number = self.seconds / 2 + seconds, self.number / 2 + number

    @property
    def each(self) -> float:
        """Seconds for one, 0 before the first measurement."""
        return self.seconds / self.number if self.number else 0.0


class PlayoutRate(Struct):
    """What a playout and what a new scenario takes; the latter is shared by all moves that meet it."""

    playing: Rate
    dealing: Rate

    def add(self, seconds: float, playouts: int, dealing: float, scenarios: int) -> None:
        """Take in that so many playouts took so long, of it `dealing` for so many new scenarios."""
        self.playing.add(seconds - dealing, playouts)
        self.dealing.add(dealing, scenarios)

    def playouts(self, seconds: float, sharing: int) -> int:
        """Return how many playouts there is time for if so many moves share each scenario; 0 before the first one."""
        cost = self.playing.each + self.dealing.each / sharing
        return int(max(0.0, seconds) / cost) if cost > 0 else 0

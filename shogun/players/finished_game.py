"""How a game has ended, as far as it counts for ratings."""

from typing import Annotated

from msgspec import Meta, Struct

from shogun.table.storage.journal_limits import Name, Player

Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]
"""Of a game: the checksum of its header, which stays the same in every copy."""
Points = Annotated[int, Meta(ge=-(10**6), le=10**6)]


class RatedGame(Struct, frozen=True):
    """How a game ended; lists in seat order."""

    id: Id
    game: Name
    """The code of the game."""
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=8)]
    """`PERSON`, or the code of an opponent."""
    names: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=8)]
    points: Annotated[tuple[Points, ...], Meta(min_length=2, max_length=8)]
    winners: Annotated[tuple[Annotated[int, Meta(ge=0, le=7)], ...], Meta(min_length=1, max_length=8)]

    def __post_init__(self) -> None:
        seats = len(self.players)
        if not len(self.names) == len(self.points) == seats or max(self.winners) >= seats:
            raise ValueError("a table with one name and one number of points for each seat")

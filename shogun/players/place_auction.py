"""Bidding for the places of a game: each player ends up on one, for the points that they have bid.

In turn, each player without a place takes a free one for nothing, or outbids whoever holds one, who then bids anew.
When everybody has a place, all have paid what it was worth to the next best bidder, or nothing.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace


class Bid(Struct, frozen=True):
    """A player's bid for a place, in points given up."""

    player: int
    place: int
    points: int


class Auction(Struct, frozen=True):
    """The state of the bidding; players and places are numbered from 0."""

    holders: tuple[int | None, ...]
    """The highest bidder of each place."""
    points: tuple[int, ...]
    """The highest bid of each place; 0 for a free one."""
    most: int
    """The most points that anybody may bid."""
    bids: tuple[Bid, ...] = ()
    """All bids so far."""

    @property
    def turn(self) -> int | None:
        """Player who bids now: who was outbid, or else the first without a place; None: everybody has one."""
        without = [player for player in range(len(self.holders)) if player not in self.holders]
        outbid = [bid.player for bid in reversed(self.bids) if bid.player in without]
        never = [player for player in without if player not in outbid]
        return next(iter([*outbid, *never]), None)

    def least(self, place: int) -> int:
        """Return the lowest bid for a place: nothing for a free one, or a point more than the highest so far."""
        return 0 if self.holders[place] is None else self.points[place] + 1

    def may_bid(self, place: int, points: int) -> bool:
        """Return whether the player whose turn it is may bid so much for a place."""
        return self.turn is not None and self.least(place) <= points <= self.most

    def bid(self, place: int, points: int) -> "Auction":
        """Return the bidding after a bid of the player whose turn it is. Raises ValueError if they may not bid so."""
        if not self.may_bid(place, points) or self.turn is None:
            raise ValueError(f"nobody may bid {points} for place {place}")
        holders, highest = list(self.holders), list(self.points)
        holders[place], highest[place] = self.turn, points
        bids = (*self.bids, Bid(self.turn, place, points))
        return replace(self, holders=tuple(holders), points=tuple(highest), bids=bids)

    def wise_bid(self, worth: Sequence[int]) -> tuple[int, int]:
        """Return the place and the points that a player bids who knows what each place is worth, in points.

        It is the place with the greatest gain: nothing for a free one, and else as much as leaves no less gain than
        the second best place, as in Bertsekas's auction algorithm. Prices soon settle where nobody would rather sit
        elsewhere.
        """
        open_ones = [place for place in range(len(self.holders)) if self.least(place) <= self.most]
        gains = sorted(((worth[place] - self.least(place), -place) for place in open_ones), reverse=True)
        gain, best = gains[0]
        spare = gain - gains[1][0] if len(gains) > 1 else 0
        place = -best
        return place, 0 if self.holders[place] is None else min(self.most, self.least(place) + spare)


def auction(players: int, most: int) -> Auction:
    """Return the bidding of so many players before the first bid."""
    return Auction((None,) * players, (0,) * players, most)

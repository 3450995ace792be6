"""Many assignment problems at once, each nearly solved: cards to fields, by D. P. Bertsekas's auction.

In each round all fields without a card bid for the one that is worth most to them at its price, up to where it would be
no better than their second best; the highest bid takes the card and sets its price ("The auction algorithm", 1988). The
result falls short of the best by less than `STEP` for each field. `planning/planner.py` solves one problem exactly;
here the time for hundreds counts.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
NONE = -1
"""Placeholder of a card or a field."""
STEP = np.float32(0.03)
"""Least rise of a price, in the unit of the worths."""
ROUNDS = 60
"""Most rounds: fields without a card by then stay empty."""


def best_cards(worth: Floats) -> Numbers:
    """Return the card of each field, shape (problems, fields), `NONE` where none has a positive worth.

    `worth` is that of each card on each field, shape (problems, fields, cards); no card is used twice.
    """
    auction = _Auction(worth)
    for _round in range(ROUNDS):
        if not auction.bid():
            break
    return auction.card


class _Auction:
    def __init__(self, worth: Floats) -> None:
        problems, fields, cards = worth.shape
        self._worth = worth
        self._price = np.zeros((problems, cards), np.float32)
        self._holder = np.full((problems, cards), NONE)
        """The field of each card."""
        self.card = np.full((problems, fields), NONE)
        self._is_out = np.zeros((problems, fields), bool)
        """Fields for which every card costs more than it is worth."""
        self._open = np.arange(problems)
        """Problems that aren't solved yet."""

    def bid(self) -> bool:
        """Have all fields without a card bid once, and return whether any did."""
        net = self._worth[self._open] - self._price[self._open][:, None, :]
        first = net.argmax(axis=2)
        best = np.take_along_axis(net, first[:, :, None], 2)[:, :, 0]
        self._is_out[self._open] |= (self.card[self._open] == NONE) & (best <= 0)
        bidding = (self.card[self._open] == NONE) & ~self._is_out[self._open]
        if not bidding.any():
            return False
        np.put_along_axis(net, first[:, :, None], np.float32(0), 2)
        bids = np.full(net.shape, np.float32(-1))
        raised = np.where(bidding, best - np.maximum(net.max(axis=2), 0) + STEP, np.float32(-1))
        np.put_along_axis(bids, first[:, :, None], raised[:, :, None], 2)
        self._sell(bids)
        self._open = self._open[((self.card[self._open] == NONE) & ~self._is_out[self._open]).any(axis=1)]
        return True

    def _sell(self, bids: Floats) -> None:
        """Give each card to its highest bidder, and take it from the field that had it."""
        field = bids.argmax(axis=1)
        raised = np.take_along_axis(bids, field[:, None, :], 1)[:, 0]
        row, card = np.nonzero(raised > 0)
        problem, buyer = self._open[row], field[row, card]
        loser = self._holder[problem, card]
        had = loser != NONE
        self.card[problem[had], loser[had]] = NONE
        self.card[problem, buyer] = card
        self._holder[problem, card] = buyer
        self._price[problem, card] += raised[row, card]

"""A planner for many positions at once: plans for all seats in some hundredths of a planner's time.

The worth of cards is in `batch_values.py`. It is as strong as the planner (`tests/benchmarks/batch_planning.py`), and
knows what all at the table know, including the five face-up action cards.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from shogun.games.shogun.opponents.evaluation.auction import NONE, best_cards
from shogun.games.shogun.opponents.evaluation.batch_values import card_values
from shogun.games.shogun.opponents.evaluation.features import Floats, terrain
from shogun.games.shogun.opponents.evaluation.position_arrays import Positions, gathered
from shogun.games.shogun.opponents.rollouts.fast_board import NO_CARD, TAXES
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.rules.actions import COST
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.season import FACE_UP

PRICES = (0.0, 0.2, 0.5, 1.0, 1.6, 3.0, 8.0)
"""Prices of a chest, in victory points, that are tried in turn until a plan can be paid."""
COSTS = np.array([COST.get(action, 0) for action in ACTIONS], dtype=np.float32)
NOTHING = np.float32(-5)
"""The worth of a card that there isn't."""
Numbers = npt.NDArray[np.int64]


class BatchPlans(Struct, frozen=True):
    """Plans for all seats of some positions."""

    places: Numbers
    """The province on each action field, `NO_CARD` where there is none, shape (n, seats, actions)."""
    has_spare: npt.NDArray[np.bool_]
    """True where a province's card is left over to bid with, shape (n, seats)."""

    def lay(self, tables: Sequence[FastState]) -> None:
        """Lay the plans: a bid is a spare province, else chest 0, as most of a planner's are."""
        for fast, places, spare in zip(tables, self.places.tolist(), self.has_spare.tolist(), strict=True):
            fast.plans = places
            fast.bids = [fast.ground.names[0] if is_spare else 0 for is_spare in spare]


def batch_plans(tables: Sequence[FastState], factors: Floats | None = None, noise: Floats | None = None) -> BatchPlans:
    """Return a planner's plans for all seats of positions of one board, at least one, whose actions are laid.

    `factors` change each seat's values of actions, shape (n, seats, actions); `noise`, in victory points, is added to
    the worth of each card on each field, shape (n, actions, provinces).
    """
    positions = gathered(tables)
    worth = card_values(positions)
    if factors is not None:
        holder = np.maximum(positions.owner, 0).astype(np.int64)[:, None, :]
        theirs = np.take_along_axis(factors.swapaxes(1, 2), holder, axis=2)
        worth = np.where(worth > 0, worth * theirs, worth)
    if noise is not None:
        worth = worth + noise
    return _Hands(positions, tables).plans(worth)


class _Hands:
    """The hands of all seats of some positions, one below the other."""

    def __init__(self, positions: Positions, tables: Sequence[FastState]) -> None:
        self._shape = len(positions), positions.seats
        self._provinces = positions.owner.shape[1]
        own = positions.owner[:, None, :] == np.arange(positions.seats, dtype=np.int8)[:, None]
        most = max(1, int(own.sum(axis=-1).max()))
        held = np.where(own, np.arange(self._provinces), self._provinces)
        self._cards = np.sort(held, axis=-1)[:, :, :most].reshape(-1, most)
        """Provinces that each seat holds, padded with a nonexistent one, shape (n * seats, cards)."""
        self._chests = positions.goods[:, :, 0].ravel().astype(np.float32)
        order = [[ACTIONS.index(action) for action in fast.actions] for fast in tables]
        self._order = np.repeat(np.array(order), positions.seats, axis=0)
        self._tax = np.append(terrain(positions.side, positions.seats).tax, np.float32(0))

    def plans(self, worth: Floats) -> BatchPlans:
        """Return the plans of highest total worth that can be paid; the price of a chest rises until they can."""
        offered = self._offered(worth)
        laid = np.full((len(offered), len(ACTIONS)), NONE)
        left = np.arange(len(offered))
        for price in PRICES:
            laid[left] = best_cards(offered[left] - np.float32(price) * COSTS[:, None])
            left = left[~self._can_pay(laid[left], left)]
            if not left.size:
                break
        places = np.where(laid == NONE, NO_CARD, np.take_along_axis(self._cards, np.maximum(laid, 0), axis=1))
        spare = (self._cards < self._provinces).sum(axis=1) > (laid != NONE).sum(axis=1)
        return BatchPlans(places.reshape(*self._shape, -1), spare.reshape(self._shape))

    def _offered(self, worth: Floats) -> Floats:
        """Return the worth of the cards of each hand, shape (n * seats, actions, cards)."""
        count, seats = self._shape
        padded = np.concatenate([worth, np.full((*worth.shape[:2], 1), NOTHING)], axis=-1)
        row = np.repeat(np.arange(count), seats)[:, None, None]
        return np.asarray(padded[row, np.arange(len(ACTIONS))[None, :, None], self._cards[:, None, :]])

    def _can_pay(self, laid: Numbers, rows: Numbers) -> npt.NDArray[np.bool_]:
        """Return whether the chests suffice at every action, in its order; taxes count if all know when they come."""
        order, is_laid = self._order[rows], laid != NONE
        spent = np.take_along_axis(np.where(is_laid, COSTS, 0), order, axis=1).cumsum(axis=1)
        taxed = np.take_along_axis(self._cards[rows], np.maximum(laid[:, TAXES : TAXES + 1], 0), axis=1)
        taxes = np.where(is_laid[:, TAXES : TAXES + 1], self._tax[taxed], 0)
        got = np.where((order == TAXES) & (np.arange(len(ACTIONS)) < FACE_UP), taxes, 0)
        return np.asarray((self._chests[rows][:, None] - spent + got.cumsum(axis=1) - got >= 0).all(axis=1))

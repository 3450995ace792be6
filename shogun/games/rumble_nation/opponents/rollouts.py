"""Many games played out at the same time, in arrays.

Arrays are of the shape (areas in the order of the war, seats, games).
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from shogun.games.rumble_nation.opponents.war_forecast import Lineup, Way
from shogun.games.rumble_nation.rules.components import NEIGHBOURS, PIECES
from shogun.games.rumble_nation.rules.state import RESERVE, State

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int32]]
Truths: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
Values: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
MOST_KATANA = 8
"""More than any katana: strengths are multiplied by it, so that a katana only decides between equals."""
AREAS = len(NEIGHBOURS)
TURNS = PIECES.soldiers + 2
"""More than anybody needs for all pieces."""
GAMES = 128
"""Games played out at the same time for each way."""
SENSE = 0.5
"""The chance that a seat takes the split it likes best; else any."""


class Field:
    """The areas of one game in the order of the war, with their borders; it resolves many wars at once."""

    def __init__(self, view: State) -> None:
        order = sorted(view.castles, key=view.castles.__getitem__)
        self.place = {area: place for place, area in enumerate(order)}
        self.later = [
            [self.place[other] for other in NEIGHBOURS[area] if self.place[other] > here]
            for here, area in enumerate(order)
        ]
        self.support = view.counts.support
        self.has_small = view.counts.small_castles

    def war(self, strengths: Numbers, katana: Numbers) -> Numbers:
        """Return everybody's points, of the shape (seats, games), after wars fought with these strengths and katana."""
        support = np.zeros_like(strengths)
        points = np.zeros_like(katana)
        for here, castle in enumerate(PIECES.large_castles):
            is_there = strengths[here] > 0
            rank = ((strengths[here] + support[here]) * MOST_KATANA + katana) * is_there
            won = (rank == rank.max(axis=0)) & is_there
            points += castle * won
            if self.has_small:
                rest = np.where(won, 0, rank)
                points += PIECES.small_castles[here] * ((rest == rest.max(axis=0)) & (rest > 0))
            for other in self.later[here]:
                support[other] += self.support * won
        return points


def winners(points: Numbers, katana: Numbers) -> Truths:
    """Return the winners of each game, of the shape (seats, games) (8.1, 8.2)."""
    rank = points * MOST_KATANA + katana
    won: Truths = np.equal(rank, rank.max(axis=0))
    return won


class Luck:
    """The luck of a number of playouts: for each seat a row of turns, each with an area and a number of pieces.

    All ways that are compared are tried with the same luck. `guides` are each seat's worths of deploying 1, 2 or 3
    pieces in each area, of the shape (seats, 3, areas): three dice are rolled, and the split it likes best is taken, or
    any, each time with the chance that `sense` says.
    """

    def __init__(self, guides: Values, generator: np.random.Generator) -> None:
        seats = len(guides)
        dice = generator.integers(1, 7, size=(3, seats, TURNS, GAMES), dtype=np.int32)
        areas, pieces = dice.sum(axis=0) - dice - 2, (dice + 1) // 2
        seat = np.arange(seats)[None, :, None, None]
        liking = guides[seat, pieces - 1, areas] * (generator.random((seats, TURNS, GAMES)) < SENSE)
        chosen = liking.argmax(axis=0)[None]
        self.areas: Numbers = np.take_along_axis(areas, chosen, axis=0)[0]
        self.pieces: Numbers = np.take_along_axis(pieces, chosen, axis=0)[0]
        self._deployed: dict[tuple[int, int, bool], tuple[Numbers, Numbers]] = {}

    def deployed(self, seat: int, reserve: int, *, has_daimyo: bool) -> tuple[Numbers, Numbers]:
        """Return a reserve's pieces by area, of the shape (areas, games), and the turns it takes in each game."""
        key = (seat, reserve, has_daimyo)
        if key not in self._deployed:
            before = np.cumsum(self.pieces[seat], axis=0) - self.pieces[seat]
            placed = np.clip(reserve - before, 0, self.pieces[seat])
            if has_daimyo:  # the daimyo counts one piece, and is worth two; its owner decides when it goes
                placed[0] += PIECES.daimyo_strength - 1
            index = self.areas[seat] * GAMES + np.arange(GAMES)
            there = np.bincount(index.ravel(), placed.ravel(), minlength=AREAS * GAMES)
            self._deployed[key] = there.reshape(AREAS, GAMES).astype(np.int32), (before < reserve).sum(axis=0)
        return self._deployed[key]


def deployed_to_the_end(view: State, lineup: Lineup, several: Sequence[Way], luck: Luck) -> tuple[Numbers, Numbers]:
    """Return how strong all are after each way and with this luck, and how many turns each seat needed till then.

    Of the shapes (areas, seats, ways times games) and (seats, ways times games). The lineup stays as it is.
    """
    seats = len(lineup.reserves)
    strengths = np.empty((AREAS, seats, len(several), GAMES), dtype=np.int32)
    turns = np.empty((seats, len(several), GAMES), dtype=np.int32)
    for number, way in enumerate(several):
        lineup.put(way)
        strengths[:, :, number] = np.array(lineup.strengths)[:, :, None]
        for seat, reserve in enumerate(lineup.reserves):
            keeps = view.players[seat].daimyo == RESERVE and not any(
                transfer.daimyo and transfer.seat == seat for transfer in way
            )
            there, turns[seat, number] = luck.deployed(seat, reserve, has_daimyo=keeps)
            strengths[:, seat, number] += there
        lineup.put(way, -1)
    return strengths.reshape(AREAS, seats, -1), turns.reshape(seats, -1)


def katana_of(turns: Numbers, held: Sequence[int], first: int) -> Numbers:
    """Return the katana of each seat and game: finished seats keep theirs, the others get them by the turns they need.

    `turns` are those that each seat still needs, of the shape (seats, games); `first` is the next seat on turn.
    """
    seats = len(held)
    order = np.array([(seat - first) % seats for seat in range(seats)], dtype=np.int32)[:, None]
    when = turns * seats + order
    for seat, katana in enumerate(held):
        if katana:
            when[seat] = -katana
    later: Numbers = (when[None, :, :] > when[:, None, :]).sum(axis=1, dtype=np.int32)
    return later + np.int32(1)

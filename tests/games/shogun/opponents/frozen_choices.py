"""What `strategist-1` chose when it was frozen: `python -m tests.games.shogun.opponents.frozen_choices` writes it down.

It is asked some questions of games that `greedy` plays; the game goes on with `greedy`'s answer.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.search.strategist import WEIGHED
from shogun.games.shogun.rules import Setup
from shogun.games.shogun.rules.questions import Choice, Move, PlayerQuestion
from shogun.table.session import Budget, take_turn
from shogun.table.towers import Counted
from shogun.tower import load_tower
from shogun.tower.quick_model import FIXED, model_for
from tests.games.shogun.opponents.test_opponents import session

FILE = Path(__file__).with_suffix(".json")
SETUPS = (Setup(3, "moon", "draft"), Setup(4, "sun", "printed"), Setup(5, "sun", "draft"))
PLAYOUTS = (16, 60)
"""Budgets that take turns."""


def choices() -> Iterator[Move]:
    """Yield what it chooses now, question by question."""
    models = (FIXED, model_for(load_tower("classic")), FIXED)
    for setup, model in zip(SETUPS, models, strict=True):
        game, rng, asked = session(["greedy"] * setup.seats, 5, setup), Random(6), 0
        while not game.is_over:
            question = None if game.chance else game.questions[0]
            if question is not None and _is_weighed(question) and rng.random() < 0.2:
                inside = Counted(game.inside.counts(), model)
                budget = Budget(playouts=PLAYOUTS[asked % 2])
                yield opponent("strategist-1")(game.view(question.seat), inside, question, Random(asked), budget)
                asked += 1
            take_turn(game, [opponent("greedy")] * setup.seats)


def _is_weighed(question: PlayerQuestion) -> bool:
    return question.count() > 1 and not (isinstance(question, Choice) and question.topic not in WEIGHED)


def recorded() -> list[Move]:
    """Return what it chose."""
    return msgspec.json.decode(FILE.read_bytes(), type=list[Move])


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(list(choices())), indent=0) + b"\n")

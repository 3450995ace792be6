"""Opponents that fail, each in its way, for tests; other processes find them here by their names."""

import asyncio
import os
import time
from random import Random
from typing import Any

from shogun.game.questions import OneOf
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.questions import March, Move, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.session import UNLIMITED, Budget
from shogun.table.towers import Inside


def _fails(view: View, question: PlayerQuestion) -> bool:
    """Return whether the time for it has come: the second season's plan."""
    return isinstance(question, PlanQuestion) and view.season == "summer"


def _well(view: View, inside: Inside, question: PlayerQuestion, rng: Random) -> Move:
    move: Move = opponent("random")(view, inside, question, rng, UNLIMITED)
    return move


def ready() -> None:
    """Have this module loaded."""


def raising(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Raise an error."""
    if _fails(view, question):
        raise KeyError("nothing")
    return _well(view, inside, question, rng)


def cheating(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """March when a plan is asked for."""
    return March("Kai", "Shinano", 99) if _fails(view, question) else _well(view, inside, question, rng)


def dying(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """End the process."""
    if _fails(view, question):
        os._exit(3)
    return _well(view, inside, question, rng)


def endless(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Never answer."""
    while _fails(view, question):
        time.sleep(1)
    return _well(view, inside, question, rng)


def cancelled(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Raise what is no Exception, as a cancelled request of an asynchronous client does."""
    if _fails(view, question):
        raise asyncio.CancelledError
    return _well(view, inside, question, rng)


def only_seven(_view: Any, _inside: Inside, question: OneOf[Any], rng: Random, budget: Budget) -> Any:
    """Fail with any other budget than 7 playouts."""
    if budget.playouts != 7:
        raise ValueError(f"{budget.playouts} playouts")
    return question.sample(rng)


choose = dying
"""What this module plays where it stands for an opponent of the program."""

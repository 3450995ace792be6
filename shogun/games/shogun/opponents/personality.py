"""Personalities: opponents of one's own, as files. One names an opponent that it plays like, and what it cares for.

The shipped ones lie in `assets/shogun/opponents/`; a path that ends in .toml names any other.
"""

from functools import cache
from pathlib import Path
from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from shogun.base.language import _
from shogun.games.shogun.opponents.effort import Effort
from shogun.games.shogun.opponents.outlook import Values
from shogun.games.shogun.opponents.planner import Planner
from shogun.games.shogun.opponents.strategist import Strategist
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.view import View
from shogun.table.seats import Budget
from shogun.table.towers import Inside, outcome_model


class PersonalityError(ValueError):
    """A file that describes no opponent; the message is one sentence."""


class Personality(Struct, frozen=True, forbid_unknown_fields=True):
    """An opponent as a file describes it; it is a seat of the table itself."""

    base: Literal["planner", "strategist"]
    """Which opponent it plays like."""
    name: Annotated[str, Meta(min_length=1, max_length=20)]
    sentence: Annotated[str, Meta(max_length=120)]
    """What people are told of it."""
    values: Values = Values()
    effort: Effort = Effort()
    """How much it thinks, if it plays like a strategist."""

    def __call__(self, view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
        """Return its move."""
        if self.base == "planner":
            return Planner(self.values).choose(view, question, rng)
        return Strategist(self.values, self.effort, outcome_model(inside)).choose(view, question, rng, budget)


@cache
def read(path: Path) -> Personality:
    """Return the personality in a file. Raises PersonalityError."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Personality)
    except OSError as error:
        raise PersonalityError(_("{path} can't be read: {why}").format(path=path, why=error.strerror)) from error
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise PersonalityError(_("{path} describes no opponent: {why}").format(path=path, why=error)) from error

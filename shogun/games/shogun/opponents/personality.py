"""Personalities, opponents described in files, and the list of opponents by difficulty.

A file names an opponent that the personality plays like, and its weights. The shipped ones are in
`assets/shogun/opponents/`; others are described in the journals of their games.
"""

from functools import lru_cache
from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from shogun.base.language import _, shown
from shogun.base.toml_positions import check_depth
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.search.playout_search import SearchSettings
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.rules.questions import Move, PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.journal_limits import ONE_LINE
from shogun.table.session import Budget
from shogun.table.towers import Inside, outcome_model

LONGEST_REASON = 200
"""Characters of what a library says of a broken file."""


class PersonalityError(ValueError):
    """A text that describes no opponent; the message says why."""


class Personality(Struct, frozen=True, forbid_unknown_fields=True):
    """An opponent as a file describes it; it is a seat of the table itself."""

    base: Literal["planner", "strategist"]
    """The opponent that it plays like."""
    name: Annotated[str, Meta(min_length=1, max_length=20, pattern=ONE_LINE)]
    sentence: Annotated[str, Meta(max_length=120, pattern=ONE_LINE)]
    """The sentence shown below its name."""
    values: ValuationWeights = ValuationWeights()
    effort: SearchSettings = SearchSettings()
    """Search effort, if it plays like a strategist."""

    def __call__(self, view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
        """Return its move."""
        if self.base == "planner":
            return Planner(self.values).choose(view, question, rng)
        return Strategist(self.values, self.effort, outcome_model(inside)).choose(view, question, rng, budget)


@lru_cache(maxsize=64)
def parse(text: str) -> Personality:
    """Return the personality that a TOML text describes. Raises PersonalityError."""
    try:
        check_depth(text)
        return msgspec.toml.decode(text, type=Personality)
    except RecursionError:
        raise PersonalityError(_("brackets are nested too deeply")) from None
    except ValueError as error:
        raise PersonalityError(shown(error, LONGEST_REASON)) from error

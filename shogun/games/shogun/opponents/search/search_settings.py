"""How much a strategist thinks, unless its budget says otherwise; a personality's file can change it."""

from typing import Annotated

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1, le=10_000)]
Share = Annotated[float, Meta(ge=0, le=1)]


class SearchSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What it tries, how often, and what it takes for granted."""

    plans: Count = 20
    """Plans of its own that it considers first, at most."""
    variations: Annotated[int, Meta(ge=0, le=10_000)] = 10
    """Plans that it considers then, at most: variations of the best of them, or what a master's model proposes."""
    rounds: Annotated[int, Meta(ge=1, le=100)] = 1
    """In how many rounds it considers them: each begins from what has come of those before."""
    caution: Annotated[float, Meta(ge=0, le=10)] = 1.0
    """By how many standard errors a move must be better than a planner's to be preferred."""
    rival_plans: Count = 6
    """Plans that it imagines for each other seat."""
    trust: Share = 0.5
    """The chance that another seat does just what a planner would do."""
    scruple: Share = 0.1
    """What it gives, in chances to win, not to be short of rice in winter."""
    noise: Annotated[float, Meta(ge=0, le=10)] = 0.35
    """Spread of the values by which imagined plans differ, in victory points."""
    marches: Count = 5
    """Marches that it considers."""
    plan_playouts: Count = 700
    move_playouts: Count = 60

"""What a planner cares for; a personality's file can change it."""

from typing import Annotated

from msgspec import Meta, Struct

SEASONS_A_YEAR = 3

Weight = Annotated[float, Meta(ge=0, le=100)]
Signed = Annotated[float, Meta(ge=-100, le=100)]
Share = Annotated[float, Meta(ge=0, le=1)]


class ValuationWeights(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat cares for: weights of a planner, in victory points unless said otherwise."""

    chest: Weight = 0.57
    """A chest, as long as seasons are left to spend it in."""
    army: Weight = 0.4
    """An army on the board."""
    dread: Weight = 4.0
    """Being short of rice in winter at all."""
    hunger: Weight = 1.5
    """Each unit of rice that is missing in winter."""
    growth: Signed = 0.3
    """Provinces by which a seat expects to grow in each season to come, to be fed in winter."""
    doubt: Weight = 0.8
    """How unsure a seat is of its rice, in units, for each season to come."""
    land: Weight = 0.16
    """Each chest or rice that a province yields, a season still to come."""
    site: Weight = 0.3
    """A free building site, a season still to come in which it can be built on."""
    building: Weight = 1.7
    """Weight of points for buildings."""
    rivalry: Weight = 0.55
    """What others lose, as a share of what it is worth to them."""
    fear: Weight = 0.55
    """Weight of what may be lost to neighbours."""
    aggression: Share = 0.45
    """The chance that a neighbour who could attack this season does, while both battles are to come."""
    later: Share = 0.45
    """The chance that it does so in a season after this one."""
    envy: Weight = 0.4
    """How much more it counts what a leading rival loses, for each ten points of their lead."""
    last_army: Weight = 0.1
    """An army in the last season, as a share of what it is worth before."""
    marker: Weight = 0.2
    """A revolt marker, a season still to come in the year."""
    battle: Weight = 0.3
    """What a planned battle is worth in the plan, as a share of what it would be worth now."""
    bid: Weight = 0.29
    """The first choice of special cards over the last."""
    wasted: Signed = -0.05
    """A province card on an action that will be skipped."""

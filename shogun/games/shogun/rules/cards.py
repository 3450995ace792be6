"""The printed cards: actions, special cards, events, and the cards a plan is made of (chapters 1, 4 and 6)."""

from typing import Literal

from msgspec import Struct

Season = Literal["spring", "summer", "autumn", "winter"]
Building = Literal["castle", "temple", "theatre"]
Action = Literal[
    "castle", "temple", "theatre", "rice", "taxes", "deploy5", "deploy3", "deploy1", "battle_a", "battle_b"
]
Special = Literal["chest", "rice", "armies", "attack", "defence"]
EventKind = Literal[
    "calming_theatre", "strong_castle", "two_peasants", "sacred_temple",
    "taxes_at_most_5", "taxes_at_least_6", "rice_at_least_4", "rice_at_most_3", "fewer_deployed",
]  # fmt: skip
Card = str | int
"""A card of a plan: a province's name, or the number of a chest card."""

YEARS = 2
SEASONS: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")
BUILDINGS: tuple[Building, ...] = ("castle", "temple", "theatre")
ACTIONS: tuple[Action, ...] = (
    "castle", "temple", "theatre", "rice", "taxes", "deploy5", "deploy3", "deploy1", "battle_a", "battle_b",
)  # fmt: skip
BATTLES: tuple[Action, ...] = ("battle_a", "battle_b")
SPECIALS: tuple[Special, ...] = ("chest", "rice", "armies", "attack", "defence")
FACE_DOWN = "?"
"""Stands for a card that lies face down on a planning board: in views, and in files of positions."""
CHEST_CARDS = (0, 1, 2, 3, 4)
FIELDS = len(ACTIONS) + 1
"""Fields of a planning board: ten actions and the bid."""

COLOURS = ("red", "blue", "yellow", "black", "purple")
PEASANT = "peasant"
ARMIES = 62
PEASANTS = 20
SUPPLY: dict[Building, int] = {"castle": 28, "temple": 26, "theatre": 26}
MOST_MARKERS = 3
"""Revolt markers that one province can hold (invariant 9.3)."""


class EventCard(Struct, frozen=True):
    """One of the twelve event cards (6.3): what it changes in its season, and the rice it costs in winter."""

    kind: EventKind
    winter_rice: int


EVENTS: dict[str, EventCard] = {
    "theatre_5": EventCard("calming_theatre", 5),
    "theatre_7": EventCard("calming_theatre", 7),
    "castle_2": EventCard("strong_castle", 2),
    "castle_6": EventCard("strong_castle", 6),
    "peasants_3": EventCard("two_peasants", 3),
    "temple_3": EventCard("sacred_temple", 3),
    "temple_4": EventCard("sacred_temple", 4),
    "taxes_0": EventCard("taxes_at_most_5", 0),
    "taxes_2": EventCard("taxes_at_least_6", 2),
    "rice_3": EventCard("rice_at_least_4", 3),
    "rice_4": EventCard("rice_at_most_3", 4),
    "deploy_1": EventCard("fewer_deployed", 1),
}
"""The event cards by name; a name is the subject and the winter rice."""

"""A thirteenth event card: taxes bring at most 5 in its season, and in winter everybody loses 5 rice."""

from shogun.games.shogun.rules.cards import EVENTS, EventCard

NAME = "taxes_5"
"""The subject of the card and its winter rice; so are all of them called."""


def add_card() -> None:
    """Put the card among the twelve; in `shogun/games/shogun/rules/cards.py` this would be one row of `EVENTS`."""
    EVENTS[NAME] = EventCard("taxes_at_most_5", 5)

"""How the seats of River of Gold are told from each other: a colour and a crest each."""

from shogun.window.kit.icons import crest_names

COLOURS = ("red", "blue", "yellow", "black")


def crest_of(chosen: str, seat: int) -> str:
    """Return the crest that a player chose, else one of the seat's own."""
    names = crest_names()
    return chosen if chosen in names else names[seat % len(names)]

"""Games that run on a tower: they keep it as it was when they were begun."""

from shogun.base.language import ngettext, shown
from shogun.game.protocol import Games
from shogun.table.storage.saved_games import SavedGame, all_games
from shogun.tower.geometry import Geometry, geometry_hash

MOST_NAMED = 3


def kept_words(games: Games, name: str, geometry: Geometry) -> str:
    """Return in a sentence which unfinished games keep the tower of that name as it was; empty if there are none."""
    here = geometry_hash(geometry)
    found = [
        game.title or f"{game.changed:%Y-%m-%d %H:%M}"
        for game in all_games(games)
        if isinstance(game, SavedGame) and not game.is_finished and _is_on_other(game, name, here)
    ]
    if not found:
        return ""
    names = ", ".join(shown(title) for title in found[:MOST_NAMED]) + (" ..." if len(found) > MOST_NAMED else "")
    text = ngettext(
        "A running game keeps the old one: {names}.", "{n} running games keep the old one: {names}.", len(found)
    )
    return text.format(n=len(found), names=names)


def _is_on_other(game: SavedGame, name: str, here: str) -> bool:
    """Return whether a game is played on a tower of that name with another geometry."""
    tower = game.header.tower
    return tower is not None and tower.name == name and tower.hash not in (None, here)

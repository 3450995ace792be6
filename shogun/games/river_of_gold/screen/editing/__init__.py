"""Changing positions of River of Gold."""

from shogun.games.river_of_gold.screen.editing.position_pages import of

__all__ = ["of"]

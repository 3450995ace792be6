"""Panels of any game: the list of saved games, one game's details, graphs, the log, advice and the timeline."""

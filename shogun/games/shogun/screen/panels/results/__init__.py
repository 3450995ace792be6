"""Panels of the end of a game: ranking, graph, and the luck of the tower."""

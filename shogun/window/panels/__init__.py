"""Panels that every game may have: the list of saved games, one of them, and the line of time."""

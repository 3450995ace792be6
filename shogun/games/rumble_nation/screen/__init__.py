"""Rumble Nation on the screen: its map, and what is clicked on it."""

"""The game in the window: its map, panels, scenes and tutorial."""

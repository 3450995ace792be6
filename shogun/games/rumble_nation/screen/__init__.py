"""Screen of Rumble Nation: its map, and the controls on it."""

"""The game's scene and what it consists of."""

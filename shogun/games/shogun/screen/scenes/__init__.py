"""The scenes of the game: the game itself, its past, its tower large, and its end."""

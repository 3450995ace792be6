"""The scenes of the window: menu, new game, the game itself, hand-over, messages."""

"""Puzzles in the window: their list, and one that is being solved on its game's own screen."""

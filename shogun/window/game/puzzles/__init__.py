"""Puzzles in the window: their list, and a puzzle on its game's own screen."""

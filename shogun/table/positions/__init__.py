"""Positions as files: read with all that is wrong told at once, written, and made of a moment of a game."""

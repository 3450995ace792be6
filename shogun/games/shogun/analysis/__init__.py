"""Odds, consequences of plans, hints, puzzles, and the review of a finished game."""

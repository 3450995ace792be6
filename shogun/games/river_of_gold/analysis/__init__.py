"""Hints, reviews and puzzles: a good player's choices, and the reasons for them."""

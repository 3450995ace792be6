"""Hints, reviews and puzzles: a good player's choices, and the course of a game."""

"""Puzzles: positions from games, each with a task whose best answer was found by search and proved."""

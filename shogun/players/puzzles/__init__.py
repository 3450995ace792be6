"""Puzzles: positions of games that were played, each with a task whose best answer was found by search and proved."""

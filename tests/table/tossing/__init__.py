"""The toy game with a tower, `tests/table/toy.py`, with all that a game brings but a screen."""

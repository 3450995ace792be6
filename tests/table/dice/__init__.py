"""A toy game without a tower, with all that a game brings but a screen; only tests put it into the registry."""

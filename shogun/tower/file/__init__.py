"""A tower's file: reading, checks, writing, parameters, and patterns of pieces."""

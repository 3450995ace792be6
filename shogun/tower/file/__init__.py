"""A tower's file: read, written, its parameters and patterns of pieces."""

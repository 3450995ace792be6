"""A tower that is being drawn, as the bench knows it: its pieces, files, falling cubes and figures."""

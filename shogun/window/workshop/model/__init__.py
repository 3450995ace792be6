"""The model of the bench: a tower being drawn, its pieces, files, falling cubes and figures."""

"""Painting of the empty board: sea, land, lines, letters and ornament."""

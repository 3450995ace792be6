"""How the empty board is painted: sea, land, lines, letters and ornament."""

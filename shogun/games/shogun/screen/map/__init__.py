"""The board on the screen: the map's polygons, their painting, the places of the pieces, and highlights."""

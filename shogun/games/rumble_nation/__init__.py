"""Rumble Nation, an area game for 2 to 4 players with dice and cards: the war follows from how the pieces stand."""

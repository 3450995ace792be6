"""The workshop: players' own towers, drawn while cubes fall in them, measured, saved and played with."""

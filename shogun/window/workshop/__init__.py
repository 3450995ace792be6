"""The workshop: everybody's own towers, drawn while cubes fall in them, measured, saved and played on."""

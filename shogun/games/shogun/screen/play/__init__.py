"""A running game as its screen knows it: what is shown, drafted, foreseen and said of it. Nothing here draws."""

"""A running game as the window knows it: what is shown, asked, foreseen and said of it. Nothing here draws."""

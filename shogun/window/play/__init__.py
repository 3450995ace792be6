"""A running game of any kind as the window knows it: who is asked, how fast, what lists say. Nothing here draws."""

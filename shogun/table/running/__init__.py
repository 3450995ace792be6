"""A running game: session, seats, chance, towers, and what can be undone."""

"""The game in words: events, questions, moves and cards."""

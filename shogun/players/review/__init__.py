"""Looking back at a finished game: how likely each seat was to win at every moment, and what changed it."""

"""Commands that play, tell and weigh games."""

"""Commands that play, replay, review and analyze games."""

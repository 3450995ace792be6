"""Looking back at a finished game in the window: its review, its judged decisions, and their words."""

"""Tutorial of any game: chapters of steps, each on a live game that waits for the learner."""

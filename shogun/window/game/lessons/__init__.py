"""The tutorial of any game: chapters of steps, each on a live game that waits for what one does."""

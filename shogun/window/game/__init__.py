"""Base classes for the game scenes: presentation, questions, seats, undo and replay."""

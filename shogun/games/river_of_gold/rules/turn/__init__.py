"""What is done in a turn: chapters 3 to 11."""

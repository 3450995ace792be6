"""The tower in the window: its picture, what falls in it, and the battles that can be watched again."""

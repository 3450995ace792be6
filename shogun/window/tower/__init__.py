"""The tower in the window: its picture, the cubes that fall in it, and animations to save."""

"""Base scenes for all games' screens; on their own they show questions as lists of buttons and the view as text."""

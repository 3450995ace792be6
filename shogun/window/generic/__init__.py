"""The scenes that all games' screens inherit; as they are, questions are lists of buttons and the view is text."""

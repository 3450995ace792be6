"""The screen of a game that brings none of its own: its questions as lists of buttons, its view as text."""

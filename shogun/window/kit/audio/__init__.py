"""Sounds of the window."""

"""Changing positions of River of Gold."""

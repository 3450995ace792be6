"""Rumble Nation's tutorial: two short chapters on live games."""

"""Panels of Rumble Nation's screen."""

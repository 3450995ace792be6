"""Panels of River of Gold's screen."""

"""Towers on the disk: found by name, saved, kept in versions, deleted and brought back."""

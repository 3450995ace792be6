"""Panels of tower and battles: the drop, the count, and odds."""

"""Searches for towers: sweeps, targets, optimization, maps, and fronts between two wishes."""

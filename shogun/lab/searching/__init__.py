"""Search for towers: sweeps, targets, optimisation, and fronts between two wishes."""

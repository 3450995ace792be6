"""The parts of the screen of River of Gold."""

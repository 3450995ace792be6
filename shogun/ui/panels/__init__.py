"""The parts of the screen: each draws itself from the model when something in it has changed."""

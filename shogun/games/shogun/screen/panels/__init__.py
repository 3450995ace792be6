"""The parts of the game's screen: each draws itself from the model when something in it has changed."""

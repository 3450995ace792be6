"""The parts of the screen of Rumble Nation."""

"""A running game of Rumble Nation as it is shown, without any picture."""

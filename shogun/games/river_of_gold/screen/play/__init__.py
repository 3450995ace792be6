"""A running game of River of Gold as it is shown, without any picture."""

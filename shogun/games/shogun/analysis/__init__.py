"""What people are told of a game: odds, what a plan leads to, hints, and what there is to say at the end."""

"""Films: a drop, or anything else that moves, saved as a picture."""

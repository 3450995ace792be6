"""What a throw leaves: recordings, resting cubes, and pictures of them."""

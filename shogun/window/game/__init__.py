"""What the scenes of all games are made of: showing, asking, seats, taking back, looking back."""

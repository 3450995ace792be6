"""Learning to play: five chapters, each a real game at a prepared moment that continues as the player learns."""

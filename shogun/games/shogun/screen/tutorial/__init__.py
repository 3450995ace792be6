"""Learning to play: five chapters, each a real game at a prepared moment that goes on as the person learns."""

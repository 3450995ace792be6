"""Opponents that play moves out before they choose: strategists and the master."""

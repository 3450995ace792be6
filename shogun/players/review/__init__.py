"""Reviews of finished games: each seat's chance to win at every moment, its changes, and judged decisions."""

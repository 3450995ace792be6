"""What a good player would do, and how a game went."""

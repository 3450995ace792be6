"""What a game is, for whoever plays, keeps or shows one of any kind: its protocol, its questions, chance and errors."""

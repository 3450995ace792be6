"""Keith Piggott's River of Gold, for 2 to 4 players: its rules, words and opponents."""

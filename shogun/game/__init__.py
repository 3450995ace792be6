"""The game protocol: rules, questions, chance, options, words and errors of a game of any kind."""

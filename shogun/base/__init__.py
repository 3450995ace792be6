"""What every room may use and what knows nothing of games: texts, files, workers, streams, shares."""

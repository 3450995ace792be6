"""What is laid over the empty board: who owns what, highlights, and the shapes of provinces that both are cut by."""

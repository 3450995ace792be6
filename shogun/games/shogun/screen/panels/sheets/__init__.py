"""The sheet below the board: draft, plan, actions and winter."""

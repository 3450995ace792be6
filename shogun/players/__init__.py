"""Players at a table: seats that think in processes of their own, ladders and their results."""

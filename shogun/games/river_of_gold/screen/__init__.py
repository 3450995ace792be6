"""Screen of River of Gold: its river, its tables, and the controls on them."""

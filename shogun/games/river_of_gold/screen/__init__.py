"""River of Gold on the screen: its river, its tables, and what is clicked on them."""

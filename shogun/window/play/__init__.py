"""A running game of any kind as the window sees it: its plugin, story, reviews, pace and driver. Nothing here draws."""

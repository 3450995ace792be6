"""Screen-side state of a running game: views, drafts, forecasts and texts. Nothing here draws."""

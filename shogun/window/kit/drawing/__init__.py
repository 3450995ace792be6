"""Drawing: canvas, text, theme, icons and small pictures."""

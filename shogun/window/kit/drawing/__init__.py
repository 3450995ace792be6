"""What is drawn with: canvas, text, theme, icons and small pictures."""

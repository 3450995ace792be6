"""What every scene is made of: canvas, text, focus, widgets, panels, the window's loop, settings and sound."""

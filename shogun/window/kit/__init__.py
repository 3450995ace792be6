"""The parts of every scene: canvas, text, focus, widgets, panels, the window's loop, settings and sound."""

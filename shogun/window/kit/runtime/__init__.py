"""The window as it runs: its loop, scenes, panels, display, settings, and what it tells of errors."""

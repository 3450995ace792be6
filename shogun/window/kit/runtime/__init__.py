"""The running window: its loop, scenes, panels, display, settings, and error reports."""

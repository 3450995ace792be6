"""The rules in the window: parsed, laid out as a long page, and searched."""

"""The rules to read in the window: parsed, laid out as a long page, and searched."""

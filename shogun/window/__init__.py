"""The window: scenes, panels and widgets drawn with pygame; it shows what the table tells and decides nothing."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would be written to stdout, among the results

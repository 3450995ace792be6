"""The window: scenes, panels and widgets drawn with pygame; it shows what the table tells and decides nothing."""

"""Positions that are changed in the window, and the sheet on which is agreed who plays from one."""

"""Keyboard, focus and clipboard."""

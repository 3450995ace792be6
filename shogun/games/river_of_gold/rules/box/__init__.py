"""What lies in the box and is printed on it (chapter 1)."""

"""What is wrong with a tower's file or geometry, where, and how to mend it."""

"""The lab's output for people: tables, plots and pictures."""

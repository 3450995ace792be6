"""The panels of the bench."""

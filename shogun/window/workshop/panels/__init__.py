"""The panels of the bench and the gallery."""

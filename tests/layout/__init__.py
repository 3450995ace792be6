"""Check that everything the window draws can be read and clicked."""

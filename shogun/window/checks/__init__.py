"""Whether everything that the window draws can be read and hit."""

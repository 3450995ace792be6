"""Small controls drawn on a canvas: button, stepper, chooser, entry, card."""

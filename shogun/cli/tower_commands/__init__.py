"""Commands that throw into towers, measure them, and search for better ones: `shogun tower`."""

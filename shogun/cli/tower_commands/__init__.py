"""Commands of `shogun tower`: they throw into towers, measure them, and search for better ones."""

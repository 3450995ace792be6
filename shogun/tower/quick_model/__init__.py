"""The quick outcome model: what comes out of a tower without physics, fitted to it."""

"""Validation of towers and their physics: verification, comparison, soundness, real towers."""

"""Whether towers and their physics hold: verification, comparison, soundness, real towers."""

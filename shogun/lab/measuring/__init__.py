"""Measuring towers: battles are fought in chains and counted, and figures are estimated from them."""

"""What a tower does: battles are fought in chains and counted, and figures are estimated from them."""

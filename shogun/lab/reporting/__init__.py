"""What the lab hands to people: tables, plots and pictures."""

"""What a good player would do, and why."""

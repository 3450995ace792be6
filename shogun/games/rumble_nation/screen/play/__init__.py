"""Rumble Nation in progress as it is shown, without any graphics."""

"""River of Gold in progress as it is shown, without any graphics."""

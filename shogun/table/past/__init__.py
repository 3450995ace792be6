"""What has been: history, replay, what may be given away of it, and summaries of saved games."""

"""What lies on the disk: journals, recordings, drafts, saved games and archives."""

"""Running experiments: processes or a cluster, checkpoints, results files."""

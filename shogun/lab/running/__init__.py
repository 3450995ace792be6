"""How experiments are carried out: processes or a cluster, checkpoints, files of results."""

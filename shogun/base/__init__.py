"""Utilities shared by every room: texts, files, worker processes, random streams, confidence intervals."""

"""Dirk Henn's Shogun, with a battle tower that is really simulated.

Importing this package loads neither NumPy nor pymunk nor pygame; each room loads what it needs.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would be written to stdout, among the results
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Opponents multiply small matrices in several processes. With a thread for each processor NumPy's library waits for
# itself there: a matrix that is inverted in 0.5 ms takes 200 ms on two busy processors.

__version__ = "1.0.0"
__distribution__ = "shogun-battle-tower"
"""Name of the distribution: on the index of Python packages `shogun` is somebody else's."""

"""Dirk Henn's Shogun, with a battle tower that is really simulated.

Importing this package loads neither NumPy nor pymunk nor pygame; each room loads what it needs.
"""

__version__ = "0.1.0"

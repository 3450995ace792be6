"""Finished games of Shogun that are kept: each must go again as it went, by the rules and by the referee.

`games.tar.xz` holds their journals, `winters.toml` the scoring of some, worked out by hand, `counts.toml` how many
ways lead on from some of their positions. `__main__.py` chooses games anew, `counting.py` positions; `judging.py` has
the referee look on at random games.
"""

"""Finished games of Shogun that are kept: each must go again as it went, by the rules and by the referee.

`games.tar.xz` holds their journals, `winters.toml` the scoring of some, worked out by hand; `__main__.py` makes them
anew.
"""

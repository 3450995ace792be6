"""Each game as a PettingZoo environment, and the design of a tower as a Gymnasium one: the extra `agents`.

`shogun_v0.env(...)`, `rumble_nation_v0.env(...)`, `river_of_gold_v0.env(...)`, `tower_design_v0.env(...)`. Nothing in
the program imports this room; it stands next to the command line.
"""

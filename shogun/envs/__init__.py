"""Each game as a PettingZoo environment, and the design of a tower as a Gymnasium one: the extra `agents`.

`shogun_v0.env(...)`, `rumble_nation_v0.env(...)`, `river_of_gold_v0.env(...)`, `tower_design_v0.env(...)`;
`gymnasium.make("shogun/TowerDesign-v0")`; `vector_environment.VectorGames` plays many games in several processes.
Nothing in the program imports this room; it stands next to the command line.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):  # else the modules themselves say what is missing
    from shogun.envs.registration import register

    register()

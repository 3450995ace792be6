"""The names under which Gymnasium makes environments of this room."""

import gymnasium

TOWER_DESIGN = "shogun/TowerDesign-v0"


def register() -> None:
    """Make the design of towers known to Gymnasium: called when this room is imported, and by Gymnasium's plug-ins."""
    if TOWER_DESIGN not in gymnasium.registry:
        gymnasium.register(TOWER_DESIGN, entry_point="shogun.envs.tower_design_v0:env")

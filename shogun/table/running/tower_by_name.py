"""The tower that a game is played with, by the name that people give it: a simulated one, or a quick model."""

import sys

from shogun.base.language import _
from shogun.table.storage.journal import TowerInfo
from shogun.tower.geometry import Geometry
from shogun.tower.quick_model.model_files import model_for
from shogun.tower.quick_model.outcome_model import OutcomeModel
from shogun.tower.storage.tower_lookup import load_tower

MODEL = "model"
"""The name of the quick probabilistic tower."""


def tower_info(name: str) -> TowerInfo:
    """Return the tower of that name, the fixed quick model for `model`, or for `model:NAME` that tower's fitted one.

    Raises GeometryError.
    """
    kind, colon, of_tower = name.partition(":")
    if kind != MODEL:
        return TowerInfo.of(load_tower(name))
    return TowerInfo.of_model(fitted_model(load_tower(of_tower))) if colon else TowerInfo()


def fitted_model(geometry: Geometry) -> OutcomeModel:
    """Return the model fitted to a tower; if there is none yet, it is fitted now, which is told."""
    model = model_for(geometry)
    if not model.is_fitted:
        sentence = _("No model has been fitted to the tower {name} yet; fitting one now will take a few minutes.")
        print(sentence.format(name=geometry.name), file=sys.stderr, flush=True)
        from shogun.tower.quick_model.model_fit import fit_into_cache  # loads NumPy

        model = fit_into_cache(geometry)
    return model

"""Has the quick model fitted to a tower of the player's own, in a process of its own, while the game goes on."""

import contextlib
import os
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from shogun.base.worker_pool import Workers
from shogun.tower.geometry import Geometry
from shogun.tower.quick_model.model_files import model_for, remember
from shogun.tower.quick_model.outcome_model import OutcomeModel

Fit = Callable[[Geometry], OutcomeModel]


def fit_into_cache(geometry: Geometry) -> OutcomeModel:
    """Return the model of a tower, fitted now and kept: a task for a worker."""
    from shogun.tower.quick_model.model_fit import fit_into_cache as fit  # loads NumPy

    return fit(geometry)


class Fitting:
    """Begins when a model is first needed and there is none; until it is there, the fixed one answers."""

    def __init__(self, geometry: Geometry | None, fit: Fit = fit_into_cache) -> None:
        self._geometry = geometry
        self._fit = fit
        self._workers = Workers(1)
        self._model: Future[OutcomeModel] | None = None
        self._is_settled = geometry is None or model_for(geometry).is_fitted

    def attend(self) -> bool:
        """Begin if that was not done, and return whether a model has just been fitted. It never waits."""
        if self._is_settled or self._geometry is None:
            return False
        if self._model is None:
            self._model = self._workers.submit(partial(quietly, self._fit, self._geometry))
        if not self._model.done():
            return False
        self._is_settled = True
        with contextlib.suppress(Exception):  # a tower that clogs has no model: the fixed one stays
            remember(self._model.result())
            return True
        return False

    def close(self) -> None:
        """End a fit under way; the next game begins it again."""
        self._is_settled = True
        self._workers.abandon()


def quietly(fit: Fit, geometry: Geometry) -> OutcomeModel:
    """Return a fitted model without taking time from what a player waits for: a task for a worker."""
    if hasattr(os, "nice"):
        os.nice(10)
    return fit(geometry)

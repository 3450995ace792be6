"""Which values would meet targets, from all candidates that a search has measured: a response surface.

Near the best ones each figure is nearly a straight function of the parameters. A weighted regression over many
candidates knows it far better than any of them alone, each of which is measured in a second or two. All of these get
the same throws, and so the same luck: where some places were measured longer, those alone say how high a figure is.
"""

from collections.abc import Sequence

import numpy as np

from shogun.lab.measuring.statistics import statistic
from shogun.lab.searching.search_space import Candidate, Floats, Parameter, place_of
from shogun.lab.searching.targets import Targets

REACH = 0.2
"""How far around a place, in shares of the ranges, candidates count: their weight falls like a normal distribution."""
PULL = 0.1
"""What going as far as REACH costs, in the targets' units: of all places that meet them the nearest wins."""
RIDGE = 1e-3
"""How strongly slopes are held to nothing, beside the weight of one measured candidate."""


def better_place(
    candidates: Sequence[Candidate],
    parameters: Sequence[Parameter],
    targets: Targets,
    place: Floats,
    farthest: float = REACH,
) -> Floats:
    """Return the place near `place`, each parameter 0 to 1, that meets the targets best as far as candidates tell.

    No parameter changes by more than `farthest`, in shares of its range.
    """
    from scipy.optimize import lsq_linear  # it takes half a second to load, for which no window shall wait

    used = [one for one in candidates if one.figures is not None and not one.figures.given_up]
    offsets = np.array([place_of(parameters, one.values) - place for one in used])
    slopes, residues = [], []
    for target in targets:
        level, slope = _plane(used, offsets, target.name)
        step = statistic(target.name).scale.step
        slopes.append(slope / step)
        residues.append((target.value - level) / step)
    held = PULL / REACH * np.eye(len(parameters))
    matrix, wanted = np.vstack([*slopes, held]), np.concatenate([residues, np.zeros(len(parameters))])
    bounds = (np.maximum(-farthest, -place), np.minimum(farthest, 1 - place))
    return np.clip(place + lsq_linear(matrix, wanted, bounds).x, 0.0, 1.0)


def _plane(used: Sequence[Candidate], offsets: Floats, name: str) -> tuple[float, Floats]:
    """Return a figure at the middle of some candidates and its slopes, by weighted regression, shape (parameters,)."""
    found = [one.figures.of(name) for one in used if one.figures is not None]
    mean = np.array([one.mean for one in found])
    battles = np.array([one.figures.battles for one in used if one.figures is not None])
    root = np.exp(-0.25 * (offsets**2).sum(axis=1) / REACH**2) * np.sqrt(battles)
    matrix = np.column_stack((np.ones(len(used)), offsets, battles < battles.max())) * root[:, None]
    ridge = np.sqrt(RIDGE) * np.eye(matrix.shape[1])[1:] * root.max()
    solved = np.linalg.lstsq(
        np.vstack((matrix, ridge)), np.concatenate((mean * root, np.zeros(len(ridge)))), rcond=None
    )
    level, *slope, _luck = solved[0]
    return float(level), np.array(slope)

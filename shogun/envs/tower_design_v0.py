"""The design of a tower as a Gymnasium environment: change its parameters until it meets its targets.

Each step changes parameters of a tower and measures it again; the reward is the progress toward the targets.
"""

import math
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict
from msgspec.structs import replace

from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.measuring.chains import SEARCHING, run_chain
from shogun.lab.measuring.metrics import Metrics, metrics_of, sums_of
from shogun.lab.measuring.statistics import FIGURES, among, statistic
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.running.batch_evaluation import BatchPlan
from shogun.lab.searching.search_space import parse_parameters, start_of, values_at
from shogun.lab.searching.targets import check_balance, distance, parse_targets
from shogun.tower.file.parameters import vary_parameters
from shogun.tower.geometry import GeometryError
from shogun.tower.tower_lookup import load_design

REACH = 0.2
"""The largest change of a parameter in one step, as a share of its range."""
SUCCESS_DISTANCE = 1.0
"""Distance from the targets, in steps of their statistics, at which an episode ends successfully."""
MET = 1.0
"""Reward for meeting the targets."""
MOST_CUBES = 1000
"""More cubes are never counted in a tower."""
BATTLES, CHAINS = 80, 4
"""Counted battles of a measurement over all chains, and chains."""
RENDER_MODES = ("ansi",)
Observation = dict[str, Any]


class TowerDesign(gymnasium.Env[Observation, np.ndarray]):
    """A tower being designed; see `env`.

    An observation has `place` (each parameter, 0 to 1 within its range), `figures` (those last measured, in the order
    of `FIGURES`: two chances, two numbers of cubes), `targets` (the target for each, -1: none) and `built` (0: these
    parameters make no tower, or one that clogs for good; the figures are 0 then). An action changes each parameter
    by up to `REACH` of its range, down (-1) or up (1).
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  Gymnasium's own form

    def __init__(
        self, tower: str, parameters: str, targets: str, *, throws: str, battles: int, chains: int, steps: int,
        render_mode: str | None,
    ) -> None:  # fmt: skip
        """Take a tower and its targets. Raises ValueError, LabError or GeometryError, one sentence each."""
        _check(battles, chains, steps, render_mode)
        self.render_mode = render_mode
        self.design = load_design(tower)
        self.parameters = parse_parameters(parameters, self.design)
        self.targets = parse_targets(targets)
        if others := among(target.name for target in self.targets):
            text = _("targets {names}: name any of {known}.")
            raise LabError(text.format(names=", ".join(others), known=", ".join(FIGURES)))
        self.steps = steps
        sizes = find_throws(throws)
        check_balance(self.targets, sizes)
        self._plan = BatchPlan(battles, sizes, replace(SEARCHING, chains=chains))
        count = len(self.parameters)
        self.action_space = Box(-1.0, 1.0, (count,), np.float32)
        most = np.array([statistic(name).scale.most for name in FIGURES], np.float32)
        measured = np.where(most > 1, np.float32(MOST_CUBES), most)
        self.observation_space = Dict(
            {
                "place": Box(0.0, 1.0, (count,), np.float32),
                "figures": Box(np.zeros_like(most), measured, dtype=np.float32),
                "targets": Box(-np.ones_like(most), most, dtype=np.float32),
                "built": Box(0, 1, (1,), np.int8),
            }
        )
        wanted = {target.name: target.value for target in self.targets}
        self._wanted = np.array([wanted.get(name, -1.0) for name in FIGURES], np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin with the tower as it is, or with `options={"scattered": True}` anywhere within the ranges."""
        super().reset(seed=seed)
        self.place = start_of(self.design, self.parameters)
        if (options or {}).get("scattered"):
            self.place = self.np_random.random(len(self.parameters))
        self.step_number = 0
        self._measure()
        return self._observation(), self._info()

    def step(self, action: np.ndarray) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Change the parameters and measure; return observation, reward, whether it is done or truncated, and figures.

        The reward is the progress toward the targets: the difference of 1 / (1 + distance) before and after, with the
        distance in the targets' units (0 instead for a tower that can't be built or clogs for good), plus MET for
        meeting the targets, which ends the episode. All rewards add up to the total progress: standing still earns
        nothing, and neither does leaving and coming back.
        """
        if not hasattr(self, "place"):
            raise RuntimeError("step() before reset(): there is no tower yet")
        if np.shape(action) != self.action_space.shape or not np.all(np.isfinite(action)):
            raise ValueError(f"expected {len(self.parameters)} numbers from -1 to 1, got {action!r}")
        before = self._nearness
        self.place = np.clip(self.place + REACH * np.clip(action, -1.0, 1.0), 0.0, 1.0)
        self.step_number += 1
        self._measure()
        is_met = self.distance <= SUCCESS_DISTANCE
        reward = self._nearness - before + MET * is_met
        return self._observation(), reward, is_met, self.step_number >= self.steps, self._info()

    @property
    def _nearness(self) -> float:
        """The potential whose differences are the rewards, 0 to 1."""
        return 1.0 / (1.0 + self.distance) if math.isfinite(self.distance) else 0.0

    @property
    def values(self) -> Mapping[str, float]:
        """The parameters of the tower, rounded as they are written to a file."""
        return values_at(self.parameters, self.place)

    @property
    def distance(self) -> float:
        """The tower's measured distance from the targets; infinite if it can't be built, or clogs."""
        if self.figures is None or self.figures.given_up:
            return math.inf
        return distance(self.figures, self.targets)

    def _measure(self) -> None:
        """Measure the tower with fresh throws."""
        self.figures: Metrics | None = None
        plan = replace(self._plan, seed=int(self.np_random.integers(2**62)))
        try:
            changed = vary_parameters(self.design, self.values)
        except GeometryError as error:
            self.refusal = str(error)
            return
        self.refusal = ""
        self.figures = metrics_of([sums_of(run_chain(task)) for task in plan.tasks(changed)])

    def _observation(self) -> Observation:
        is_built = math.isfinite(self.distance)
        figures = [self.figures.of(name).mean if self.figures and is_built else 0.0 for name in FIGURES]
        return {
            "place": self.place.astype(np.float32),
            "figures": np.array(figures, np.float32),
            "targets": self._wanted.copy(),
            "built": np.array([is_built], np.int8),
        }

    def _info(self) -> dict[str, Any]:
        """Return the parameters, the distance, whether the figures are long-run ones, and why the tower can't be built.

        `stationarity` is "stationary", "drifting" or "unknown"; `refusal` is empty for a tower that can be built.
        """
        state = self.figures.stationarity.state if self.figures else "unknown"
        return {
            "values": dict(self.values), "distance": self.distance, "stationarity": state, "refusal": self.refusal,
        }  # fmt: skip

    def render(self) -> str | None:
        """Return parameters and figures as lines of text."""
        if self.render_mode is None:
            return None
        figures = [] if self.figures is None else [f"{name}: {self.figures.of(name).mean:.3f}" for name in FIGURES]
        return "\n".join([*(f"{name}: {value:g}" for name, value in self.values.items()), *figures, self.refusal])


def _check(battles: int, chains: int, steps: int, render_mode: str | None) -> None:
    """Raise ValueError if such an environment is impossible."""
    for name, number, least in (("battles", battles, chains), ("chains", chains, 2), ("steps", steps, 1)):
        if number < least:
            raise ValueError(f"{name} {number} must be at least {least}")
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode {render_mode!r} must be one of {', '.join(RENDER_MODES)}")


def env(
    tower: str = "classic",
    parameters: str = "ledges.tilt,ledges.friction",
    targets: str = "p_out_thrown=0.67,stock=12",
    *,
    throws: str = "4-12",
    battles: int = BATTLES,
    chains: int = CHAINS,
    steps: int = 20,
    render_mode: str | None = None,
) -> TowerDesign:
    """Return the environment. Raises ValueError, LabError or GeometryError, one sentence each.

    Parameters
    ----------
    tower
        Name of a tower, or a file ending in .toml.
    parameters
        The parameters to change, each with a range or its usual one: "ledges.tilt=14:22,ledges.length".
    targets
        The targets, as for `shogun tower tune --target`: "p_out_thrown=0.67,stock=12".
    throws
        The sizes of throws, as for `--throws`.
    battles
        Counted battles of a measurement, over all chains.
    chains
        Independent chains of a measurement, at least 2.
    steps
        Steps after which an episode is truncated.
    render_mode
        "ansi" or None.
    """
    return TowerDesign(
        tower, parameters, targets, throws=throws, battles=battles, chains=chains, steps=steps, render_mode=render_mode
    )

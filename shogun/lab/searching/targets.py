"""What a tower is wanted to do in the long run, and whether any tower can do it."""

import math
from collections.abc import Sequence

import msgspec

from shogun.base.language import _, shown
from shogun.lab.errors import LabError
from shogun.lab.measuring.metrics import Metrics
from shogun.lab.measuring.statistics import statistic, target_names
from shogun.lab.measuring.throw_distribution import Throws

SLACK = 0.03
"""By this share of itself a stock may differ from the one that goes with both chances: it is no contradiction yet."""
FAR = 1e6
"""The distance of a tower that clogs for good, beyond all others."""


class Target(msgspec.Struct, frozen=True):
    """A statistic by its name, and its target value."""

    name: str
    value: float


Targets = tuple[Target, ...]


def parse_targets(text: str, option: str = "--target") -> Targets:
    """Return the targets of `p_out_thrown=0.67,stock=12`. Raises LabError, which names the option."""
    found = tuple(_target(part, text, option) for part in text.split(","))
    if len({target.name for target in found}) < len(found):
        raise LabError(_("{option} {text}: name each figure once.").format(option=option, text=shown(text)))
    return found


def _target(part: str, text: str, option: str) -> Target:
    name, _equals, said = (word.strip() for word in part.partition("="))
    try:
        value = float(said)
    except ValueError:
        value = math.nan
    if name not in target_names() or not 0 <= value <= statistic(name).scale.most:
        sentence = _("{option} {text}: name any of {names}, each with a value, like p_out_thrown=0.67.")
        raise LabError(sentence.format(option=option, text=shown(text), names=", ".join(target_names())))
    return Target(name, value)


def check_balance(targets: Targets, throws: Throws) -> None:
    """Raise LabError if no tower can meet the targets together.

    In the long run as many cubes come out as are thrown in: stock x p_out_resting = mean throw x (1 - p_out_thrown).
    """
    wanted = {target.name: target.value for target in targets}
    thrown, resting, stock = (wanted.get(name) for name in ("p_out_thrown", "p_out_resting", "stock"))
    stays = None if thrown is None else throws.mean * (1 - thrown)
    if stays is not None and resting is not None and stock is not None:
        if abs(stock * resting - stays) > SLACK * max(stays, stock * resting):
            raise LabError(_contradiction(stays, resting, stock))
    elif stays is not None and resting == 0 and stays > 0:
        raise LabError(_never_out(stays))
    elif stays is not None and stock is not None and stays > stock * (1 + SLACK):
        text = _(
            "these targets contradict each other: {stays:.2f} cubes per throw stay, and in the long run as "
            "many must come out again; with only {stock:g} in the tower that is impossible."
        )
        raise LabError(text.format(stays=stays, stock=stock))


def _contradiction(stays: float, resting: float, stock: float) -> str:
    if resting == 0:
        return _never_out(stays)
    text = _(
        "these targets contradict each other: {stays:.2f} cubes per throw stay, and in the long run as "
        "many come out again: p_out_resting={resting:g} needs stock={fits:.1f}, and stock={stock:g} "
        "needs p_out_resting={other:.3f}."
    )
    return text.format(stays=stays, resting=resting, stock=stock, fits=stays / resting, other=stays / max(stock, 1e-9))


def _never_out(stays: float) -> str:
    text = _(
        "these targets contradict each other: {stays:.2f} cubes per throw stay, and none would ever come out again."
    )
    return text.format(stays=stays)


def distance(figures: Metrics, targets: Targets) -> float:
    """Return how far a tower is from targets: root of the mean square in steps; FAR if it clogs for good."""
    away = [(figures.of(target.name).mean - target.value) / statistic(target.name).scale.step for target in targets]
    squares = math.fsum(one * one for one in away)
    return FAR if figures.given_up or math.isnan(squares) else math.sqrt(squares / len(targets))


def errors_away(figures: Metrics, target: Target) -> float:
    """Return by how many standard errors a figure differs from its target; infinite where there is none."""
    found = figures.of(target.name)
    is_known = math.isfinite(found.mean) and math.isfinite(found.error) and not figures.given_up
    return abs(found.mean - target.value) / found.error if is_known and found.error else math.inf


def in_words(targets: Sequence[Target]) -> str:
    """Return targets as they are asked for."""
    return ",".join(f"{target.name}={target.value:g}" for target in targets)

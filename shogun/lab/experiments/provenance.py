"""Origin of a result, noted while an experiment runs: its arguments, its towers, and the protocol it settled on."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.metadata import version
from inspect import Parameter, signature
from typing import Any

import msgspec

from shogun import __version__
from shogun.lab.measuring.statistics import Statistic
from shogun.lab.result_columns import Provenance
from shogun.tower.file.design import built
from shogun.tower.geometry import Geometry, geometry_hash

DECIDE_NOTHING = ("running", "jobs", "resume")
"""Arguments that change no result; nor does the name of a results file that will be written."""


class Settled(msgspec.Struct):
    """Choices that an experiment made while it ran."""

    towers: dict[str, str] = msgspec.field(default_factory=dict)
    """The hash of each tower's geometry, by name."""
    values: dict[str, Any] = msgspec.field(default_factory=dict)
    """Values of arguments that had been left to the experiment."""


_settled: ContextVar[Settled | None] = ContextVar("settled", default=None)


@contextmanager
def settling() -> Iterator[Settled]:
    """Yield what will be settled until the end of the context."""
    settled = Settled()
    token = _settled.set(settled)
    try:
        yield settled
    finally:
        _settled.reset(token)


def settle(**values: Any) -> None:
    """Note the values of arguments, as they are really used."""
    if settled := _settled.get():
        settled.values |= values


def settle_tower(tower: Geometry) -> None:
    """Note a tower."""
    if settled := _settled.get():
        settled.towers[tower.name] = geometry_hash(built(tower))


def provenance_of(function: Callable[..., Any], arguments: Mapping[str, Any], settled: Settled) -> Provenance:
    """Return what produced the result of an experiment that was called with these arguments."""
    from shogun.lab.running.checkpoints import physics

    parameters = signature(function).parameters
    decide = {
        name: plain(value)
        for name, value in arguments.items()
        if name not in DECIDE_NOTHING and (name != "results" or parameters[name].default is Parameter.empty)
    }
    running = arguments.get("running")
    digest, machine = physics(mixed=getattr(running, "mixed", False))
    return Provenance(
        program=f"shogun-battle-tower {__version__}",
        pymunk=version("pymunk"),
        physics=digest,
        machine=machine,
        experiment=function.__name__,
        arguments=decide | {name: plain(value) for name, value in settled.values.items()},
        towers=settled.towers,
    )


def plain(value: Any) -> Any:
    """Return an argument as JSON can hold it: a tower as its name, a statistic of one's own as its digest."""
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple | range):
        return [plain(item) for item in value]
    if isinstance(value, Geometry):
        return value.name
    if isinstance(value, Statistic):
        return value.digest
    return value.tolist() if hasattr(value, "tolist") else msgspec.to_builtins(value, enc_hook=str)

"""Declarations of experiments: typed functions with the decorator `experiment`, whose docstrings have the parameters.

The front ends read the declaration: its signature, and the texts of its parameters (`described`). The texts of
parameters that several experiments take are in `SHARED`. Libraries that take long to import are imported in functions,
so that the help of a command is shown at once.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from inspect import Parameter, cleandoc, signature
from numbers import Integral, Real
from pathlib import Path
from textwrap import TextWrapper
from types import SimpleNamespace, UnionType
from typing import Any, ParamSpec, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from shogun.base.language import _, marked, shown
from shogun.base.worker_pool import GuardMissing
from shogun.lab.errors import LabError
from shogun.lab.measuring.statistics import Requested
from shogun.lab.result_columns import Tabular
from shogun.tower.geometry import Geometry
from shogun.tower.physics.solver import Physics
from shogun.tower.resting_cubes import RestingCube

P = ParamSpec("P")
R = TypeVar("R")
Place = str | Path
"""Name of a file or folder."""
Tower = Geometry | str | Path
"""A tower: a geometry, a name, or the path of a file ending in .toml."""
Progress = Callable[[int, int], None] | bool
Sizes = str | int | tuple[int, int]
"""Sizes of throws: `4-12`, `game` or a file, as in the commands; one size; or the smallest and the largest."""
Thrown = Mapping[str, int] | int
"""Cubes of a throw by color, or their number."""
Wanted = str | Mapping[str, float]
"""Statistics by name, each with a number: "p_out_thrown=0.67,stock=12", or a dictionary."""
Numbers = str | Sequence[str] | Mapping[str, tuple[float, float] | None]
"""Parameters of a tower, each with its range or the usual one: "ledges.tilt=14:22,ledges.length", names, or a
dictionary of ranges (None: the usual one)."""
Grid = str | Sequence[str] | Mapping[str, Iterable[float]]
"""Parameters of a tower with their values: "ledges.tilt=14:22:1", several such, or a dictionary of values."""
SHARED: Mapping[str, str] = {
    "tower": marked("Name of a tower, or path to a .toml file."),
    "target": marked(
        "Targets: any of p_out_thrown, p_out_resting, stock, start_kept and pieces_touched, for example "
        "p_out_thrown=0.67,stock=12."
    ),
    "parameters": marked("Parameters that may change, with or without a range: ledges.tilt=14:22,ledges.length."),
    "battles": marked("Battles counted for each tower."),
    "results": marked("SQLite file for the measurements. Default: in the user's cache until everything is done."),
    "seed": marked(
        "Seed of all throws, the same for all towers; the same seed gives the same figures on all machines that "
        "compute identically."
    ),
    "throws": marked(
        "Sizes of the throws: 4-12 (all equally likely), game (as counted in simulated games), or a file of sizes."
    ),
    "discard": marked(
        "Battles discarded at the beginning of each chain; default: 100, and 60 for candidates of a search."
    ),
    "metrics": marked(
        "Additional statistics to measure, by name, such as pieces_touched; a wrong name lists them all."
    ),
    "thrown": "Cubes of each throw, by color; a number means red ones.",
    "drops": "Number of throws, each with a seed of its own.",
    "resting": "Cubes in the tower before each throw, such as drop(...).resting.",
    "keep": "Whether each throw falls onto what the one before left; only the first falls onto `resting`.",
    "trace": "Samples a second of all cubes and contacts; 0: none.",
    "seconds": "Time after which no more battles begin, except the first.",
    "targets": 'Two targets in conflict: ("stock=12", "p_out_thrown=0.8").',
    "towers": "The towers, at least two.",
    "other": "A tower to compare with.",
    "sizes": "Whether throws of single sizes are measured too, which takes three times as long as the rest.",
    "resume": "Folder for partial results, from which an interrupted run resumes; default: they aren't kept.",
    "jobs": 'Number of processes; with more than one a script needs `if __name__ == "__main__":`.',
    "physics": "Gravity, steps and kinds of cubes, where they differ from the game's: shogun.tower.Physics.",
    "protocol": "How battles are made into chains.",
    "running": "How it is carried out: processes or a cluster, and what reports the progress.",
}
"""Texts of the parameters that an experiment doesn't describe; those that commands don't have aren't translated."""
_PARAMETERS = "\n\nParameters\n----------\n"
_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)")


class Running(msgspec.Struct, frozen=True):
    """Settings for carrying out an experiment; none of them changes its result."""

    jobs: int = 1
    scheduler: str = ""
    """The address of a dask scheduler, whose cluster does the work; empty: this machine."""
    mixed: bool = False
    """With a scheduler: also use machines that compute differently; the figures are then equal only statistically."""
    progress: Progress = False
    """A function that is called with the amount done and the total; True: a bar by tqdm."""
    watch: Callable[[Sequence[Any]], None] | None = None
    """Called by `tune`, `front` and `explore`, instead of `progress`, with all candidates after each generation."""
    note: Callable[[str], object] | None = None
    """Called with each sentence worth knowing before the work begins, such as how exact so few battles will be."""
    is_cached: bool = False
    """True if partial results of a measurement without a folder stay in the user's cache until it is done."""


USUAL = Running()


class Resumable(KeyboardInterrupt):
    """Ctrl-C: what has been measured is kept, and the same call resumes."""


def experiment(function: Callable[P, R]) -> Callable[P, R]:
    """Declare a function as an experiment.

    Its arguments are checked, errors name them, its help is complete, and its result knows what produced it.
    """

    @wraps(function)
    def certified(*args: P.args, **kwargs: P.kwargs) -> R:
        from shogun.lab.experiments.provenance import provenance_of, settling

        with settling() as settled:
            result = function(*args, **kwargs)
        if not isinstance(result, Tabular):
            return result
        bound = signature(function).bind(*args, **kwargs)
        bound.apply_defaults()
        return msgspec.structs.replace(result, provenance=provenance_of(function, bound.arguments, settled))

    @wraps(certified)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        plain: Any = certified
        values, named = [*map(_scalar, args)], {name: _scalar(value) for name, value in kwargs.items()}
        _check_arguments(function, values, named)
        try:
            return cast(R, plain(*values, **named))
        except LabError as error:
            raise type(error)(_of_arguments(str(error))) from None
        except GuardMissing as error:
            raise LabError(str(error)) from None

    prose = cleandoc(function.__doc__ or "").partition(_PARAMETERS)[0]
    checked.__doc__ = "\n\n".join([prose, "Parameters:", *_listed(function)])
    return checked


def _listed(function: Callable[..., Any]) -> Iterator[str]:
    """Yield each parameter with its text, formatted as in a docstring."""
    wrapper = TextWrapper(100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    for name, text in described(function).items():
        yield f"{name}\n{wrapper.fill(_of_arguments(text))}"


def described(function: Callable[..., Any]) -> dict[str, str]:
    """Return the text of each parameter of a function that isn't decorated, in English."""
    own = own_texts(function)
    return {name: own.get(name) or SHARED.get(name, "") for name in signature(function).parameters}


def own_texts(function: Callable[..., Any]) -> dict[str, str]:
    """Return the texts of parameters in the section at the end of a function's docstring."""
    texts: dict[str, str] = {}
    name = ""
    for line in cleandoc(function.__doc__ or "").partition(_PARAMETERS)[2].splitlines():
        if line[:1].isspace():
            texts[name] = f"{texts[name]} {line.strip()}".strip()
        else:
            name = line
            texts[name] = ""
    return texts


def _of_arguments(text: str) -> str:
    """Return a text with the names of arguments in place of command-line options."""
    return _OPTION.sub(lambda found: found[1].replace("-", "_"), text)


def _scalar(value: Any) -> Any:
    """Return a NumPy scalar as a plain number."""
    return value.item() if getattr(value, "shape", None) == () else value


# Arguments


def _check_arguments(function: Callable[..., Any], values: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Raise LabError, naming the argument, for a value of the wrong type.

    The fields of a Protocol or a Running are checked too. Raises TypeError for missing or unknown arguments.
    """
    from shogun.lab.measuring.chains import Protocol

    asked = signature(function)
    own = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    known = {"Protocol": Protocol}
    hints = get_type_hints(SimpleNamespace(__annotations__=own), getattr(function, "__globals__", {}), known)
    kinds = _kinds(Protocol)
    for name, value in asked.bind(*values, **named).arguments.items():
        several = asked.parameters[name].kind is Parameter.VAR_POSITIONAL
        for single in value if several else [value]:
            _check(name, single, hints[name], kinds)
            for field, hint in get_type_hints(type(single)).items() if isinstance(single, Protocol | Running) else ():
                _check(f"{name}.{field}", getattr(single, field), hint, kinds)


def _kinds(protocol: type) -> Sequence[tuple[Any, str]]:
    """Return the types that parameters accept, in words, from their hints."""
    return (
        (Tower, _("a tower's name, file or geometry")),
        (Tower | Sequence[Tower], _("a tower's name, file or geometry, or several")),
        (Place, _("the name of a file or folder")),
        (Thrown, _('numbers of cubes by color, like {"red": 8}')),
        (Sequence[RestingCube], _("cubes in the tower, such as drop(...).resting")),
        (float, _("a number")),
        (Sizes, _("sizes of throws, like 4-12, game, a file, 8 or (4, 12)")),
        (Wanted, _('statistics with values, like "stock=12" or {"stock": 12}')),
        (tuple[Wanted, Wanted], _('two targets, like ("stock=12", "p_out_thrown=0.8")')),
        (Numbers, _('parameters of a tower, like "ledges.tilt=14:22" or {"ledges.tilt": (14, 22)}')),
        (Grid, _('parameters of a tower with values, like "ledges.tilt=14:22:1" or {"ledges.tilt": [14, 18]}')),
        (Requested, _("a Statistic, the name of one, or several")),
        (protocol, _("a Protocol")),
        (Physics, _("a Physics")),
        (Running, _("a Running")),
        (tuple[int, int], _("two whole numbers, like (31, 45)")),
        (Progress, _("a function of two numbers, or True or False")),
        (bool, _("True or False")),
        (int, _("a whole number")),
        (str, _("a text")),
    )


def _check(name: str, value: Any, hint: Any, kinds: Sequence[tuple[Any, str]]) -> None:
    if not fits(value, hint):
        words = next((words for kind, words in kinds if hint in (kind, kind | None)), str(hint))
        text = _("{argument} {value} must be {kind}.")
        raise LabError(text.format(argument=name, value=shown(repr(value)), kind=words))


def fits(value: Any, hint: Any) -> bool:
    """Return whether a value matches the hint of a parameter."""
    kind, of = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return any(fits(value, item) for item in of)
    if kind is not None:
        return _holds(value, kind, of)
    if hint in (int, float):
        return isinstance(value, Integral if hint is int else Real) and not isinstance(value, bool)
    return hint is Any or isinstance(value, hint)


def _holds(value: Any, kind: Any, of: tuple[Any, ...]) -> bool:
    """Return whether a value is a container of this kind with valid items, or a function."""
    if kind is tuple:
        return isinstance(value, tuple) and len(value) == len(of) and all(map(fits, value, of))
    if issubclass(kind, Mapping):
        is_right = isinstance(value, Mapping)
        return is_right and all(fits(key, of[0]) and fits(item, of[1]) for key, item in value.items())
    if issubclass(kind, Iterable):  # the rows of an iterator can't be looked at beforehand
        is_right = isinstance(value, kind) and not isinstance(value, str)
        return is_right and (not issubclass(kind, Sequence) or all(fits(item, of[0]) for item in value))
    return callable(value)

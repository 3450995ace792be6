"""Commands made from experiments: parameters, defaults and help come from the declarations in `shogun.lab.experiments`.

A front end takes the experiment with its options (`Asked`), and options that exist only on the command line, like
`--output`. A parameter of its own replaces the experiment's of the same name; positional ones replace all that the
experiment has. `--json`, and the options of processes and clusters, are added.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import BoundArguments, Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Concatenate, Generic, ParamSpec, TypeVar, cast

import cyclopts
import msgspec

from shogun.base.language import _, marked, shown
from shogun.base.tables import Output
from shogun.cli.errors import DONE, Stopped, WrongInput, tell
from shogun.cli.game_options import CommandFlag, Seed, Several, WholeNumber, jobs_of
from shogun.cli.progress import CandidatesProgress, Progress
from shogun.lab.experiments.declaration import (
    Grid,
    Numbers,
    Place,
    Resumable,
    Running,
    Sizes,
    Tower,
    Wanted,
    described,
    own_texts,
)
from shogun.lab.measuring.statistics import Requested

PICTURE = marked("File for a picture (.png or .svg).")
P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")
Printed = Callable[[Output, S], None]
Drawn = Callable[[S, Path], None]
BACKENDS = ("processes", "dask")
KINDS: Mapping[Any, Any] = {
    Tower: str, Tower | Sequence[Tower]: str, Tower | None: str | None, Wanted: str, Numbers: str, Sizes: str,
    Grid: Several, Place: Path, Place | None: Path | None, Requested | None: str | None, int: WholeNumber,
    int | None: WholeNumber | None, bool: CommandFlag,
}  # fmt: skip
"""Command-line types for the experiments' types that need another one."""
BY_POSITION = (Tower, Tower | Sequence[Tower], Tower | None, Place)
"""Types of parameters that are arguments, not options."""
FOR_PYTHON = ("protocol", "physics", "running", "jobs")
OPTION_NAMES = {"metrics": "statistics"}
"""Options with a name other than their parameter's."""
PARAMETERS = {option: name for name, option in OPTION_NAMES.items()}
PLOT = Parameter("plot", Parameter.KEYWORD_ONLY, default=None, annotation=Path | None)
COMMON = ("results", "resume", "seed", "throws", "discard", "executors", "statistics", "json")
"""Options at the end of each command's help."""
TEXTS = {
    "resume": marked("Folder for partial results; an interrupted run resumes from there. Default: the user's cache."),
    "json": marked("Print one JSON object."),
}


@cyclopts.Parameter(name="*")
@dataclass(frozen=True)
class ExecutorOptions:
    """Options of all commands that several processes can carry out.

    Parameters
    ----------
    jobs
        Number of processes; default: one for each processor.
    backend
        Where to compute: processes of this machine, or dask, a cluster.
    scheduler
        Address of the dask scheduler, such as tcp://10.0.0.5:8786.
    mixed
        With --backend dask: also use machines that compute the physics slightly differently; the same seed then gives
        other figures, equal only statistically. Without it they are left out.
    """

    jobs: WholeNumber | None = None
    backend: str = "processes"
    scheduler: str | None = None
    mixed: CommandFlag = False

    @property
    def running(self) -> Running:
        """Return the settings of an experiment. Raises WrongInput for options that make no sense together."""
        if self.backend not in BACKENDS:
            text = _("--backend {name}: choose processes or dask")
            raise WrongInput(text.format(name=shown(self.backend)))
        if (self.backend == "dask") != bool(self.scheduler):
            raise WrongInput(_("use --backend dask together with --scheduler and the address of a dask scheduler"))
        if self.scheduler and self.jobs is not None:
            raise WrongInput(_("use --jobs or --backend dask, not both: a cluster brings its own workers"))
        if self.mixed and not self.scheduler:
            raise WrongInput(
                _("--mixed only makes sense with --backend dask: on one machine all processes give the same results")
            )
        return Running(jobs_of(self.jobs), self.scheduler or "", self.mixed, Progress(), note=tell)


class Asked(Generic[R]):
    """Experiment with the options of a command line."""

    def __init__(self, function: Callable[..., R], options: Mapping[str, Any]) -> None:
        """Take the experiment, as returned by `experiment`, and all options by the names of its parameters."""
        self._function: Callable[..., R] = getattr(function, "__wrapped__", function)
        """Undecorated function, whose errors name options instead of arguments."""
        self._options = options
        self._known = signature(self._function).parameters
        self.executors: ExecutorOptions = options.get("executors", ExecutorOptions())
        self.as_json: bool = options["json"]

    def __getitem__(self, name: str) -> Any:
        """Return an option, by the name of its parameter; None if it isn't given and has no default."""
        return self._options.get(name)

    def of(self, other: Callable[..., S]) -> "Asked[S]":
        """Return another experiment with the same options."""
        return Asked(other, self._options)

    def passed(self, function: Callable[..., S]) -> S:
        """Call a function of the lab with the options that it takes."""
        return function(**self._known_to(function))

    def _known_to(self, function: Callable[..., Any]) -> dict[str, Any]:
        return {name: self._options[name] for name in signature(function).parameters if name in self._options}

    @property
    def running(self) -> Running:
        """Return the settings of the experiment. Raises WrongInput."""
        return msgspec.structs.replace(self.executors.running, is_cached="resume" in self._known)

    def run(self, watch: CandidatesProgress | None = None, /, **changes: Any) -> R:
        """Return the experiment's result; `changes` are arguments that replace those of the command line.

        Raises WrongInput, Stopped, LabError if a requested picture can't be drawn, and whatever the experiment raises.
        """
        self.check_picture()
        arguments = self._known_to(self._function) | changes
        if "running" not in self._known:
            return self._function(**arguments)
        arguments["running"] = running = msgspec.structs.replace(self.running, watch=watch)
        if "jobs" in self._known:
            arguments["jobs"] = running.jobs
        try:
            return self._function(*arguments.pop("towers", ()), **arguments)
        except Resumable:
            raise Stopped(_("interrupted; run the same command to resume")) from None
        finally:
            for line in (running.progress, watch):
                if isinstance(line, Progress | CandidatesProgress):
                    line.end()

    def check_picture(self) -> None:
        """Raise LabError if a requested picture can't be drawn."""
        if path := self._options.get("plot"):
            from shogun.lab.reporting.plots import check_picture

            check_picture(path)

    def show(self, result: S, table: Printed[S], picture: Drawn[S] | None = None, **more: Any) -> int:
        """Draw a result if requested, print it as JSON with `more` keys, or as a table, and return the exit code.

        Raises OSError.
        """
        from shogun.lab.reporting.tables import to_json

        if picture and (path := self._options.get("plot")):
            picture(result, path)
        if self.as_json:
            print(to_json(cast(Any, result), mixed=self.executors.mixed, **more))
        else:
            table(Output(), result)
        return DONE


Front = Callable[Concatenate[Asked[R], P], int]


def command_of(experiment: Callable[..., R], *, plot: str = "") -> Callable[[Front[R, P]], Callable[..., int]]:
    """Make a front end the command of an experiment, with --plot if there is a text for it, marked for translation."""

    def made(front: Front[R, P]) -> Callable[..., int]:
        plain: Any = front
        own = signature(front)
        first, *extras = own.parameters.values()
        texts = TEXTS | {"plot": plot} | own_texts(plain)
        added = [*extras, PLOT] if plot else extras
        whole = Signature(_in_order(_options(getattr(experiment, "__wrapped__", experiment), added, texts)))

        def command(*args: Any, **kwargs: Any) -> int:
            bound = whole.bind(*args, **kwargs)
            bound.apply_defaults()
            options = {PARAMETERS.get(name, name): value for name, value in bound.arguments.items()}
            if words := options.pop("metrics", None):
                options["metrics"] = [name.strip() for name in words.split(",")]
            asked: dict[str, Any] = options | {first.name: Asked(experiment, options)}
            ready = BoundArguments(own, {name: asked[name] for name in own.parameters})
            return int(plain(*ready.args, **ready.kwargs))

        command.__name__, command.__doc__, command.__module__ = plain.__name__, plain.__doc__, plain.__module__
        command.__annotations__ = {one.name: one.annotation for one in whole.parameters.values()} | {"return": int}
        command.__signature__ = whole  # type: ignore[attr-defined]
        return command

    return made


def _options(experiment: Callable[..., Any], extras: Sequence[Parameter], texts: dict[str, str]) -> list[Parameter]:
    """Return the parameters of a command, each with its text: the experiment's, then its own."""
    instead = {one.name: one for one in extras}
    has_positions = any(one.kind in (Parameter.POSITIONAL_ONLY, Parameter.VAR_POSITIONAL) for one in extras)
    found = [instead.pop(one.name, one) for one in _derived(experiment, without_positions=has_positions)]
    every = described(experiment) | texts
    return [_with_help(one, every) for one in (*found, *instead.values())]


def _derived(experiment: Callable[..., Any], *, without_positions: bool) -> Iterator[Parameter]:
    """Yield the parameters that a command inherits from its experiment."""
    for one in signature(experiment).parameters.values():
        is_placed = one.annotation in BY_POSITION
        if one.name not in FOR_PYTHON and not (is_placed and without_positions):
            kind = Seed if one.name == "seed" else KINDS.get(one.annotation, one.annotation)
            place = Parameter.POSITIONAL_ONLY if is_placed else Parameter.KEYWORD_ONLY
            yield one.replace(name=OPTION_NAMES.get(one.name, one.name), annotation=kind, kind=place)
        if one.name == "running":
            usual = ExecutorOptions()
            yield Parameter("executors", Parameter.KEYWORD_ONLY, default=usual, annotation=ExecutorOptions)
    yield Parameter("json", Parameter.KEYWORD_ONLY, default=False, annotation=CommandFlag)


def _with_help(one: Parameter, texts: Mapping[str, str]) -> Parameter:
    """Return a parameter with its text; a group has its texts in its docstring."""
    if one.name == "executors":
        return one
    text = texts[PARAMETERS.get(one.name, one.name)]
    return one.replace(annotation=Annotated[one.annotation, cyclopts.Parameter(help=text)])


def _in_order(options: Sequence[Parameter]) -> list[Parameter]:
    """Return parameters in the order of the help, with common ones last."""
    return sorted(options, key=lambda one: (one.kind, COMMON.index(one.name) + 1 if one.name in COMMON else 0))

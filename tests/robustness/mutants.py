"""Asks the tests if they notice faults: `python -m tests.robustness.mutants --area table --count 600 --seed 1`.

Single faults (mutants) are drawn by lot from all that can be put into an area's modules: another comparison, sum or
number, `and` for `or`, a statement left out, branches swapped, a slice one longer. Each is put in alone, in a process
that reads the changed module in place of the file, as do all processes that it starts, and meets the area's tests that
reach its line. A fault that all of them pass has survived: there a test is missing, or the fault changes nothing that
can be seen. The latter are listed, with the reason, in `mutants.toml`; `Walk` leaves out the kinds that never act here,
such as types, texts, numbers that somebody chose, and what another operating system runs.

With `--resume FILE` results are kept in a file, line by line, and what is known is not asked again: faults that were
found stay found as long as their module is the same; survivors are asked anew once a test has changed. Needs a
system that can fork.
"""

import argparse
import ast
import contextlib
import functools
import hashlib
import importlib.abc
import importlib.machinery
import inspect
import json
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from importlib.util import spec_from_loader
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import hypothesis  # noqa: F401 - imported before forking, so that no mutant needs to
import msgspec
import pytest
from msgspec import Struct

from tests.robustness.interrupts import computed

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "shogun"
EQUIVALENT = Path(__file__).with_name("mutants.toml")
SECONDS = 25
"""Seconds of computing after which no further test meets a mutant; the quickest come first."""
LONGEST_TEXT = 160
SECONDS_A_TEST = 5
"""Seconds of computing after which a single test counts as failed, or ten times what it takes without a fault."""
LONGEST_WAIT = 60.0
"""Seconds without any computing after which a process waits for nothing; one on a busy computer computes a little."""
BYTES = 4 << 30


class Area(Struct, frozen=True):
    """A part of the house into which faults are put, and the tests that are asked about them."""

    folder: str
    """Below `shogun`."""
    tests: tuple[str, ...]
    """Folders and patterns below `tests`."""
    without: tuple[str, ...] = ()
    """Modules that are left out."""
    ruled: bool = False
    """Whether a rulebook gives its numbers. Elsewhere somebody chose them: another length or color isn't a fault."""

    @property
    def modules(self) -> list[str]:
        """Return its modules, each by its path below `shogun`, without the ending."""
        names = (path.relative_to(HOUSE).with_suffix("").as_posix() for path in (HOUSE / self.folder).rglob("*.py"))
        return sorted(name for name in names if not name.endswith("/__init__") and name not in self.without)

    @property
    def test_paths(self) -> list[str]:
        """Return its tests as pytest takes them."""
        return sorted(str(path) for pattern in self.tests for path in (ROOT / "tests").glob(pattern))

    @property
    def test_files(self) -> list[Path]:
        """Return all files on which what its tests notice depends."""
        found = [Path(name) for name in self.test_paths]
        return sorted({file for path in found for file in (path.rglob("*.py") if path.is_dir() else [path])})


AREAS = {
    "rules": Area(
        "games/shogun/rules", ("games/shogun/rules",),
        ruled=True,
    ),
    "table": Area(
        "table", (
            "table", "games/test_positions.py", "games/*/test_table.py", "cli/test_branch.py", "cli/test_position.py",
            "window/test_branches.py", "window/test_drafts.py", "window/test_positions.py",
        ),
    ),
    "tower": Area("tower", ("tower",)),
    "base": Area("base", ("test_*.py", "cli", "lab/measuring/test_estimates.py", "table", "tower")),
    "kit": Area("window/kit", ("window/kit", "window/scenes", "window/test_*.py")),
}  # fmt: skip


def area_of(module: str) -> Area:
    """Return the area in which a module lies."""
    return next(area for area in AREAS.values() if module.startswith(f"{area.folder}/"))


def imported_name(module: str) -> str:
    """Return the name by which a module is imported."""
    return f"shogun.{module.replace('/', '.')}"


def file_of(module: str) -> Path:
    """Return a module's file."""
    return HOUSE / f"{module}.py"


# What can be changed


class Mutant(Struct, frozen=True, order=True):
    """One fault: the `place`-th node of a module, and the number of the change there."""

    module: str
    """Its path below `shogun`, without the ending."""
    line: int
    place: int
    variant: int
    where: str
    """The function or class that it stands in, "" outside of them."""

    @property
    def id(self) -> str:
        """Its name, the same as long as the module is."""
        return f"{self.module}:{self.line}:{self.place}:{self.variant}"

    @property
    def change(self) -> str:
        """What stood there, and what stands there now."""
        _tree, before, after = applied(self.module, self.place, self.variant)
        return f"{before} -> {after}"


Change = Callable[[], ast.AST | None]
"""Returns what stands in a node's place, None if it was changed in itself."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


def changes(node: ast.AST) -> list[Change]:  # noqa: C901, PLR0912 - one case for each kind of node
    """Return all changes that can be made at a node."""
    found: list[Change] = []
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                found += [_setter(ops, index, other()) for other in COMPARISONS[type(op)]]
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            found += [lambda: left, lambda: right]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SUMS:
            found.append(_attribute(node, "op", SUMS[type(op)]()))
        case ast.BoolOp(op=op, values=values):
            found.append(_attribute(node, "op", ast.Or() if isinstance(op, ast.And) else ast.And()))
            found += [
                _alone(values, index) if len(values) == 2 else _without(values, index) for index in range(len(values))
            ]
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            found.append(lambda: operand)
        case ast.Constant(value=bool() as value):
            found.append(_attribute(node, "value", not value))
        case ast.Constant(value=int() as number):
            found += [_attribute(node, "value", number + 1), _attribute(node, "value", number - 1)]
        case ast.Constant(value=str() as text):
            found.append(_attribute(node, "value", text + "X"))
        case ast.Slice(lower=lower, upper=upper):
            for name, bound in (("lower", lower), ("upper", upper)):
                if bound is not None:
                    found += [_attribute(node, name, _moved(bound, by)) for by in (ast.Add(), ast.Sub())]
        case ast.Call(func=ast.Name(id=name) as function) if name in CALLS:
            found.append(_attribute(function, "id", CALLS[name]))
        case ast.IfExp(body=body, orelse=orelse):
            found += [lambda: body, lambda: orelse]
        case ast.comprehension(ifs=ifs) if ifs:
            found += [_without(ifs, index) for index in range(len(ifs))]
        case ast.If(test=test):
            found.append(_attribute(node, "test", ast.UnaryOp(ast.Not(), test)))
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Delete() | ast.Raise() | ast.Continue() | ast.Break():
            found.append(ast.Pass)
    if isinstance(node, ast.AugAssign):
        found.append(ast.Pass)
    return found


def _setter(items: list[Any], index: int, value: object) -> Change:
    return lambda: items.__setitem__(index, value)


def _alone(values: list[ast.expr], left_out: int) -> Change:
    """Return the change of two conditions to one: an `and` of one alone can't be compiled."""
    return lambda: values[1 - left_out]


def _without(items: list[Any], index: int) -> Change:
    return lambda: items.__delitem__(index)


def _attribute(node: ast.AST, name: str, value: object) -> Change:
    return lambda: setattr(node, name, value)


def _moved(bound: ast.expr, by: ast.operator) -> ast.expr:
    return ast.BinOp(bound, by, ast.Constant(1))


IDLE_PARTS = ("annotation", "returns", "decorator_list", "ctx", "type_comment")


IDLE_NAMES = ("_", "ngettext", "marked", "TYPE_CHECKING")


class Walk(ast.NodeVisitor):
    """Lists a module's nodes, each with those above it, and which of them act: where a change would matter."""

    def __init__(self, *, ruled: bool) -> None:
        self.ruled = ruled
        self.found: list[tuple[ast.AST, tuple[ast.AST, ...]]] = []
        self.acting: list[int] = []
        """Places in `found`. What is idle has a place too, so that a fault keeps its name when this class changes."""
        self.above: tuple[ast.AST, ...] = ()
        self.is_idle = False

    def visit(self, node: ast.AST, idle: bool = False) -> None:
        was_idle, outer = self.is_idle, self.above
        self.is_idle = was_idle or idle or self._is_idle(node)
        if not self.is_idle:
            self.acting.append(len(self.found))
        self.found.append((node, outer))
        self.above = (*outer, node)
        dead = _dead_parts(node)
        for name, value in ast.iter_fields(node):
            idle = name in IDLE_PARTS or name in dead or (name == "keywords" and isinstance(node, ast.ClassDef))
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    self.visit(child, idle)
        self.is_idle, self.above = was_idle, outer

    def _is_idle(self, node: ast.AST) -> bool:
        """Return whether nothing of a node acts: documentation, imports, types, texts for readers, guards."""
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.JoinedStr() | ast.Expr(value=ast.Constant()):
                return True
            case ast.Call(func=ast.Name(name)) | ast.If(test=ast.Name(name)):
                return name in IDLE_NAMES
            case ast.Constant(value=str()):
                return any(isinstance(other, ast.Raise) for other in self.above)
            case ast.keyword(arg="strict") | ast.AnnAssign(annotation=ast.Name("TypeAlias")):
                return True
            case ast.Assign(targets=[ast.Name(name)], value=value) | ast.AnnAssign(target=ast.Name(name), value=value):
                if value is not None and len(self.above) == 1:
                    return _is_type(value) or (not self.ruled and name.isupper() and _is_number(value))
        return False


def _is_type(value: ast.expr) -> bool:
    """Return whether a module-level value is a type by another name."""
    match value:
        case ast.BinOp(left=left, op=ast.BitOr()):
            return _is_type(left) or (isinstance(left, ast.Name) and not left.id.isupper())
        case ast.Call(func=ast.Name("TypeVar")):
            return True
        case ast.Subscript(value=ast.Name("Literal" | "Annotated" | "Callable")):
            return True
    return False


def _is_number(value: ast.expr) -> bool:
    """Return whether a value is written in numbers alone, like a bound, a color or a size."""
    match value:
        case ast.Constant(value=int() | float()):
            return True
        case ast.Name(name):
            return name.isupper()
        case ast.UnaryOp(operand=operand):
            return _is_number(operand)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
        case ast.Tuple(elts=items):
            return all(_is_number(item) for item in items)
    return False


SYSTEM = {"sys.platform": sys.platform, "os.name": os.name}


def _holds_here(test: ast.AST) -> bool | None:
    """Return what a question about the operating system comes to on this one, None for another question."""
    match test:
        case ast.Compare(left=ast.Attribute() as left, ops=[ast.Eq() | ast.NotEq() as op], comparators=[other]):
            asked = SYSTEM.get(ast.unparse(left))
            if asked is not None and isinstance(other, ast.Constant):
                return (asked == other.value) == isinstance(op, ast.Eq)
        case ast.BoolOp(op=ast.And(), values=values) if any(_holds_here(value) is False for value in values):
            return False
        case ast.BoolOp(op=ast.Or(), values=values) if any(_holds_here(value) for value in values):
            return True
    return None


def _dead_parts(node: ast.AST) -> tuple[str, ...]:
    """Return the fields of a node that never run on this operating system, or ask for another one."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) if (holds := _holds_here(test)) is not None:
            return ("orelse",) if holds else ("body",)
        case ast.BoolOp() if _holds_here(node) is not None:
            return ("values",)
        case ast.Compare() if _holds_here(node) is not None:
            return ("comparators",)
    return ()


def walked(module: str) -> Walk:
    """Return a fresh tree of a module, gone through."""
    walk = Walk(ruled=area_of(module).ruled)
    walk.visit(ast.parse(source(module)))
    return walk


@cache
def source(module: str) -> str:
    return file_of(module).read_text("utf-8")


def applied(module: str, place: int, variant: int) -> tuple[ast.Module, str, str]:
    """Return a module with one change, and what stood there before and after it."""
    found = walked(module).found
    tree, (node, above) = found[0][0], found[place]
    assert isinstance(tree, ast.Module)
    around = _around((*above, node))
    before = _text(around)
    new = changes(node)[variant]()
    if new is not None:
        _replace(above[-1], node, new)
        around = new if around is node else around
    return ast.fix_missing_locations(tree), before, _text(around)


def _around(path: Sequence[ast.AST]) -> ast.AST:
    """Return what is shown of a change: its whole statement if that is short, else as much around it as is."""
    statement = max(index for index, node in enumerate(path) if isinstance(node, ast.stmt))
    shown = [node for node in path[statement:] if isinstance(node, ast.stmt | ast.expr)]
    return next((node for node in shown if len(_text(node)) <= LONGEST_TEXT), shown[-1])


def _text(node: ast.AST) -> str:
    """Return a statement in one line, of a compound one the first."""
    text = ast.unparse(ast.fix_missing_locations(node))
    if isinstance(node, ast.If | ast.For | ast.While | ast.With | ast.FunctionDef | ast.ClassDef | ast.Match):
        text = text.split("\n")[0]
    return " ".join(text.split())


def _replace(parent: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for name, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, name, new)
        elif isinstance(value, list) and any(item is old for item in value):
            value[next(index for index, item in enumerate(value) if item is old)] = new


def mutants_of(module: str) -> Iterator[Mutant]:
    """Yield all mutants of a module."""
    walk = walked(module)
    for place in walk.acting:
        node, above = walk.found[place]
        where = ".".join(other.name for other in (*above, node) if isinstance(other, ast.FunctionDef | ast.ClassDef))
        for variant in range(len(changes(node))):
            line = next(other.lineno for other in (node, *reversed(above)) if hasattr(other, "lineno"))
            yield Mutant(module, line, place, variant, where)


def all_mutants(area: Area) -> list[Mutant]:
    """Return everything that can be changed in an area's modules."""
    return [mutant for module in area.modules for mutant in mutants_of(module)]


# The tests of one mutant


class Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Lets one module be imported with its change."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = imported_name(mutant.module)
        self.file = str(file_of(mutant.module))
        tree, _before, _after = applied(mutant.module, mutant.place, mutant.variant)
        self.code = compile(tree, self.file, "exec")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return spec_from_loader(fullname, self, origin=self.file) if fullname == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        return self.code

    def get_source(self, fullname: str) -> str | None:
        return None


ELSEWHERE = """
import importlib.abc, importlib.util, sys


class Planted(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    def find_spec(self, fullname, path, target=None):
        return importlib.util.spec_from_loader(fullname, self, origin={file!r}) if fullname == {name!r} else None

    def get_source(self, fullname):
        return {source!r}


sys.meta_path.insert(0, Planted())
"""


@contextlib.contextmanager
def planted(mutant: Mutant) -> Iterator[None]:
    """Let every Python that is started meanwhile import a module with its change too."""
    tree, _before, _after = applied(mutant.module, mutant.place, mutant.variant)
    given = {"file": str(file_of(mutant.module)), "name": imported_name(mutant.module), "source": ast.unparse(tree)}
    folder = Path(tempfile.mkdtemp())
    try:
        (folder / "sitecustomize.py").write_text(ELSEWHERE.format(**given), "utf-8")
        os.environ["PYTHONPATH"] = os.pathsep.join((str(folder), str(ROOT)))
        yield
    finally:
        shutil.rmtree(folder)


class Chosen:
    """Lets pytest run these tests first, the quickest before the others, and keeps the name of the first that fails."""

    def __init__(self, tests: Sequence[str], failing: Sequence[str]) -> None:
        self.tests = {name: place for place, name in enumerate(tests)}
        self.failing = failing
        """Tests that fail without any fault."""
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid not in self.failing]
        last = len(self.tests)  # those named after what was changed, so that they are unknown
        items.sort(key=lambda item: self.tests.get(item.nodeid, last))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


OPTIONS = ("-q", "-x", "-o", "addopts=", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:timeout",
           "-m", "not slow and not study", "--import-mode=importlib")  # fmt: skip


def silent() -> contextlib.AbstractContextManager[object]:
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    return contextlib.nullcontext()


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (10 * SECONDS, 10 * SECONDS))


def child(mutant: Mutant, tests: Sequence[str], failing: Sequence[str], pipe: int) -> None:
    """Run tests with one change in this process, and say by the pipe which of them failed.

    File by file, those first whose tests are all quick: most mutants fall in the first, and no other is collected.
    """
    silent()
    limit()
    os.environ["CI"] = "true"
    sys.dont_write_bytecode = True
    found = "import"
    try:
        sys.meta_path.insert(0, Changed(mutant))
        slowest = {name.split("::")[0]: place for place, name in enumerate(tests)}
        with planted(mutant):
            for file in sorted(slowest, key=slowest.__getitem__):
                chosen = Chosen(tests, failing)
                code = pytest.main([*OPTIONS, "--rootdir", str(ROOT), str(ROOT / file)], [chosen])
                found = "" if code == 0 else chosen.failed or f"exit {code}"
                if found or time.process_time() > SECONDS:
                    break
    finally:
        os.write(pipe, found.encode()[:4000] or SURVIVED)
        os._exit(0)


class Running(Struct):
    """A mutant whose tests are running."""

    mutant: Mutant
    process: int
    pipe: int
    computed: float
    """Seconds of computing when it was last seen to have computed ..."""
    since: float
    """... and when that was, by the clock."""


Start = Callable[[Mutant, Sequence[str]], Running]


def forked(mutant: Mutant, run: Callable[[int], None]) -> Running:
    """Return a process of its own, in which something is run that writes its finding into a pipe."""
    out, into = os.pipe()
    process = os.fork()
    if not process:
        os.close(out)
        os.setsid()
        run(into)
    os.close(into)
    return Running(mutant, process, out, 0.0, time.monotonic())


def start(failing: Sequence[str], mutant: Mutant, tests: Sequence[str]) -> Running:
    """Run tests against a mutant in a process that imports everything anew."""
    return forked(mutant, lambda pipe: child(mutant, tests, failing, pipe))


# The same, quicker: all tests are collected once, and a process of its own gives one function other code


def live(mutant: Mutant) -> FunctionType | None:
    """Return the function that a mutant stands in, None if it stands outside of functions."""
    found: Any = importlib.import_module(imported_name(mutant.module))
    for name in mutant.where.split("."):
        found = vars(found).get(name)
        if isinstance(found, property):
            found = found.fget
        elif isinstance(found, cached_property):
            found = found.func
        found = getattr(found, "__wrapped__", found)
        if isinstance(found, FunctionType):
            return found
    return None


def code_of(code: CodeType, names: Sequence[str]) -> CodeType | None:
    """Return the code of the first function on a path of classes and functions."""
    for name in names:
        inner = [const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name]
        if len(inner) != 1:
            return None
        code = inner[0]
        if code.co_flags & inspect.CO_NEWLOCALS:  # a function; a class has none
            return code
    return None


def other_code(mutant: Mutant) -> CodeType | None:
    """Return the code of a mutant's function, None if the change doesn't stand in it."""
    names, file = mutant.where.split("."), str(file_of(mutant.module))
    tree, _before, _after = applied(mutant.module, mutant.place, mutant.variant)
    new = code_of(compile(tree, file, "exec"), names)
    old = code_of(compile(source(mutant.module), file, "exec"), names)
    return None if new == old else new


class Loop:
    """Lets pytest collect all tests and then asks them about mutants, in place of running them."""

    def __init__(self, mutants: Sequence[Mutant], reached: dict[str, Any], jobs: int, until: float, pipe: int) -> None:
        self.mutants, self.reached, self.jobs, self.until, self.pipe = mutants, reached, jobs, until, pipe
        self.failed = ""
        self.items: dict[str, pytest.Item] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        for mutant, found in ask(self.mutants, self.reached, self.jobs, self.until, self._start):
            os.write(self.pipe, msgspec.json.encode((mutant.id, found)) + b"\n")
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def _start(self, mutant: Mutant, tests: Sequence[str]) -> Running:
        return forked(mutant, lambda pipe: self._run(mutant, tests, pipe))

    def _run(self, mutant: Mutant, tests: Sequence[str], pipe: int) -> None:
        try:
            limit()
            function, code = live(mutant), other_code(mutant)
            if function is None or code is None or len(code.co_freevars) != len(function.__code__.co_freevars):
                os.write(pipe, AGAIN.encode())
                return
            function.__code__ = code
            began = time.process_time()
            with planted(mutant):
                for name in tests:
                    item = self.items[name]
                    clear_caches(area_of(mutant.module))
                    usual = self.reached["seconds"][self.reached["all"].index(name)]
                    signal.setitimer(signal.ITIMER_VIRTUAL, max(SECONDS_A_TEST, 10 * usual))
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                    if self.failed or time.process_time() - began > SECONDS:
                        break
            os.write(pipe, self.failed.encode()[:4000] or SURVIVED)
        except BaseException as error:
            os.write(pipe, repr(error).encode()[:4000])
        finally:
            os._exit(0)


AGAIN = "not in a function"
SURVIVED = b"\0"


def ask_quickly(
    area: Area, mutants: Sequence[Mutant], reached: dict[str, Any], jobs: int, until: float
) -> Iterator[tuple[str, str]]:
    """Yield what noticed each mutant that stands in a function."""
    out, into = os.pipe()
    process = os.fork()
    if not process:
        os.close(out)
        silent()
        os.environ["CI"] = "true"
        loop = Loop(mutants, reached, jobs, until, into)
        pytest.main([*OPTIONS, "--rootdir", str(ROOT), *area.test_paths], [loop])
        os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=tuple[str, str])
    os.waitpid(process, 0)


def ended(running: Running) -> str | None:
    """Return what noticed the change, "" if nothing did; None while the tests are running."""
    if select.select([running.pipe], [], [], 0)[0]:
        read = os.read(running.pipe, 5000)
        found, closed = read.strip(SURVIVED).decode(), not read
    elif _waits_for_nothing(running):
        found, closed = "time", False
    else:
        return None
    os.close(running.pipe)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(running.process, signal.SIGKILL)  # with all that it has started
    _process, status = os.waitpid(running.process, 0)
    return f"died of {status}" if closed else found


def _waits_for_nothing(running: Running) -> bool:
    if (now := computed(running.process)) != running.computed:
        running.computed, running.since = now, time.monotonic()
    return time.monotonic() - running.since > LONGEST_WAIT


# Which tests reach a line


LONG = 0.3
"""Seconds after which a test is taken to reach the whole of each function that it calls."""


def clear_caches(area: Area) -> None:
    """Have everything of an area computed again that is computed once, so that each test reaches it itself."""
    prefix = imported_name(area.folder)
    for name, module in tuple(sys.modules.items()):
        if name.startswith(prefix):
            for thing in tuple(vars(module).values()):
                if isinstance(thing, functools._lru_cache_wrapper) and thing.__module__.startswith(prefix):
                    thing.cache_clear()


@cache
def module_of(file: str) -> str:
    """Return the module of a file."""
    return Path(file).relative_to(HOUSE).with_suffix("").as_posix()


class Reached:
    """Keeps the lines of an area that each test reaches, and how long it takes."""

    def __init__(self, area: Area) -> None:
        self.area, self.prefix = area, f"{HOUSE / area.folder}{os.sep}"
        self.lines: dict[str, set[tuple[str, int]]] = {}
        self.seconds: dict[str, float] = {}
        self.failing: set[str] = set()
        self.now: set[tuple[str, int]] = set()
        self.whole: set[CodeType] = set()
        self.began = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.now, self.began = self.lines.setdefault(item.nodeid, set()), time.perf_counter()
        self.whole.clear()
        clear_caches(self.area)
        sys.settrace(self._enter)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.seconds[item.nodeid] = time.perf_counter() - self.began

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failing.add(report.nodeid)

    def _enter(self, frame: FrameType, event: str, _arg: object) -> Callable[..., Any] | None:
        file = frame.f_code.co_filename
        if not file.startswith(self.prefix):
            return None
        module, now = module_of(file), self.now
        if time.perf_counter() - self.began > LONG:
            if frame.f_code not in self.whole:
                self.whole.add(frame.f_code)
                now.update((module, line) for _start, _end, line in frame.f_code.co_lines() if line)
            return None
        now.add((module, frame.f_code.co_firstlineno))

        def line(frame: FrameType, event: str, _arg: object) -> Callable[..., Any]:
            now.add((module, frame.f_lineno))
            return line

        return line


def record(area: Area) -> dict[str, Any]:
    """Return which tests reach which lines, the quickest first.

    {"lines": {"module:line": [place in "all", ...]}, "all": [test, ...], "seconds": [of each test, ...],
    "failing": [test that fails as it stands and is left out, ...]}
    """
    out, into = os.pipe()
    process = os.fork()
    if not process:
        os.close(out)
        silent()
        os.environ["CI"] = "true"
        reached = Reached(area)
        pytest.main([*OPTIONS, "--maxfail=0", "--rootdir", str(ROOT), *area.test_paths], [reached])
        order = sorted(set(reached.lines) - reached.failing, key=lambda name: reached.seconds[name])
        lines: dict[str, list[int]] = {}
        for place, name in enumerate(order):
            for module, line in reached.lines[name]:
                lines.setdefault(f"{module}:{line}", []).append(place)
        with os.fdopen(into, "w") as file:
            seconds = [reached.seconds[name] for name in order]
            failing = sorted(reached.failing)
            json.dump({"all": order, "seconds": seconds, "lines": lines, "failing": failing}, file)
        os._exit(0)
    os.close(into)
    with os.fdopen(out) as file:
        found: dict[str, Any] = json.load(file)
    os.waitpid(process, 0)
    for name in found["failing"]:
        print(f"{name} fails as it stands, and is left out", file=sys.stderr)
    return found


def recorded(area: Area, resume: Path | None) -> dict[str, Any]:
    """Return which tests reach which lines, from beside the results if nothing has changed since."""
    state = hashed([*map(file_of, area.modules), *area.test_files])
    kept = resume.with_name(f"{resume.name}.{state}.reached") if resume else None
    if kept and kept.exists():
        found: dict[str, Any] = json.loads(kept.read_text("utf-8"))
        return found
    found = record(area)
    if kept:
        kept.write_text(json.dumps(found), "utf-8")
    return found


@cache
def kept_for_all(module: str) -> set[int]:
    """Return lines that run once for all tests: those outside of functions."""
    inside: set[int] = set()
    for node in ast.walk(ast.parse(source(module))):
        if isinstance(node, ast.FunctionDef):
            inside.update(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
    return set(range(1, source(module).count("\n") + 2)) - inside


def tests_of(mutant: Mutant, reached: dict[str, Any]) -> list[str]:
    """Return the tests that reach a mutant's line, the quickest first.

    A line that none reaches may be one that other processes run: then those that reach its module are asked.
    """
    node, above = walked(mutant.module).found[mutant.place]
    if any(isinstance(other, ast.arguments) for other in above):  # a default counts where its function is called
        function = next(other for other in reversed(above) if isinstance(other, ast.FunctionDef))
        first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
        if places := reached["lines"].get(f"{mutant.module}:{first}"):
            return [reached["all"][place] for place in sorted(places)]
    if mutant.line in kept_for_all(mutant.module):
        return list(reached["all"])
    around = next((other for other in (node, *reversed(above)) if isinstance(other, ast.stmt)), None)
    lines = range(around.lineno, mutant.line + 1) if around else range(mutant.line, mutant.line + 1)
    places = {place for line in lines for place in reached["lines"].get(f"{mutant.module}:{line}", ())}
    if not places:
        inside = f"{mutant.module}:"
        places = {place for line, some in reached["lines"].items() if line.startswith(inside) for place in some}
    return [reached["all"][place] for place in sorted(places)]


# The results


class Verdict(Struct):
    """What became of a mutant: `found` names the test that noticed it, "" if it survived."""

    id: str
    change: str
    found: str
    module_hash: str
    tests_hash: str


def hashed(files: Sequence[Path]) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def module_hash(module: str) -> str:
    return hashed([file_of(module)])


def known(file: Path | None, tests_hash: str) -> dict[str, Verdict]:
    """Return the verdicts of a file that still hold."""
    if file is None or not file.exists():
        return {}
    read = msgspec.json.Decoder(Verdict)
    found = {}
    for line in file.read_bytes().splitlines():
        with contextlib.suppress(msgspec.DecodeError):  # a line that was being written when all ended
            verdict = read.decode(line)
            module = verdict.id.split(":")[0]
            if file_of(module).exists() and verdict.module_hash == module_hash(module):
                found[verdict.id] = verdict
    return {name: verdict for name, verdict in found.items() if verdict.found or verdict.tests_hash == tests_hash}


class Equivalent(Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that changes nothing which can be seen, and why."""

    module: str
    where: str
    change: str
    reason: str


def equivalents() -> tuple[Equivalent, ...]:
    """Return the mutants that can't be noticed."""
    found = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("equivalent", [])
    return msgspec.convert(found, tuple[Equivalent, ...])


def ask(
    mutants: Sequence[Mutant], reached: dict[str, Any], jobs: int, until: float, begin: Start
) -> Iterator[tuple[Mutant, str]]:
    """Yield what noticed each mutant, as soon as it is known, as many at once as there are jobs."""
    waiting, running = list(reversed(mutants)), list[Running]()
    while running or (waiting and time.monotonic() < until):
        while waiting and len(running) < jobs and time.monotonic() < until:
            mutant = waiting.pop()
            tests = tests_of(mutant, reached)
            if tests == []:
                yield mutant, ""
            else:
                running.append(begin(mutant, tests))
        time.sleep(0.005)
        for one in tuple(running):
            found = ended(one)
            if found is not None:
                running.remove(one)
                yield one.mutant, found


def ask_all(
    area: Area, mutants: Sequence[Mutant], reached: dict[str, Any], jobs: int, until: float
) -> Iterator[tuple[Mutant, str]]:
    """Yield what noticed each mutant: those in functions first, then those for which all is imported anew."""
    by_id = {mutant.id: mutant for mutant in mutants}
    quick, slow = [mutant for mutant in mutants if mutant.where], [mutant for mutant in mutants if not mutant.where]
    for name, found in ask_quickly(area, quick, reached, jobs, until):
        if found == AGAIN:
            slow.append(by_id[name])
        else:
            yield by_id[name], found
    yield from ask(slow, reached, jobs, until, functools.partial(start, reached["failing"]))


Listed = frozenset[tuple[str, str, str]]


def listed() -> Listed:
    """Return what `mutants.toml` lists: module, function and change of each."""
    return frozenset((one.module, one.where, one.change) for one in equivalents())


def is_listed(mutant: Mutant, idle: Listed) -> bool:
    """Return whether a mutant is listed as one that can't be noticed; it is not asked about."""
    return any(mutant.module == module and mutant.where == where for module, where, _change in idle) and (
        mutant.module, mutant.where, mutant.change,
    ) in idle  # fmt: skip


def told(mutants: Sequence[Mutant], verdicts: dict[str, Verdict]) -> str:
    """Return the figures and the survivors, one a line."""
    idle = listed()
    asked = [mutant for mutant in mutants if mutant.id in verdicts or is_listed(mutant, idle)]
    nothing = [mutant for mutant in asked if is_listed(mutant, idle)]
    alive = [mutant for mutant in asked if mutant not in nothing and not verdicts[mutant.id].found]
    killed = len(asked) - len(nothing) - len(alive)
    lines = [f"shogun/{one.module}.py:{one.line}: {one.where}: {one.change}" for one in sorted(alive)]
    lines.append(
        f"{len(asked)} of {len(mutants)} drawn: {killed} noticed, {len(nothing)} change nothing that can be seen, "
        f"{len(alive)} survived: {killed / max(killed + len(alive), 1):.1%} of those that matter, "
        f"{killed / max(len(asked), 1):.1%} of all"
    )
    return "\n".join(lines)


def main() -> None:
    """Draw mutants, ask the tests, and tell which survived."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--area", choices=AREAS, default="rules", help="which part of the house")
    options.add_argument("--count", type=int, default=600, help="how many mutants; 0: all")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--module", help="of this module alone: its path below shogun, like table/storage/journal")
    options.add_argument("--tests", nargs="+", help="ask these alone, like window/kit: quicker, and a lower bound")
    options.add_argument("--resume", type=Path, help="a file that keeps the results")
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--minutes", type=float, default=1e6, help="start no more after so long")
    given = options.parse_args()
    area = AREAS[given.area]
    area = msgspec.structs.replace(area, tests=tuple(given.tests or area.tests))
    mutants = [mutant for mutant in all_mutants(area) if given.module in (None, mutant.module)]
    if given.count:
        mutants = Random(given.seed).sample(mutants, min(given.count, len(mutants)))
    now, until, idle = hashed(area.test_files), time.monotonic() + 60 * given.minutes, listed()
    verdicts = known(given.resume, now)
    open_ones = [mutant for mutant in mutants if mutant.id not in verdicts and not is_listed(mutant, idle)]
    if open_ones:
        reached, count = recorded(area, given.resume), Counter[str]()
        for mutant, found in ask_all(area, open_ones, reached, given.jobs, until):
            verdict = Verdict(mutant.id, mutant.change, found, module_hash(mutant.module), now)
            verdicts[mutant.id] = verdict
            count["noticed" if found else "survived"] += 1
            print(f"\r{dict(count)} of {len(open_ones)} ", end="", file=sys.stderr, flush=True)
            if given.resume:
                with given.resume.open("ab") as file:
                    file.write(msgspec.json.encode(verdict) + b"\n")
        print(file=sys.stderr)
    print(told(mutants, verdicts))


if __name__ == "__main__":
    main()

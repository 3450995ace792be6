"""How the code is cut: lines of functions, share of typed and of documented ones.

    python tests/house/figures.py

Lines are those from `def` to the end, without the docstring. Public is what has no underscore at the front of its
name, of its class's or of its module's.
"""

import ast
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.house.placing import sums

PACKAGE = Path(__file__).resolve().parents[2] / "shogun"
Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Function:
    """One function or method."""

    place: str
    lines: int
    is_typed: bool
    is_public: bool
    is_documented: bool


@dataclass(frozen=True)
class Figures:
    """What CI prints of all functions."""

    functions: int
    median: float
    ninety_percent: int
    longest: int
    longest_place: str
    typed: float
    documented: float

    def __str__(self) -> str:
        return (
            f"{self.functions} functions: median {self.median:g} lines, 90 % at most {self.ninety_percent}, "
            f"longest {self.longest} ({self.longest_place})\n"
            f"typed {self.typed:.1%}, public ones documented {self.documented:.1%}"
        )


@cache
def functions(package: Path = PACKAGE) -> tuple[Function, ...]:
    """Return every function and method of a package, nested ones too."""
    modules = {path: ast.parse(path.read_text("utf-8")) for path in sorted(package.rglob("*.py"))}
    return tuple(
        function
        for path, module in modules.items()
        for function in _inside(module, str(path.relative_to(package.parent)), is_public=True)
    )


def _inside(node: ast.AST, place: str, *, is_public: bool) -> Iterator[Function]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            yield _function(child, place, is_public=is_public)
            yield from _inside(child, f"{place}:{child.name}", is_public=False)
        elif isinstance(child, ast.ClassDef):
            yield from _inside(child, f"{place}:{child.name}", is_public=is_public and not child.name.startswith("_"))
        else:
            yield from _inside(child, place, is_public=is_public)


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _function(node: Definition, place: str, *, is_public: bool) -> Function:
    documented = ast.get_docstring(node) is not None
    return Function(
        place=f"{place}:{node.name}",
        lines=_lines(node) - (_lines(node.body[0]) if documented else 0),
        is_typed=_is_typed(node),
        is_public=is_public and not node.name.startswith("_"),
        is_documented=documented,
    )


def _is_typed(node: Definition) -> bool:
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
    named = [argument for argument in arguments if argument and argument.arg not in ("self", "cls")]
    return (node.returns is not None and all(argument.annotation for argument in named)) or node.name == "__init__"


def figures(package: Path = PACKAGE) -> Figures:
    """Return the figures of a package."""
    found = functions(package)
    lengths = sorted(function.lines for function in found)
    longest = max(found, key=lambda function: function.lines)
    public = [function for function in found if function.is_public]
    return Figures(
        functions=len(found),
        median=statistics.median(lengths),
        ninety_percent=lengths[int(len(lengths) * 0.9)],
        longest=longest.lines,
        longest_place=longest.place,
        typed=sum(function.is_typed for function in found) / len(found),
        documented=sum(function.is_documented for function in public) / len(public),
    )


if __name__ == "__main__":
    print(figures())
    print("places computed by hand: {} rectangles, {} lines of edge arithmetic".format(*sums()))

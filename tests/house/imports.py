"""How the modules import each other: circles among them, and the longest chain.

    python tests/house/imports.py

Every import counts: those at the top of a module, those inside functions, and those for types alone. In the longest
chain a circle counts as one module.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "shogun"
Graph = Mapping[str, frozenset[str]]
"""The modules that each module imports."""


@dataclass(frozen=True)
class Imports:
    """What CI prints of all imports."""

    modules: int
    imports: int
    circles: tuple[tuple[str, ...], ...]
    """The largest first, each with its modules in the order of the alphabet."""
    chain: tuple[str, ...]
    """The longest chain, each module importing the next; of a circle only its first module."""

    def __str__(self) -> str:
        sizes = " and ".join(str(len(circle)) for circle in self.circles) or "no"
        return (
            f"{self.modules} modules, {self.imports} imports: {sizes} modules in circles, "
            f"longest chain {len(self.chain)}\n" + " -> ".join(name.removeprefix("shogun.") for name in self.chain)
        )


def read(package: Path = PACKAGE) -> Graph:
    """Return the graph of a package's own modules."""
    files = {_name(path, package): path for path in sorted(package.rglob("*.py"))}
    return {
        name: frozenset(found for found in _imported(path, files) if found in files and found != name)
        for name, path in files.items()
    }


def _name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, files: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in files else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def circles(graph: Graph) -> dict[str, tuple[str, ...]]:
    """Return the circle of each module: all that it reaches and that reach it, itself with them."""
    reached = {name: _reached(graph, name) | {name} for name in graph}
    return {name: tuple(sorted(other for other in reached[name] if name in reached[other])) for name in graph}


def _reached(graph: Graph, start: str) -> frozenset[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        new = graph[todo.pop()] - found
        found |= new
        todo.extend(new)
    return frozenset(found)


def longest_chain(graph: Graph) -> tuple[str, ...]:
    """Return the longest chain of modules, each circle taken for its first module."""
    of = {name: circle[0] for name, circle in circles(graph).items()}
    below: dict[str, set[str]] = {}
    for name, imported in graph.items():
        below.setdefault(of[name], set()).update(of[other] for other in imported if of[other] != of[name])
    chains: dict[str, tuple[str, ...]] = {}
    for name in TopologicalSorter(below).static_order():
        chains[name] = (name, *max((chains[other] for other in sorted(below[name])), key=len, default=()))
    return max(chains.values(), key=len)


@cache
def imports(package: Path = PACKAGE) -> Imports:
    """Return the figures of a package."""
    graph = read(package)
    found = {circle for circle in circles(graph).values() if len(circle) > 1}
    return Imports(
        modules=len(graph),
        imports=sum(len(imported) for imported in graph.values()),
        circles=tuple(sorted(found, key=lambda circle: (-len(circle), circle))),
        chain=longest_chain(graph),
    )


if __name__ == "__main__":
    sys.stdout.write(f"{imports()}\n")

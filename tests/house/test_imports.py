"""Circles among modules and long chains of imports may become fewer, never more."""

from tests.house.imports import circles, imports, longest_chain

IN_CIRCLES: list[int] = []
"""Modules in each circle, at most: there is none."""
DEPTH = 18
"""Modules in the longest chain, at most. The aim is 18."""


def test_there_are_no_more_circles_than_there_were() -> None:
    found = imports()
    sizes = [len(circle) for circle in found.circles]
    assert len(sizes) <= len(IN_CIRCLES), found
    assert all(size <= most for size, most in zip(sizes, IN_CIRCLES, strict=False)), found


def test_no_chain_of_imports_is_longer_than_it_was() -> None:
    assert len(imports().chain) <= DEPTH, imports()


def test_a_circle_and_a_chain_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"d"}}
    frozen = {name: frozenset(imported) for name, imported in graph.items()}
    assert circles(frozen)["c"] == ("b", "c")
    assert circles(frozen)["a"] == ("a",)
    assert longest_chain(frozen) == ("a", "b", "d")

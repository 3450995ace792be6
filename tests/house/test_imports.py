"""No modules import each other in a circle."""

from tests.house.imports import circles, imports, longest_chain


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert imports().circles == (), imports()


def test_a_circle_and_a_chain_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"d"}}
    frozen = {name: frozenset(imported) for name, imported in graph.items()}
    assert circles(frozen)["c"] == ("b", "c")
    assert circles(frozen)["a"] == ("a",)
    assert longest_chain(frozen) == ("a", "b", "d")

"""The faults that are put into the house are what they are said to be."""

import ast
import sys
from functools import cache
from random import Random

import pytest

pytest.importorskip("resource", reason="mutants need a system that can fork")

from tests.robustness import mutants
from tests.robustness.mutants import AREAS, Mutant, all_mutants, applied, equivalents, other_code

RULES = AREAS["rules"].folder


@cache
def within(module: str, where: str) -> dict[str, Mutant]:
    """Return all faults in a function, by what they change."""
    return {mutant.change: mutant for mutant in mutants.mutants_of(module) if mutant.where == where}


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("count_out", "if lead > 0: -> if lead >= 0:"),
        ("count_out", "if lead > 0: -> if lead <= 0:"),
        ("count_out", "if lead > 0: -> if lead > 1:"),
        ("count_out", "if lead < 0 and defenders: -> if lead < 0 or defenders:"),
        ("count_out", "if lead < 0 and defenders: -> if lead < 0:"),
        ("count_out", "lead = attackers - defenders - peasants -> lead = attackers - defenders + peasants"),
        ("_add_peasants", "state.peasants -= joining -> state.peasants += joining"),
        ("_add_peasants", "joining = min(count, state.peasants) -> joining = max(count, state.peasants)"),
        ("begin_revolt", "_lift_tray(play) -> pass"),
    ],
)
def test_every_kind_of_fault_is_drawn(where: str, change: str) -> None:
    assert change in within(f"{RULES}/battle", where)


@pytest.mark.parametrize("area", AREAS)
def test_a_fault_changes_its_module_in_one_place(area: str) -> None:
    for mutant in Random(3).sample(all_mutants(AREAS[area]), 25):
        tree, before, after = applied(mutant.module, mutant.place, mutant.variant)
        assert before != after
        assert ast.dump(tree) != ast.dump(ast.parse(mutants.source(mutant.module)))
        compile(tree, mutant.module, "exec")


def test_a_fault_in_a_function_is_put_into_its_code_and_one_outside_is_not() -> None:
    inside = within(f"{RULES}/battle", "count_out")["if lead > 0: -> if lead >= 0:"]
    assert mutants.live(inside)
    assert other_code(inside)
    outside = within(f"{RULES}/cards", "")["ARMIES = 62 -> ARMIES = 63"]
    assert mutants.live(outside) is None


@pytest.mark.parametrize(
    ("code", "acts"),
    [
        ("Inside = State | None", False),
        ("FLAGS = re.A | re.B", True),
        ("Name = Annotated[str, Meta(max_length=60)]", False),
        ("Known: TypeAlias = A", False),
        ("LONGEST = 100", False),
        ("RED: Colour = (200, -10, 2 * 5)", False),
        ("SUFFIX = '.toml'", True),
        ("def f():\n LONGEST = 100", True),
        ("raise ValueError('no such tower')", "raise"),
        ("say(_('text'))", "say"),
        ("zip(a, b, strict=True)", "zip"),
    ],
)
def test_types_and_chosen_numbers_and_texts_are_left_as_they_are(
    code: str, acts: bool | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "source", lambda _module: code)
    drawn = [mutant.change for mutant in mutants.mutants_of("table/journal")]
    if isinstance(acts, str):  # the statement can be left out, and that is all
        assert len(drawn) == 1
        assert drawn[0].endswith("-> pass")
    else:
        assert bool(drawn) == acts


@pytest.mark.parametrize(
    ("code", "runs", "rests"),
    [
        ("if sys.platform != {here!r}:\n go(1)\nelse:\n go(2)", "go(2) -> pass", "go(1) -> pass"),
        ("if sys.platform == {here!r} or old:\n go(1)\nelse:\n go(2)", "go(1) -> pass", "go(2) -> pass"),
        ("go(sys.platform == 'other' and far(1))\ngo(2)", "go(2) -> pass", "far(1) -> far(2)"),
    ],
)
def test_no_fault_is_put_where_only_another_operating_system_goes(
    code: str, runs: str, rests: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "source", lambda _module: code.format(here=sys.platform))
    drawn = " ".join(mutant.change for mutant in mutants.mutants_of("table/journal"))
    assert runs in drawn
    assert rests not in drawn


@pytest.mark.slow
def test_what_cannot_be_noticed_is_listed_with_a_reason_and_still_there() -> None:
    there = {(mutant.module, mutant.where) for area in AREAS.values() for mutant in all_mutants(area)}
    for listed in equivalents():
        assert listed.reason
        assert (listed.module, listed.where) in there
        assert listed.change in {
            mutant.change for mutant in mutants.mutants_of(listed.module) if mutant.where == listed.where
        }


@pytest.mark.slow
def test_a_fault_is_noticed_and_one_that_changes_nothing_is_not() -> None:
    noticed = within(f"{RULES}/battle", "count_out")["if lead > 0: -> if lead >= 0:"]
    (idle,) = [
        mutant
        for change, mutant in within(f"{RULES}/views", "_seen_bids").items()
        if change.endswith("tuple((plan.bid for plan in state.plans))")
    ]
    test = "tests/games/shogun/rules/test_10_examples.py::test_10_10_with_an_empty_peasant_reserve_none_is_thrown"
    tests = [f"{test}[out0-0]", f"{test}[out1-None]"]
    lines = {f"{one.module}:{one.line}": [0, 1] for one in (noticed, idle)}
    reached = {"all": tests, "seconds": [0.1, 0.1], "lines": lines, "failing": []}
    found = dict(mutants.ask_quickly(AREAS["rules"], [noticed, idle], reached, 1, float("inf")))
    assert found == {idle.id: "", noticed.id: tests[1]}

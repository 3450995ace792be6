"""What the numbers of environments mean, in words."""

import pytest

from shogun.envs.__main__ import main
from shogun.envs.cell_listing import listing
from tests.envs.forms import FORMS, Form


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_every_cell_and_action_is_listed(form: Form) -> None:
    env = form.env()
    told = listing(env)
    for part in env.parts:
        assert f"`{part.name}` {part.shape}" in told
        assert all(f"| {cell.name} | {cell.least} | {cell.most} | {cell.meaning} |" in told for cell in part.cells)
    assert all(f"| {number} | {name} |" in told for number, name in enumerate(env.action_names))


def test_the_module_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rumble_nation_v0", "3"]) == 0
    assert capsys.readouterr().out.startswith("# rumble_nation_v0, 3 players\n")


@pytest.mark.parametrize("words", [[], ["chess_v0"], ["shogun_v0", "many"], ["shogun_v0", "9"]])
def test_what_it_doesnt_know_is_told_in_a_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1

"""Two processes that change different things of a shared file lose nothing, and that a loss would be noticed."""

from pathlib import Path

import pytest

from tests.robustness import sharing
from tests.systems import needs_links

KINDS = [pytest.param(kind, marks=needs_links if kind == "bin" else ()) for kind in sharing.PAIRS]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_two_processes_that_change_a_shared_file_two_hundred_times_lose_nothing(kind: str, tmp_path: Path) -> None:
    assert sharing.run_pair(kind, 200, tmp_path) == 2 * min(200, sharing.PAIRS[kind].most)


@pytest.mark.slow
def test_pairs_are_counted() -> None:
    tally = sharing.run(2, 3, 1, ("ratings", "names"))
    assert tally.pairs == 2 and str(tally).endswith("nothing lost")


@pytest.mark.parametrize("kind", KINDS)
def test_what_only_one_process_has_changed_would_be_noticed(kind: str, tmp_path: Path) -> None:
    pair = sharing.PAIRS[kind]
    pair.change(tmp_path, "a", 3)
    with pytest.raises(sharing.Loss):
        pair.check(tmp_path, 3)
    pair.change(tmp_path, "b", 3)
    pair.check(tmp_path, 3)

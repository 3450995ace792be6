"""A short form of the attacks of `fuzz.py`: the same cases each time."""

from tests.robustness.fuzz import cases

SEED, COUNT = 1, 60


def test_files_of_strangers_end_in_sentences() -> None:
    flaws = [f"--seed {SEED} --first {number} ({kind}): {flaw}" for number, kind, flaw in cases(SEED, 0, COUNT) if flaw]
    assert flaws == []

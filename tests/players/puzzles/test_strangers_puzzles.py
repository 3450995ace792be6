"""Puzzles of strangers, changed by their structure and sealed anew: each ends in a sentence, or can be judged."""

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from shogun.games import GAMES, entry_of
from shogun.players.puzzles.collection import shipped_puzzles
from shogun.players.puzzles.verdict import open_puzzle, values
from tests.robustness import fuzz
from tests.robustness.judge import tried
from tests.robustness.mutate import bitten, changed

FILES = [one.path for one in shipped_puzzles(GAMES)]
CRC = re.compile(r',"crc":"[0-9a-f]{8}"\}$')


def changed_puzzle(rng: Random) -> bytes:
    data = rng.choice(FILES).read_bytes()
    if rng.random() < 0.15:
        return bitten(data, rng)
    tree: Any = msgspec.json.decode(data)
    if rng.random() < 0.6:
        lines = [msgspec.json.decode(CRC.sub("}", line)) for line in tree["journal"]]
        sealed = fuzz.changed_lines(lines, rng)
        tree["journal"] = sealed.decode("utf-8", "replace").splitlines()
    else:
        tree = changed(tree, rng)
    try:
        return msgspec.json.encode(tree)
    except OverflowError:
        return b"9" * 5000


def attack(path: Path) -> bool:
    """Open a puzzle, and judge its answers as quickly as that can be done."""

    def use() -> None:
        opened = open_puzzle(entry_of, path)
        opened.judge.values(opened.start, opened.puzzle.theme, [opened.best, opened.usual], 2, "x")

    return tried(use)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_file_says_it_ends_in_a_sentence(seed: int, tmp_path: Path) -> None:
    rng, path = Random(seed), tmp_path / "odd.puzzle"
    for _case in range(40):
        path.write_bytes(changed_puzzle(rng))
        attack(path)


def test_one_that_is_as_it_was_can_be_judged(tmp_path: Path) -> None:
    opened = open_puzzle(entry_of, FILES[0])
    assert values(opened, [opened.best]).mean() >= opened.puzzle.bounds[2]
    assert attack(FILES[0])

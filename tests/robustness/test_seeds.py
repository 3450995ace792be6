"""The short form of `seeds.py`, and that it would notice a difference."""

import json
from pathlib import Path
from random import Random

import pytest

from tests.golden.kept import games
from tests.robustness import seeds
from tests.robustness.seeds import Differs, Game

GAME = Game(1, "")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game_however_it_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = seeds.run(1, 1, tmp_path)
    assert (tally.seeds, tally.journals) == (1, len(seeds.WAYS))
    assert tally.lines > 5 * 100
    monkeypatch.setattr(seeds, "fresh", lambda arguments, hashes: pytest.fail("played again"))
    assert seeds.run(1, 1, tmp_path) == tally


def journals(tmp_path: Path) -> tuple[Path, Path]:
    one, other = tmp_path / "one", tmp_path / "other"
    for path in (one, other):
        path.write_bytes(next(iter(games().values())))
    return one, other


def test_dates_and_checksums_make_no_difference(tmp_path: Path) -> None:
    one, other = journals(tmp_path)
    header, *lines = one.read_bytes().splitlines()
    later = json.dumps({**json.loads(header), "created": "2001-01-01", "crc": "0"}).encode()
    other.write_bytes(b"\n".join([later, *lines]))
    assert seeds.compare(GAME, "", one, other) == len(lines) + 1


def test_any_other_difference_is_told_with_its_line(tmp_path: Path) -> None:
    one, other = journals(tmp_path)
    lines = one.read_bytes().splitlines()
    other.write_bytes(b"\n".join([*lines[:3], lines[3].replace(b'"n":4', b'"n":40'), *lines[4:]]))
    with pytest.raises(Differs, match="line 4"):
        seeds.compare(GAME, "", one, other)
    other.write_bytes(b"\n".join(lines[:-1]))
    with pytest.raises(Differs, match=f"{len(lines)} lines, but {len(lines) - 1}"):
        seeds.compare(GAME, "", one, other)


def test_journals_are_cut_everywhere_but_in_their_header() -> None:
    journal = next(iter(games().values()))
    header = journal.splitlines(keepends=True)[0]
    assert seeds.cut(journal, "save and load", Random(1)) == header
    for way in ("cut after a line", "cut in a line"):
        cuts = [seeds.cut(journal, way, Random(number)) for number in range(50)]
        assert all(header <= part and journal.startswith(part) and len(part) < len(journal) for part in cuts)
        assert len(set(cuts)) > 30
        assert all(part.endswith(b"\n") for part in cuts) == (way == "cut after a line")

"""A short form of the exchanges of `exchanges.py`, the same cases each time, and that they would notice a flaw."""

from pathlib import Path

import pytest

from shogun.base.notices import next_notice
from shogun.table.positions import PositionError
from tests.robustness import exchanges

COUNT = 25
SEED = 2


@pytest.mark.parametrize("kind", exchanges.KINDS)
def test_files_with_exchanged_values_end_in_sentences(kind: str) -> None:
    assert exchanges.cases(kind, SEED, range(COUNT)) == []


def test_a_reader_that_fails_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(path: Path) -> None:
        raise KeyError(path.name)

    broken = exchanges.KINDS["opponent"]._replace(read=read)
    monkeypatch.setitem(exchanges.KINDS, "opponent", broken)
    assert exchanges.cases("opponent", SEED, range(3)) == [(number, "KeyError: 'who.toml'") for number in range(3)]


@pytest.mark.parametrize("kind", exchanges.KINDS)
def test_whole_files_are_read(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what is refused is refused for what was exchanged."""
    monkeypatch.setattr(exchanges, "exchanged", lambda tree, _rng: tree)
    monkeypatch.setattr(exchanges, "tried", lambda deed: deed())
    assert exchanges.cases(kind, SEED, range(4)) == []


@pytest.mark.parametrize("name", ["tactics", "events"])
def test_a_table_where_a_list_belongs_is_told(name: str, tmp_path: Path) -> None:
    game = {"tactics": "rumble-nation", "events": "shogun"}[name]
    path = tmp_path / "a.position.toml"
    path.write_text(f'format = 1\ngame = "{game}"\n[{name}]\nx = 1\n[setup]\nseats = 3\n', "utf-8")
    with pytest.raises(PositionError) as told:
        exchanges.KINDS["position"].read(path)
    assert "must be a list, not a table" in str(told.value.findings[0].text)


BINARY = ("archive", "recording")


@pytest.mark.parametrize("kind", [kind for kind in exchanges.KINDS if kind not in BINARY])
def test_an_editor_may_have_changed_the_line_breaks(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of, met = exchanges.KINDS[kind], []

    def read(path: Path) -> None:
        found, data = of.read(path), path.read_bytes()
        path.write_bytes(data.rstrip(b"\r\n").replace(b"\n", b"\r\n") + b"\r\n")
        again = of.read(path)
        assert type(again) is type(found)
        assert again == found or type(found).__eq__ is object.__eq__
        assert not next_notice(), "nothing was put aside"
        met.append(kind)

    monkeypatch.setattr(exchanges, "exchanged", lambda tree, _rng: tree)
    monkeypatch.setattr(exchanges, "tried", lambda deed: deed())
    monkeypatch.setitem(exchanges.KINDS, kind, of._replace(read=read))
    assert exchanges.cases(kind, SEED, range(2)) == []
    assert met == [kind] * 2

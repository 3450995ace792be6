"""One's own towers: nothing that came with the program is ever written to, and nothing that was drawn gets lost."""

import errno
import os
from pathlib import Path

import pytest

from shogun.base.resources import shipped
from shogun.tower import library, load_tower, tower_names
from shogun.tower.folders import own_folder
from shogun.tower.geometry import GeometryError
from shogun.tower.library import Draft, LibraryError


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def test_a_copy_of_a_shipped_tower_is_ones_own() -> None:
    path = library.duplicate("classic")
    assert path == own_folder() / "classic-2.toml"
    schema, whole = (shipped("tower_geometry") / "classic.toml").read_text().split("\n", 1)
    assert schema.startswith("#:schema") and path.read_text() == whole  # there is none beside the copy
    assert library.duplicate("classic").stem == "classic-3"
    assert library.duplicate("classic-2").stem == "classic-2-2"


def test_renamed_deleted_and_brought_back() -> None:
    path = library.rename(library.duplicate("steep"), "  hill ")
    assert path.stem == "hill" and "hill" in tower_names()
    kept = library.delete(path)
    assert "hill" not in tower_names()
    library.save(library.own_path("hill"), "another = 1")
    assert library.bring_back(kept).stem == "hill 2"
    assert load_tower("hill 2").name == "hill 2"


@pytest.mark.parametrize("name", ["", " ", "a/b", "nul", "model", "x" * 61, ".x", "classic", "new\nline", "a.toml"])
def test_names_that_no_tower_can_have(name: str) -> None:
    path = library.duplicate("steep")
    with pytest.raises(LibraryError) as told:
        library.rename(path, name)
    assert str(told.value).endswith(".") and path.exists()


def test_only_the_last_deleted_ones_are_kept() -> None:
    for _ in range(library.KEPT + 3):
        last = library.delete(library.duplicate("classic"))
    kept = list((own_folder() / library.DELETED).glob("*.toml"))
    assert len(kept) == library.KEPT and last in kept


def test_exported_and_taken_in(tmp_path: Path) -> None:
    first, second = (library.export("classic", tmp_path) for _ in range(2))
    assert first.name == "classic.toml" and second.name == "classic 2.toml"
    text, name = library.take_in(first)
    assert name not in tower_names() and "[funnel]" in text


@pytest.mark.parametrize("name", ["model", "..", " ", "con", "a\tb", "''", "x" * 200])
def test_a_strangers_file_of_any_name_gets_a_fit_one(name: str) -> None:
    fit = library._near_name(name)
    assert library.checked_name(library.free_name(fit)) == library.free_name(fit)


@pytest.mark.parametrize("data", [b"", b"noise", b"\xff\xfe", b"format = 1\n[funnel]\n", b"x" * 300_000])
def test_a_file_that_is_no_tower_is_told_in_a_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "stranger.toml").write_bytes(data)
    with pytest.raises(GeometryError) as told:
        library.take_in(tmp_path / "stranger.toml")
    assert str(told.value).endswith(".") and "\n" not in str(told.value)


def test_a_full_disk_is_one_sentence_and_the_old_file_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    path = library.duplicate("classic")
    before = path.read_bytes()

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("shogun.base.files.sync", full)
    with pytest.raises(LibraryError, match="No space left"):
        library.save(path, "x" * 1000)
    with pytest.raises(LibraryError, match="No space left"):
        library.keep_draft(Draft("classic-2", "x"))
    assert path.read_bytes() == before


def test_drafts_are_kept_and_forgotten() -> None:
    assert library.found_draft("mine") is None and library.draft_names() == []
    draft = Draft("mine", "text", "base", {"baffle": (0, None)})
    library.keep_draft(draft)
    assert library.found_draft("mine") == draft and library.draft_names() == ["mine"]
    library._draft_path("mine").write_bytes(b"{broken")
    assert library.found_draft("mine") is None
    library.forget_draft("mine")
    assert library.draft_names() == []
    library.forget_draft("mine")

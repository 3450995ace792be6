"""One's own towers: nothing that came with the program is ever written to, and nothing that was drawn gets lost."""

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shogun.base.files import LONGEST
from shogun.base.resources import shipped
from shogun.tower import load_tower, tower_names, unsaved_towers, user_towers
from shogun.tower import user_towers as deleted_towers
from shogun.tower.geometry import GeometryError
from shogun.tower.tower_lookup import own_folder
from shogun.tower.unsaved_towers import Draft, UserTowerError
from tests.systems import not_wine


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_a_copy_of_a_shipped_tower_is_ones_own() -> None:
    path = user_towers.duplicate("classic")
    assert path == own_folder() / "classic-2.toml"
    schema, whole = (shipped("tower_geometry") / "classic.toml").read_text().split("\n", 1)
    assert schema.startswith("#:schema") and path.read_text() == whole  # there is none beside the copy
    assert user_towers.duplicate("classic").stem == "classic-3"
    assert user_towers.duplicate("classic-2").stem == "classic-2-2"


def test_renamed_deleted_and_brought_back() -> None:
    path = user_towers.rename(user_towers.duplicate("steep"), "  hill ")
    assert path.stem == "hill" and "hill" in tower_names()
    kept = deleted_towers.delete("hill", path)
    assert "hill" not in tower_names() and deleted_towers.binned() == [kept] and kept.geometry().baffles
    user_towers.save(user_towers.own_path("hill"), text_of_classic())
    assert deleted_towers.bring_back(kept) == "hill-2" and deleted_towers.binned() == []
    assert load_tower("hill-2").baffles == load_tower("steep").baffles


@not_wine
def test_a_tower_s_name_can_change_in_its_case_only(monkeypatch: pytest.MonkeyPatch) -> None:
    path = user_towers.rename(user_towers.duplicate("steep"), "hill")
    unsaved_towers.keep_draft(Draft("hill", text_of_classic()))
    user_towers.keep_version(path, text_of_classic())
    monkeypatch.setattr(Path, "samefile", lambda one, other: one.name.casefold() == other.name.casefold())
    new = user_towers.rename(path, "Hill")
    assert "Hill" in tower_names() and "hill" not in tower_names()
    assert unsaved_towers.draft_names() == ["Hill"] and len(user_towers.versions(new)) == 1


def test_what_was_drawn_of_a_tower_goes_with_it_wherever_it_goes() -> None:
    path = user_towers.duplicate("steep")
    unsaved_towers.keep_draft(Draft(path.stem, text_of_classic()))
    path = user_towers.rename(path, "hill")
    assert unsaved_towers.draft_names() == ["hill"]
    kept = deleted_towers.delete("hill", path)
    assert unsaved_towers.draft_names() == [] and kept.draft is not None
    assert kept.geometry().baffles == load_tower("classic").baffles, "it is shown as it was drawn last"
    assert deleted_towers.bring_back(kept) == "hill"
    found = unsaved_towers.found_draft("hill")
    assert found is not None and found.name == "hill" and found.text == text_of_classic()
    assert load_tower("hill").baffles == load_tower("steep").baffles


def test_a_drawing_that_was_never_saved_comes_back_too() -> None:
    for number in range(3):
        unsaved_towers.keep_draft(Draft("mine", text_of_classic(), "base", {}, f"{number}"))
        deleted_towers.delete("mine", None)
    assert [one.name for one in deleted_towers.binned()] == ["mine"] * 3 and unsaved_towers.draft_names() == []
    assert [deleted_towers.bring_back(one) for one in deleted_towers.binned()] == ["mine", "mine-2", "mine-3"]
    assert sorted(
        found.there for name in unsaved_towers.draft_names() if (found := unsaved_towers.found_draft(name))
    ) == [
        "0",
        "1",
        "2",
    ]


def test_a_tower_comes_back_to_the_folder_in_which_it_lay(tmp_path: Path) -> None:
    path = user_towers.export("steep", tmp_path)
    kept = deleted_towers.delete(path.stem, path)
    assert not path.exists() and kept.file is not None and kept.file.parent == own_folder() / deleted_towers.DELETED
    name = deleted_towers.bring_back(kept)
    assert (tmp_path / f"{name}.toml").exists() and list((own_folder() / deleted_towers.DELETED).glob("[!.]*")) == []


def test_the_bin_keeps_all_of_the_last_30_days() -> None:
    kept = [deleted_towers.delete(path.stem, path) for path in [user_towers.duplicate("classic") for _ in range(25)]]
    old = time.time() - deleted_towers.DAYS * 86_400 - 60
    first = kept[0].file
    assert first is not None
    os.utime(first, (old, old))
    assert len(deleted_towers.binned()) == 24 and not first.exists()


@pytest.mark.parametrize("name", ["", " ", "a/b", "nul", "model", "x" * 61, ".x", "classic", "new\nline", "a.toml"])
def test_names_that_no_tower_can_have(name: str) -> None:
    path = user_towers.duplicate("steep")
    with pytest.raises(UserTowerError) as told:
        user_towers.rename(path, name)
    assert str(told.value).endswith(".") and path.exists()


def test_exported_and_taken_in(tmp_path: Path) -> None:
    first, second = (user_towers.export("classic", tmp_path) for _ in range(2))
    assert first.name == "classic.toml" and second.name == "classic 2.toml"
    text, name = user_towers.take_in(first)
    assert name not in tower_names() and "[funnel]" in text


@pytest.mark.parametrize("name", ["model", "..", " ", "con", "a\tb", "''", "x" * 200])
def test_a_strangers_file_of_any_name_gets_a_fit_one(name: str) -> None:
    fit = user_towers.near_name(name)
    assert user_towers.checked_name(user_towers.free_name(fit)) == user_towers.free_name(fit)


@pytest.mark.parametrize("data", [b"", b"noise", b"\xff\xfe", b"format = 1\n[funnel]\n", b"x" * 300_000])
def test_a_file_that_is_no_tower_is_told_in_a_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "stranger.toml").write_bytes(data)
    with pytest.raises(GeometryError) as told:
        user_towers.take_in(tmp_path / "stranger.toml")
    assert str(told.value).endswith(".") and "\n" not in str(told.value)


def test_a_full_disk_is_one_sentence_and_the_old_file_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    path = user_towers.duplicate("classic")
    before = path.read_bytes()

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("shogun.base.files.sync", full)
    with pytest.raises(UserTowerError, match="No space left"):
        user_towers.save(path, "x" * 1000)
    with pytest.raises(UserTowerError, match="No space left"):
        unsaved_towers.keep_draft(Draft("classic-2", "x"))
    assert path.read_bytes() == before


def text_of_classic() -> str:
    return user_towers.take_in(shipped("tower_geometry") / "classic.toml")[0]


def test_drafts_are_kept_and_forgotten() -> None:
    assert unsaved_towers.found_draft("mine") is None and unsaved_towers.draft_names() == []
    draft = Draft("mine", text_of_classic(), "base", {"baffle": (0, 1, None, None, 2), "pin": (), "wall": ()})
    unsaved_towers.keep_draft(draft)
    assert unsaved_towers.found_draft("mine") == draft and unsaved_towers.draft_names() == ["mine"]
    unsaved_towers.forget_draft("mine")
    assert unsaved_towers.draft_names() == []
    unsaved_towers.forget_draft("mine")


@pytest.mark.parametrize("said", [b"{broken", b"", b"\xff\xfe", b'{"name":"mine"}', b'{"name":"mine","text":"x = ["}'])
def test_a_draft_that_cannot_be_read_is_put_aside_and_told_once(said: bytes) -> None:
    path = unsaved_towers.draft_path("mine")
    for number in range(2):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(said)
        assert unsaved_towers.found_draft("mine") is None
        told = list(unsaved_towers.put_unreadable_aside())
        assert len(told) == 1 and "mine" in told[0] and told[0].endswith(".") and "\n" not in told[0]
        assert list(unsaved_towers.put_unreadable_aside()) == [] and unsaved_towers.draft_names() == []
        aside = [other for other in path.parent.iterdir() if ".broken" in other.name]
        assert [other.read_bytes() for other in aside] == [said] * (number + 1)


def test_no_draft_is_written_over_what_cannot_be_read() -> None:
    path = unsaved_towers.draft_path("mine")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{broken")
    unsaved_towers.keep_draft(Draft("mine", text_of_classic()))
    assert unsaved_towers.found_draft("mine") is not None
    assert path.with_name("mine.json.broken").read_bytes() == b"{broken"


@pytest.mark.parametrize("origins", [b"", b',"origins":{}', b',"origins":{"baffle":[0]}', b',"origins":{"pin":[9]}'])
def test_a_draft_whose_pieces_are_not_told_is_drawn_on_all_the_same(origins: bytes) -> None:
    path, text = unsaved_towers.draft_path("mine"), json.dumps(text_of_classic()).encode()
    path.parent.mkdir(parents=True)
    path.write_bytes(b'{"name":"mine","base":' + text + b',"text":' + text + origins + b"}")
    found = unsaved_towers.found_draft("mine")
    assert found is not None and (found.base, found.text) == ("", text_of_classic())


def test_one_window_alone_draws_under_a_name() -> None:
    first = unsaved_towers.claim("mine")
    assert first is not None and unsaved_towers.claim("mine") is None
    assert user_towers.claimed("mine").name == "mine-2"
    first.release()
    again = unsaved_towers.claim("mine")
    assert again is not None
    again.release()
    assert list((own_folder() / unsaved_towers.DRAFTS).iterdir()) == []


def test_a_killed_window_leaves_no_claim(tmp_path: Path) -> None:
    code = (
        "from shogun.tower import unsaved_towers as drafts; "
        "kept = drafts.claim('mine'); print(kept, flush=True); input()"
    )
    asks = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], env=dict(os.environ), **asks) as other:  # type: ignore[call-overload]
        assert other.stdout.readline() and unsaved_towers.claim("mine") is None
        other.kill()
    assert unsaved_towers.claim("mine") is not None


def test_what_no_file_name_may_hold_becomes_an_underscore() -> None:
    assert user_towers.near_name("a\tb") == "a_b"
    assert user_towers.near_name("x" * 200) == "x" * (LONGEST - 4)


def test_a_drawing_is_unsaved_as_long_as_no_tower_has_its_name() -> None:
    draft = Draft("mine", text_of_classic())
    assert user_towers.unsaved("mine") is None
    unsaved_towers.keep_draft(draft)
    assert user_towers.unsaved("mine") == draft
    unsaved_towers.keep_draft(Draft("classic", text_of_classic()))
    assert user_towers.unsaved("classic") is None

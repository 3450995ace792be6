"""Towers by name: the nearest file wins, and what can't be found or read is said in a sentence."""

from pathlib import Path

import pytest

from shogun.base.resources import shipped
from shogun.tower import GeometryError, find_towers, load_tower, tower_folders, tower_names

CLASSIC = shipped("tower_geometry") / "classic.toml"


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    near, far = tmp_path / "near", tmp_path / "far"
    for folder, title in ((near, "near"), (far, "far")):
        folder.mkdir()
        text = CLASSIC.read_text(encoding="utf-8").replace("The classic tower", title)
        (folder / "mine.toml").write_text(text, encoding="utf-8")
    return [near, far]


def test_the_first_folder_wins(folders: list[Path]) -> None:
    assert load_tower("mine", folders).title == "near"
    assert load_tower("mine", folders[::-1]).title == "far"
    assert [tower.path for tower in find_towers(folders)] == [folders[0] / "mine.toml"]


def test_a_path_is_taken_as_it_is(folders: list[Path]) -> None:
    assert load_tower(folders[1] / "mine.toml").title == "far"


def test_the_current_folder_comes_first_the_shipped_towers_last(
    folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folders[0])
    assert load_tower("mine").title == "near"
    assert tower_folders()[0] == folders[0]
    assert {"mine", "classic"} <= set(tower_names())
    assert [tower.name for tower in find_towers() if tower.shipped and tower.name == "mine"] == []


def test_other_files_are_no_towers(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    assert tower_names([tmp_path]) == []


@pytest.mark.parametrize(
    "said", ["funnel = { mouth = 60, height = 20 }", "[ funnel ]\nmouth = 60", "funnel.mouth = 60"]
)
def test_a_tower_is_found_however_its_tables_are_written(said: str, tmp_path: Path) -> None:
    (tmp_path / "inline.toml").write_text(f"format = 1\n{said}\n", encoding="utf-8")
    (tmp_path / "other.toml").write_text("format = 1\n# of no funnel\n", encoding="utf-8")
    assert tower_names([tmp_path]) == ["inline"]


def test_towers_are_found_though_the_current_folder_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "cwd", gone)
    assert "classic" in tower_names()


def test_an_unknown_name_lists_the_known_ones(folders: list[Path]) -> None:
    with pytest.raises(GeometryError, match=r"no tower yours: .* one of: mine"):
        load_tower("yours", folders)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "long.toml").write_text("#" * 1_000_001)
    for name, message in (
        ("binary", "UTF-8"),
        ("long", "larger than 200000 bytes"),
        ("none", "There is no file"),
    ):
        with pytest.raises(GeometryError, match=message):
            load_tower(tmp_path / f"{name}.toml")
    with pytest.raises(GeometryError, match="There is no file"):
        load_tower(str(tmp_path) + "/.toml")

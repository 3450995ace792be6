"""The user's folders: all below SHOGUN_HOME where it is set, otherwise where the system keeps them."""

import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest
from platformdirs.windows import Windows

from shogun.base.user_folders import cache_folder, data_folder, documents_folder, pictures_folder, settings_folder
from shogun.table.saved_games import games_folder
from shogun.window.kit.runtime.settings import Settings, save_settings, settings_path

FOLDERS = (data_folder, settings_folder, cache_folder, documents_folder, pictures_folder)


def test_one_variable_moves_every_folder_on_every_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    for name in ("user_data_path", "user_config_path", "user_cache_path", "user_documents_path", "user_pictures_path"):
        monkeypatch.setattr(platformdirs, name, None)  # the system isn't even asked
    folders = [folder() for folder in FOLDERS]
    assert len(set(folders)) == len(FOLDERS) and {folder.parent for folder in folders} == {tmp_path}


@pytest.mark.parametrize("home", [None, ""])
def test_without_it_the_system_says_where(home: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHOGUN_HOME") if home is None else monkeypatch.setenv("SHOGUN_HOME", home)
    assert data_folder() == platformdirs.user_data_path("shogun", appauthor=False)
    assert documents_folder() == platformdirs.user_documents_path()


def test_a_relative_folder_is_below_the_current_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHOGUN_HOME", "home")
    assert data_folder() == tmp_path / "home" / "data"


def test_settings_on_windows_are_in_no_second_folder_of_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHOGUN_HOME")
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _name: "AppData")
    monkeypatch.setattr(platformdirs, "PlatformDirs", Windows)
    assert settings_path() == Path("AppData/shogun/settings.json")
    assert games_folder() == Path("AppData/shogun/games")


def test_a_program_keeps_everything_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    save_settings(Settings(speed=2.0))
    code = "from shogun.window.kit.runtime.settings import load_settings; print(load_settings().speed)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert float(told) == 2.0
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.json")] == ["settings/settings.json"]

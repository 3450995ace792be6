"""A battle saved as a picture that moves: what stands in the file, how large it is, and what is said without one."""

import sys
from pathlib import Path

import pygame
import pytest
from PIL import Image

from shogun.cli import main as run
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.battle_film import END_SECONDS, SIZE, BattleFilm, BattlePicture
from shogun.games.shogun.screen.play.last_battles import WatchableDrop
from shogun.games.shogun.screen.play.shown_battle import ShownBattle, sides
from shogun.tower import drop, load_tower
from shogun.window.kit.drawing.icons import SeatLook, crest_names
from shogun.window.tower.film_frames import GIF_SHARE
from shogun.window.tower.films import FilmError, check_film_path
from tests.window.clicking import session

GEOMETRY = load_tower("classic")
CRESTS = crest_names()
SEATS = (SeatLook("Takeda", "red", CRESTS[0], True), SeatLook("Uesugi", "blue", CRESTS[1], False))


@pytest.fixture(scope="module")
def fought() -> WatchableDrop:
    """A battle of six against four in a tower in which cubes of three lay."""
    first = drop(GEOMETRY, (), {"red": 7, "blue": 7, "peasant": 10}, 3)
    fallen = drop(GEOMETRY, first.resting, {"red": 6, "blue": 4, "peasant": 2}, 5, record=True)
    red, blue = fallen.out.get("red", 0), fallen.out.get("blue", 0)
    settled = ev.BattleSettled("Kai", 0, 1, red, blue, 0, None, 0, "players", red == blue)
    battle = ShownBattle("Takeda attacks Kai.", sides(settled, SEATS), result="A tie in Kai.")
    return WatchableDrop("battle", battle, None, fallen.recording)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rate", "share"), [("b.webp", 60, 1.0), ("b.gif", 50, GIF_SHARE)])
def test_a_usual_battle_takes_three_megabytes_at_most_and_lasts_as_long_as_its_film(
    tmp_path: Path, fought: WatchableDrop, name: str, rate: int, share: float
) -> None:
    size = BattlePicture(GEOMETRY, fought, SEATS, tmp_path / name)()
    assert size == (tmp_path / name).stat().st_size < 3_000_000
    seconds = sum(BattleFilm(GEOMETRY, fought, SEATS).script(rate))
    with Image.open(tmp_path / name) as picture:
        assert picture.size == tuple(round(side * share) for side in SIZE)
        shortest, total = 10_000, 0
        for frame in range(getattr(picture, "n_frames", 1)):
            picture.seek(frame)
            picture.load()
            shortest, total = min(shortest, picture.info["duration"]), total + picture.info["duration"]
    assert shortest == 1000 // rate
    assert total == pytest.approx(seconds * 1000, abs=20)


def test_a_film_ends_with_the_result_and_begins_anew_as_often_as_it_is_wanted(fought: WatchableDrop) -> None:
    pygame.font.init()
    film = BattleFilm(GEOMETRY, fought, SEATS)
    first = list(film.script(30))
    assert first[-1] == END_SECONDS
    assert film._shown.result == fought.battle.result
    assert list(film.script(30)) == first
    assert 6 < sum(first) < 15


def test_another_ending_and_a_missing_library_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FilmError, match="must end in"):
        check_film_path(Path("battle.mp4"))
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(FilmError, match="need the library Pillow"):
        check_film_path(Path("battle.webp"))


@pytest.mark.parametrize(
    "arguments", [["--battle", "2"], ["--picture", "b.png"], ["--picture", "b.gif", "--battle", "0"]]
)
def test_the_command_says_in_a_sentence_what_is_wrong(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    session("random,random,random", setup=Setup(3), tower="classic", path=tmp_path / "g.journal").close()
    assert run(["replay", "g.journal", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("shogun: ")
    assert len(told.err.splitlines()) == 1
    assert list(tmp_path.glob("b.*")) == []

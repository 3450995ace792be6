"""What came with a file: personalities that its header describes, recordings that show another throw, late lines."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from shogun.game.protocol import Games
from shogun.game.questions import Throw, Thrown
from shogun.games import GAMES
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import FOLDER, opponent
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.last_battles import Remembering
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal import Contents, Header, SeatInfo, TowerInfo, read_journal, stated_checksum
from shogun.table.recordings import Recordings, drops_path
from shogun.table.session import Session, take_turn
from shogun.tower.tower_lookup import load_tower
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play import start
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.model import LogLine
from shogun.window.play.routes import ToGames, ToMenu, ToSavedGame
from shogun.window.play.start import saved_game
from tests.window.clicking import A_LONG_TIME, click, names, settle, show_game, shown, target, top, window

OPTIONS = PlayOptions(entries=GAMES)


def described() -> dict[str, str]:
    return {"mine": (FOLDER / "builder.toml").read_text(encoding="utf-8").replace("Builder", "Mason")}


def with_mason(path: Path) -> Session:
    """Return a new game in which an opponent plays that only the header knows."""
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(("person", "mine", "random"), 1))
    header = Header(seed=1, setup=Setup(3), seats=seats, tower=TowerInfo(), described=described())
    return Session.start(rules, header, path)


def test_a_personality_of_the_header_plays_and_is_named(tmp_path: Path) -> None:
    path = tmp_path / "data" / "games" / "game.journal"
    with window() as app:
        show_game(app, with_mason(path), [])
        settle(app)
        scene = top(app, GameScene)
        assert scene.driver.session.players[1] == "mine", "nobody plays in its place"
        assert any(line.seat == 1 for line in scene.driver.session.course.answers)
        assert target(app, "seat-1").tooltip.startswith("Mason.")
        click(app, "seat-2")
        assert "play-mine" in names(app, "play-")
        assert "Mason" in shown(app)
        click(app, "play-mine")
        assert scene.model.log[-1].text == "Mason now plays for Player 3."
        app.go(ToMenu())
        app.go(ToSavedGame(path))
        assert top(app, GameScene).model.log[-1].text == "Mason now plays for Player 3."
        app.go(ToMenu())
        app.go(ToGames())
        for _step in range(5):
            app.step(A_LONG_TIME)
        assert shown(app).count("Mason") == 2


def simulated(path: Path) -> Session:
    """Return a game as far as its first throw, whose recording is one of other cubes."""
    seats = tuple(SeatInfo(f"Player {n}", "", "random") for n in range(3))
    tower = TowerInfo.of(load_tower("classic"))
    played = Session.start(rules, Header(seed=1, setup=Setup(3), seats=seats, tower=tower), path)
    while not isinstance(played.chance, Throw):
        take_turn(played, [opponent("random")] * 3)
    job = played.throw_job(record=True)
    turn = played.accept(job())
    other = replace(job, throw=replace(job.throw, cubes={"red": 1}))()
    assert other.recording is not None
    assert Recordings(drops_path(path)).add(turn.n, turn.checksum, other.recording)
    return played


def test_a_recording_of_another_throw_is_not_played(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    played = simulated(path)
    line = played.course.answers[-1]
    assert isinstance(line.answer, Thrown)
    assert Recordings(drops_path(path)).get(line.n, stated_checksum(played.writer.lines[line.n - 1])) is not None
    story = story_of_journal(GAMES["shogun"], path)
    assert story.recording(story.last) is None
    task = Remembering(played.header, tuple(played.course.answers), tuple(played.writer.lines), path)
    job = story.history.throw_job(story.last)
    assert job is not None
    assert task._kept(line, job, line.answer.out) is None


def test_what_was_written_after_the_game_was_read_stands_in_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.journal"
    other = with_mason(path)
    seats = [opponent(code, other.header.descriptions) for code in ("greedy", "greedy", "random")]
    take_turn(other, seats)

    def read(games: Games, path: Path) -> Contents:
        contents = read_journal(games, path)
        for _turn in range(12):
            take_turn(other, seats)
        other.close()
        return contents

    monkeypatch.setattr(start, "read_journal", read)
    session, log = saved_game(OPTIONS, path)
    assert session.state == other.state
    again = start.log_of(GAMES["shogun"], session)
    assert [(line.text, line.n) for line in log] == [(line.text, line.n) for line in again] != []
    session.close()


def test_a_game_that_can_not_be_shown_is_free_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.journal"
    with_mason(path).close()

    def failing(*_asked: object) -> list[LogLine]:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(start, "log_of", failing)
        with pytest.raises(MemoryError):
            saved_game(OPTIONS, path)
    saved_game(OPTIONS, path)[0].close()

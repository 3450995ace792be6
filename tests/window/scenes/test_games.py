"""The list of games, by clicks: every game with its picture, and what can be done with it."""

import os
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Never

import pygame
import pytest

from shogun.games import game_of
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.map.miniature import miniature
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.table import saved_games
from shogun.table.journal import Header, SeatInfo, read_journal
from shogun.table.recordings import drops_path
from shogun.table.saved_games import SavedGame, Unreadable, games_folder
from shogun.table.summary import Summary
from shogun.window.kit.drawing.theme import CUBES
from shogun.window.kit.input import clipboard
from shogun.window.kit.runtime.app import App
from shogun.window.play.game_story import heading
from shogun.window.play.routes import ToGames, ToSavedGame
from shogun.window.scenes.games import GamesScene
from shogun.window.scenes.menu import MenuScene
from tests.layout.readable import flaws
from tests.table.finding import saved_games as found_games
from tests.window.clicking import SMALL, USUAL, click, game, names, press, session, settle, shown, target, top, window


def test_a_larger_window_lists_more_games() -> None:
    high = []
    for size in (SMALL, (1920, 1080)):
        with window(size) as app:
            app.go(ToGames())
            app.step(0.0)
            scene = top(app, GamesScene)
            high.append(scene.list_panel().rect.height / scene.em)
    assert high[1] > 1.4 * high[0]


def save(name: str, answers: int = 10**6, players: str = "greedy,greedy,greedy", age: int = 0, seed: int = 7) -> Path:
    """Play a game for some answers into the games' folder, in which it was written `age` seconds ago."""
    path = games_folder() / f"{name}.journal"
    played, rng = session(players, setup=Setup(3), seed=seed, path=path), Random(3)
    while answers and not played.is_over:
        answers -= 1
        if played.chance:
            played.advance()
        else:
            played.answer(played.questions[0].seat, played.questions[0].sample(rng))
    played.close()
    drops_path(path).write_bytes(b"")
    os.utime(path, (1_800_000_000 - age, 1_800_000_000 - age))
    return path


@pytest.fixture
def games() -> list[Path]:
    """Two unfinished games and one that has ended, the last one played first."""
    return [
        save("Kai in spring", 60, "person,greedy,greedy", 10),
        save("2026-01-02 03-04-05", 90, "person,person,greedy", 20),
        save("old", 10**6, "greedy,greedy,greedy", 30),
    ]


def listed(app: App) -> GamesScene:
    """Open the list by a click and wait until all of it is known."""
    app.push(MenuScene(app))
    settle(app)
    click(app, "games")
    settle(app)
    settle(app)
    assert isinstance(app.scene, GamesScene)
    return app.scene


def paths(scene: GamesScene) -> list[Path]:
    """Return the files of all that is listed."""
    return [scene.files.path(file) for file in scene.rows]


def typed(app: App, text: str) -> None:
    app.take(pygame.Event(pygame.TEXTINPUT, text=text))
    app.step(0.0)


def test_without_a_game_the_list_is_grey_and_says_why() -> None:
    with window() as app:
        app.push(MenuScene(app))
        app.step(0.0)
        assert not target(app, "games").enabled
        assert "There are no games yet" in target(app, "games").tooltip


def test_when_all_games_are_deleted_the_bin_stays_within_reach(games: list[Path]) -> None:
    kept = [saved_games.delete(path) for path in games]
    with window() as app:
        app.push(MenuScene(app))
        app.step(0.0)
        click(app, "games")
        scene = app.scene
        assert isinstance(scene, GamesScene)
        app.step(0.0)
        for number, path in enumerate(reversed(kept), 1):
            assert path.stem in str(target(app, "bring-back").tooltip)
            click(app, "bring-back")
            assert len(scene.rows) == number
        assert "bring-back" not in names(app)
        assert sorted(paths(scene)) == sorted(games)


@pytest.mark.parametrize("size", [SMALL, USUAL, pytest.param((3840, 2160), marks=pytest.mark.slow)], ids=str)
def test_the_list_tells_of_each_game_and_can_be_read(size: tuple[int, int], games: list[Path]) -> None:
    with window(size) as app:
        scene = listed(app)
        assert flaws(scene) == []
        words = shown(app)
        assert "Kai in spring" in words
        assert "Year 1" in words
        assert "won with" in words
        assert "Sun side" in words
        assert paths(scene) == games


def test_continue_names_the_game(games: list[Path]) -> None:
    with window() as app:
        app.push(MenuScene(app))
        settle(app)
        settle(app)
        assert "Kai in spring" in shown(app)
        assert "Year 1" in shown(app)
        assert flaws(app.scene) == []


def path_of(scene: GamesScene) -> Path:
    """Return the file of the chosen game."""
    assert scene.game
    return scene.game.path


def test_the_small_map_shows_owners_in_their_colours(games: list[Path]) -> None:
    with window() as app:
        scene = listed(app)
        assert scene.game
        found = scene.summary(scene.game)
        assert isinstance(found, Summary)
        picture = miniature(found.view, (400, 250))
        seen = {tuple(picture.get_at((x, y)))[:3] for x in range(0, 400, 2) for y in range(0, 250, 2)}
        owners = {found.view.colour(land.owner) for land in found.view.provinces.values() if land.owner is not None}
        for colour in owners:
            assert min(sum(abs(a - b) for a, b in zip(CUBES[colour], s, strict=True)) for s in seen) < 130
        assert miniature(found.view, (400, 250)) is picture


def test_a_game_is_played_on_from_the_list(games: list[Path]) -> None:
    with window() as app:
        listed(app)
        click(app, "game-1")
        click(app, "open")
        assert isinstance(app.scene, GameScene)
        assert app.scene.driver.session.path == games[1]


@pytest.mark.slow
def test_the_keyboard_chooses_and_opens(games: list[Path]) -> None:
    with window() as app:
        listed(app)
        for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP, pygame.K_RETURN):
            press(app, key)
        assert top(app, GameScene).driver.session.path == games[1]


def test_a_game_gets_another_name_and_keeps_its_place(games: list[Path]) -> None:
    with window() as app:
        scene = listed(app)
        click(app, "game-1")
        click(app, "rename")
        typed(app, "Winter")
        press(app, pygame.K_RETURN)
        assert [path.stem for path in paths(scene)] == ["Kai in spring", "Winter", "old"]
        assert drops_path(games_folder() / "Winter.journal").exists()
        click(app, "rename")
        typed(app, "/")
        click(app, "give-name")
        assert "can't contain the character /" in scene.message
        press(app, pygame.K_ESCAPE)
        assert "give-name" not in [t.name for t in scene.targets()]
        assert [path.stem for path in paths(scene)] == ["Kai in spring", "Winter", "old"]


def test_a_game_is_deleted_only_after_a_second_click(games: list[Path]) -> None:
    with window() as app:
        scene = listed(app)
        click(app, "delete")
        assert games[0].exists()
        click(app, "keep")
        assert games[0].exists()
        click(app, "delete")
        click(app, "delete-for-good")
        assert not games[0].exists()
        assert not drops_path(games[0]).exists()
        assert paths(scene) == games[1:]
        assert "Kai in spring was deleted" in shown(app)


def test_an_exported_game_can_be_dropped_onto_the_window(
    games: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window() as app:
        scene = listed(app)
        click(app, "export")
        shared = tmp_path / "documents" / "Kai in spring.shogun"
        assert shared.name in scene.message
        assert str(shared.parent) not in scene.message, "no path in a sentence for players"
        kept = games[0].read_bytes()
        click(app, "delete")
        click(app, "delete-for-good")
        app.take(pygame.Event(pygame.DROPFILE, file=str(shared)))
        settle(app)
        assert games[0].read_bytes() == kept
        assert path_of(scene) == games[0]
        assert "has been added to your games" in shown(app)


def test_what_is_past_of_a_running_game_is_given_away_and_only_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window() as app:
        save("War", 60, "person,greedy,greedy")
        scene = listed(app)
        assert flaws(scene) == []
        click(app, "export-past")
        shared = tmp_path / "documents" / "War so far.shogun"
        assert shared.name in scene.message
        assert str(shared.parent) not in scene.message, "no path in a sentence for players"
        app.take(pygame.Event(pygame.DROPFILE, file=str(shared)))
        settle(app)
        assert "Only the public record of a game" in shown(app)
        assert "open" not in names(app)
        app.go(ToSavedGame(games_folder() / "War so far.journal"))
        app.step(0.0)
        assert isinstance(app.scene, HistoryScene)


def test_a_file_dropped_onto_a_game_leaves_it_open_below_the_list(games: list[Path], tmp_path: Path) -> None:
    with window() as app:
        played = game(app, session("person,greedy,greedy", setup=Setup(3), path=tmp_path / "now.journal"))
        app.take(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "letter.txt")))
        app.step(0.0)
        assert "there is no file letter.txt" in top(app, GamesScene).message
        click(app, "back")
        assert app.scene is played


def test_damage_is_told_in_a_sentence_and_all_before_it_can_be_saved(games: list[Path]) -> None:
    whole = games[1].read_bytes().splitlines(keepends=True)
    data = b"".join([*whole[:50], whole[50].replace(b"seat", b"seal"), *whole[51:]])
    games[1].write_bytes(data)
    (games_folder() / "noise.journal").write_bytes(b"noise")
    with window() as app:
        scene = listed(app)
        scene.choose(paths(scene).index(games[1]))
        settle(app)
        assert "This game is damaged." in shown(app)
        assert "Line 51" in shown(app).replace("\n", " ")
        assert "isn't a game of Shogun" in shown(app)
        assert flaws(scene) == []
        click(app, "rescue")
        assert games[1].read_bytes() == data
        saved = read_journal(game_of, games_folder() / f"{games[1].stem} rescued.journal")
        assert b"".join(saved.raw) == b"".join(whole[:50])
        assert path_of(scene) == saved.path


def test_the_agreement_is_copied_or_the_player_is_told(games: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []

    def take(text: str) -> bool:
        taken.append(text)
        return True

    with window() as app:
        scene = listed(app)
        monkeypatch.setattr(clipboard, "copy", take)
        click(app, "copy")
        assert taken == ["3 players, Sun side, printed setup, tower model, seed shown at the end"]
        assert scene.message == "Copied."
        assert not scene.is_complaint
        monkeypatch.setattr(clipboard, "copy", lambda text: False)
        click(app, "copy")
        assert "no clipboard" in scene.message
        assert scene.is_complaint


def test_a_missing_clipboard_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(text: str) -> Never:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", fails)
    assert not clipboard.copy("text")


def test_an_unwritable_folder_changes_nothing(games: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_options: object) -> Never:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("shogun.base.files.OPEN_FILES_RESIST", False)
    monkeypatch.setattr(Path, "rename", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with window() as app:
        scene = listed(app)
        click(app, "rename")
        typed(app, "x")
        click(app, "give-name")
        assert "Permission denied" in scene.message
        click(app, "keep")
        click(app, "delete")
        click(app, "delete-for-good")
        assert "Permission denied" in scene.message
    assert [entry.path for entry in found_games(game_of)] == games


def test_the_list_never_tells_a_plan() -> None:
    """The list shows exactly the same before and after a plan, but for who is waited for."""
    with window() as app:
        path = save("game", 10**6, "person,person,greedy")
        lines = path.read_bytes().splitlines(keepends=True)
        number = next(n for n, line in enumerate(lines) if b'"type":"Plan"' in line and b'"seat":0' in line)
        pictures = []
        for plan in (lines[number], None):
            path.write_bytes(b"".join(lines[: number + (plan is not None)]))
            os.utime(path, (1_800_000_000, 1_800_000_000))
            scene = listed(app)
            assert scene.game
            found = scene.summary(scene.game)
            assert isinstance(found, Summary)
            assert found.view.plan is None
            assert not any(found.view.boards)
            pictures.append(found.asked)
            app.replace(MenuScene(app))
        assert pictures == [(1, 2), (0, 1, 2)]


def test_the_first_frame_does_not_wait_for_surveys(games: list[Path]) -> None:
    with window() as app:
        app.push(GamesScene(app))
        app.step(0.0)
        assert app.scene.is_moving()
        assert "Kai in spring" in shown(app)


def test_a_broken_file_dropped_onto_the_menu_is_told_also_without_any_game(tmp_path: Path) -> None:
    (tmp_path / "friend.shogun").write_bytes(b"noise")
    with window() as app:
        app.push(MenuScene(app))
        app.step(0.0)
        app.take(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "friend.shogun")))
        settle(app)
        scene = top(app, GamesScene)
        assert "isn't a game of Shogun" in scene.message
        assert flaws(scene) == []
        for key in (pygame.K_RETURN, pygame.K_DELETE, pygame.K_DOWN):
            press(app, key)
        scene.open()
        scene.replay()
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, MenuScene)


def test_the_seed_is_told_when_a_game_is_over(games: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    with window() as app:
        scene = listed(app)
        for number in range(len(scene.rows)):
            scene.choose(number)
            if isinstance(found := scene.game, SavedGame):
                app.step(0.0)
                assert (f"seed {found.header.seed}" in shown(app)) == found.is_finished


def test_the_pause_of_a_running_game_tells_no_seed() -> None:
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=987_654))
        press(app, pygame.K_ESCAPE)
        assert "printed setup" in shown(app)
        assert "987654" not in shown(app)


def test_a_deleted_game_is_brought_back(games: list[Path]) -> None:
    with window() as app:
        scene = listed(app)
        before = paths(scene)
        gone = path_of(scene)
        data = gone.read_bytes()
        click(app, "delete")
        click(app, "delete-for-good")
        assert not gone.exists()
        assert flaws(scene) == []
        click(app, "bring-back")
        assert gone.read_bytes() == data
        assert sorted(paths(scene)) == sorted(before)
        assert path_of(scene) == gone
        assert "bring-back" not in {place.name for place in scene.targets()}


def test_a_name_that_would_command_a_terminal_is_shown_as_what_it_is() -> None:
    odd = "a\x1b[2J" + "b" * 200
    unreadable = Unreadable(Path(f"{odd}.journal"), "no game", datetime.min)
    named = heading(unreadable)
    assert named.isprintable()
    assert len(named) < 100
    header = Header(seed=1, setup=Setup(3), seats=(SeatInfo("A"),) * 3)
    assert heading(SavedGame(Path(f"{odd}.journal"), header, is_finished=False, changed=datetime.min)).isprintable()

"""A mistake of the program ends neither window nor game: a sentence, one report, and the way to go on."""

import getpass
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from shogun.cli import main
from shogun.games import GAMES, game_of
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.errors import JournalError
from shogun.table.journal import read_journal
from shogun.table.report_file import FIRST, MARK, read_reported, report_of
from shogun.table.saved_games import games_folder
from shogun.window.kit.runtime import app as kit
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.crash_report import EVENTS, LastEvents, reports_folder
from shogun.window.kit.runtime.routes import Route, ToStart
from shogun.window.kit.runtime.scene import Application
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.routes import ToMenu
from shogun.window.router import follow
from shogun.window.scenes.crash import CrashScene
from shogun.window.scenes.menu import MenuScene
from tests.layout.readable import flaws
from tests.window.clicking import click, game, press, session, settle, shown, top, window


@pytest.fixture
def app() -> Iterator[App]:
    with window() as opened:
        yield opened


def failing(*_asked: object) -> None:
    raise ZeroDivisionError(f"no plan in {Path.home()}/plans of /home/{getpass.getuser()}/x")


def playing(app: App) -> GameScene:
    games_folder().mkdir(parents=True)
    path = games_folder() / "game.journal"
    scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=4711, path=path))
    settle(app)
    return scene


def turn(app: App) -> None:
    """Let the window go on as its loop does."""
    app.attempt(lambda: app.step(0.0))


def test_a_mistake_is_told_and_the_game_goes_on(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = playing(app)
    stood = b"".join(scene.driver.session.writer.lines)
    monkeypatch.setattr(scene, "update", failing)
    turn(app)
    assert isinstance(app.scene, CrashScene)
    turn(app)
    turn(app)
    assert len(list(reports_folder().iterdir())) == 1
    assert "ZeroDivisionError" in shown(app)
    assert flaws(app.scene) == []
    click(app, "go-on")
    assert (games_folder() / "game.journal").read_bytes() == stood
    assert isinstance(app.scene, MenuScene)
    click(app, "continue")
    settle(app)
    assert top(app, GameScene).model.question is not None


def test_where_memory_is_short_it_is_said_and_nothing_is_reported(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_memory(*_arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(playing(app), "update", out_of_memory)
    turn(app)
    turn(app)
    assert "There isn't enough memory for this" in shown(app).replace("\n", " ")
    assert not reports_folder().exists()
    click(app, "go-on")
    assert isinstance(app.scene, MenuScene)


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE])
def test_the_keyboard_goes_on_too(app: App, monkeypatch: pytest.MonkeyPatch, key: int) -> None:
    monkeypatch.setattr(playing(app), "handle", failing)
    app.attempt(lambda: app.take(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)))
    turn(app)
    assert isinstance(app.scene, CrashScene)
    app.take(pygame.Event(pygame.KEYUP, key=key, mod=0, scancode=0))
    press(app, key)
    assert isinstance(app.scene, MenuScene)


def test_the_report_holds_what_is_needed_and_replays(
    app: App, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = playing(app)
    press(app, pygame.K_F1)
    press(app, pygame.K_ESCAPE)
    app.take(pygame.Event(pygame.TEXTINPUT, text="secret"))
    monkeypatch.setattr(scene, "update", failing)
    turn(app)
    (path,) = reports_folder().iterdir()
    head, mark, journal = path.read_bytes().partition(MARK)
    told = head.decode()
    assert mark
    assert journal == b"".join(scene.driver.session.writer.lines)
    for part in (
        FIRST,
        "shogun 1",
        "Python 3",
        "seed 4711",
        "GameScene",
        "ZeroDivisionError",
        "shogun/window/kit/runtime/app.py",
    ):
        assert part in told
    assert "KeyDown" in told
    for private in ("secret", str(Path.home()), f"/{getpass.getuser()}/", str(Path(kit.__file__).parents[4])):
        assert private not in told
    assert main(["replay", str(path), "--check"]) == 0
    assert "every state agrees" in capsys.readouterr().out
    assert read_reported(game_of, path).raw == read_journal(game_of, games_folder() / "game.journal").raw


def test_a_mistake_while_one_is_told_ends_the_window(
    app: App, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playing(app), "update", failing)
    turn(app)
    monkeypatch.setattr(app.scene, "update", failing)
    assert app.run() == 1
    err = capsys.readouterr().err
    assert err.startswith("Something went wrong (ZeroDivisionError).")
    assert err.count("\n") == 1


def test_a_scene_that_can_not_even_be_closed_ends_the_window(
    app: App, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = playing(app)
    with monkeypatch.context() as broken:
        broken.setattr(scene, "update", failing)
        broken.setattr(scene, "closing", failing)
        turn(app)
        app.attempt(app.scene.escape)
        assert app.run() == 1
        app.abandon()
    assert "ZeroDivisionError" in capsys.readouterr().err
    scene.driver.close()
    app.open()


def no_scene(route: Route, app: Application) -> None:
    if isinstance(route, ToMenu | ToStart):
        failing()
    follow(route, app)


def test_a_mistake_at_the_start_is_told_and_ends_the_window_if_there_is_no_menu(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pressed = pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    monkeypatch.setattr(pygame.event, "get", lambda: [pressed])
    assert kit.run(PlayOptions(entries=GAMES, size=(1280, 720)), no_scene) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_where_nobody_is_there_the_window_ends_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert kit.run(PlayOptions(entries=GAMES, size=(1280, 720), after=60.0), no_scene) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_report_that_can_not_be_written_is_no_second_mistake(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = playing(app)
    reports_folder().write_text("a file, no folder")
    monkeypatch.setattr(scene, "update", failing)
    monkeypatch.setattr(scene, "journal", failing)
    turn(app)
    turn(app)
    assert isinstance(app.scene, CrashScene)
    assert "nothing was sent" not in shown(app)


def test_of_many_movements_of_the_pointer_the_last_one_is_told() -> None:
    events = LastEvents()
    for number in range(1000):
        events.note(pygame.Event(pygame.MOUSEMOTION, pos=(number, 0), rel=(0, 0), buttons=(0, 0, 0)))
    assert events.told() == "MouseMotion pos=(999, 0) buttons=(0, 0, 0)"
    for number in range(1000):
        events.note(pygame.Event(pygame.KEYDOWN, key=number, mod=0, unicode="x"))
    assert len(events.told().splitlines()) == EVENTS


@pytest.mark.parametrize("journal", [b"", b"noise", MARK, b"{}" * 100])
def test_a_report_without_a_game_is_refused_in_a_sentence(tmp_path: Path, journal: bytes) -> None:
    path = tmp_path / "report.txt"
    path.write_bytes(report_of("what happened", journal))
    with pytest.raises(JournalError, match="isn't the journal of a game"):
        read_reported(game_of, path)
